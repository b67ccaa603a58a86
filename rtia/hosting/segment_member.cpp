#include "rtia/hosting/segment_member.hpp"

#include <utility>

#include "rtia/segment_part.hpp"

namespace triad::rtia {

wire::Result<std::unique_ptr<SegmentMember>> SegmentMember::enter(transport::Link& link,
                                                                  Ambassador& ambassador,
                                                                  Offer offer) {
  std::unique_ptr<SegmentMember> member(new SegmentMember(link, ambassador, std::move(offer)));
  if (auto entered = member->SharedMemory::enter(); !entered) return entered.error();
  // It looks at all logs: the members of one router are few, and a selective look has no measured
  // gain here.
  std::vector<wire::FederateHandle> read = member->merge_.streams();
  std::erase(read, wire::kRtig);
  member->send_read_to_router(std::move(read));
  return member;
}

void SegmentMember::send_read_to_router(std::vector<wire::FederateHandle> federates) {
  wire::Buffer record;
  wire::encode_record({}, wire::SegmentRead{std::move(federates)}, record);
  link_.send(record);
  has_sent_answer_ = true;
  wake_rtig();
}

void SegmentMember::send_record(std::span<const wire::Bytes> parts) {
  fabric_->send(parts);
  fabric_->wake_all_on_flush();
}

void SegmentMember::mark_readable() {
  marked_.clear();
  if (!fault_.empty()) return;
  fabric_->apply_rings();
  fabric_->for_each_with_input([this](transport::ParticipantId id) {
    marked_.emplace_back(stream_of(id), fabric_->logs().written_up_to(id));
  });
}

std::size_t SegmentMember::receive_marked() {
  if (!fault_.empty() || marked_.empty()) return 0;
  std::size_t handled = 0;
  for (const auto& [stream, end] : std::exchange(marked_, {})) {
    const auto id = participant(stream);
    if (!fabric_->is_attached(id)) continue;  // it has left, as the link has told meanwhile
    handled += merge_.run_stream(stream, [&, end = end] { return has_records_before(id, end); });
  }
  after_receiving();
  return handled;
}

// Only the named streams are read here, because no member writes before all others have agreed.
// Records of the router wait until the link has been handled; those of a member that has left are
// then read to their end.
void SegmentMember::read_up_to(const wire::CausalDependencies& named) {
  if (!fault_.empty()) return;
  for (const auto& [federate, position] : named.handled) {
    static_cast<void>(merge_.run_stream(federate, [&, of = federate, up_to = position] {
      const auto next = fabric_->logs().beginning(of.value);
      const auto record = next ? wire::parse_record(*next) : std::nullopt;
      return record && record->header.position <= up_to;
    }));
  }
  after_receiving();
}

bool SegmentMember::Streams::receive_record(wire::FederateHandle stream,
                                            const wire::ParsedFrame& frame) {
  if (!member.fault_.empty() || !member.ambassador_.is_joined()) return false;
  if (stream == wire::kRtig) return member.receive_from_router(frame);
  const std::optional<wire::Record>& record = frame.record();
  if (record &&
      !SegmentPart::is_valid_in_segment(record->header, member.ambassador_.log_position())) {
    member.ambassador_.report_faulty_federate(
        stream, "a record in shared memory that no member may write there");
  } else {
    member.receive_from_member(stream, frame);
  }
  return true;
}

bool SegmentMember::receive_from_router(const wire::ParsedFrame& frame) {
  const std::optional<wire::Record>& record = frame.record();
  const auto member = record ? wire::decode<wire::SegmentMember>(record->payload) : std::nullopt;
  if (record && member && record->header.message_kind() == wire::Kind::SegmentMember) {
    return apply_segment_member(*member);
  }
  fault_ = "the router wrote a record in shared memory that it may not write there";
  return true;
}

// A member that stops writing is read to its end. Returns false if a new member's endpoint is still
// in transit.
bool SegmentMember::apply_segment_member(const wire::SegmentMember& member) {
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
