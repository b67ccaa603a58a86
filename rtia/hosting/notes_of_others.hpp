// Evaluation of other members' notes (records/time_note.hpp) by a member that shares memory:
// whether they hold it back, and which members its own note lets advance. A note states a member's
// promise: a lower bound on the time stamps that it may still send. A conditional promise holds
// unless the member receives an earlier message. A member that waits only for time first looks at
// the note that held it back last, and then at each note once. No state is kept for each member. A
// template over transport::NoteMemory, so that tests/exploration checks the same code.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "records/laggards.hpp"
#include "records/promise_scan.hpp"
#include "records/time_note.hpp"
#include "transport/fabric/outbox_layout.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::rtia {

template <class Notes>
class NotesOfOthers {
 public:
  using Bound = records::TimeNote::Bound;
  using ParticipantId = transport::ParticipantId;

  explicit NotesOfOthers(Notes& notes) : notes_(notes) {}

  // Returns whether a member promises less than `wanted`, or is changing its note. Then only a
  // change of that note counts as input.
  bool is_held_back(const Bound& wanted) {
    if (find_holder(last_holder_index_, wanted)) return true;
    for (std::size_t i = 0; i < notes_.count(); ++i) {
      if (find_holder(i, wanted)) return true;
    }
    return false;
  }

  struct Scan {
    // First member found to hold this one back. If set, the other fields are incomplete.
    std::optional<ParticipantId> held_back_by = {};
    records::PromiseScan scan = {};
    // No promise is conditional, and the logs have been read up to all notes.
    bool can_be_read = true;
  };
  Scan scan_notes(const Bound& wanted) {
    Scan look;
    look.held_back_by = find_holder(last_holder_index_, wanted);
    for (std::size_t i = 0; !look.held_back_by && i < notes_.count(); ++i) {
      const auto seen = notes_.at(i);
      if (holds_back(seen, wanted)) {
        last_holder_index_ = i;
        look.held_back_by = seen.writer;
      } else {
        const bool is_conditional = records::TimeNote::is_conditional(seen.note.words);
        look.can_be_read = look.can_be_read && seen.is_log_read && !is_conditional;
        look.scan.add(seen.writer, seen.note.words);
      }
    }
    return look;
  }

  // Returns the last messages in time-stamp order of all other members. Valid until the next call.
  std::span<const wire::StreamPosition> last_tso_positions() {
    sent_.clear();
    for (std::size_t i = 0; i < notes_.count(); ++i) {
      const ParticipantId id = notes_.id_at(i);
      if (id == transport::kCoordinator) continue;
      sent_.push_back({wire::FederateHandle(id), notes_.tso_position_at(i)});
    }
    return sent_;
  }

  // Calls wake(id) for each member that can advance by all notes together. Called when all members
  // can read the note `own`. If several members publish notes at the same time, at least one of
  // them sees the notes of all others here. `before`: this member's promise when it last woke
  // others. Returns false if the notes cannot be compared now. `makes_sense(scan)`: the notes are
  // of times, and of members that regulate. `is_constrained(id)`: a constrained member without a
  // wait in its note is woken by each promise. `sum_of_sent()`: fingerprint of all messages in
  // time-stamp order.
  template <class MakesSense, class IsConstrained, class SumOfSent, class Wake>
  [[nodiscard]] bool wake_members(const records::TimeNote& own, const std::optional<Bound>& before,
                                  MakesSense&& makes_sense, IsConstrained&& is_constrained,
                                  SumOfSent&& sum_of_sent, Wake&& wake) {
    if (before && hold_back_all(*before)) return true;
    records::PromiseScan scan;
    scan.add_promise(notes_.self(), own.promise);
    seen_.clear();
    for (std::size_t i = 0; i < notes_.count(); ++i) {
      const auto seen = notes_.at(i);
      if (!seen.is_complete) return false;
      if (seen.writer == transport::kCoordinator) continue;
      scan.add(seen.writer, seen.note.words);
      seen_.emplace_back(seen.writer, seen.note.words);
    }
    if (!makes_sense(scan)) return false;
    const bool rises = before && !(own.promise < *before);
    const Bound previous_promise = rises ? *before : records::PromiseScan::kNoPromise;
    if (own.condition || scan.has_conditions()) {
      wake_by_conditions(own, previous_promise, scan, sum_of_sent(), is_constrained, wake);
      return true;
    }
    for (std::size_t i = 0; scan.may_wake_members() && i < notes_.count(); ++i) {
      const auto seen = notes_.at(i);
      const records::TimeNote::Words& note = seen.note.words;
      if (!seen.is_complete || seen.writer == transport::kCoordinator) continue;
      const bool wakes = records::TimeNote::has_wait(note)
                             ? scan.must_wake(seen.writer, note, previous_promise)
                             : is_constrained(seen.writer);
      if (wakes) wake(seen.writer);
    }
    return true;
  }

