#include "rtig/object_authority.hpp"

#include <algorithm>

#include "core/count_text.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

namespace {
// An RTIA asks for a lease when few handles are left, and registers a name as soon as it is
// reserved.
constexpr std::size_t kUnusedLeasesMax = 16;
constexpr std::size_t kReservedNamesMax = 16;

// Returns true if the header names the class. Members that share memory select records by the
// header.
bool has_existence_interest(const Record& record, wire::ObjectClassHandle registered_class) {
  return record.header.interest_key == wire::existence_key(registered_class);
}
}  // namespace

ObjectAuthority::ObjectAuthority(FederationContext& context, OwnershipAuthority& ownership,
                                 MomAuthority& mom)
    : context_(context),
      writer_(context.writer()),
      federation_(context.federation()),
      ownership_(ownership),
      mom_(mom) {
  const core::ObjectModel& model = federation_.model();
  for (std::uint32_t value = 1; model.find(wire::ObjectClassHandle(value)) != nullptr; ++value) {
    const wire::ObjectClassHandle object_class(value);
    writer_.add(output::AddInterest{wire::existence_key(object_class)});
    if (management().is_management(object_class)) {
      writer_.add(output::AddInterest{wire::interest_key(object_class)});
    }
  }
  for (std::uint32_t value = 1; model.find(wire::InteractionClassHandle(value)) != nullptr;
       ++value) {
    const wire::InteractionClassHandle interaction_class(value);
    const auto which = management().interaction_of(interaction_class);
    if (core::mom::is_command(which) || which == core::mom::Interaction::Alert) {
      writer_.add(output::AddInterest{wire::interest_key(interaction_class)});
    }
  }
}

std::vector<wire::HandleLease> ObjectAuthority::leases_on_fabric(FederateHandle excluded) const {
  std::vector<wire::HandleLease> leases;
  for (const auto& [federate, held] : holdings_) {
    if (federate == excluded || !context_.members().at(federate).shares_memory) continue;
    for (const core::Lease& lease : held.leases) {
      leases.push_back({federate, ObjectHandle(lease.first), ObjectHandle(lease.end)});
    }
  }
  return leases;
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::LeaseObjectHandles& request) {
  if (request.count == 0 || request.count > wire::kLeaseMax) {
    return "a lease of " + core::count_text(request.count, "object handle");
  }
  Holdings& held = holdings_.at(by);
  if (held.leases.size() >= kUnusedLeasesMax) {
    return "a lease of object handles, although it holds many unused ones";
  }
  const core::Lease leased = context_.handles().lease_objects(request.count);
  held.leases.push_back(leased);
  const wire::ObjectHandlesLeased reply{ObjectHandle(leased.first), request.count, by};
  if (context_.members().at(by).shares_memory) {
    writer_.append_log(record.header, reply);
  } else {
    writer_.send_to(by, record.header, reply);
  }
  return {};
}

bool ObjectAuthority::is_reserved(std::string_view name) const {
  return std::ranges::any_of(
      holdings_, [&](const auto& entry) { return entry.second.reserved_names.contains(name); });
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::ReserveObjectName& request) {
  if (request.name.empty() || core::is_reserved_name(request.name)) {
    return "the reservation of an object name that belongs to the RTI";
  }
  if (holdings_.at(by).reserved_names.size() >= kReservedNamesMax) {
    return "the reservation of an object name, although it holds many unused ones";
  }
  if (federation_.objects().find(request.name) || is_reserved(request.name)) {
    writer_.refuse(by, record, wire::ErrorCode::ObjectAlreadyRegistered,
                   "the name " + wire::quoted(request.name) +
                       " is used by another object instance of the federation");
    return {};
  }
  holdings_.at(by).reserved_names.emplace(request.name);
  writer_.accept(by, record);
  return {};
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::ObjectInstanceRegistered& registered) {
  Holdings& held = holdings_.at(by);
  if (!core::use_handle(held.leases, registered.object)) {
    return "a registration with an object handle that was not leased to it";
  }
  if (!registered.name.empty()) {
    const auto reserved = held.reserved_names.find(registered.name);
    if (reserved == held.reserved_names.end()) {
      return "a registration with an object name that it has not reserved";
    }
    held.reserved_names.erase(reserved);
  }
  if (!has_existence_interest(record, registered.object_class)) {
    return "a registration without valid interest fields";
  }
  if (!federation_.apply(by, registered)) return "a registration that the object model forbids";
  // Members that subscribe later receive the instance from InstanceSupply.
  writer_.append_log(record.header, registered, registered.object_class,
                     Audience::known_interested_elsewhere);
  return {};
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::UpdateAttributeValues& update) {
  if (!record.header.has_interest()) return "an update without valid interest fields";
  mom_.record_manager_update(by, update.object);
  return {};
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::SendInteraction& interaction) {
  if (!record.header.has_interest()) {
    return "an interaction without valid interest fields";
  }
  const auto which = management().interaction_of(interaction.interaction_class);
  if (which == core::mom::Interaction::Alert) mom_.log_alert(by, interaction);
  if (!core::mom::is_command(which)) return {};
  const auto& publishes = federation_.member(by)->declared.published_interaction_classes;
  if (!publishes.contains(interaction.interaction_class)) {
    return ownership_fault(by, record, "an interaction of a class that it does not publish");
  }
  mom_.execute_command(by, record, interaction);
  return {};
}

// --- Records that only the owner or publisher may send. An order of the MOM takes rights from a
// federate, which learns of it later. Records that it sent before it knew are ignored and are no
// fault.

