#include "core/stream_positions.hpp"

#include <algorithm>

namespace triad::core {

void StreamPositions::follow(Position log_position, bool on_fabric,
                             const std::vector<wire::StreamPosition>& streams,
                             const std::vector<wire::StreamPosition>& forwarded) {
  clear();
  log_position_ = log_position;
  on_fabric_ = on_fabric;
  for (const auto& [federate, position] : streams) begin(federate, true, position);
  for (const auto& [federate, position] : forwarded) begin(federate, false, position);
}

bool StreamPositions::passes_by(const wire::RecordHeader& header, FederateHandle self) const {
  if (!on_fabric_) return false;
  const bool to_rtig = header.from() != wire::kRtig && (header.flags & wire::kToRtig) != 0;
  // What the RTIG completes in a leaver's name the leaver may read, too.
  const bool own = header.from() == self;
  const FederateHandle to = header.to();
  return to_rtig || own || (to && to != self);
}

StreamPositions::InLog StreamPositions::take_log_record(const wire::RecordHeader& header) {
  if (on_fabric_ && header.position <= log_position_) return InLog::known;
  const bool overtakes = on_fabric_ && header.message_kind() == wire::Kind::FederateResigned;
  if (header.position != log_position_ + 1 && !overtakes) return InLog::behind_a_gap;
  log_position_ = header.position;
  return InLog::next;
}

std::optional<wire::Position> StreamPositions::forwarded_position(FederateHandle federate) const {
  const Stream* const stream = find(federate);
  if (stream == nullptr || !stream->forwarded) return std::nullopt;
  return stream->position;
}

void StreamPositions::begin(FederateHandle federate, bool on_fabric, Position position) {
  const auto at = std::ranges::lower_bound(streams_, federate, {}, &Stream::federate);
  if (at != streams_.end() && at->federate == federate) return;
  streams_.insert(at, {federate, position, 0, !on_fabric});
  if (on_fabric) ++on_fabric_count_;
}

void StreamPositions::end(FederateHandle federate) {
  const Stream* const stream = find(federate);
  if (stream == nullptr) return;
  if (!stream->forwarded) --on_fabric_count_;
  streams_.erase(streams_.begin() + (stream - streams_.data()));
}

void StreamPositions::note_read(const wire::RecordHeader& header) {
  const FederateHandle from = header.from();
  if (from == wire::kRtig || header.message_kind() == wire::Kind::CausalDependencies) return;
  if (Stream* const stream = find(from)) {
    stream->position = std::max(stream->position, header.position);
  } else {
    begin(from, false, header.position);
  }
}

void StreamPositions::note_forwarded(FederateHandle federate, Position position) {
  Stream* const stream = find(federate);
  if (stream != nullptr) stream->position = stream->told = position;
}

void StreamPositions::tell(FederateHandle newcomer, std::vector<wire::StreamPosition>& streams,
                           std::vector<wire::StreamPosition>& forwarded) const {
  for (const Stream& stream : streams_) {
    if (stream.federate == newcomer) continue;
    (stream.forwarded ? forwarded : streams).push_back({stream.federate, stream.position});
  }
}

std::vector<wire::StreamPosition> StreamPositions::fabric_positions() const {
  std::vector<wire::StreamPosition> positions;
  for (const Stream& stream : streams_) {
    if (!stream.forwarded) positions.push_back({stream.federate, stream.position});
  }
  return positions;
}

wire::CausalDependencies StreamPositions::take_untold() {
  wire::CausalDependencies causal_dependencies;
  for (Stream& stream : streams_) {
    if (stream.position == stream.told) continue;
    stream.told = stream.position;
    causal_dependencies.handled.push_back({stream.federate, stream.position});
  }
  return causal_dependencies;
}

void StreamPositions::tell_all_anew() {
  for (Stream& stream : streams_) stream.told = 0;
}

StreamPositions::Stream* StreamPositions::find(FederateHandle federate) {
  const auto at = std::ranges::lower_bound(streams_, federate, {}, &Stream::federate);
  return at != streams_.end() && at->federate == federate ? &*at : nullptr;
}

}  // namespace triad::core
