#include "router/program/fabric_coordinator.hpp"

#include <algorithm>
#include <utility>

namespace triad::router {

namespace {

using transport::AttachMessage;
using transport::PassedDescriptors;

constexpr transport::Slot kOwnSlot = 0;
constexpr std::size_t kRecordsPerRun = 1024;

bool all_valid(const std::vector<PassedDescriptors>& messages) {
  return std::ranges::all_of(messages, [](const PassedDescriptors& message) {
    return message.descriptors[0].valid() && message.descriptors[1].valid();
  });
}

}  // namespace

transport::Result<std::unique_ptr<FabricCoordinator>> FabricCoordinator::create(
    FabricId id, const transport::FabricOptions& options, Receiver receiver) {
  auto fabric = transport::Fabric::create(options);
  if (!fabric) return fabric.error();
  auto bells = (*fabric)->make_bells();
  if (!bells) return bells.error();
  (*fabric)->set_identity(transport::kCoordinator, kOwnSlot, 0);
  return std::unique_ptr<FabricCoordinator>(
      new FabricCoordinator(id, std::move(*fabric), std::move(*bells), std::move(receiver)));
}

FabricCoordinator::FabricCoordinator(FabricId id, std::unique_ptr<transport::Fabric> fabric,
                                     transport::UniqueFd bells, Receiver receiver)
    : id_(id),
      fabric_(std::move(fabric)),
      bells_(std::move(bells)),
      receiver_(std::move(receiver)) {}

std::optional<transport::Slot> FabricCoordinator::free_slot() const {
  for (transport::Slot slot = kOwnSlot + 1; slot < transport::kSlots; ++slot) {
    const bool taken =
        std::ranges::any_of(members_, [&](const auto& entry) { return entry.second.slot == slot; });
    if (!taken) return slot;
  }
  return std::nullopt;
}

// The newcomer reads each log from the place up to which this end has read it; its snapshot covers
// everything before. Members do not overwrite anything after this end's cursor, and the cursor
// advances only after the members have read of the newcomer in the log (Fabric::all_known).
transport::Result<void> FabricCoordinator::attach(wire::FederateHandle newcomer, LinkId id,
                                                  transport::Link& link,
                                                  PassedDescriptors endpoint) {
  const auto slot = free_slot();
  if (!slot) {
    return transport::error(transport::Error::Code::no_room,
                            "no more than " + std::to_string(transport::kSlots - 1) +
                                " federates can share memory in one federation");
  }
  if (fabric_->queued_bytes() > 0) {
    return transport::error(transport::Error::Code::no_room,
                            "a member does not read the shared records");
  }
  // The newcomer would miss that message: the snapshot does not have it, because it has not been
  // handled, and the newcomer begins to read after it began.
  if (const auto writer = member_amid_message()) {
    return transport::error(
        transport::Error::Code::no_room,
        "a long message of federate " + std::to_string(writer->value) + " is in transit");
  }
  Member member{
      id, *slot, &link, {endpoint.descriptors[0].duplicate(), endpoint.descriptors[1].duplicate()}};
  const std::uint64_t begins_at = fabric_->logs().tail();
  std::vector<PassedDescriptors> to_newcomer = endpoints(*slot, begins_at);
  std::vector<PassedDescriptors> to_members;
  AttachMessage note{.fabric_id = static_cast<transport::ParticipantId>(id_),
                     .participant = newcomer.value,
                     .slot = *slot};
  for (std::size_t i = 0; i < members_.size(); ++i)
    to_members.push_back(note.make_message(member.endpoint));
  if (!all_valid(to_newcomer) || !all_valid(to_members) || !member.endpoint.memory.valid() ||
      !member.endpoint.doorbell.valid()) {
    return transport::error(transport::Error::Code::no_room,
                            "no descriptors left for shared memory; raise the limit (ulimit -n)");
  }
  auto attached = fabric_->attach(
      newcomer.value, *slot,
      {std::move(endpoint.descriptors[0]), std::move(endpoint.descriptors[1])}, 0, begins_at);
  if (!attached) return attached;
  merge_.add(newcomer);
  for (const PassedDescriptors& message : to_newcomer)
    link.capabilities().descriptors->send_descriptors(message);
  auto message = to_members.begin();
  for (const auto& [federate, other] : members_)
    other.link->capabilities().descriptors->send_descriptors(*message++);
  if (transport::LinkBell* const bell = link.capabilities().bell) {
    member.rings_here = true;
    bell->set_muted(true);
    fabric_->add_input_source(newcomer.value, [bell] { return bell->has_pending_input(); });
  }
  members_.emplace(newcomer, std::move(member));
  if (members_.size() > transport::kFullScanMax) fabric_->allow_selective_scans();
  return {};
}

std::optional<wire::FederateHandle> FabricCoordinator::member_amid_message() const {
  const auto at = std::ranges::find_if(members_, [&](const auto& entry) {
    return fabric_->logs().is_amid_message(entry.first.value);
  });
  return at == members_.end() ? std::nullopt : std::optional(at->first);
}

// Returns the endpoints of this end and of every member, with the offset at which the newcomer
// begins to read each log.
std::vector<PassedDescriptors> FabricCoordinator::endpoints(transport::Slot newcomer,
                                                            std::uint64_t begins_at) const {
  std::vector<PassedDescriptors> messages;
  AttachMessage note{.fabric_id = static_cast<transport::ParticipantId>(id_),
                     .participant = transport::kCoordinator,
                     .slot = kOwnSlot,
                     .own_slot = newcomer,
                     .endpoints_to_come = static_cast<std::uint32_t>(members_.size()),
                     .read_from = begins_at};
  if (bells_.valid()) ++note.endpoints_to_come;
  messages.push_back(note.make_message(fabric_->endpoint()));
  if (bells_.valid()) {
    --note.endpoints_to_come;
    note.participant = transport::kBells;
    messages.push_back(note.make_bells_message(bells_));
  }
  for (const auto& [federate, member] : members_) {
    --note.endpoints_to_come;
    note.participant = federate.value;
    note.slot = member.slot;
    note.read_from = fabric_->logs().read_up_to(federate.value);
    messages.push_back(note.make_message(member.endpoint));
  }
  return messages;
}

// Calls `handle`. Members that leave during the call are removed after it.
template <class Handle>
std::size_t FabricCoordinator::run_by(Handle&& handle) {
  running_ = true;
  std::size_t handled = 0;
  try {
    handled = handle();
  } catch (...) {  // e.g. no memory for a record
    end_run();
    throw;
  }
  end_run();
  return handled;
}

void FabricCoordinator::end_run() {
  running_ = false;
  for (const wire::FederateHandle member : std::exchange(leaving_, {})) detach(member);
}

std::size_t FabricCoordinator::run(std::size_t records_max) {
  fabric_->apply_rings();
  with_records_.clear();
  fabric_->for_each_with_input(
      [this](transport::ParticipantId id) { with_records_.push_back(wire::FederateHandle(id)); },
      [this](transport::ParticipantId id) {
        receiver_.serve_link(members_.at(wire::FederateHandle(id)).id);
      });
  return run_by([&] { return merge_.run(records_max, with_records_); });
}

void FabricCoordinator::drain_all() {
  fabric_->mark_all_logs();
  while (run(kRecordsPerRun) == kRecordsPerRun) {
  }
  fabric_->flush();
  fabric_->release();
  record_faulty_members();
}

void FabricCoordinator::drain(wire::FederateHandle member) {
  static_cast<void>(run_by([&] { return merge_.run_stream(member); }));
}

void FabricCoordinator::drain_written(wire::FederateHandle member) {
  const transport::ParticipantId id = member.value;
  const std::uint64_t end = fabric_->logs().written_up_to(id);
  const auto is_written = [&] {
    return fabric_->logs().read_up_to(id) < end || fabric_->logs().is_amid_message(id);
  };
  static_cast<void>(run_by([&] { return merge_.run_stream(member, is_written); }));
  fabric_->release();
}

// The record being handled may be the leaving member's own.
void FabricCoordinator::detach(wire::FederateHandle member) {
  if (running_) {
    leaving_.push_back(member);
    merge_.remove(member);
    return;
  }
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  restore_link_bell(at->second);
  members_.erase(at);
  merge_.remove(member);
  fabric_->detach(member.value);
}

// The loop waits for the link again, and the link has not asked its peer to ring, so the loop looks
// at it now.
void FabricCoordinator::restore_link_bell(Member& member) {
  if (!std::exchange(member.rings_here, false)) return;
  member.link->capabilities().bell->set_muted(false);
  receiver_.serve_link(member.id);
}

void FabricCoordinator::restore_link_bells() {
  for (auto& [federate, member] : members_) restore_link_bell(member);
}

// Publishes at once. A member at a link that learns that its declaration is in effect may signal a
// member in shared memory by any channel. That member's next record must already be matched against
// the declaration (docs/architecture.md, "One history, and data beside it").
void FabricCoordinator::publish(wire::FederateHandle to, wire::Bytes record) {
  fabric_->send(record);
  fabric_->publish();
  if (to) {
    fabric_->wake_on_flush(to.value);
  } else {
    fabric_->wake_all_on_flush();
  }
}

std::optional<LinkId> FabricCoordinator::link_of(wire::FederateHandle member) const {
  const auto at = members_.find(member);
  return at == members_.end() ? std::nullopt : std::optional(at->second.id);
}

transport::Link::IncompleteFrame FabricCoordinator::incomplete_frame(
    wire::FederateHandle member) const {
  const auto [number, bytes] = fabric_->logs().incomplete_message(member.value);
  return {number, bytes};
}

std::size_t FabricCoordinator::held_bytes() const {
  std::size_t bytes = fabric_->queued_bytes();
  for (const auto& [federate, member] : members_) bytes += held_bytes_of(federate);
  return bytes;
}

std::size_t FabricCoordinator::held_bytes_of(wire::FederateHandle member) const {
  return fabric_->logs().message_memory_bytes(member.value);
}

FabricMemberState FabricCoordinator::member_state(wire::FederateHandle member) const {
  const auto seen = fabric_->logs().participant_state(member.value);
  return {seen.unread_bytes, seen.holds_others, seen.waits_for_room};
}

std::optional<LinkId> FabricCoordinator::lagging_member() const {
  if (fabric_->queued_bytes() == 0) return std::nullopt;
  const auto at = members_.find(wire::FederateHandle(fabric_->logs().slowest_reader()));
  return at == members_.end() ? std::nullopt : std::optional(at->second.id);
}

std::vector<std::pair<LinkId, std::string>> FabricCoordinator::take_faulty_members() {
  return std::exchange(faulty_, {});
}

bool FabricCoordinator::take_shut_doorbell() {
  return fabric_->is_doorbell_shut() && !std::exchange(doorbell_was_shut_, true);
}

std::vector<wire::FederateHandle> FabricCoordinator::take_cycle() {
  auto cycle = merge_.take_cycle();
  if (cycle.empty() || std::exchange(cycle_was_reported_, true)) return {};
  return cycle;
}

// Publishes before it releases the room of records that it has read: members learn of a newcomer
// before they may overwrite records that the newcomer must read.
std::size_t FabricCoordinator::serve(std::size_t records_max) {
  const std::size_t handled = run(records_max);
  fabric_->flush();
  fabric_->release();
  record_faulty_members();
  return handled;
}

void FabricCoordinator::record_faulty_members() {
  while (const auto trouble = fabric_->logs().take_peer_fault()) {
    const auto at = members_.find(wire::FederateHandle(trouble->participant));
    if (at != members_.end()) faulty_.emplace_back(at->second.id, trouble->reason);
  }
}

bool FabricCoordinator::Streams::next(wire::FederateHandle stream, wire::ParsedFrame& frame) {
  const auto at = coordinator.members_.find(stream);
  if (at == coordinator.members_.end()) return false;
  const auto whole = coordinator.fabric_->logs().next(stream.value, [&](wire::Bytes beginning) {
    frame.extend(beginning);
    return coordinator.receiver_.needs_rest(at->second.id, frame);
  });
  if (whole) frame.extend(*whole);
  return whole.has_value();
}

std::optional<wire::Bytes> FabricCoordinator::Streams::beginning(wire::FederateHandle stream) {
  return coordinator.fabric_->logs().beginning(stream.value);
}

void FabricCoordinator::Streams::pop(wire::FederateHandle stream) {
  coordinator.fabric_->logs().pop(stream.value);
}

bool FabricCoordinator::Streams::receive_record(wire::FederateHandle stream,
                                                const wire::ParsedFrame& frame) {
  const auto at = coordinator.members_.find(stream);
  if (at == coordinator.members_.end()) return false;
  if (coordinator.fabric_->logs().is_header_only(stream.value)) {
    coordinator.receiver_.on_header_only(at->second.id, frame);
  } else {
    coordinator.receiver_.on_record(at->second.id, frame.bytes());
  }
  return true;
}

}  // namespace triad::router
