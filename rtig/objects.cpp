// Object management in the RTIG (HLA 1.3 clause 6): it keeps the directory and, on links that lead
// through it, sees to it that what it forwards is its sender's to send, and matches. In shared
// memory the readers do that themselves (rtia/neighbours.cpp).
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

core::Lease FederationExecution::next_handles(std::uint32_t count) {
  const core::Lease leased{next_object_, next_object_ + count};
  next_object_ = leased.end;
  return leased;
}

// With which those who share memory may register instances, which the others of them judge.
std::vector<wire::HandleLease> FederationExecution::leases_on_fabric(FederateHandle but) const {
  std::vector<wire::HandleLease> leases;
  for (const auto& [federate, session] : sessions_) {
    if (federate == but || !delivery_.on_fabric(federate)) continue;
    for (const core::Lease& lease : session.leases) {
      leases.push_back({federate, ObjectHandle(lease.first), ObjectHandle(lease.end)});
    }
  }
  return leases;
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::LeaseObjectHandles& request) {
  if (request.count == 0 || request.count > wire::kLeaseMax) {
    return "a lease of " + core::counted(request.count, "object handle");
  }
  MemberSession& session = sessions_.at(by);
  if (session.leases.size() >= kUnusedLeasesMax) {
    return "a lease of object handles, although it holds many unused ones";
  }
  const core::Lease leased = next_handles(request.count);
  session.leases.push_back(leased);
  const wire::ObjectHandlesLeased told{ObjectHandle(leased.first), request.count, by};
  if (delivery_.on_fabric(by)) {
    delivery_.append_log(record.header, told);
  } else {
    delivery_.send_to(by, record.header, told);
  }
  return {};
}

bool FederationExecution::name_reserved(std::string_view name) const {
  return std::ranges::any_of(
      sessions_, [&](const auto& entry) { return entry.second.reserved_names.contains(name); });
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::ReserveObjectName& request) {
  if (request.name.empty() || core::is_reserved_name(request.name)) {
    return "the reservation of an object name that belongs to the RTI";
  }
  if (sessions_.at(by).reserved_names.size() >= kReservedNamesMax) {
    return "the reservation of an object name, although it holds many unused ones";
  }
  if (federation_.objects().find(request.name) || name_reserved(request.name)) {
    delivery_.send_to(by, record.header,
                      wire::Refused{wire::ErrorCode::ObjectAlreadyRegistered,
                                    "the name '" + std::string(request.name) +
                                        "' is used by another object instance of the federation"});
    return {};
  }
  sessions_.at(by).reserved_names.emplace(request.name);
  delivery_.send_to(by, record.header, wire::Accepted{});
  return {};
}

FederationExecution::Fault FederationExecution::on(
    FederateHandle by, const Record& record, const wire::ObjectInstanceRegistered& registered) {
  MemberSession& session = sessions_.at(by);
  if (!core::use_handle(session.leases, registered.object)) {
    return "a registration with an object handle that was not leased to it";
  }
  if (!registered.name.empty()) {
    const auto reserved = session.reserved_names.find(registered.name);
    if (reserved == session.reserved_names.end()) {
      return "a registration with an object name that it has not reserved";
    }
    session.reserved_names.erase(reserved);
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
  const wire::AttributeSet attributes = attributes_of(update.values);
  if (!may_update(by, *instance, update.object, attributes)) {
    return forward_rest(by, record, update, *instance);
  }
  if (management().is_management(instance->object_class)) {
    note_manager_update(by, update.object);
    if (const FederateHandle only = record.header.to()) {
      if (only != by && sessions_.contains(only)) forward(record, only);
      return {};
    }
  }
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
  // RTIAs report by order of the MOM, whatever their federates publish.
  const auto which = management().which(interaction.interaction_class);
  const auto& publishes = federation_.member(by)->declared.published_interaction_classes;
  if (!core::mom::is_report(which) && !publishes.contains(interaction.interaction_class)) {
    return not_its_own(by, record, "an interaction of a class that it does not publish");
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
  if (core::mom::is_command(which)) obey(by, record, interaction);
  if (which == core::mom::Interaction::Alert) note_alert(by, interaction);
  return {};
}

// --- What is its sender's to send. An order of the MOM takes from a federate what it is told of
// only then: what crosses with that on its way is no fault, and comes too late.

FederationExecution::Fault FederationExecution::not_its_own(FederateHandle by, const Record& record,
                                                            const char* what) const {
  return record.header.after_position < sessions_.at(by).lost ? std::nullopt : Fault(what);
}

// To be called with a record that goes into the log next.
void FederationExecution::note_losses(const core::ObjectInstance& instance) {
  for (const core::Ownership& owner : instance.owners) {
    const auto session = sessions_.find(owner.federate);
    if (session != sessions_.end()) session->second.lost = delivery_.log_position() + 1;
  }
}

// A federate's RTIA updates its object of the MOM, which the RTI owns.
bool FederationExecution::may_update(FederateHandle by, const core::ObjectInstance& instance,
                                     ObjectHandle object,
                                     const wire::AttributeSet& attributes) const {
  return instance.owns_all(by, attributes) || (management().is_management(instance.object_class) &&
                                               federation_.member(by)->manager == object);
}

// What is its own of an update still goes on.
FederationExecution::Fault FederationExecution::forward_rest(
    FederateHandle by, const Record& record, const wire::UpdateAttributeValues& update,
    const core::ObjectInstance& instance) {
  if (auto fault = not_its_own(by, record, "an update of attributes that it does not own")) {
    return fault;
  }
  wire::UpdateAttributeValues rest = update;
  rest.values.count = 0;
  wire::Buffer values;
  update.values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes pair) {
    if (instance.owner(wire::AttributeHandle(handle)) != by) return;
    values.insert(values.end(), pair.begin(), pair.end());
    ++rest.values.count;
  });
  if (rest.values.count == 0) return {};
  rest.values.pairs = values;
  wire::Buffer frame;
  wire::encode_record(record.header, rest, frame);
  return on(by, *wire::parse_record(frame), rest);
}

// Who shares memory has read it there.
bool FederationExecution::passes_over(const Record& beginning) const {
  if (!delivery_.all_on_fabric()) return false;
  const auto [object_class, interaction_class] = federation_.sent_class(beginning);
  return (object_class && !management().is_management(object_class)) ||
         (interaction_class && !management().is_management(interaction_class));
}

FederationExecution::Fault FederationExecution::on(FederateHandle by, const Record& record,
                                                   const wire::DeleteObjectInstance& deletion) {
  const core::ObjectInstance* instance = federation_.objects().find(deletion.object);
  if (instance == nullptr) return {};
  if (instance->owner(federation_.privilege_to_delete()) != by) {
    return not_its_own(by, record,
                       "a deletion of an object instance whose privilegeToDelete it does not own");
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
    if (ownership.federate == by || !sessions_.contains(ownership.federate)) continue;
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
  if (sessions_.contains(record.header.to())) forward(record, record.header.to());
  return {};
}

}  // namespace triad::rtig
