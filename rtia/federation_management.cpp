#include "rtia/federation_management.hpp"

#include <algorithm>

#include "rtia/labels.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtia {

// HLA 1.3 clause 4.5: the check comes first, so a refused resignation deletes nothing.
Result<void> FederationManagement::perform_call(const wire::ResignFederationExecution& resign) {
  if (!wire::is_enumerator(resign.action)) {
    return wire::error(ErrorCode::InvalidResignAction,
                       std::to_string(static_cast<int>(resign.action)) +
                           " is not a resign action; they are 1 to 4");
  }
  if (auto refusal = check_owned_attributes(resign.action)) return *refusal;
  listener_.before_resignation(resign);
  context_.request(resign);
  return {};
}

std::optional<Error> FederationManagement::check_owned_attributes(wire::ResignAction action) const {
  const bool deletes = action == wire::ResignAction::delete_objects;
  if (!deletes && action != wire::ResignAction::no_action) return std::nullopt;
  const auto privilege = federation_.privilege_to_delete();
  for (const ObjectHandle object : federation_.objects().handles()) {
    const ObjectInstance& instance = *federation_.objects().find(object);
    const AttributeSet owned_now = known_.owned(object, instance);
    if (instance.deleted || owned_now.empty()) continue;
    if (deletes && owned_now.contains(privilege)) continue;
    return wire::error(
        ErrorCode::FederateOwnsAttributes,
        "attributes of " + wire::quoted(federation_.objects().name(object)) +
            " are owned by this federate, and the resign action does not give them up; resign "
            "with DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES, or with RELEASE_ATTRIBUTES to leave the "
            "instances to others");
  }
  return std::nullopt;
}

Result<void> FederationManagement::perform_call(
    const wire::RegisterFederationSynchronizationPoint& request) {
  if (is_blank(request.label)) {
    return wire::error(ErrorCode::RTIinternalError, "a synchronization point needs a label");
  }
  context_.send_to_rtig(request);
  return {};
}

Result<void> FederationManagement::perform_call(const wire::SynchronizationPointAchieved& request) {
  const auto at = announced_.find(request.label);
  if (at == announced_.end() || at->second) {
    return wire::error(ErrorCode::SynchronizationPointLabelWasNotAnnounced,
                       wire::quoted(request.label) + " was " +
                           (at == announced_.end() ? "not announced to this federate"
                                                   : "achieved by this federate already"));
  }
  at->second = true;
  context_.send_to_rtig(request);
  return {};
}

Fault FederationManagement::receive_record(const Record&, const wire::FederateJoined& joined) {
  if (!joined.federate || federation_.member(joined.federate) != nullptr) {
    return "the join of a federate that is a member already";
  }
  federation_.apply(joined);
  context_.streams().add_member(joined.federate, joined.on_fabric);
  neighbours_.add_leases(joined.leases);
  const auto managers = federation_.management().federate();
  if (joined.manager && managers && interest_.keeps(managers)) {
    const auto registered = federation_.management().registration_of_manager(joined.manager);
    if (!federation_.apply(wire::kRtiOwner, registered)) {
      return "a member with an invalid object of the MOM";
    }
    lifecycle_.consider_discovery(joined.manager, *federation_.objects().find(joined.manager));
  }
  context_.streams().restate_all();
  listener_.after_member_joined();
  return {};
}

// All members have received its records before the save, up to the position in the stamp. A new
// member needs all positions again.
Fault FederationManagement::receive_record(const Record& record,
                                           const wire::FederateReturned& returned) {
  context_.streams().restore_member(returned.federate, returned.on_fabric,
                                    record.header.after_position);
  neighbours_.add_leases(returned.leases);
  context_.streams().restate_all();
  listener_.after_member_joined();
  return {};
}

Fault FederationManagement::receive_record(const Record& record,
                                           const wire::FederateResigned& resigned) {
  if (federation_.member(resigned.federate) == nullptr) {
    return "the resignation of a federate that is not a member";
  }
  if (resigned.federate == self_) {
    departure_ = {resigned.lost, std::string(resigned.reason)};
    return {};
  }
  const auto changes = federation_.apply(resigned);
  for (const ObjectHandle object : changes.deleted) {
    lifecycle_.remove_instance(object, {object, {}, {}, {}});
  }
  for (const auto& [object, attributes] : changes.released)
    lifecycle_.after_ownership_change(object);
  context_.streams().remove_member(resigned.federate);
  neighbours_.remove_federate(resigned.federate);
  listener_.after_member_left(resigned.federate, record.header.position);
  return {};
}

Fault FederationManagement::receive_record(const Record&,
                                           const wire::SynchronizationPointRegistered& point) {
  if (point.registrant == self_) {
    context_.queue(wire::SynchronizationPointRegistrationSucceeded{point.label});
  }
  if (std::ranges::find(point.federates, self_) != point.federates.end()) {
    announced_.insert_or_assign(std::string(point.label), false);
    context_.queue(wire::AnnounceSynchronizationPoint{point.label, point.tag});
  }
  return {};
}

Fault FederationManagement::receive_record(
    const Record&, const wire::SynchronizationPointRegistrationFailed& failed) {
  context_.queue(failed);
  return {};
}

Fault FederationManagement::receive_record(const Record&,
                                           const wire::FederationSynchronized& point) {
  if (std::ranges::find(point.federates, self_) == point.federates.end()) return {};
  if (const auto at = announced_.find(point.label); at != announced_.end()) announced_.erase(at);
  context_.queue(point);
  return {};
}

bool FederationManagement::make_callback(const Record&,
                                         const wire::AnnounceSynchronizationPoint& point) {
  context_.callbacks.current = point;
  return true;
}

bool FederationManagement::make_callback(const Record&, const wire::FederationSynchronized& point) {
  context_.callbacks.current = point;
  return true;
}

bool FederationManagement::make_callback(const Record&,
                                         const wire::SynchronizationPointRegistrationSucceeded& m) {
  context_.callbacks.current = m;
  return true;
}

bool FederationManagement::make_callback(const Record&,
                                         const wire::SynchronizationPointRegistrationFailed& m) {
  context_.callbacks.current = m;
  return true;
}

}  // namespace triad::rtia
