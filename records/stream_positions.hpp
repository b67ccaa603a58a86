// How far one participant has handled the streams of records that it reads, and what of that others
// have been told: all in which the order of records depends on how the members are connected. A
// member at a link reads one stream, the RTIG's, in which whatever reaches it stands in order:
// there is nothing more to keep. A member on the fabric reads the stream of each member there as
// well, in the order of records::RecordMerge; those that are not on the fabric it finds in the
// RTIG's stream, which forwards their records. The RTIG reads all members' streams, and is the one
// that forwards.
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

  // --- A member's.
  // It is one from here on: with the RTIG's log as it stands at `log_position`, and on the fabric
  // with the members' streams there and what of the others' records the RTIG has forwarded.
  // `promises_reduced`: as reduce_promises().
  void follow(Position log_position, bool on_fabric,
              const std::vector<wire::StreamPosition>& streams,
              const std::vector<wire::StreamPosition>& forwarded, bool promises_reduced);
  // For the host, which feeds the records of all streams that are read.
  bool on_fabric() const { return on_fabric_; }
  // A record reaches its readers without the RTIG: the sender alone can say whom it concerns.
  bool senders_match() const { return on_fabric_; }
  // Members read each other's promises and see for themselves whether they hold together; otherwise
  // the RTIG sees it for them.
  bool promises_come_directly() const { return on_fabric_ && !promises_reduced_; }
  // The members on the fabric have become too many for that.
  void reduce_promises() { promises_reduced_ = true; }
  // Whether the record concerns others than `self`, although `self` reads the stream.
  bool passes_by(const wire::RecordHeader& header, FederateHandle self) const;

  Position log_position() const { return log_position_; }
  // Said apart from any record, at a link.
  void log_reaches(Position position) { log_position_ = std::max(log_position_, position); }
  enum class InLog { next, known, out_of_order };
  // A record of the RTIG's log. Those that concern others alone may be left out. Whoever reads
  // several streams finds the log from before its snapshot on; and its own departure it is told of
  // by its link as well, which may be faster.
  InLog take_log_record(const wire::RecordHeader& header);

  // How far the records have been handled of a member that the RTIG forwards in its own stream;
  // nothing of all others.
  std::optional<Position> forwarded_position(FederateHandle federate) const;
  // How far the records of another member have been handled.
  Position handled_position(FederateHandle federate) const {
    const Stream* const stream = find(federate);
    return stream == nullptr ? 0 : stream->position;
  }
  // Whether its stream is read here.
  bool is_neighbour(FederateHandle federate) const {
    if (!mixed()) return on_fabric_;
    const Stream* const stream = find(federate);
    return stream != nullptr && !stream->forwarded;
  }
  // A record that stands in one of the streams, of whoever sent it. On a link whatever the log has
  // up to where the record stands has come before it, or is left out; unless it has come by another
  // way.
  void note(const wire::RecordHeader& header) {
    if (on_fabric_) return note_read(header);
    const bool in_log = header.from() == wire::kRtig && (header.flags & wire::kLogRecord) != 0;
    if (in_log || header.may_be_lost()) return;
    log_position_ = std::max(
        log_position_, header.from() == wire::kRtig ? header.position : header.after_position);
  }
  void member_joins(FederateHandle federate, bool on_fabric) {
    if (on_fabric_) begin(federate, on_fabric, 0);
  }
  // A restore has brought it back; what it sent up to `position` everybody has received.
  void member_returns(FederateHandle federate, bool on_fabric, Position position) {
    if (on_fabric_) begin(federate, on_fabric, on_fabric ? position : 0);
  }
  void member_leaves(FederateHandle federate) { end(federate); }

  // --- The RTIG's. On the fabric: the record is read there by all others on the fabric; otherwise
  // it is forwarded to them, or not.
  void begin(FederateHandle federate, bool on_fabric, Position position);
  void end(FederateHandle federate);
  void clear() { *this = {}; }
  // A record of a member on the fabric has been read.
  void note_read(const wire::RecordHeader& header);
  // One of another member now stands in the RTIG's stream on the fabric.
  void note_forwarded(FederateHandle federate, Position position);
  std::size_t on_fabric_count() const { return on_fabric_count_; }
  // Some members are on the fabric and others are not.
  bool mixed() const { return on_fabric_count_ > 0 && on_fabric_count_ < streams_.size(); }
  // All others that there are share memory with this one.
  bool all_on_fabric() const { return on_fabric_ && on_fabric_count_ == streams_.size(); }
  // As a newcomer to the fabric is told of them.
  void tell(FederateHandle newcomer, std::vector<wire::StreamPosition>& streams,
            std::vector<wire::StreamPosition>& forwarded) const;
  std::vector<wire::StreamPosition> fabric_positions() const;

  // --- What a record that is sent next may follow from, as far as it has not been told yet; told
  // with this call.
  wire::CausalDependencies take_untold();
  void tell_all_anew();

 private:
  struct Stream {
    FederateHandle federate;
    Position position = 0;
    Position cause = 0;  // of the last record from which something may follow
    Position told = 0;
    bool forwarded = false;  // by the RTIG, in its stream
  };

  Stream* find(FederateHandle federate);
  const Stream* find(FederateHandle federate) const {
    return const_cast<StreamPositions*>(this)->find(federate);
  }

  bool on_fabric_ = false;
  bool promises_reduced_ = false;
  Position log_position_ = 0;
  std::size_t on_fabric_count_ = 0;
  std::vector<Stream> streams_;  // by handle
};

}  // namespace triad::records