Fault ObjectAuthority::ownership_fault(FederateHandle by, const Record& record,
                                       const char* what) const {
  return record.header.after_position < context_.members().at(by).last_loss ? std::nullopt
                                                                            : Fault(what);
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::DeleteObjectInstance& deletion) {
  const core::ObjectInstance* instance = federation_.objects().find(deletion.object);
  if (instance == nullptr) return {};
  if (instance->owner(federation_.privilege_to_delete()) != by) {
    return ownership_fault(
        by, record, "a deletion of an object instance whose privilegeToDelete it does not own");
  }
  if (!has_existence_interest(record, instance->object_class)) {
    return "a deletion without valid interest fields";
  }
  if (deletion.serial != 0) {
    // The latest deletion counts, because the members replace an earlier one, too.
    deletions_.insert_or_assign(deletion.object, wire::Retraction{deletion.serial, by});
    writer_.add(output::Forward{output::Forward::To::interested});
    return {};
  }
  const wire::ObjectClassHandle registered_class = instance->object_class;
  deletions_.erase(deletion.object);
  ownership_.erase_object(deletion.object);
  writer_.append_log(record.header, deletion, registered_class, Audience::interested_elsewhere);
  return {};
}

void ObjectAuthority::forward_to_owners(const core::ObjectInstance& instance,
                                        const wire::AttributeSet& attributes) {
  std::vector<FederateHandle> owners;
  for (const core::Ownership& owner : instance.owners) {
    if (owner.attributes.intersects(attributes)) owners.push_back(owner.federate);
  }
  writer_.outputs().add_forward(owners);
}

Fault ObjectAuthority::receive_from_member(FederateHandle, const Record&,
                                           const wire::RequestObjectAttributeValueUpdate& request) {
  const core::ObjectInstance* instance = federation_.objects().find(request.object);
  if (instance == nullptr) return {};
  forward_to_owners(*instance, request.attributes);
  mom_.send_requested_values({}, request.object, request.attributes);
  return {};
}

Fault ObjectAuthority::receive_from_member(FederateHandle, const Record&,
                                           const wire::RequestClassAttributeValueUpdate& request) {
  if (!federation_.model().has_attributes(request.object_class, request.attributes)) {
    return "a request for attributes that the object model does not define";
  }
  writer_.add(output::Forward{output::Forward::To::others});
  // The RTI's values have the default region, which overlaps every region of the attribute's space.
  wire::AttributeSet wanted = request.attributes;
  if (request.region) {
    const core::Region* const region = federation_.regions().find(request.region);
    const auto& described = federation_.model().find(request.object_class)->attributes;
    request.attributes.for_each([&](wire::AttributeHandle attribute) {
      const bool fits = region != nullptr && described[attribute.value - 1].space == region->space;
      if (!fits) wanted.erase(attribute);
    });
  }
  mom_.send_requested_values({}, request.object_class, wanted);
  return {};
}

// --- Deletions in time-stamp order.

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record&,
                                           const wire::Retract& retract) {
  if (retract.retraction.federate != by) return "a retraction of another federate's message";
  std::erase_if(deletions_, [&](const auto& deletion) {
    return deletion.second.federate == by && deletion.second.serial == retract.retraction.serial;
  });
  writer_.add(output::Forward{output::Forward::To::others});
  return {};
}

Fault ObjectAuthority::receive_from_member(FederateHandle by, const Record& record,
                                           const wire::DeletionCompleted& completed) {
  const auto at = deletions_.find(completed.object);
  if (at == deletions_.end() || at->second.federate != by) return {};
  deletions_.erase(at);
  complete_deletion(record.header, completed);
  return {};
}

void ObjectAuthority::complete_deletion(const wire::RecordHeader& cause,
                                        const wire::DeletionCompleted& completed) {
  const core::ObjectInstance* instance = federation_.objects().find(completed.object);
  if (instance == nullptr) return;
  const wire::ObjectClassHandle registered_class = instance->object_class;
  ownership_.erase_object(completed.object);
  writer_.append_log(cause, completed, registered_class, Audience::other_interested);
}

void ObjectAuthority::complete_deletions_of(FederateHandle leaver) {
  for (auto at = deletions_.begin(); at != deletions_.end();) {
    if (at->second.federate != leaver) {
      ++at;
      continue;
    }
    const wire::DeletionCompleted completed{at->first, {}, {}};
    at = deletions_.erase(at);
    wire::RecordHeader last;
    last.sender = leaver.value;
    last.position = context_.members().position(leaver);
    complete_deletion(last, completed);
  }
}

// --- Saves.

void ObjectAuthority::save(core::SavedFederation& saved) const {
  for (const auto& [object, retraction] : deletions_) {
    saved.deletions.push_back({object, retraction});
  }
}

void ObjectAuthority::save(FederateHandle federate, core::SavedMember& member) const {
  const Holdings& held = holdings_.at(federate);
  for (const core::Lease& lease : held.leases) member.leases.push_back({lease.first, lease.end});
  member.reserved_names.assign(held.reserved_names.begin(), held.reserved_names.end());
}

void ObjectAuthority::restore(const core::SavedFederation& saved) {
  holdings_.clear();
  deletions_.clear();
  for (const auto& [object, retraction] : saved.deletions) deletions_[object] = retraction;
}

void ObjectAuthority::restore_member(const core::SavedMember& member) {
  Holdings& held = holdings_[member.federate];
  for (const core::SavedLease& lease : member.leases)
    held.leases.push_back({lease.first, lease.end});
  held.reserved_names.insert(member.reserved_names.begin(), member.reserved_names.end());
}

}  // namespace triad::rtig