 private:
  using Words = records::TimeNote::Words;

  // Returns the condition of a member that has handled all messages, and otherwise its promise.
  static Bound effective_bound(const Words& note, std::uint64_t sum_of_sent) {
    const Bound promise = records::TimeNote::promise_in(note);
    if (!records::TimeNote::is_conditional(note)) return promise;
    const Bound condition = records::TimeNote::condition_in(note);
    const bool counts =
        records::TimeNote::handled_fingerprint_in(note) == sum_of_sent && promise < condition;
    return counts ? condition : promise;
  }
  // Wakes members if some promises are conditional. Also wakes members that have not handled all
  // messages. `sum`: fingerprint of the messages that were counted after seen_ had been read.
  template <class IsConstrained, class Wake>
  void wake_by_conditions(const records::TimeNote& own, const Bound& previous_promise,
                          const records::PromiseScan& scan, std::uint64_t sum,
                          IsConstrained&& is_constrained, Wake&& wake) {
    Bound least = effective_bound(own.to_words(), sum);
    for (const auto& [of, note] : seen_) {
      if (records::TimeNote::has_report(note)) least = std::min(least, effective_bound(note, sum));
    }
    for (const auto& [of, note] : seen_) {
      const bool lags = records::TimeNote::is_conditional(note) &&
                        records::TimeNote::handled_fingerprint_in(note) != sum;
      const bool goes = records::TimeNote::has_wait(note)
                            ? scan.must_wake(of, note, previous_promise) ||
                                  !(least < records::TimeNote::wait_in(note))
                            : is_constrained(of);
      if (lags || goes) wake(of);
    }
  }
  // Returns whether the note holds a member back that waits for `wanted`. A note that is being
  // changed holds back; its writer looks afterwards for members to wake.
  template <class Seen>
  static bool holds_back(const Seen& seen, const Bound& wanted) {
    const records::TimeNote::Words& note = seen.note.words;
    return !seen.is_complete ||
           (records::TimeNote::has_report(note) && !records::TimeNote::is_conditional(note) &&
            records::TimeNote::promise_in(note) < wanted);
  }
  // Returns the member at that index if it holds this one back, and watches its note.
  std::optional<ParticipantId> find_holder(std::size_t index, const Bound& wanted) {
    if (index >= notes_.count()) return std::nullopt;
    const auto seen = notes_.at(index);
    if (!holds_back(seen, wanted)) return std::nullopt;
    last_holder_index_ = index;
    notes_.watch_one(index, seen.number);
    return seen.writer;
  }
  // Returns whether two other members promise no more than `before`. Then no member can advance by
  // this member's note (records::Laggards).
  bool hold_back_all(const Bound& before) {
    return laggards_.has_two_laggards(before, notes_.count(), [this](std::size_t index) {
      const auto seen = notes_.at(index);
      std::optional<Bound> promise;
      if (seen.is_complete && seen.writer != transport::kCoordinator &&
          records::TimeNote::has_report(seen.note.words) &&
          !records::TimeNote::is_conditional(seen.note.words)) {
        promise = records::TimeNote::promise_in(seen.note.words);
      }
      return promise;
    });
  }

  Notes& notes_;
  std::size_t last_holder_index_ = 0;  // index of the note that was last found to hold back
  records::Laggards laggards_;
  std::vector<wire::StreamPosition> sent_;             // Of last_tso_positions().
  std::vector<std::pair<ParticipantId, Words>> seen_;  // Of wake_members().
};

}  // namespace triad::rtia
