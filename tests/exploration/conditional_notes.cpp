// See conditional_notes.hpp.
#include "tests/exploration/conditional_notes.hpp"

#include <algorithm>
#include <optional>

#include "tests/exploration/conditional_note_words.hpp"

namespace triad::exploration {

namespace {

using Change = ConditionalNoteChange;
using Note = ConditionalNote;

// A note, and the count of messages that was read with it.
struct SeenNote {
  std::uint64_t number = 0;
  bool is_whole = false;
  Note note;
  std::uint64_t sent = 0;
};
using SeenNotes = std::array<SeenNote, kMembersMax>;

class NextEventMember {
 public:
  NextEventMember(Player& player, const ConditionalNotePlan& plan)
      : player_(player),
        plan_(plan),
        self_(player.self()),
        members_(plan.lookaheads.size()),
        lookahead_(plan.lookaheads[self_]) {}

  void run() {
    if (self_ != plan_.newcomer) note();
    if ((plan_.waiting >> self_ & 1) != 0) {
      ask();
      note();
    }
    player_.start();
    if (self_ == plan_.newcomer) begin();
    while (true) {
      tell_state(0);
      take_messages();
      apply_log();
      const SeenNotes seen = look_at_notes();
      wake_after_note(seen);
      const bool waited = waits_;
      const bool goes = waited && try_to_go(seen);
      if (!has_ended_ && (!waited || (goes && plan_.asks_at_once))) ask();
      if (has_ended_) return;
      if (note()) {
        must_wake_ = plan_.sleeps;
      } else if (plan_.sleeps && waited && !goes) {
        sleep(seen);
      }
    }
  }

 private:
  bool has(Change change) const { return plan_.change == change; }
  Place place(Word word, std::size_t owner, std::size_t index = 0) const {
    return {word, static_cast<std::uint8_t>(owner), static_cast<std::uint8_t>(index)};
  }
  // Regulates by the log that this member has applied.
  bool regulates(std::size_t who) const {
    return who == plan_.newcomer ? epoch_ != 0 : who != plan_.leaver || epoch_ == 0;
  }

  // --- Messages. The count is a weak word of its own: the model uses the floor, which nothing here
  // needs.
  void send(Time stamp) {
    player_.store(place(Word::data, self_, tail_), stamp | epoch_ << kEpochShift);
    ++tail_;
    const bool is_late = has(Change::count_stored_after_note);
    const bool is_after_tail = has(Change::count_stored_after_tail);
    if (!is_late && !is_after_tail) player_.store(place(Word::floor, self_), tail_);
    player_.store(place(Word::tail, self_), tail_);
    for (std::size_t who = 0; who < members_; ++who) {
      if (who != self_) judge(stamp, who, player_.peek(place(Word::cursor, who, who)));
    }
    if (is_after_tail) player_.store(place(Word::floor, self_), tail_);
  }
  void take_messages() {
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_ || (!regulates(who) && who != plan_.leaver)) continue;
      take(who, player_.load(place(Word::tail, who)));
    }
  }
  // A message that its sender sent after a record of the log is handled after that record.
  void take(std::size_t who, std::uint64_t tail) {
    for (; read_[who] < tail; ++read_[who]) {
      const std::uint64_t message = player_.load(place(Word::data, who, read_[who]));
      if (message >> kEpochShift > epoch_) return;
      const Time stamp = stamp_of(message);
      judge(stamp, self_, passed_);
      heard_.add(who);
      queue_.insert(std::ranges::upper_bound(queue_, stamp), stamp);
    }
  }
  static Time stamp_of(std::uint64_t message) { return message & ((Time{1} << kEpochShift) - 1); }

  // --- The judge. A message is late if its receiver has passed it, whether it reads it or not. A
  // sender looks after it has sent, and a receiver after a grant: one of the two finds the other.
  static void judge(Time stamp, std::size_t receiver, Bound passed) {
    if (2 * stamp >= passed) return;
    throw Violation{"a message at " + std::to_string(stamp) + " comes to member " +
                    std::string(1, static_cast<char>('A' + receiver)) + " at " +
                    std::to_string(passed / 2)};
  }
  void judge_grant() {
    player_.store(place(Word::cursor, self_, self_), passed_);
    for (std::size_t who = 0; who < members_; ++who) {
      const std::uint64_t tail = who == self_ ? 0 : player_.peek(place(Word::tail, who));
      for (std::uint64_t i = read_[who]; i < tail; ++i)
        judge(stamp_of(player_.peek(place(Word::data, who, i))), self_, passed_);
    }
  }

