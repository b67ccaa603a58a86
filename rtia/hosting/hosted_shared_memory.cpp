#include "rtia/hosting/hosted_shared_memory.hpp"

namespace triad::rtia {

namespace {

using transport::AttachMessage;
using transport::kCoordinator;
using transport::PassedDescriptors;

static_assert(transport::kBeginningBytes >= wire::kHeaderBytesMax);

wire::Error membership_error(const std::string& what) {
  return wire::error(wire::ErrorCode::RTIinternalError, what);
}

}  // namespace

wire::Result<SharedMemory::Offer> SharedMemory::offer(transport::Link& link,
                                                      const transport::FabricOptions& options) {
  transport::DescriptorPort* const port = link.capabilities().descriptors;
  if (port == nullptr) return Offer();
  auto fabric = transport::Fabric::create(options);
  if (!fabric) return membership_error(fabric.error().text);
  const PassedDescriptors own = AttachMessage{}.make_message((*fabric)->endpoint());
  if (!own.descriptors[0].valid() || !own.descriptors[1].valid()) {
    return membership_error("no descriptors left for shared memory; raise the limit (ulimit -n)");
  }
  port->send_descriptors(own);
  return Offer(std::move(*fabric));
}

wire::Result<void> SharedMemory::enter() {
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

wire::Result<void> SharedMemory::open_bells(const PassedDescriptors& bells) {
  if (auto opened = fabric_->open_bells(bells.descriptors[0]); !opened) {
    return membership_error(opened.error().text);
  }
  return {};
}

void SharedMemory::receive_endpoints() {
  transport::DescriptorPort* const port = link_.capabilities().descriptors;
  while (port != nullptr) {
    auto message = port->receive_descriptors();
    if (!message) return;
    if (const auto note = AttachMessage::read(*message))
      endpoints_.emplace_back(*note, std::move(*message));
  }
}

wire::Result<void> SharedMemory::attach(const AttachMessage& note, PassedDescriptors endpoint,
                                        std::uint64_t they_read_from) {
  auto attached =
      fabric_->attach(note.participant, note.slot,
                      {std::move(endpoint.descriptors[0]), std::move(endpoint.descriptors[1])},
                      note.read_from, they_read_from);
  if (!attached) return membership_error(attached.error().text);
  add_stream(stream_of(note.participant));
  return {};
}

bool SharedMemory::admit(wire::FederateHandle newcomer) {
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

std::optional<wire::FederateHandle> SharedMemory::slowest() const {
  if (fabric_->queued_bytes() == 0) return std::nullopt;
  return stream_of(fabric_->logs().slowest_reader());
}

// --- Receiving ---

bool SharedMemory::MemberStreams::next(wire::FederateHandle stream, wire::ParsedFrame& frame) {
  auto& logs = memory.fabric_->logs();
  const auto whole = stream == wire::kRtig
                         ? logs.next(kCoordinator)
                         : logs.next(participant(stream), [&](wire::Bytes beginning) {
                             frame.extend(beginning);
                             return memory.ambassador_.needs_record(frame);
                           });
  if (whole) frame.extend(*whole);
  return whole.has_value();
}

void SharedMemory::receive_from_member(wire::FederateHandle stream,
                                       const wire::ParsedFrame& frame) {
  if (fabric_->logs().is_header_only(participant(stream))) {
    return ambassador_.receive_header(frame, stream);
  }
  current_sender_ = stream;
  static_cast<void>(ambassador_.receive_record(frame, stream));
  current_sender_ = {};
}

void SharedMemory::after_receiving() {
  if (ambassador_.is_joined()) fabric_->release();
  check_fabric();
}

void SharedMemory::check_fabric() {
  if (!fabric_->logs().has_faults()) return;
  while (const auto trouble = fabric_->logs().take_peer_fault()) {
    if (trouble->participant == kCoordinator) {
      if (fault_.empty()) fault_ = "the shared memory of the federation: " + trouble->reason;
      continue;
    }
    ambassador_.report_faulty_federate(wire::FederateHandle(trouble->participant), trouble->reason);
  }
}

// --- Waiting ---

// Also wakes the RTIG for records on the link.
void SharedMemory::flush() {
  fabric_->publish();
  if (link_.queued_bytes() > 0) wake_rtig();
  link_.flush();
  fabric_->flush();
}

std::size_t SharedMemory::queued_bytes() const {
  return fabric_->queued_bytes() + link_.queued_bytes();
}

bool SharedMemory::prepare_wait() {
  if (!link_.prepare_wait()) return false;
  if (fabric_->prepare_wait()) return true;
  link_.finish_wait();
  return false;
}

void SharedMemory::finish_wait() {
  link_.finish_wait();
  fabric_->finish_wait();
}

void SharedMemory::finish_wait(bool /*link_ready*/, bool rung) {
  link_.finish_wait();
  fabric_->finish_wait(rung);
}

}  // namespace triad::rtia
