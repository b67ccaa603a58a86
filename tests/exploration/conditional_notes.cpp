// See conditional_notes.hpp.
#include "tests/exploration/conditional_notes.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace triad::exploration {

namespace {

using Time = std::uint64_t;
// The least time stamp that may still come, twice; odd: the time itself will not come any more.
using Bound = std::uint64_t;
constexpr Bound kForever = std::uint64_t{1} << 40;

constexpr std::size_t kCountBits = 4;
constexpr std::size_t kMessagesMax = 14;

// Everything up to the time has come.
bool has_passed(Time time, Bound bound) {
  return bound > 2 * time;
}

// How many messages of each member have been handled, packed as a note's word.
class Heard {
 public:
  std::uint64_t of(std::size_t who) const { return packed_ >> shift(who) & kMask; }
  void count(std::size_t who) { packed_ += std::uint64_t{1} << shift(who); }
  std::uint64_t packed() const { return packed_; }
  static Heard unpacked(std::uint64_t packed) {
    Heard heard;
    heard.packed_ = packed;
    return heard;
  }
  bool operator==(const Heard&) const = default;

 private:
  static constexpr std::uint64_t kMask = (1u << kCountBits) - 1;
  static std::size_t shift(std::size_t who) { return who * kCountBits; }
  std::uint64_t packed_ = 0;
};

struct Note {
  Bound promise = 0;
  Bound condition = 0;  // zero: the promise has none
  Heard heard;
  std::uint64_t behind = 0;  // messages sent before it
  bool operator==(const Note&) const = default;
};

struct SeenNote {
  std::uint64_t number = 0;
  Note note;
};

class NextEventMember {
 public:
  NextEventMember(Player& player, const ConditionalNotePlan& plan)
      : player_(player),
        plan_(plan),
        self_(player.self()),
        members_(plan.lookaheads.size()),
        lookahead_(plan.lookaheads[self_]) {}

  void run() {
    player_.start();
    note();
    while (true) {
      tell_state();
      take_messages();
      take_notes();
      if (waits_) {
        const Time next = next_event();
        if (has_passed(next, std::max(least_promise(), jump(next)))) grant(next);
        if (time_ == plan_.end) return note_the_end();
      } else {
        send_planned();
        waits_ = true;
      }
      note();
    }
  }

 private:
  bool has(ConditionalNoteDefect defect) const { return plan_.defect == defect; }
  Place place(Word word, std::size_t owner, std::size_t index = 0) const {
    return {word, static_cast<std::uint8_t>(owner), static_cast<std::uint8_t>(index)};
  }

