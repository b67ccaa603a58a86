// Segments in FabricMember (fabric_member.hpp).
#include <utility>

#include "rtia/hosting/fabric_member.hpp"
#include "rtia/segment_part.hpp"

namespace triad::rtia {

wire::Result<void> FabricMember::enter_segment() {
  if (auto entered = enter(); !entered) return entered;
  is_segment_ = true;
  std::vector<wire::FederateHandle> read = merge_.streams();
  std::erase(read, wire::kRtig);
  send_read_to_router(std::move(read));
  return {};
}

void FabricMember::send_read_to_router(std::vector<wire::FederateHandle> federates) {
  wire::Buffer record;
  wire::encode_record({}, wire::SegmentRead{std::move(federates)}, record);
  link_.send(record);
  has_sent_answer_ = true;
  wake_rtig();
}

void FabricMember::send_to_segment(std::span<const wire::Bytes> parts) {
  fabric_->send(parts);
  fabric_->wake_all_on_flush();
}

void FabricMember::mark_readable() {
  marked_.clear();
  if (fabric_id_ == 0 || !fault_.empty()) return;
  fabric_->apply_rings();
  fabric_->for_each_with_input([this](transport::ParticipantId id) {
    const auto stream = id == transport::kCoordinator ? wire::kRtig : wire::FederateHandle(id);
    marked_.emplace_back(stream, fabric_->logs().written_up_to(id));
  });
}

std::size_t FabricMember::receive_marked() {
  if (fabric_id_ == 0 || !fault_.empty() || marked_.empty()) return 0;
  std::size_t handled = 0;
  for (const auto& [stream, end] : std::exchange(marked_, {})) {
    const auto id = stream == wire::kRtig ? transport::kCoordinator : stream.value;
    if (!fabric_->is_attached(id)) continue;  // it has left, as the link has told meanwhile
    handled += merge_.run_stream(stream, [&, end = end] {
      return fabric_->logs().read_up_to(id) < end || fabric_->logs().is_amid_message(id);
    });
  }
  after_receiving();
  return handled;
}

// Only the named streams are read here, because no member writes before all others have agreed.
// Records of the router wait until the link has been handled; those of a member that has left are
// then read to their end.
void FabricMember::read_up_to(const wire::CausalDependencies& named) {
  if (fabric_id_ == 0 || !fault_.empty()) return;
  for (const auto& [federate, position] : named.handled) {
    static_cast<void>(merge_.run_stream(federate, [&, of = federate, up_to = position] {
      const auto next = fabric_->logs().beginning(of.value);
      const auto record = next ? wire::parse_record(*next) : std::nullopt;
      return record && record->header.position <= up_to;
    }));
  }
  after_receiving();
}

bool FabricMember::receive_from_segment(wire::FederateHandle stream, wire::Bytes frame) {
  const auto record = wire::parse_record(frame);
  if (stream == wire::kRtig) {
    const auto member = record ? wire::decode<wire::SegmentMember>(record->payload) : std::nullopt;
    if (record && member && record->header.message_kind() == wire::Kind::SegmentMember) {
      return apply_segment_member(*member);
    }
    fault_ = "the router wrote a record in shared memory that it may not write there";
    return true;
  }
  if (record && !SegmentPart::is_valid_in_segment(record->header, ambassador_.log_position())) {
    ambassador_.report_faulty_federate(stream,
                                       "a record in shared memory that no member may write there");
  } else if (fabric_->logs().is_header_only(stream.value)) {
    ambassador_.receive_header(frame, stream);
  } else {
    current_sender_ = stream;
    static_cast<void>(ambassador_.receive_record(frame, stream));
    current_sender_ = {};
  }
  return true;
}

// A member that stops writing is read to its end. Returns false if a new member's endpoint is still
// in transit.
bool FabricMember::apply_segment_member(const wire::SegmentMember& member) {
  if (member.federate == ambassador_.federate()) return true;
  if (member.writes) {
    if (!admit(member.federate)) return !fault_.empty();
    send_read_to_router({member.federate});
    return true;
  }
  static_cast<void>(merge_.run_stream(member.federate));
  merge_.remove(member.federate);
  fabric_->detach(member.federate.value);
  return true;
}

}  // namespace triad::rtia
