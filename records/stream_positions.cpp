#include "records/stream_positions.hpp"

#include <algorithm>

namespace triad::records {

namespace {

// Returns false for records that need not be named as causes. A reader that reads a promise after
// later records is only granted later, and reports for the RTIG's reduction have no other reader.
// The Router applies an interest statement at once, and a TimeStatus is only shown to operators. If
// these counted, one step of logical time, or one query of its status, would make every member name
// every other.
bool may_be_a_cause(const wire::RecordHeader& header) {
  const wire::Kind kind = header.message_kind();
  return kind != wire::Kind::TimeReport && kind != wire::Kind::TimeWait &&
         kind != wire::Kind::RequestLbts && kind != wire::Kind::InterestChanged &&
         kind != wire::Kind::TimeStatus;
}

}  // namespace

void StreamPositions::begin_membership(Position log_position, bool on_fabric,
                                       const std::vector<wire::StreamPosition>& streams,
                                       const std::vector<wire::StreamPosition>& forwarded,
                                       bool promises_reduced) {
  clear();
  are_promises_reduced_ = promises_reduced;
  log_position_ = log_position;
  is_on_fabric_ = on_fabric;
  for (const auto& [federate, position] : streams) add_stream(federate, true, position);
  for (const auto& [federate, position] : forwarded) add_stream(federate, false, position);
}

bool StreamPositions::must_skip(const wire::RecordHeader& header, FederateHandle self) const {
  if (!is_on_fabric_) return false;
  const bool to_rtig = header.from() != wire::kRtig && (header.flags & wire::kToRtig) != 0;
  // The RTIG may complete a step in the name of a member that leaves; that member may read it, too.
  const bool own = header.from() == self;
  const FederateHandle to = header.to();
  return to_rtig || own || (to && to != self);
}

StreamPositions::LogOrder StreamPositions::receive_log_record(const wire::RecordHeader& header) {
  if (header.position <= log_position_)
    return is_on_fabric_ ? LogOrder::known : LogOrder::out_of_order;
  log_position_ = header.position;
  return LogOrder::next;
}

std::optional<wire::Position> StreamPositions::forwarded_position(FederateHandle federate) const {
  const Stream* const stream = find(federate);
  if (stream == nullptr || !stream->is_forwarded) return std::nullopt;
  return stream->position;
}

void StreamPositions::add_stream(FederateHandle federate, bool on_fabric, Position position) {
  const auto at = std::ranges::lower_bound(streams_, federate, {}, &Stream::federate);
  if (at != streams_.end() && at->federate == federate) return;
  streams_.insert(at, {federate, position, position, 0, !on_fabric});
  if (on_fabric) ++on_fabric_count_;
}

void StreamPositions::remove_stream(FederateHandle federate) {
  const Stream* const stream = find(federate);
  if (stream == nullptr) return;
  if (!stream->is_forwarded) --on_fabric_count_;
  streams_.erase(streams_.begin() + (stream - streams_.data()));
}

void StreamPositions::record_read_on_fabric(const wire::RecordHeader& header) {
  const FederateHandle from = header.from();
  if (from == wire::kRtig || header.message_kind() == wire::Kind::CausalDependencies) return;
  if (Stream* const stream = find(from)) {
    stream->position = std::max(stream->position, header.position);
    if (may_be_a_cause(header)) stream->cause = stream->position;
  } else {
    add_stream(from, false, header.position);
  }
}

void StreamPositions::record_forwarded(FederateHandle federate, Position position) {
  Stream* const stream = find(federate);
  if (stream != nullptr) stream->position = stream->cause = stream->stated = position;
}

void StreamPositions::collect_positions(FederateHandle newcomer,
                                        std::vector<wire::StreamPosition>& streams,
                                        std::vector<wire::StreamPosition>& forwarded) const {
  for (const Stream& stream : streams_) {
    if (stream.federate == newcomer) continue;
    if (stream.is_forwarded) {
      forwarded.push_back({stream.federate, stream.position});
    } else {
      streams.push_back({stream.federate, stream.cause});
    }
  }
}

std::vector<wire::StreamPosition> StreamPositions::fabric_positions() const {
  std::vector<wire::StreamPosition> positions;
  for (const Stream& stream : streams_) {
    if (!stream.is_forwarded) positions.push_back({stream.federate, stream.position});
  }
  return positions;
}

wire::CausalDependencies StreamPositions::take_unstated_positions() {
  wire::CausalDependencies causal_dependencies;
  for (Stream& stream : streams_) {
    if (stream.cause == stream.stated) continue;
    stream.stated = stream.cause;
    causal_dependencies.handled.push_back({stream.federate, stream.cause});
  }
  return causal_dependencies;
}

void StreamPositions::restate_all() {
  for (Stream& stream : streams_) stream.stated = 0;
}

StreamPositions::Stream* StreamPositions::find(FederateHandle federate) {
  const auto at = std::ranges::lower_bound(streams_, federate, {}, &Stream::federate);
  return at != streams_.end() && at->federate == federate ? &*at : nullptr;
}

}  // namespace triad::records
