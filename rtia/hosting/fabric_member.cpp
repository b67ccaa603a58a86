#include "rtia/hosting/fabric_member.hpp"

#include <utility>

namespace triad::rtia {

using transport::kCoordinator;

wire::Result<std::unique_ptr<FabricMember>> FabricMember::enter(transport::Link& link,
                                                                Ambassador& ambassador,
                                                                Offer offer) {
  std::unique_ptr<FabricMember> member(new FabricMember(link, ambassador, std::move(offer)));
  if (auto entered = member->SharedMemory::enter(); !entered) return entered.error();
  return member;
}

// --- Sending ---

void FabricMember::send_record(const core::Audience& audience, std::span<const wire::Bytes> parts) {
  fabric_->send(parts);
  wake_audience(audience);
}

void FabricMember::publish_note(const core::Audience& audience,
                                const records::TimeNote::Words& note) {
  fabric_->notes().publish(note);
  promise_unpublished_ = true;
  wake_audience(audience);
}

void FabricMember::wake_audience(const core::Audience& audience) {
  switch (audience.kind) {
    case core::Audience::Kind::rtig:
      fabric_->wake_on_flush(kCoordinator);
      return;
    case core::Audience::Kind::members:
      return fabric_->wake_all_on_flush();
    default:
      break;
  }
  for (const wire::FederateHandle federate : audience.members_to_wake) {
    // A member on another host is reached through the RTIG.
    if (!fabric_->wake_on_flush(participant(federate))) fabric_->wake_on_flush(kCoordinator);
  }
}

// Also wakes the RTIG for records on the link.
void FabricMember::flush() {
  fabric_->publish();
  if (link_.queued_bytes() > 0) wake_rtig();
  link_.flush();
  flush_fabric();
}

// Looks for members to wake after all can read the note.
void FabricMember::flush_fabric() {
  fabric_->flush();
  if (!promise_unpublished_ || fabric_->queued_bytes() != 0) return;
  promise_unpublished_ = false;
  ambassador_.notes().record_published();
  wake_by_notes();
}

bool FabricMember::has_unread() const {
  return fabric_->has_input() || (reads_notes() && fabric_->notes().has_unread());
}

// --- Receiving ---

std::size_t FabricMember::receive_records(std::size_t records_max) {
  if (!fault_.empty()) return 0;
  configure_scans();
  fabric_->apply_rings();
  with_records_.clear();
  fabric_->for_each_with_input(
      [this](transport::ParticipantId id) { with_records_.push_back(stream_of(id)); });
  const std::size_t handled = merge_.run(records_max, with_records_);
  receive_notes();
  after_receiving();
  return handled;
}

// A member that reads others' promises must see all writes before it sleeps. Without promises, and
// with many others, looking only at members that rang saves time.
void FabricMember::configure_scans() {
  const bool spares = fabric_->notes().count() > transport::kFullScanMax &&
                      (!ambassador_.reads_promises() || !ambassador_.notes().has_other_promises());
  fabric_->allow_selective_scans(spares);
}

// The ends of the logs are read once, before any record is handled, so the loop ends even while
// more is being sent.
std::size_t FabricMember::receive_arrived() {
  if (!fault_.empty()) return 0;
  std::vector<std::pair<wire::FederateHandle, std::uint64_t>> ends;
  for (const wire::FederateHandle stream : merge_.streams()) {
    ends.emplace_back(stream, fabric_->logs().written_up_to(participant(stream)));
  }
  std::size_t handled = 0;
  for (const auto& [stream, end] : ends) {
    const auto id = participant(stream);
    handled += merge_.run_stream(stream, [&, end = end] { return has_records_before(id, end); });
  }
  receive_notes();
  after_receiving();
  return handled;
}

void FabricMember::catch_up() {
  if (!fault_.empty() || !fabric_->logs().has_input_of_coordinator()) return;
  static_cast<void>(merge_.run_stream(wire::kRtig));
  receive_notes();  // some may have waited for the log
  check_fabric();
}

bool FabricMember::Streams::receive_record(wire::FederateHandle stream,
                                           const wire::ParsedFrame& frame) {
  if (!member.fault_.empty() || !member.ambassador_.is_joined()) return false;
  if (stream == wire::kRtig) return member.receive_from_rtig(frame);
  member.receive_from_member(stream, frame);
  return true;
}

bool FabricMember::receive_from_rtig(const wire::ParsedFrame& frame) {
  const std::optional<wire::Record>& record = frame.record();
  if (record && !admit_newcomer(*record)) return false;
  if (!ambassador_.receive_record(frame)) {
    fault_ = "the RTIG sent " + ambassador_.fault();
  } else if (record && record->header.message_kind() == wire::Kind::FederateResigned) {
    const auto resigned = wire::decode<wire::FederateResigned>(record->payload);
    if (resigned && ambassador_.is_joined()) {
      merge_.remove(resigned->federate);
      fabric_->detach(resigned->federate.value);
    }
  }
  return true;
}

namespace {

// Returns the member that shares memory from this record on, by a join or a restore; empty: none.
std::optional<wire::FederateHandle> newcomer_of(const wire::Record& record) {
  if (record.header.message_kind() == wire::Kind::FederateJoined) {
    const auto joined = wire::decode<wire::FederateJoined>(record.payload);
    if (joined && joined->on_fabric) return joined->federate;
  }
  if (record.header.message_kind() == wire::Kind::FederateReturned) {
    const auto returned = wire::decode<wire::FederateReturned>(record.payload);
    if (returned && returned->on_fabric) return returned->federate;
  }
  return std::nullopt;
}

}  // namespace

// Attaches a new member that shares memory. It is read from its first record on. Returns false if
// its endpoint is still in transit.
bool FabricMember::admit_newcomer(const wire::Record& record) {
  const auto newcomer = newcomer_of(record);
  if (!newcomer || record.header.position <= ambassador_.log_position()) return true;
  return admit(*newcomer);
}

void FabricMember::recompute_wake_ups(std::size_t records_max) {
  while (needs_wake_recompute()) {
    receive_records(records_max);
    read_notes();
    ambassador_.settle();
    ambassador_.notes().recompute_wake_ups(!has_unread());
    flush_fabric();
  }
}

bool FabricMember::has_input() {
  watch_notes();
  return link_.has_input() || needs_wake_recompute() || fabric_->has_input();
}

bool FabricMember::prepare_wait() {
  if (!link_.prepare_wait()) return false;
  watch_notes();
  if (!needs_wake_recompute() && fabric_->prepare_wait()) return true;
  link_.finish_wait();
  return false;
}

// Rarely the link is the reason to wake up. To end its wait takes two system calls.
void FabricMember::finish_wait(bool link_ready, bool rung) {
  if (link_ready) link_.finish_wait();
  fabric_->finish_wait(rung);
}

// Only shared memory wakes this wait. Records on the link (the reply to a resignation, the end of
// the RTIG) can be delayed.
std::optional<bool> FabricMember::wait_shortly(transport::Clock::time_point until) {
  if (!fabric_->has_bells() || link_.queued_bytes() > 0) return std::nullopt;
  watch_notes();
  if (!link_.prepare_wait() || needs_wake_recompute() || !fabric_->prepare_brief_wait())
    return true;
  const bool woken = fabric_->wait_briefly(until);
  fabric_->finish_brief_wait();
  return woken;
}

}  // namespace triad::rtia
