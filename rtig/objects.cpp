// Object management in the RTIG (HLA 1.3 clause 6): it keeps the directory and, on links that lead
// through it, matches as it forwards. It is not the judge of updates: those are the sender's RTIA
// and the receiver's.
#include <algorithm>

#include "core/counted.hpp"
#include "rtig/federation_execution.hpp"

namespace triad::rtig {

namespace {
// An RTIA asks for a lease when it has little left, and registers a name as soon as it is reserved.
constexpr std::size_t kUnusedLeasesMax = 16;
constexpr std::size_t kReservedNamesMax = 16;

wire::AttributeSet attributes_of(const wire::ValueList& values) {
  wire::AttributeSet attributes;
  values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
    attributes.insert(wire::AttributeHandle(handle));
  });
  return attributes;
}
}  // namespace

FederationExecution::Lease FederationExecution::lease(Seat& seat, std::uint32_t count) {
  const Lease leased{next_object_, next_object_ + count};
  next_object_ = leased.end;
  seat.leases.push_back(leased);
  return leased;
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::LeaseObjectHandles& request) {
  if (request.count == 0 || request.count > wire::kLeaseMax) {
    return "a lease of " + core::counted(request.count, "object handle");
  }
  if (seats_.at(by).leases.size() >= kUnusedLeasesMax) {
    return "a lease of object handles, although it holds many unused ones";
  }
  const Lease leased = lease(seats_.at(by), request.count);
  send_to(by, record.header, wire::ObjectHandlesLeased{ObjectHandle(leased.first), request.count});
  return {};
}

// Handles of a lease are used in ascending order and never again: others may still know the
// instance that had one, though it is deleted.
bool FederationExecution::use_lease(Seat& seat, ObjectHandle object) {
  for (auto lease = seat.leases.begin(); lease != seat.leases.end(); ++lease) {
    if (object.value < lease->first || object.value >= lease->end) continue;
    lease->first = object.value + 1;
    if (lease->first == lease->end) seat.leases.erase(lease);
    return true;
  }
  return false;
}

bool FederationExecution::name_reserved(std::string_view name) const {
  return std::ranges::any_of(
      seats_, [&](const auto& entry) { return entry.second.reserved_names.contains(name); });
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::ReserveObjectName& request) {
  if (request.name.empty() || core::is_reserved_name(request.name)) {
    return "the reservation of an object name that belongs to the RTI";
  }
  if (seats_.at(by).reserved_names.size() >= kReservedNamesMax) {
    return "the reservation of an object name, although it holds many unused ones";
  }
  if (federation_.objects().find(request.name) || name_reserved(request.name)) {
    send_to(by, record.header,
            wire::Refused{wire::ErrorCode::ObjectAlreadyRegistered,
                          "the name '" + std::string(request.name) +
                              "' is used by another object instance of the federation"});
    return {};
  }
  seats_.at(by).reserved_names.emplace(request.name);
  send_to(by, record.header, wire::Accepted{});
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::ObjectInstanceRegistered& registered) {
  Seat& seat = seats_.at(by);
  if (!use_lease(seat, registered.object)) {
    return "a registration with an object handle that was not leased to it";
  }
  if (!registered.name.empty()) {
    const auto reserved = seat.reserved_names.find(registered.name);
    if (reserved == seat.reserved_names.end()) {
      return "a registration with an object name that it has not reserved";
    }
    seat.reserved_names.erase(reserved);
  }
  if (!federation_.apply(by, registered)) return "a registration that the object model forbids";
  forward_to_others(record);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::UpdateAttributeValues& update) {
  const core::ObjectInstance* instance = federation_.objects().find(update.object);
  // Deleted meanwhile by whoever held the privilege: the update came too late for everybody.
  if (instance == nullptr) return {};
  if (management().is_management(instance->object_class)) {
    note_manager_update(by, update.object);
    if (const FederateHandle only = record.header.to()) {
      if (only != by && seats_.contains(only)) forward(record, only);
      return {};
    }
  }
  const wire::AttributeSet attributes = attributes_of(update.values);
  bool published = false;
  if (update.region) federation_.send_with(update.region);
  for (const auto& interest : federation_.interest().of(instance->object_class)) {
    if (interest.federate != by &&
        federation_.may_reach(interest, instance->object_class, attributes, update.region)) {
      forward(record, interest.federate, published);
    }
  }
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::SendInteraction& interaction) {
  if (federation_.model().find(interaction.interaction_class) == nullptr) {
    return "an interaction of a class that the object model does not define";
  }
  bool published = false;
  if (interaction.region) federation_.send_with(interaction.region);
  for (const auto& interest : federation_.interest().of(interaction.interaction_class)) {
    if (interest.federate == by) continue;
    const bool reached =
        !interest.by_region ||
        federation_.reaches(interest.federate, interaction.interaction_class, interaction.region);
    if (reached) forward(record, interest.federate, published);
  }
  const auto which = management().which(interaction.interaction_class);
  if (core::mom::is_command(which)) obey(by, record, interaction);
  if (which == core::mom::Interaction::Alert) note_alert(by, interaction);
  return {};
}

// Who shares memory has read it there.
bool FederationExecution::passes_over(const Record& beginning) const {
  if (direct_seats_ != seats_.size()) return false;
  const auto [object_class, interaction_class] = federation_.sent_class(beginning);
  return (object_class && !management().is_management(object_class)) ||
         (interaction_class && !management().is_management(interaction_class));
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DeleteObjectInstance& deletion) {
  const core::ObjectInstance* instance = federation_.objects().find(deletion.object);
  if (instance == nullptr) return {};
  if (instance->owner(federation_.privilege_to_delete()) != by) {
    return "a deletion of an object instance whose privilegeToDelete it does not own";
  }
  if (deletion.serial != 0) {
    deletions_.try_emplace(deletion.object, wire::Retraction{deletion.serial, by});
  } else {
    deletions_.erase(deletion.object);
    erase_object(deletion.object);
  }
  forward_to_others(record);
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record,
    const wire::RequestObjectAttributeValueUpdate& request) {
  const core::ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance == nullptr) return {};
  bool published = false;
  for (const core::Ownership& ownership : instance->owners) {
    if (ownership.federate == by || !seats_.contains(ownership.federate)) continue;
    if (!ownership.attributes.intersects(request.attributes)) continue;
    forward(record, ownership.federate, published);
  }
  provide_management({}, request.object, request.attributes);
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle, const Record& record, const wire::RequestClassAttributeValueUpdate& request) {
  if (!federation_.attributes_fit(request.object_class, request.attributes)) {
    return "a request for attributes that the object model does not define";
  }
  forward_to_others(record);
  provide_management({}, request.object_class, request.attributes);
  return {};
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::AttributesRelevant&) {
  if (record.header.to() == by) return "a report of relevant attributes to itself";
  // The owner may have resigned while this was on its way.
  if (seats_.contains(record.header.to())) forward(record, record.header.to());
  return {};
}

}  // namespace triad::rtig
