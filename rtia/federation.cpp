// Federation management in the RTIA (HLA 1.3 clause 4): membership and synchronization points.
#include <algorithm>

#include "core/assert.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Membership::Membership(Ambassador& ambassador, FederateHandle self, core::ObjectModel model)
    : ambassador_(ambassador), self_(self), federation_(std::move(model)) {}

bool Membership::begin(const wire::JoinAccepted& accepted) {
  const auto snapshot = wire::decode<core::FederationSnapshot>(accepted.federation);
  if (!snapshot || !federation_.restore(*snapshot) || federation_.member(self_) == nullptr) {
    return false;
  }
  leases_.push_back(
      {accepted.first_object.value, accepted.first_object.value + accepted.objects_leased});
  return true;
}

std::optional<std::string> Membership::on_record(const Record& record) {
  const auto kind = record.header.message_kind();
  Fault fault = "a " + std::string(name_of(kind)) + " record, which nobody sends to an RTIA";
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    if constexpr (requires(const Message& m) { this->handle(record, m); }) {
      if (const auto message = wire::decode<Message>(record.payload)) {
        fault = this->handle(record, *message);
      } else {
        fault = "a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  return fault;
}

// Semantics.md table 1.1: checked first, nothing is deleted then.
Result<void> Membership::on(const wire::ResignFederationExecution& resign) {
  if (!wire::is_enumerator(resign.action)) {
    return wire::error(
        ErrorCode::InvalidResignAction,
        std::to_string(static_cast<int>(resign.action)) + " is no resign action; there are 1 to 4");
  }
  const auto privilege = federation_.privilege_to_delete();
  if (resign.action == wire::ResignAction::no_action ||
      resign.action == wire::ResignAction::delete_objects) {
    for (const ObjectHandle object : federation_.objects().handles()) {
      const ObjectInstance& instance = *federation_.objects().find(object);
      if (instance.deleted || !instance.owned_at_all(self_)) continue;
      const bool goes =
          resign.action == wire::ResignAction::delete_objects && instance.owner(privilege) == self_;
      if (goes) continue;
      return wire::error(ErrorCode::FederateOwnsAttributes,
                         "attributes of '" + federation_.objects().name(object) +
                             "' are owned by this federate, and the resign action leaves them");
    }
  }
  ambassador_.request(resign);
  return {};
}

Result<void> Membership::on(const wire::RegisterFederationSynchronizationPoint& request) {
  if (blank(request.label)) {
    return wire::error(ErrorCode::RTIinternalError, "a synchronization point needs a label");
  }
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

Result<void> Membership::on(const wire::SynchronizationPointAchieved& request) {
  const auto at = announced_.find(request.label);
  if (at == announced_.end() || at->second) {
    return wire::error(ErrorCode::SynchronizationPointLabelWasNotAnnounced,
                       "'" + std::string(request.label) + "' was " +
                           (at == announced_.end() ? "not announced to this federate"
                                                   : "achieved by this federate already"));
  }
  at->second = true;
  ambassador_.send({Audience::Who::rtig, {}}, request);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::FederateJoined& joined) {
  federation_.apply(joined);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::FederateResigned& resigned) {
  if (resigned.federate == self_) {
    if (resigned.lost) {
      ambassador_.dismissed_ =
          "the RTIG resigned this federate, which " + std::string(resigned.reason);
      if (ambassador_.waiting()) {
        ambassador_.end_wait(
            wire::error(ErrorCode::FederateNotExecutionMember, ambassador_.dismissed_), 0, false);
      }
    }
    ambassador_.forget_federation();
    return {};
  }
  const auto changes = federation_.apply(resigned);
  for (const ObjectHandle object : changes.deleted) remove_instance(object, {object, {}, {}, {}});
  for (const auto& [object, attributes] : changes.released) after_ownership_change(object);
  forget_relevance(resigned.federate);
  advise_registration();
  advise_interactions();
  if (held_.contains(resigned.federate)) {
    held_.erase(resigned.federate);
    room_again();
  }
  return {};
}

Membership::Fault Membership::handle(const Record&,
                                     const wire::SynchronizationPointRegistered& point) {
  if (point.registrant == self_) {
    queue(wire::SynchronizationPointRegistrationSucceeded{point.label});
  }
  if (std::ranges::find(point.federates, self_) != point.federates.end()) {
    queue(wire::AnnounceSynchronizationPoint{point.label, point.tag});
  }
  return {};
}

Membership::Fault Membership::handle(const Record&,
                                     const wire::SynchronizationPointRegistrationFailed& failed) {
  queue(failed);
  return {};
}

Membership::Fault Membership::handle(const Record&, const wire::FederationSynchronized& point) {
  if (std::ranges::find(point.federates, self_) != point.federates.end()) queue(point);
  return {};
}

}  // namespace triad::rtia
