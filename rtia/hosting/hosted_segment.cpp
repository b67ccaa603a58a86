// Segments in HostedAmbassador (rtia/segment_part.hpp).
#include "rtia/hosting/hosted_ambassador.hpp"

namespace triad::rtia {

// Handles a router's record about the segment. Returns false if the frame is another record.
bool HostedAmbassador::receive_segment_control(wire::Bytes frame) {
  const wire::Kind kind = wire::peek_kind(frame);
  const bool is_word = kind == wire::Kind::SegmentEntered || kind == wire::Kind::SegmentWrite ||
                       kind == wire::Kind::LogPassed || kind == wire::Kind::CausalDependencies;
  const auto record = is_word ? wire::parse_record(frame) : std::nullopt;
  if (!record || ambassador_.on_fabric()) return false;
  // A member that may return shares no memory. In a recovery the RTIG sends it causes.
  if (ambassador_.link_changes().recovery().is_on()) return false;
  const auto take = [&]<class Message>(const Message*, auto&& use) {
    const auto message = wire::decode<Message>(record->payload);
    if (message) {
      use(*message);
    } else {
      fault_ = "a malformed " + std::string(name_of(kind)) + " record";
    }
    return true;
  };
  switch (kind) {
    case wire::Kind::SegmentEntered:
      return take(static_cast<wire::SegmentEntered*>(nullptr),
                  [this](const auto& entered) { segment_.receive_from_router(entered); });
    case wire::Kind::SegmentWrite:
      return take(static_cast<wire::SegmentWrite*>(nullptr),
                  [this](const auto& write) { segment_.receive_from_router(write); });
    case wire::Kind::LogPassed:
      return take(static_cast<wire::LogPassed*>(nullptr), [this](const auto& passed) {
        segment_.receive_from_router(passed);
        if (ambassador_.is_joined()) ambassador_.record_log_position(passed.position);
      });
    case wire::Kind::CausalDependencies:
      return take(static_cast<wire::CausalDependencies*>(nullptr), [this](const auto& named) {
        if (in_segment()) memory_.segment()->read_up_to(named);
        flush_after_answers();
      });
    default:
      return false;
  }
}

// Begins with the membership, by a join or a restore, because the next record on the link may name
// records of other members.
void HostedAmbassador::begin_segment() {
  if (!ambassador_.is_joined() || ambassador_.on_fabric()) return;
  if (!memory_.begins_membership()) return;
  if (!segment_.begin()) return memory_.drop();
  if (const auto entered = memory_.enter_segment(*link_); !entered)
    return end_link(entered.error().text);
  flush_after_answers();
}

// Answers travel over the link.
void HostedAmbassador::flush_after_answers() {
  if (in_segment() && memory_.segment()->take_answer_sent()) must_flush_ = true;
}

// Returns false if the record must be sent over the link now.
bool HostedAmbassador::send_in_segment(std::span<const wire::Bytes> parts) {
  const auto record = wire::parse_record(parts.front());
  if (record && segment_.can_write_directly(record->header) && held_records_.empty()) {
    memory_.segment()->send_record(parts);
    return true;
  }
  if (record) segment_.record_sent_by_link(record->header);
  return hold(parts);
}

bool HostedAmbassador::hold(std::span<const wire::Bytes> parts) {
  if (held_records_.empty() && memory_.shared()->publish()) return false;
  wire::Buffer whole;
  for (const wire::Bytes part : parts) whole.insert(whole.end(), part.begin(), part.end());
  held_records_.push_back(std::move(whole));
  return true;
}

void HostedAmbassador::send_held() {
  if (held_records_.empty()) return;
  SharedMemory* const shared = memory_.shared();
  if (shared != nullptr && !shared->publish()) return;
  for (const wire::Buffer& record : held_records_) link_->send(record);
  if (shared != nullptr) shared->wake_rtig();
  held_records_.clear();
  waited().flush();
}

}  // namespace triad::rtia
