// Positions up to which one participant has handled the streams that it reads, and the positions
// that it has stated to others. This class makes all decisions about the order of records that
// depend on how members are connected. A member at a link reads one stream, the RTIG's, which
// contains all its records in order, so only the log position is kept. A member on the fabric also
// reads the stream of each member there, in the order of records::RecordMerge; the RTIG's stream
// carries the records of members that are not on the fabric. The RTIG reads the streams of all
// members, and forwards.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::records {

class StreamPositions {
 public:
  using FederateHandle = wire::FederateHandle;
  using Position = wire::Position;

  // --- For a member. Begins a membership, with the RTIG's log as of `log_position`. On the fabric,
  // `streams` has the positions of the members' streams there, and `forwarded` the positions of the
  // other members' records that the RTIG has forwarded. `promises_reduced`: the
  // RTIG's Router reduces promises.
  void begin_membership(Position log_position, bool on_fabric,
                        const std::vector<wire::StreamPosition>& streams,
                        const std::vector<wire::StreamPosition>& forwarded, bool promises_reduced);
  // Returns true if this member is on the fabric. Its host, the code that runs the member, then
  // feeds it the records of all streams that it reads.
  bool is_on_fabric() const { return is_on_fabric_; }
  // Returns true if records reach their readers without the RTIG, so that only the sender can
  // select the receivers.
  bool must_select_receivers() const { return is_on_fabric_; }
  // Returns true if members read each other's promises and find out themselves whether these hold
  // together. Otherwise the Router does that for them.
  bool reads_promises_directly() const { return is_on_fabric_ && !are_promises_reduced_; }
  // Records the log's statement that the Router reduces promises (wire::PromisesReduced).
  void record_promises_reduced() { are_promises_reduced_ = true; }
  // Returns true if the record does not concern `self`, although `self` reads the stream.
  bool must_skip(const wire::RecordHeader& header, FederateHandle self) const;

  Position log_position() const { return log_position_; }
  // Raises the log position at a link when the RTIG states it without a record.
  void record_log_position(Position position) { log_position_ = std::max(log_position_, position); }
  enum class LogOrder { next, known, out_of_order };
  // Takes a record of the RTIG's log. Records that concern only other members may be missing before
  // it. Returns `known` for a record that was handled before. That happens only on the fabric: a
  // reader of several streams finds the log from before its snapshot on, and receives its own
  // departure also by its link, which may be faster. `out_of_order` is a fault of a link.
  LogOrder receive_log_record(const wire::RecordHeader& header);

  // Returns the handled position of a member whose records the RTIG forwards in its own stream;
  // empty for all others.
  std::optional<Position> forwarded_position(FederateHandle federate) const;
  // Returns the handled position of another member.
  Position handled_position(FederateHandle federate) const {
    const Stream* const stream = find(federate);
    return stream == nullptr ? 0 : stream->position;
  }
  // Returns true if this participant reads the stream of `federate`, another present member.
  bool is_neighbour(FederateHandle federate) const {
    if (!is_on_fabric_ || are_all_on_fabric()) return is_on_fabric_;
    const Stream* const stream = find(federate);
    return stream != nullptr && !stream->is_forwarded;
  }
  // Records that a record of any sender has been read in one of the streams. At a link, raises the
  // log position to the record's place in the log: the log up to there has arrived before the
  // record, or was left out. Log records and records that may be lost do not raise it.
  void record_read(const wire::RecordHeader& header) {
    if (is_on_fabric_) return record_read_on_fabric(header);
    const bool in_log = header.from() == wire::kRtig && (header.flags & wire::kLogRecord) != 0;
    if (in_log || header.may_be_lost()) return;
    log_position_ = std::max(
        log_position_, header.from() == wire::kRtig ? header.position : header.after_position);
  }
  // Adds the stream of a newcomer. Has no effect for a participant at a link.
  void add_member(FederateHandle federate, bool on_fabric) {
    if (is_on_fabric_) add_stream(federate, on_fabric, 0);
  }
  // Adds a member that a restore has brought back. Every reader has received its records up to
  // `position`.
  void restore_member(FederateHandle federate, bool on_fabric, Position position) {
    if (is_on_fabric_) add_stream(federate, on_fabric, on_fabric ? position : 0);
  }
  // Removes the stream of a member that has left.
  void remove_member(FederateHandle federate) { remove_stream(federate); }

  // --- For the RTIG. Adds a member's stream. `on_fabric`: all others on the fabric read it.
  // Otherwise the RTIG forwards its records as needed.
  void add_stream(FederateHandle federate, bool on_fabric, Position position);
  void remove_stream(FederateHandle federate);
  void clear() { *this = {}; }
  // Records that a member's record has been read on the fabric, directly or forwarded. Adds an
  // unknown sender as forwarded. Ignores the RTIG's records and CausalDependencies.
  void record_read_on_fabric(const wire::RecordHeader& header);
  // Records that a record of another member is now in the RTIG's stream on the fabric.
  void record_forwarded(FederateHandle federate, Position position);
  std::size_t on_fabric_count() const { return on_fabric_count_; }
  // Returns true if some members are on the fabric and others are not.
  bool is_mixed() const { return on_fabric_count_ > 0 && on_fabric_count_ < streams_.size(); }
  // Returns true if all other members share memory with this one.
  bool are_all_on_fabric() const { return is_on_fabric_ && on_fabric_count_ == streams_.size(); }
  // Fills in the positions that a new member of the fabric receives.
  void collect_positions(FederateHandle newcomer, std::vector<wire::StreamPosition>& streams,
                         std::vector<wire::StreamPosition>& forwarded) const;
  // Returns the positions of the streams on the fabric.
  std::vector<wire::StreamPosition> fabric_positions() const;

  // --- Causal dependencies of the next record. take_unstated_positions() returns each stream's
  // position of the last possible cause, if it is not yet stated, and counts it as stated.
  wire::CausalDependencies take_unstated_positions();
  // Makes the next take_unstated_positions() return all positions.
  void restate_all();

 private:
  struct Stream {
    FederateHandle federate;
    Position position = 0;
    Position cause = 0;  // position of the last record that may be a cause
    Position stated = 0;
    bool is_forwarded = false;  // by the RTIG, in its own stream
  };

  Stream* find(FederateHandle federate);
  const Stream* find(FederateHandle federate) const {
    return const_cast<StreamPositions*>(this)->find(federate);
  }

  bool is_on_fabric_ = false;
  bool are_promises_reduced_ = false;
  Position log_position_ = 0;
  std::size_t on_fabric_count_ = 0;
  std::vector<Stream> streams_;  // ordered by handle
};

}  // namespace triad::records