  // --- Messages. `sent` is a weak word of its own: the model uses the floor, which nothing here
  // needs.
  void send(Time stamp) {
    player_.store(place(Word::data, self_, tail_), stamp);
    ++tail_;
    const bool late = has(ConditionalNoteDefect::count_stored_behind_note);
    if (!late) player_.store(place(Word::floor, self_), tail_);
    player_.store(place(Word::tail, self_), tail_);
  }
  void take_messages() {
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) continue;
      const std::uint64_t tail = player_.load(place(Word::tail, who));
      for (; read_[who] < tail; ++read_[who]) {
        const Time stamp = player_.load(place(Word::data, who, read_[who]));
        if (stamp <= time_) {
          throw Violation{"a message at " + std::to_string(stamp) + " comes to a member at " +
                          std::to_string(time_)};
        }
        heard_.count(who);
        queue_.insert(std::ranges::upper_bound(queue_, stamp), stamp);
      }
    }
  }
  void send_planned() {
    const auto& sends = plan_.sends[self_];
    if (turn_ == sends.size()) return;
    for (const std::uint64_t later : sends[turn_]) {
      if (tail_ < kMessagesMax) send(earliest_stamp() + later);
    }
    ++turn_;
  }
  // A member without lookahead sends nothing at the time that it was granted.
  Time earliest_stamp() const { return time_ + std::max<Time>(lookahead_, 1); }

  // --- Notes.
  std::optional<SeenNote> read_note(std::size_t who) {
    SeenNote seen;
    seen.number = player_.load_strongly(place(Word::note_number, who));
    if (seen.number == 0 || seen.number % 2 != 0) return std::nullopt;
    std::array<std::uint64_t, 4> words{};
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = player_.load(place(Word::note, who, i));
    if (!has(ConditionalNoteDefect::note_read_without_fence)) {
      player_.fence(std::memory_order_acquire);
    }
    if (player_.load(place(Word::note_number, who)) != seen.number) return std::nullopt;
    seen.note = {words[0], words[1], Heard::unpacked(words[2]), words[3]};
    return seen;
  }
  void take_notes() {
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) continue;
      const auto seen = read_note(who);
      if (seen && seen->note.behind <= read_[who]) promises_[who] = seen->note.promise;
    }
  }
  Bound least_promise() {
    Bound least = kForever;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who != self_) least = std::min(least, promises_[who]);
    }
    return known_ = std::max(known_, least);
  }
  Bound promise_after(Time time) const { return later(2 * time); }
  Bound later(Bound bound) const { return lookahead_ == 0 ? bound | 1 : bound + 2 * lookahead_; }

  void note() {
    Note now{0, 0, heard_, tail_};
    if (waits_) {
      now.condition = promise_after(next_event());
      now.promise = later(std::max(2 * time_, std::min(2 * next_event(), known_)));
    } else {
      now.promise = promise_after(time_);
    }
    if (noted_) now.promise = std::max(now.promise, noted_->promise);
    if (noted_ != now) store_note(now);
    if (has(ConditionalNoteDefect::count_stored_behind_note)) {
      player_.store(place(Word::floor, self_), tail_);
    }
  }
  void note_the_end() { store_note({kForever, 0, heard_, tail_}); }
  void store_note(const Note& now) {
    player_.store(place(Word::note_number, self_), ++number_);
    if (!has(ConditionalNoteDefect::note_changed_without_fence)) {
      player_.fence(std::memory_order_release);
    }
    const std::array words{now.promise, now.condition, now.heard.packed(), now.behind};
    for (std::size_t i = 0; i < words.size(); ++i) {
      player_.store(place(Word::note, self_, i), words[i]);
    }
    player_.store_strongly(place(Word::note_number, self_), ++number_);
    noted_ = now;
  }

  // --- The jump: the least bound of all, if all conditional promises hold together; otherwise
  // zero.
  Bound jump(Time next) {
    if (!noted_ || noted_->condition != promise_after(next)) return 0;
    if (noted_->heard != heard_) return 0;
    std::array<Note, kMembersMax> notes;
    std::array<std::uint64_t, kMembersMax> sent{};
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) {
        notes[who] = *noted_;
        sent[who] = tail_;
        continue;
      }
      const bool too_early = has(ConditionalNoteDefect::count_read_before_note);
      if (too_early) sent[who] = player_.load(place(Word::floor, who));
      const auto seen = read_note(who);
      if (!seen) return 0;
      notes[who] = seen->note;
      if (!too_early) sent[who] = player_.load(place(Word::floor, who));
    }
    return hold_together(notes, sent) ? least_of(notes) : 0;
  }
  bool hold_together(const std::array<Note, kMembersMax>& notes,
                     const std::array<std::uint64_t, kMembersMax>& sent) const {
    for (std::size_t waiter = 0; waiter < members_; ++waiter) {
      if (notes[waiter].condition == 0) continue;
      if (waiter == self_ && has(ConditionalNoteDefect::own_heard_ignored)) continue;
      if (waiter != self_ && has(ConditionalNoteDefect::heard_of_others_ignored)) continue;
      for (std::size_t who = 0; who < members_; ++who) {
        if (who != waiter && notes[waiter].heard.of(who) != sent[who]) return false;
      }
    }
    return true;
  }
  Bound least_of(const std::array<Note, kMembersMax>& notes) const {
    Bound least = kForever;
    for (std::size_t who = 0; who < members_; ++who) {
      if (who == self_) continue;
      least = std::min(least, std::max(notes[who].promise, notes[who].condition));
    }
    return std::min(least, noted_->condition);
  }

  Time next_event() const {
    return queue_.empty() ? plan_.end : std::min(queue_.front(), plan_.end);
  }
  void grant(Time time) {
    time_ = time;
    waits_ = false;
    queue_.erase(queue_.begin(), std::ranges::upper_bound(queue_, time));
  }
  void tell_state() {
    Hash hash;
    for (const std::uint64_t value : {tail_, number_, time_, known_, heard_.packed()})
      hash.add(value);
    hash.add(turn_ * 2 + (waits_ ? 1 : 0));
    for (std::size_t who = 0; who < members_; ++who) {
      hash.add(read_[who]);
      hash.add(promises_[who]);
    }
    for (const Time stamp : queue_) hash.add(stamp);
    if (noted_) {
      for (const std::uint64_t value :
           {noted_->promise, noted_->condition, noted_->behind, noted_->heard.packed()}) {
        hash.add(value);
      }
    }
    player_.tell_state(hash.sum());
  }

  Player& player_;
  const ConditionalNotePlan& plan_;
  const std::size_t self_;
  const std::size_t members_;
  const Time lookahead_;
  std::uint64_t tail_ = 0;
  std::uint64_t number_ = 0;
  std::optional<Note> noted_;
  std::array<std::uint64_t, kMembersMax> read_{};
  std::array<Bound, kMembersMax> promises_{};
  Heard heard_;
  std::vector<Time> queue_;  // handled and not yet given, in order
  Time time_ = 0;
  Bound known_ = 0;  // the least promise of the others, which only rises
  bool waits_ = false;
  std::size_t turn_ = 0;  // of the plan
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
  plan.end = 6 + below(12);
  const std::size_t members = 2 + below(3);
  for (std::size_t who = 0; who < members; ++who) {
    plan.lookaheads.push_back(below(3));
    auto& sends = plan.sends.emplace_back(1 + below(6));
    for (auto& turn : sends) {
      for (std::uint64_t messages = below(3); messages > 0; --messages) turn.push_back(below(4));
    }
  }
  return plan;
}

}  // namespace triad::exploration
