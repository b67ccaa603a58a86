// Order of the entries of several recordings in one timeline: causes before effects, and otherwise
// by the clocks. Each recording is in its federate's own order. Between federates there are two
// facts:
//
// - A call that the RTIG has answered precedes each record of a sender that had applied the RTIG's
// log
//   up to the position that the caller had applied after the answer.
// - Records that a sender had handled (CausalDependencies) precede its next record.
//
// The recordings are read twice: learn() sees all entries of all sources first, then next() chooses
// among the first entries that are left. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "recording/recorded_message.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::recording {

// Facts of an entry that decide its place in the order.
struct EntryOrder {
  Origin origin = Origin::sent;
  wire::Position position = 0;  // of the record, or of the last record sent before it
  wire::Position stamp = 0;     // position of the RTIG's log
  std::uint64_t utc_ns = 0;
  std::vector<wire::StreamPosition> handled;  // other members' records that preceded it
};

EntryOrder order_of(const RecordedMessage& message, std::uint64_t utc_ns);

class CausalOrder {
 public:
  // Returns the number of the source: one federate's membership.
  std::size_t add_source(std::string federation, wire::FederateHandle federate);
  // Takes note of the next entry of a source.
  void learn(std::size_t source, const EntryOrder& entry);

  // Returns the source of the next entry. `heads` has the first entry of each source;
  // null: it has no more. Returns nothing if there is none. If the recordings contradict one
  // another, the earliest entry is next.
  std::optional<std::size_t> next(std::span<const EntryOrder* const> heads);
  // Returns the number of entries that were placed before an entry with an earlier clock.
  [[nodiscard]] std::uint64_t corrected() const { return corrected_; }

 private:
  // An answered call: the number of entries up to it, and the position of the log after it.
  struct Answer {
    wire::Position log_position;
    std::uint64_t entries;
  };
  struct Source {
    std::string federation;
    wire::FederateHandle federate;
    std::uint64_t learnt = 0;
    std::uint64_t taken = 0;
    std::vector<Answer> answers = {};  // ascending
    std::uint64_t begin_ns = 0;        // wall clock of the first entry
    unsigned execution = 0;            // number among the executions with the federation's name
  };

  // Tells the executions of one federation apart, after all entries were learnt.
  void number_executions();
  [[nodiscard]] bool is_blocked(std::size_t source, std::span<const EntryOrder* const> heads) const;

  std::vector<Source> sources_;
  std::vector<std::size_t> candidates_;
  std::uint64_t corrected_ = 0;
  bool are_executions_numbered_ = false;
};

}  // namespace triad::recording
