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
    if (self_ != plan_.newcomer) publish_note();
    if ((plan_.waiting >> self_ & 1) != 0) {
      request_next_event();
      publish_note();
    }
    player_.start();
    if (self_ == plan_.newcomer) begin_regulation();
    while (true) {
      set_state(0);
      receive_messages();
      apply_log();
      const SeenNotes seen = read_notes();
      wake_after_note(seen);
      const bool waited = is_waiting_;
      const bool has_advanced = waited && try_to_advance(seen);
      if (!has_ended_ && (!waited || (has_advanced && plan_.asks_at_once))) request_next_event();
      if (has_ended_) return;
      if (publish_note()) {
        must_wake_ = plan_.sleeps;
      } else if (plan_.sleeps && waited && !has_advanced) {
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
  bool regulates(std::size_t member) const {
    return member == plan_.newcomer ? epoch_ != 0 : member != plan_.leaver || epoch_ == 0;
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
    for (std::size_t member = 0; member < members_; ++member) {
      if (member != self_)
        check_stamp(stamp, member, player_.peek(place(Word::cursor, member, member)));
    }
    if (is_after_tail) player_.store(place(Word::floor, self_), tail_);
  }
  void receive_messages() {
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_ || (!regulates(member) && member != plan_.leaver)) continue;
      receive_messages_of(member, player_.load(place(Word::tail, member)));
    }
  }
  // A message that its sender sent after a record of the log is handled after that record.
  void receive_messages_of(std::size_t member, std::uint64_t tail) {
    for (; read_[member] < tail; ++read_[member]) {
      const std::uint64_t message = player_.load(place(Word::data, member, read_[member]));
      if (message >> kEpochShift > epoch_) return;
      const Time stamp = stamp_of(message);
      check_stamp(stamp, self_, passed_);
      handled_.add(member);
      queue_.insert(std::ranges::upper_bound(queue_, stamp), stamp);
    }
  }
  static Time stamp_of(std::uint64_t message) { return message & ((Time{1} << kEpochShift) - 1); }

  // --- The judge. A message is late if its receiver has passed it, whether it reads it or not. A
  // sender looks after it has sent, and a receiver after a grant: one of the two finds the other.
  static void check_stamp(Time stamp, std::size_t receiver, Bound passed) {
    if (2 * stamp >= passed) return;
    throw Violation{"a message at " + std::to_string(stamp) + " comes to member " +
                    std::string(1, static_cast<char>('A' + receiver)) + ", which is already at " +
                    std::to_string(passed / 2)};
  }
  void check_grant() {
    player_.store(place(Word::cursor, self_, self_), passed_);
    for (std::size_t member = 0; member < members_; ++member) {
      const std::uint64_t tail = member == self_ ? 0 : player_.peek(place(Word::tail, member));
      for (std::uint64_t i = read_[member]; i < tail; ++i)
        check_stamp(stamp_of(player_.peek(place(Word::data, member, i))), self_, passed_);
    }
  }

  // Sends the messages of this turn, and asks for the next event or leaves.
  void request_next_event() {
    const auto& sends = plan_.sends[self_];
    if (turn_ < sends.size()) {
      for (const std::uint64_t later : sends[turn_]) {
        if (tail_ < HandledCounts::kCountMax) send(earliest_stamp() + later);
      }
      ++turn_;
    }
    if (self_ == plan_.leaver && turn_ == sends.size()) return end_regulation();
    is_waiting_ = true;
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
      const Bound used = std::max(passed_, std::min(2 * next_event(), lbts_));
      const Bound floor = has(Change::floor_without_known_bound) ? passed_ : used;
      player_.store(place(Word::cursor, self_, *plan_.newcomer), floor + 1);
      lbts_ = std::min(lbts_, used);
    } else if (!has(Change::leaver_not_drained)) {
      receive_messages_of(*plan_.leaver, record - 1);
    }
    epoch_ = 1;
  }
  // Begins with the others' logs where they end now. Promises nothing before all others have
  // answered with a bound below which they take no message any more.
  void begin_regulation() {
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_) continue;
      read_[member] = player_.load(place(Word::tail, member));
      handled_.add(member, read_[member]);
    }
    epoch_ = 1;
    write_log(1);
    for (std::size_t member = 0; member < members_; ++member) {
      std::uint64_t answer = 0;
      while (member != self_ && answer == 0) {
        set_state(1 + member);
        answer = player_.load(place(Word::cursor, member, self_));
      }
      if (member != self_) floor_ = std::max(floor_, answer - 1);
    }
    must_wake_ = publish_note() && plan_.sleeps;
  }
  void end_regulation() {
    has_ended_ = true;
    player_.store(place(Word::cursor, self_, self_), 0);
    if (must_wake_) wake_after_note(read_notes());
    store_note({0, 0, handled_, tail_, epoch_});
    write_log(1 + tail_);
  }
  void write_log(std::uint64_t record) {
    player_.store(place(Word::wants_room, 0), record);
    for (std::size_t member = 0; plan_.sleeps && member < members_; ++member) {
      if (member != self_) ring(member);
    }
  }

  // --- Notes.
  SeenNote read_note(std::size_t member) {
    SeenNote seen;
    const bool is_too_early = has(Change::count_read_before_note);
    if (is_too_early) seen.sent = player_.load(place(Word::floor, member));
    const Place number = place(Word::note_number, member);
    seen.number = has(Change::number_acquire_release)  ? player_.load_acquire(number)
                  : has(Change::number_loaded_relaxed) ? player_.load(number)
                                                       : player_.load_strongly(number);
    if (seen.number == 0 || seen.number % 2 != 0) return seen;
    Note::Words words{};
    for (std::size_t i = 0; i < note_words(); ++i)
      words[i] = player_.load(place(Word::note_word, member, i));
    const bool is_with_words = has(Change::count_read_with_words);
    if (is_with_words) seen.sent = player_.load(place(Word::floor, member));
    if (!has(Change::note_read_without_fence)) player_.fence(std::memory_order_acquire);
    seen.is_whole = player_.load(number) == seen.number;
    seen.note = plan_.has_packed_notes ? Note::of_packed(words) : Note::of(words);
    if (has(Change::count_in_note)) {
      seen.sent = seen.note.sent;
    } else if (!is_too_early && !is_with_words) {
      seen.sent = player_.load(place(Word::floor, member));
    }
    return seen;
  }
  // Reads the note of each other member. A note raises the least bound if its owner's log has been
  // read up to it.
  SeenNotes read_notes() {
    SeenNotes seen;
    Bound least = kForever;
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_) {
        seen[member] = {number_, last_note_.has_value(), last_note_.value_or(Note{}), tail_};
      } else if (regulates(member)) {
        seen[member] = read_note(member);
        const Note& note = seen[member].note;
        const bool counts =
            seen[member].is_whole && note.sent <= read_[member] && note.epoch <= epoch_;
        if (counts) promises_[member] = std::max(promises_[member], note.promise);
        least = std::min(least, promises_[member]);
      }
    }
    lbts_ = std::max(lbts_, least);
    return seen;
  }
  std::size_t note_words() const {
    return plan_.has_packed_notes ? Note::kPackedWords : Note::kWords;
  }

  bool is_available(std::size_t member) const { return (plan_.available >> member & 1) != 0; }
  Bound promise_after(Time time) const { return bound_after(2 * time); }
  Bound bound_after(Bound bound) const {
    const Bound without_lookahead = is_available(self_) ? bound : bound | 1;
    return std::max(floor_, lookahead_ == 0 ? without_lookahead : bound + 2 * lookahead_);
  }

  // Returns true if the note is another one than before.
  bool publish_note() {
    Note now{promise_after(time_), 0, handled_, tail_, epoch_};
    if (is_waiting_) {
      now.condition = promise_after(next_event());
      now.promise = bound_after(std::max(2 * time_, std::min(2 * next_event(), lbts_)));
    }
    if (last_note_) {
      const bool is_lowered = is_waiting_ && last_note_->condition > now.condition;
      if (is_lowered && has(Change::note_not_renewed)) return false;
      if (is_lowered && has(Change::condition_not_lowered)) now.condition = last_note_->condition;
      now.promise = std::max(now.promise, last_note_->promise);
    }
    const bool is_new = !last_note_ || differs(now);
    if (is_new) store_note(now);
    if (has(Change::count_stored_after_note)) player_.store(place(Word::floor, self_), tail_);
    return is_new;
  }
  bool differs(Note now) const {
    if (is_waiting_ && !plan_.notes_small_steps) now.promise = last_note_->promise;
    return last_note_ != now;
  }
  void finish() {
    has_ended_ = true;
    publish_end_note();
    if (!expects_record()) return;
    while (expects_record()) {
      set_state(1 + members_);
      apply_log();
    }
    publish_end_note();
  }
  void publish_end_note() {
    store_note({kForever, 0, handled_, tail_, epoch_});
    must_wake_ = plan_.sleeps;
    if (must_wake_) wake_after_note(read_notes());
  }
  void store_note(const Note& now) {
    const Place number = place(Word::note_number, self_);
    player_.store(number, ++number_);
    if (!has(Change::note_changed_without_fence)) player_.fence(std::memory_order_release);
    const Note::Words words = plan_.has_packed_notes ? now.packed() : now.words();
    for (std::size_t i = 0; i < note_words(); ++i)
      player_.store(place(Word::note_word, self_, i), words[i]);
    ++number_;
    if (has(Change::number_acquire_release)) {
      player_.store_release(number, number_);
    } else if (has(Change::number_stored_relaxed)) {
      player_.store(number, number_);
    } else {
      player_.store_strongly(number, number_);
    }
    last_note_ = now;
  }

  // --- The jump: the least bound of all, if all conditional promises hold together; otherwise
  // zero.
  Bound jump(const SeenNotes& seen) const {
    const bool is_noted = last_note_ && last_note_->condition == promise_after(next_event()) &&
                          last_note_->handled == handled_ && last_note_->epoch == epoch_;
    return is_noted && !blocker(seen) ? least_of(seen) : 0;
  }
  // Returns a member that keeps the promises from holding together until its next note.
  std::optional<std::size_t> blocker(const SeenNotes& seen) const {
    for (std::size_t member = 0; member < members_; ++member) {
      if (!regulates(member)) continue;
      const bool is_of_now = seen[member].note.epoch == epoch_ || has(Change::epoch_ignored);
      if (!seen[member].is_whole || !is_of_now) return member;
    }
    for (std::size_t waiter = 0; waiter < members_; ++waiter) {
      if (!regulates(waiter) || seen[waiter].note.condition == 0) continue;
      if (waiter == self_ && has(Change::own_handled_ignored)) continue;
      if (waiter != self_ && has(Change::handled_by_others_ignored)) continue;
      for (std::size_t member = 0; member < members_; ++member) {
        if (member == waiter || !regulates(member)) continue;
        const std::uint64_t handled = seen[waiter].note.handled.count_of(member);
        if (handled != seen[member].sent)
          return waiter == self_ || handled > seen[member].sent ? member : waiter;
      }
    }
    return std::nullopt;
  }
  Bound least_of(const SeenNotes& seen) const {
    Bound least = kForever;
    for (std::size_t member = 0; member < members_; ++member) {
      if (regulates(member)) least = std::min(least, seen[member].note.bound());
    }
    return least;
  }
  Bound least_promise_without(std::size_t excluded, const SeenNotes& seen) const {
    Bound least = kForever;
    for (std::size_t member = 0; member < members_; ++member) {
      if (member != excluded && regulates(member))
        least = std::min(least, seen[member].note.promise);
    }
    return least;
  }

  // --- Waking. Of members that note at the same time, the last one sees all notes.
  void wake_after_note(const SeenNotes& seen) {
    if (!must_wake_) return;
    must_wake_ = false;
    if (has(Change::others_not_woken_after_note)) return;
    for (std::size_t member = 0; member < members_; ++member) {
      // This member changes its note, and looks after that.
      if (regulates(member) && (!seen[member].is_whole || seen[member].note.epoch != epoch_))
        return;
    }
    const bool holds = !blocker(seen);
    for (std::size_t member = 0; member < members_; ++member) {
      const Bound condition = seen[member].note.condition;
      if (member == self_ || !regulates(member) || condition == 0) continue;
      const Bound bound =
          std::max(least_promise_without(member, seen), holds ? least_of(seen) : Bound{0});
      const bool lags = !has(Change::lagging_member_not_woken) && is_behind(member, seen);
      if (lags || can_advance(member, event_of(member, condition), bound)) ring(member);
    }
  }
  bool is_behind(std::size_t waiter, const SeenNotes& seen) const {
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == waiter || !regulates(member)) continue;
      if (seen[waiter].note.handled.count_of(member) < seen[member].sent) return true;
    }
    return false;
  }
  // The event that a member waits for. A newcomer's floor may hide it: then an earlier one.
  Time event_of(std::size_t member, Bound condition) const {
    return member == plan_.newcomer ? 0 : condition / 2 - plan_.lookaheads[member];
  }
  void ring(std::size_t target) {
    if (player_.load(place(Word::sleep, target)) != 0) {
      player_.ring(target, static_cast<std::uint32_t>(self_));
    }
  }
  void sleep(const SeenNotes& seen) {
    const bool is_late = has(Change::sleep_stored_after_check);
    if (!is_late) player_.store(place(Word::sleep, self_), 1);
    if (!has_input(seen)) {
      if (is_late) player_.store(place(Word::sleep, self_), 1);
      player_.sleep();
      player_.take_rings();
    }
    player_.store(place(Word::sleep, self_), 0);
  }
  // Looks at the log, at all tails, and at the notes of the two members that hold this one back:
  // one holds back its bound, the other its jump.
  bool has_input(const SeenNotes& seen) {
    if (expects_record() && player_.load(place(Word::wants_room, 0)) != 0) return true;
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_ || !regulates(member)) continue;
      if (has(Change::tails_not_checked)) continue;
      if (player_.load(place(Word::tail, member)) != read_[member]) return true;
    }
    const std::size_t of_bound = holder_of_bound();
    if (has_other_number(of_bound, seen)) return true;
    if (has(Change::holder_of_jump_not_checked)) return false;
    const std::size_t of_jump = blocker(seen).value_or(least_other(seen));
    return of_jump != of_bound && has_other_number(of_jump, seen);
  }
  bool has_other_number(std::size_t member, const SeenNotes& seen) {
    const Place number = place(Word::note_number, member);
    if (member == self_) return false;
    return seen[member].number != (has(Change::number_acquire_release)
                                       ? player_.load_acquire(number)
                                       : player_.load_strongly(number));
  }
  std::size_t holder_of_bound() const {
    std::size_t holder = self_;
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_ || !regulates(member)) continue;
      if (holder == self_ || promises_[member] < promises_[holder]) holder = member;
    }
    return holder;
  }
  std::size_t least_other(const SeenNotes& seen) const {
    std::size_t least = self_;
    for (std::size_t member = 0; member < members_; ++member) {
      if (member == self_ || !regulates(member)) continue;
      if (least == self_ || seen[member].note.bound() < seen[least].note.bound()) least = member;
    }
    return least;
  }

  // --- Grants.
  bool try_to_advance(const SeenNotes& seen) {
    const Time event = next_event();
    if (!can_advance(self_, event, std::max(lbts_, jump(seen)))) return false;
    grant(event);
    return true;
  }
  bool can_advance(std::size_t member, Time event, Bound bound) const {
    return is_available(member) ? bound >= 2 * event : bound > 2 * event;
  }
  Time next_event() const {
    return queue_.empty() ? plan_.end : std::min(queue_.front(), plan_.end);
  }
  void grant(Time time) {
    if (plan_.jumps && !can_advance(self_, time, lbts_)) (*plan_.jumps)[self_] = ++jumps_;
    time_ = time;
    passed_ = is_available(self_) ? 2 * time : 2 * time + 1;
    check_grant();
    is_waiting_ = false;
    queue_.erase(queue_.begin(), std::ranges::upper_bound(queue_, time));
    if (time == plan_.end) return self_ == plan_.leaver ? end_regulation() : finish();
  }

  void set_state(std::uint64_t at) {
    Hash hash;
    for (const std::uint64_t value :
         {at, tail_, number_, time_, passed_, lbts_, floor_, epoch_, turn_, handled_.packed()}) {
      hash.add(value);
    }
    hash.add((is_waiting_ ? 2 : 0) + (must_wake_ ? 1 : 0));
    for (std::size_t member = 0; member < members_; ++member) {
      hash.add(read_[member]);
      hash.add(promises_[member]);
    }
    for (const Time stamp : queue_) hash.add(stamp);
    for (const std::uint64_t word : last_note_.value_or(Note{}).words()) hash.add(word);
    player_.set_state(hash.sum());
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
  std::optional<Note> last_note_;
  std::array<std::uint64_t, kMembersMax> read_{};
  std::array<Bound, kMembersMax> promises_{};
  HandledCounts handled_;
  std::vector<Time> queue_;  // Handled and not yet delivered, in order.
  Time time_ = 1;            // The first time, so that no condition is zero.
  Bound passed_ = 0;         // Messages below this bound are late.
  Bound lbts_ = 0;           // Least promise of the others, which only rises.
  Bound floor_ = 0;          // Of a newcomer: it sends nothing below this bound.
  bool is_waiting_ = false;
  bool must_wake_ = false;  // It has noted, and has not looked at the others since.
  bool has_ended_ = false;
  std::size_t turn_ = 0;  // Of the plan.
  std::size_t jumps_ = 0;
};

}  // namespace

Scenario conditional_notes(const ConditionalNotePlan& plan) {
  Scenario scenario;
  for (std::size_t member = 0; member < plan.lookaheads.size(); ++member) {
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
  for (std::size_t member = 0; member < members; ++member) {
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
