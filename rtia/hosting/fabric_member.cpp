#include "rtia/hosting/fabric_member.hpp"

#include <utility>

namespace triad::rtia {

namespace {

using transport::AttachMessage;
using transport::PassedDescriptors;

using transport::kCoordinator;

static_assert(transport::kBeginningBytes >= wire::kHeaderBytesMax);

// The RTIG is the coordinator of the fabric.
transport::ParticipantId participant(wire::FederateHandle federate) {
  return federate == wire::kRtig ? kCoordinator : federate.value;
}

wire::FederateHandle stream_of(transport::ParticipantId id) {
  return id == kCoordinator ? wire::kRtig : wire::FederateHandle(id);
}

wire::Error membership_error(const std::string& what) {
  return wire::error(wire::ErrorCode::RTIinternalError, what);
}

}  // namespace

wire::Result<std::unique_ptr<FabricMember>> FabricMember::offer(
    transport::Link& link, Ambassador& ambassador, const transport::FabricOptions& options) {
  transport::DescriptorPort* const port = link.capabilities().descriptors;
  if (port == nullptr) return std::unique_ptr<FabricMember>();
  auto fabric = transport::Fabric::create(options);
  if (!fabric) return membership_error(fabric.error().text);
  auto member =
      std::unique_ptr<FabricMember>(new FabricMember(link, ambassador, std::move(*fabric)));
  const PassedDescriptors own = AttachMessage{}.make_message(member->fabric_->endpoint());
  if (!own.descriptors[0].valid() || !own.descriptors[1].valid()) {
    return membership_error("no descriptors left for shared memory; raise the limit (ulimit -n)");
  }
  port->send_descriptors(own);
  return member;
}

FabricMember::FabricMember(transport::Link& link, Ambassador& ambassador,
                           std::unique_ptr<transport::Fabric> fabric)
    : link_(link), ambassador_(ambassador), fabric_(std::move(fabric)) {}

FabricMember::~FabricMember() = default;

// The endpoints of the RTIG and of all members arrived before the acceptance.
wire::Result<void> FabricMember::enter() {
  receive_endpoints();
  // Endpoints of a fabric that this federate left before they arrived.
  while (!endpoints_.empty() && endpoints_.front().first.participant != kCoordinator) {
    endpoints_.pop_front();
  }
  if (endpoints_.empty() || endpoints_.size() <= endpoints_.front().first.endpoints_to_come) {
    return membership_error(
        "the shared memory of the federation is missing: the RTIG did not pass it, or this "
        "process has no descriptors left for it (ulimit -n)");
  }
  const AttachMessage first = endpoints_.front().first;
  fabric_id_ = first.fabric_id;
  fabric_->set_identity(ambassador_.federate().value, first.own_slot, kCoordinator);
  for (std::uint32_t left = first.endpoints_to_come + 1; left > 0; --left) {
    auto [note, endpoint] = std::move(endpoints_.front());
    endpoints_.pop_front();
    auto taken = note.participant == transport::kBells ? open_bells(endpoint)
                                                       : attach(note, std::move(endpoint), 0);
    if (!taken) return taken;
  }
  return {};
}

wire::Result<void> FabricMember::open_bells(const PassedDescriptors& bells) {
  if (auto opened = fabric_->open_bells(bells.descriptors[0]); !opened) {
    return membership_error(opened.error().text);
  }
  return {};
}

void FabricMember::receive_endpoints() {
  transport::DescriptorPort* const port = link_.capabilities().descriptors;
  while (port != nullptr) {
    auto message = port->receive_descriptors();
    if (!message) return;
    if (const auto note = AttachMessage::read(*message))
      endpoints_.emplace_back(*note, std::move(*message));
  }
}

wire::Result<void> FabricMember::attach(const AttachMessage& note, PassedDescriptors endpoint,
                                        std::uint64_t they_read_from) {
  auto attached =
      fabric_->attach(note.participant, note.slot,
                      {std::move(endpoint.descriptors[0]), std::move(endpoint.descriptors[1])},
                      note.read_from, they_read_from);
  if (!attached) return membership_error(attached.error().text);
  merge_.add(stream_of(note.participant));
  return {};
}

// --- Sending ---

void FabricMember::send(const core::Audience& audience, std::span<const wire::Bytes> parts) {
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
  switch (audience.who) {
    case core::Audience::Who::rtig:
      return fabric_->wake_on_flush(kCoordinator);
    case core::Audience::Who::members:
      return fabric_->wake_all_on_flush();
    default:
      break;
  }
  for (const wire::FederateHandle federate : audience.concerned) {
    // A member on another host is reached through the RTIG.
    const auto id = participant(federate);
    fabric_->wake_on_flush(fabric_->is_attached(id) ? id : kCoordinator);
  }
}

void FabricMember::wake(wire::FederateHandle federate) {
  fabric_->wake_on_flush(participant(federate));
}

bool FabricMember::exchange(wire::Bytes record, wire::Buffer& memory) {
  return current_sender_ && fabric_->logs().exchange(current_sender_.value, record, memory);
}

// Also wakes the RTIG for records on the link.
void FabricMember::flush() {
  if (fabric_id_ == 0) return link_.flush();
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
  ambassador_.record_note_published();
  wake_by_notes();
}

bool FabricMember::has_unread() const {
  return fabric_->has_input() || (reads_notes() && fabric_->notes().has_unread());
}

std::size_t FabricMember::queued_bytes() const {
  return fabric_->queued_bytes() + link_.queued_bytes();
}

std::optional<wire::FederateHandle> FabricMember::slowest() const {
  if (fabric_id_ == 0 || fabric_->queued_bytes() == 0) return std::nullopt;
  return stream_of(fabric_->logs().slowest_reader());
}

// --- Receiving ---

std::size_t FabricMember::receive_records(std::size_t records_max) {
  if (fabric_id_ == 0 || !fault_.empty()) return 0;
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

// A member that reads others' promises must see all writes before it sleeps. Where there are no
// promises, looking only at members that rang saves time.
void FabricMember::configure_scans() {
  const bool spares =
      !ambassador_.reads_promises() ||
      (fabric_->notes().count() > transport::kFullScanMax && !ambassador_.has_other_promises());
  fabric_->allow_selective_scans(spares);
}

// The ends of the logs are read once, before any record is handled, so the loop ends even while
// more is being sent.
std::size_t FabricMember::receive_arrived() {
  if (fabric_id_ == 0 || !fault_.empty()) return 0;
  std::vector<std::pair<wire::FederateHandle, std::uint64_t>> ends;
  for (const wire::FederateHandle stream : merge_.streams()) {
    ends.emplace_back(stream, fabric_->logs().written_up_to(participant(stream)));
  }
  std::size_t handled = 0;
  for (const auto& [stream, end] : ends) {
    const auto id = participant(stream);
    handled += merge_.run_stream(stream, [&, end = end] {
      return fabric_->logs().read_up_to(id) < end || fabric_->logs().is_amid_message(id);
    });
  }
  receive_notes();
  after_receiving();
  return handled;
}

void FabricMember::after_receiving() {
  if (ambassador_.is_joined()) fabric_->release();
  check_fabric();
}

void FabricMember::catch_up() {
  if (fabric_id_ == 0 || is_segment_ || !fault_.empty() ||
      !fabric_->logs().has_input_of_coordinator())
    return;
  static_cast<void>(merge_.run_stream(wire::kRtig));
  receive_notes();  // some may have waited for the log
  check_fabric();
}

void FabricMember::check_fabric() {
  while (const auto trouble = fabric_->logs().take_peer_fault()) {
    if (trouble->participant == kCoordinator) {
      if (fault_.empty()) fault_ = "the shared memory of the federation: " + trouble->reason;
      continue;
    }
    ambassador_.report_faulty_federate(wire::FederateHandle(trouble->participant), trouble->reason);
  }
}

std::optional<wire::Bytes> FabricMember::Streams::next(wire::FederateHandle stream) {
  if (stream == wire::kRtig) return member.fabric_->logs().next(kCoordinator);
  return member.fabric_->logs().next(participant(stream), [this](wire::Bytes beginning) {
    return member.ambassador_.needs_record(beginning);
  });
}

std::optional<wire::Bytes> FabricMember::Streams::beginning(wire::FederateHandle stream) {
  return member.fabric_->logs().beginning(participant(stream));
}

void FabricMember::Streams::pop(wire::FederateHandle stream) {
  member.fabric_->logs().pop(participant(stream));
}

bool FabricMember::Streams::handle(wire::FederateHandle stream, wire::Bytes frame) {
  if (!member.fault_.empty() || !member.ambassador_.is_joined()) return false;
  if (member.is_segment_) return member.receive_from_segment(stream, frame);
  if (member.fabric_->logs().is_header_only(participant(stream))) {
    member.ambassador_.receive_header(frame, stream);
    return true;
  }
  if (stream != wire::kRtig) {
    member.current_sender_ = stream;
    static_cast<void>(member.ambassador_.receive_record(frame, stream));
    member.current_sender_ = {};
    return true;
  }
  const auto record = wire::parse_record(frame);
  if (record && !member.admit(*record)) return false;
  if (!member.ambassador_.receive_record(frame)) {
    member.fault_ = "the RTIG sent " + member.ambassador_.fault();
  } else if (record && record->header.message_kind() == wire::Kind::FederateResigned) {
    const auto resigned = wire::decode<wire::FederateResigned>(record->payload);
    if (resigned && member.ambassador_.is_joined()) {
      member.merge_.remove(resigned->federate);
      member.fabric_->detach(resigned->federate.value);
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

// Attaches a new member that shares memory. It is read from its first record on, and reads this
// federate's records written since the RTIG admitted it. Returns false if its endpoint is still in
// transit.
bool FabricMember::admit(const wire::Record& record) {
  const auto newcomer = newcomer_of(record);
  if (!newcomer || record.header.position <= ambassador_.log_position()) return true;
  return admit(*newcomer);
}

bool FabricMember::admit(wire::FederateHandle newcomer) {
  receive_endpoints();
  // Endpoints before it belong to members that left before this federate joined.
  while (!endpoints_.empty() && (endpoints_.front().first.fabric_id != fabric_id_ ||
                                 endpoints_.front().first.participant != newcomer.value)) {
    endpoints_.pop_front();
  }
  if (endpoints_.empty()) return false;
  auto [note, endpoint] = std::move(endpoints_.front());
  endpoints_.pop_front();
  const auto attached =
      attach(note, std::move(endpoint), fabric_->logs().reader_offset(kCoordinator));
  if (!attached) fault_ = attached.error().text;
  return attached.has_value();
}

void FabricMember::recompute_wake_ups(std::size_t records_max) {
  while (needs_wake_recompute()) {
    receive_records(records_max);
    read_notes();
    ambassador_.settle();
    ambassador_.recompute_wake_ups(!has_unread());
    flush_fabric();
  }
}

bool FabricMember::has_input() {
  if (fabric_id_ != 0) watch_notes();
  return link_.has_input() || (fabric_id_ != 0 && (needs_wake_recompute() || fabric_->has_input()));
}

bool FabricMember::prepare_wait() {
  if (!link_.prepare_wait()) return false;
  if (fabric_id_ != 0) watch_notes();
  if (fabric_id_ == 0 || (!needs_wake_recompute() && fabric_->prepare_wait())) return true;
  link_.finish_wait();
  return false;
}

void FabricMember::finish_wait() {
  link_.finish_wait();
  if (fabric_id_ != 0) fabric_->finish_wait();
}

// Rarely the link is the reason to wake up, except in a segment. To end its wait takes two system
// calls.
void FabricMember::finish_wait(bool link_ready, bool rung) {
  if (link_ready || is_segment_) link_.finish_wait();
  if (fabric_id_ != 0) fabric_->finish_wait(rung);
}

// Only shared memory wakes this wait. Records on the link (the reply to a resignation, the end of
// the RTIG) can be delayed.
std::optional<bool> FabricMember::wait_shortly(transport::Clock::time_point until) {
  if (fabric_id_ == 0 || is_segment_ || !fabric_->has_bells() || link_.queued_bytes() > 0)
    return std::nullopt;
  watch_notes();
  if (!link_.prepare_wait() || needs_wake_recompute() || !fabric_->prepare_brief_wait())
    return true;
  const bool woken = fabric_->wait_briefly(until);
  fabric_->finish_brief_wait();
  return woken;
}

}  // namespace triad::rtia