  // Sends the messages of this turn, and asks for the next event or leaves.
  void ask() {
    const auto& sends = plan_.sends[self_];
    if (turn_ < sends.size()) {
      for (const std::uint64_t later : sends[turn_]) {
        if (tail_ < Heard::kCountMax) send(earliest_stamp() + later);
      }
      ++turn_;
    }
    if (self_ == plan_.leaver && turn_ == sends.size()) return leave();
    waits_ = true;
  }
  // A member without lookahead sends nothing at the time that it was granted by NER.
  Time earliest_stamp() const { return (promise_after(time_) + 1) / 2; }

  // --- The log of joins and leaves: one record, which the newcomer or the leaver writes itself.
  // The strong word stands for it: 1 and the number of messages that a leaver has sent.
  bool expects_record() const { return epoch_ == 0 && (plan_.newcomer || plan_.leaver); }
  void apply_log() {
    if (!expects_record()) return;
    const std::uint64_t record = player_.load(place(Word::wants_room, 0));
    if (record == 0) return;
    if (plan_.newcomer) {
      // No promise of this member assumed a later message than this.
      const Bound used = std::max(passed_, std::min(2 * next_event(), known_));
      const Bound floor = has(Change::floor_without_known_bound) ? passed_ : used;
      player_.store(place(Word::cursor, self_, *plan_.newcomer), floor + 1);
      known_ = std::min(known_, used);
    } else if (!has(Change::leaver_not_read_out)) {
      take(*plan_.leaver, record - 1);
    }
    epoch_ = 1;
  }
  // Begins with the others' logs where they end now. Promises nothing before all others have
  // answered with a bound below which they take no message any more.
  void begin() {
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) continue;
      read_[who] = player_.load(place(Word::tail, who));
      heard_.add(who, read_[who]);
    }
    epoch_ = 1;
    write_log(1);
    for (std::size_t who = 0; who < members_; ++who) {
      std::uint64_t answer = 0;
      while (who != self_ && answer == 0) {
        tell_state(1 + who);
        answer = player_.load(place(Word::cursor, who, self_));
      }
      if (who != self_) floor_ = std::max(floor_, answer - 1);
    }
    must_wake_ = note() && plan_.sleeps;
  }
  void leave() {
    has_ended_ = true;
    player_.store(place(Word::cursor, self_, self_), 0);
    if (must_wake_) wake_after_note(look_at_notes());
    store_note({0, 0, heard_, tail_, epoch_});
    write_log(1 + tail_);
  }
  void write_log(std::uint64_t record) {
    player_.store(place(Word::wants_room, 0), record);
    for (std::size_t who = 0; plan_.sleeps && who < members_; ++who) {
      if (who != self_) ring(who);
    }
  }

  // --- Notes.
  SeenNote read_note(std::size_t who) {
    SeenNote seen;
    const bool is_too_early = has(Change::count_read_before_note);
    if (is_too_early) seen.sent = player_.load(place(Word::floor, who));
    const Place number = place(Word::note_number, who);
    seen.number = has(Change::number_acquire_release)  ? player_.load_acquire(number)
                  : has(Change::number_loaded_relaxed) ? player_.load(number)
                                                       : player_.load_strongly(number);
    if (seen.number == 0 || seen.number % 2 != 0) return seen;
    Note::Words words{};
    for (std::size_t i = 0; i < note_words(); ++i)
      words[i] = player_.load(place(Word::note, who, i));
    const bool is_with_words = has(Change::count_read_with_words);
    if (is_with_words) seen.sent = player_.load(place(Word::floor, who));
    if (!has(Change::note_read_without_fence)) player_.fence(std::memory_order_acquire);
    seen.is_whole = player_.load(number) == seen.number;
    seen.note = plan_.has_packed_notes ? Note::of_packed(words) : Note::of(words);
    if (has(Change::count_in_note)) {
      seen.sent = seen.note.behind;
    } else if (!is_too_early && !is_with_words) {
      seen.sent = player_.load(place(Word::floor, who));
    }
    return seen;
  }
  // Reads the note of each other member. A note raises the least bound if its owner's log has been
  // read up to it.
  SeenNotes look_at_notes() {
    SeenNotes seen;
    Bound least = kForever;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) {
        seen[who] = {number_, noted_.has_value(), noted_.value_or(Note{}), tail_};
      } else if (regulates(who)) {
        seen[who] = read_note(who);
        const Note& note = seen[who].note;
        const bool counts = seen[who].is_whole && note.behind <= read_[who] && note.epoch <= epoch_;
        if (counts) promises_[who] = std::max(promises_[who], note.promise);
        least = std::min(least, promises_[who]);
      }
    }
    known_ = std::max(known_, least);
    return seen;
  }
  std::size_t note_words() const {
    return plan_.has_packed_notes ? Note::kPackedWords : Note::kWords;
  }

  bool is_available(std::size_t who) const { return (plan_.available >> who & 1) != 0; }
  Bound promise_after(Time time) const { return later(2 * time); }
  Bound later(Bound bound) const {
    const Bound without_lookahead = is_available(self_) ? bound : bound | 1;
    return std::max(floor_, lookahead_ == 0 ? without_lookahead : bound + 2 * lookahead_);
  }

  // Returns true if the note is another one than before.
  bool note() {
    Note now{promise_after(time_), 0, heard_, tail_, epoch_};
    if (waits_) {
      now.condition = promise_after(next_event());
      now.promise = later(std::max(2 * time_, std::min(2 * next_event(), known_)));
    }
    if (noted_) {
      const bool is_lowered = waits_ && noted_->condition > now.condition;
      if (is_lowered && has(Change::note_not_renewed)) return false;
      if (is_lowered && has(Change::condition_not_lowered)) now.condition = noted_->condition;
      now.promise = std::max(now.promise, noted_->promise);
    }
    const bool is_new = !noted_ || differs(now);
    if (is_new) store_note(now);
    if (has(Change::count_stored_after_note)) player_.store(place(Word::floor, self_), tail_);
    return is_new;
  }
  bool differs(Note now) const {
    if (waits_ && !plan_.notes_small_steps) now.promise = noted_->promise;
    return noted_ != now;
  }
  void finish() {
    has_ended_ = true;
    note_the_end();
    if (!expects_record()) return;
    while (expects_record()) {
      tell_state(1 + members_);
      apply_log();
    }
    note_the_end();
  }
  void note_the_end() {
    store_note({kForever, 0, heard_, tail_, epoch_});
    must_wake_ = plan_.sleeps;
    if (must_wake_) wake_after_note(look_at_notes());
  }
  void store_note(const Note& now) {
    const Place number = place(Word::note_number, self_);
    player_.store(number, ++number_);
    if (!has(Change::note_changed_without_fence)) player_.fence(std::memory_order_release);
    const Note::Words words = plan_.has_packed_notes ? now.packed() : now.words();
    for (std::size_t i = 0; i < note_words(); ++i)
      player_.store(place(Word::note, self_, i), words[i]);
    ++number_;
    if (has(Change::number_acquire_release)) {
      player_.store_release(number, number_);
    } else if (has(Change::number_stored_relaxed)) {
      player_.store(number, number_);
    } else {
      player_.store_strongly(number, number_);
    }
    noted_ = now;
  }

  // --- The jump: the least bound of all, if all conditional promises hold together; otherwise
  // zero.
  Bound jump(const SeenNotes& seen) const {
    const bool is_noted = noted_ && noted_->condition == promise_after(next_event()) &&
                          noted_->heard == heard_ && noted_->epoch == epoch_;
    return is_noted && !blocker(seen) ? least_of(seen) : 0;
  }
  // Returns a member that keeps the promises from holding together until its next note.
  std::optional<std::size_t> blocker(const SeenNotes& seen) const {
    for (std::size_t who = 0; who < members_; ++who) {
      if (!regulates(who)) continue;
      const bool is_of_now = seen[who].note.epoch == epoch_ || has(Change::epoch_ignored);
      if (!seen[who].is_whole || !is_of_now) return who;
    }
    for (std::size_t waiter = 0; waiter < members_; ++waiter) {
      if (!regulates(waiter) || seen[waiter].note.condition == 0) continue;
      if (waiter == self_ && has(Change::own_heard_ignored)) continue;
      if (waiter != self_ && has(Change::heard_of_others_ignored)) continue;
      for (std::size_t who = 0; who < members_; ++who) {
        if (who == waiter || !regulates(who)) continue;
        const std::uint64_t heard = seen[waiter].note.heard.of(who);
        if (heard != seen[who].sent)
          return waiter == self_ || heard > seen[who].sent ? who : waiter;
      }
    }
    return std::nullopt;
  }
  Bound least_of(const SeenNotes& seen) const {
    Bound least = kForever;
    for (std::size_t who = 0; who < members_; ++who) {
      if (regulates(who)) least = std::min(least, seen[who].note.bound());
    }
    return least;
  }
  Bound least_promise_but(std::size_t but, const SeenNotes& seen) const {
    Bound least = kForever;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who != but && regulates(who)) least = std::min(least, seen[who].note.promise);
    }
    return least;
  }

  // --- Waking. Of members that note at the same time, the last one sees all notes.
  void wake_after_note(const SeenNotes& seen) {
    if (!must_wake_) return;
    must_wake_ = false;
    if (has(Change::others_not_woken_after_note)) return;
    for (std::size_t who = 0; who < members_; ++who) {
      // This member changes its note, and looks after that.
      if (regulates(who) && (!seen[who].is_whole || seen[who].note.epoch != epoch_)) return;
    }
    const bool holds = !blocker(seen);
    for (std::size_t who = 0; who < members_; ++who) {
      const Bound condition = seen[who].note.condition;
      if (who == self_ || !regulates(who) || condition == 0) continue;
      const Bound bound = std::max(least_promise_but(who, seen), holds ? least_of(seen) : Bound{0});
      const bool lags = !has(Change::lagging_member_not_woken) && is_behind(who, seen);
      if (lags || can_go(who, event_of(who, condition), bound)) ring(who);
    }
  }
  bool is_behind(std::size_t waiter, const SeenNotes& seen) const {
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == waiter || !regulates(who)) continue;
      if (seen[waiter].note.heard.of(who) < seen[who].sent) return true;
    }
    return false;
  }
  // The event that a member waits for. A newcomer's floor may hide it: then an earlier one.
  Time event_of(std::size_t who, Bound condition) const {
    return who == plan_.newcomer ? 0 : condition / 2 - plan_.lookaheads[who];
  }
  void ring(std::size_t whom) {
    if (player_.load(place(Word::sleep, whom)) != 0) {
      player_.ring(whom, static_cast<std::uint32_t>(self_));
    }
  }
  void sleep(const SeenNotes& seen) {
    const bool is_late = has(Change::sleep_stored_after_look);
    if (!is_late) player_.store(place(Word::sleep, self_), 1);
    if (!has_input(seen)) {
      if (is_late) player_.store(place(Word::sleep, self_), 1);
      player_.sleep();
      player_.silence();
    }
    player_.store(place(Word::sleep, self_), 0);
  }
  // Looks at the log, at all tails, and at the notes of the two members that hold this one back:
  // one holds back its bound, the other its jump.
  bool has_input(const SeenNotes& seen) {
    if (expects_record() && player_.load(place(Word::wants_room, 0)) != 0) return true;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_ || !regulates(who)) continue;
      if (has(Change::tails_not_looked_at)) continue;
      if (player_.load(place(Word::tail, who)) != read_[who]) return true;
    }
    const std::size_t of_bound = holder_of_bound();
    if (has_other_number(of_bound, seen)) return true;
    if (has(Change::holder_of_jump_not_looked_at)) return false;
    const std::size_t of_jump = blocker(seen).value_or(least_but_self(seen));
    return of_jump != of_bound && has_other_number(of_jump, seen);
  }
  bool has_other_number(std::size_t who, const SeenNotes& seen) {
    const Place number = place(Word::note_number, who);
    if (who == self_) return false;
    return seen[who].number != (has(Change::number_acquire_release)
                                    ? player_.load_acquire(number)
                                    : player_.load_strongly(number));
  }
  std::size_t holder_of_bound() const {
    std::size_t holder = self_;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_ || !regulates(who)) continue;
      if (holder == self_ || promises_[who] < promises_[holder]) holder = who;
    }
    return holder;
  }
  std::size_t least_but_self(const SeenNotes& seen) const {
    std::size_t least = self_;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_ || !regulates(who)) continue;
      if (least == self_ || seen[who].note.bound() < seen[least].note.bound()) least = who;
    }
    return least;
  }

  // --- Grants.
  bool try_to_go(const SeenNotes& seen) {
    const Time event = next_event();
    if (!can_go(self_, event, std::max(known_, jump(seen)))) return false;
    grant(event);
    return true;
  }
  bool can_go(std::size_t who, Time event, Bound bound) const {
    return is_available(who) ? bound >= 2 * event : bound > 2 * event;
  }
  Time next_event() const {
    return queue_.empty() ? plan_.end : std::min(queue_.front(), plan_.end);
  }
  void grant(Time time) {
    if (plan_.jumps && !can_go(self_, time, known_)) (*plan_.jumps)[self_] = ++jumps_;
    time_ = time;
    passed_ = is_available(self_) ? 2 * time : 2 * time + 1;
    judge_grant();
    waits_ = false;
    queue_.erase(queue_.begin(), std::ranges::upper_bound(queue_, time));
    if (time == plan_.end) return self_ == plan_.leaver ? leave() : finish();
  }

  void tell_state(std::uint64_t at) {
    Hash hash;
    for (const std::uint64_t value :
         {at, tail_, number_, time_, passed_, known_, floor_, epoch_, turn_, heard_.packed()}) {
      hash.add(value);
    }
    hash.add((waits_ ? 2 : 0) + (must_wake_ ? 1 : 0));
    for (std::size_t who = 0; who < members_; ++who) {
      hash.add(read_[who]);
      hash.add(promises_[who]);
    }
    for (const Time stamp : queue_) hash.add(stamp);
    for (const std::uint64_t word : noted_.value_or(Note{}).words()) hash.add(word);
    player_.tell_state(hash.sum());
  }

  static constexpr unsigned kEpochShift = 32;  // In a message: the epoch is before the stamp.

  Player& player_;
  const ConditionalNotePlan& plan_;
  const std::size_t self_;
  const std::size_t members_;
  const Time lookahead_;
  std::uint64_t tail_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t epoch_ = 0;
  std::optional<Note> noted_;
  std::array<std::uint64_t, kMembersMax> read_{};
  std::array<Bound, kMembersMax> promises_{};
  Heard heard_;
  std::vector<Time> queue_;  // Handled and not yet delivered, in order.
  Time time_ = 1;            // The first time, so that no condition is zero.
  Bound passed_ = 0;         // Messages below this bound are late.
  Bound known_ = 0;          // Least promise of the others, which only rises.
  Bound floor_ = 0;          // Of a newcomer: it sends nothing below this bound.
  bool waits_ = false;
  bool must_wake_ = false;  // It has noted, and has not looked at the others since.
  bool has_ended_ = false;
  std::size_t turn_ = 0;  // Of the plan.
  std::size_t jumps_ = 0;
};

}  // namespace

Scenario conditional_notes(const ConditionalNotePlan& plan) {
  Scenario scenario;
  for (std::size_t who = 0; who < plan.lookaheads.size(); ++who) {
    scenario.programs.push_back([plan](Player& player) { NextEventMember(player, plan).run(); });
  }
  return scenario;
}

ConditionalNotePlan random_plan(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  ConditionalNotePlan plan;
  plan.end = 7 + below(12);
  const std::size_t members = 2 + below(3);
  for (std::size_t who = 0; who < members; ++who) {
    plan.lookaheads.push_back(below(3));
    auto& sends = plan.sends.emplace_back(1 + below(6));
    for (auto& turn : sends) {
      for (std::uint64_t messages = below(3); messages > 0; --messages) turn.push_back(below(4));
    }
  }
  if (below(3) == 0) plan.available = static_cast<std::uint32_t>(below(16));
  plan.sleeps = below(2) == 0;
  plan.notes_small_steps = below(2) == 0;
  plan.asks_at_once = below(2) == 0;
  plan.has_packed_notes = below(2) == 0;
  const std::uint64_t change = below(4);
  if (change == 0) plan.newcomer = below(members);
  if (change == 1) plan.leaver = below(members);
  return plan;
}

}  // namespace triad::exploration
