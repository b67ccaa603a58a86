// Federation management in the RTIA (HLA 1.3 clause 4): membership and synchronization points.
#include <algorithm>

#include "core/assert.hpp"
#include "rtia/membership.hpp"

namespace triad::rtia {

namespace {

// What one federate sends to others; all else that an RTIA is sent comes from the RTIG.
using DataMessages = boost::mp11::mp_list<
    wire::ObjectInstanceRegistered, wire::UpdateAttributeValues, wire::SendInteraction,
    wire::DeleteObjectInstance, wire::RequestObjectAttributeValueUpdate,
    wire::RequestClassAttributeValueUpdate, wire::AttributesRelevant, wire::RegulationFloor,
    wire::Retract, wire::DeletionCompleted, wire::TimeReport, wire::CausalDependencies>;
// What the RTIG may send to one federate beside its log.
using UnloggedMessages = boost::mp11::mp_list<
    wire::SynchronizationPointRegistered, wire::SynchronizationPointRegistrationFailed,
    wire::FlowControl, wire::TimeReported, wire::TimeSnapshot, wire::TimeStatusRequest,
    wire::YieldAttributes, wire::KeepAttributes, wire::RequestAttributeOwnershipRelease,
    wire::AttributeOwnershipUnavailable, wire::ConfirmAttributeOwnershipAcquisitionCancellation,
    wire::InformAttributeOwnership, wire::AttributeIsNotOwned, wire::AttributeOwnedByRTI,
    wire::SavePlanned, wire::RequestFederationRestoreSucceeded,
    wire::RequestFederationRestoreFailed, wire::FederateState, wire::ProvideManagerAttributes,
    wire::ManageFederate>;
// What the RTIG sends as members do, of the MOM; never in time-stamp order.
using ManagementMessages = boost::mp11::mp_list<wire::UpdateAttributeValues, wire::SendInteraction>;
// What the log says by order of the member that its stamp names.
using MemberMessages = boost::mp11::mp_list<
    wire::PublishObjectClass, wire::UnpublishObjectClass, wire::PublishInteractionClass,
    wire::UnpublishInteractionClass, wire::SubscribeObjectClassAttributes,
    wire::UnsubscribeObjectClass, wire::SubscribeInteractionClass,
    wire::UnsubscribeInteractionClass, wire::SetAdvisorySwitch, wire::EnableTimeRegulation,
    wire::DisableTimeRegulation, wire::EnableTimeConstrained, wire::DisableTimeConstrained,
    wire::NegotiatedAttributeOwnershipDivestiture,
    wire::CancelNegotiatedAttributeOwnershipDivestiture, wire::CreateRegion,
    wire::NotifyAboutRegionModification, wire::DeleteRegion, wire::AssociateRegionForUpdates,
    wire::SubscribeObjectClassAttributesWithRegion, wire::UnsubscribeObjectClassWithRegion,
    wire::SubscribeInteractionClassWithRegion, wire::UnsubscribeInteractionClassWithRegion>;

bool blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

}  // namespace

Membership::Membership(Ambassador& ambassador, FederateHandle self, core::ObjectModel model)
    : ambassador_(ambassador),
      context_(ambassador, self, std::move(model)),
      time_(*ambassador.options_.time_type) {}

bool Membership::begin(const wire::JoinAccepted& accepted) {
  const auto snapshot = wire::decode<core::FederationSnapshot>(accepted.federation);
  if (!snapshot || !federation_.restore(*snapshot) || federation_.member(self_) == nullptr ||
      !federation_.privilege_to_delete()) {
    return false;
  }
  neighbours_.begin(accepted.position, accepted.leases);
  time_management_.begin(accepted.position, accepted.streams);
  mom_.interest_changed();
  return registration_.lease(accepted.first_object, accepted.objects_leased);
}

void Membership::note(const wire::RecordHeader& header) {
  if ((header.flags & wire::kTimeStamped) == 0) return;
  time_management_.received_tso(header);
}

void Membership::settle_time() {
  time_management_.settle(save_restore_.holds_time());
  save_restore_.tell_save_time();
  mom_.settle();
}

std::optional<Error> Membership::carry_out(const ManagementObjectModel::Service& service) {
  return std::visit(
      [&](const auto& request) -> std::optional<Error> {
        if (const auto result = call(request); !result) return result.error();
        return std::nullopt;
      },
      service);
}

std::optional<std::string> Membership::on_record(const Record& record) {
  note(record.header);
  if (!neighbours_.unchecked() && !wants(record)) return {};
  const auto kind = record.header.message_kind();
  Fault fault;
  bool takes = false;
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    using Takes = TakesRecord<Message>;
    if constexpr (is_taken<Takes>(Groups())) {
      takes = true;
      if (!may_come<Message>(record.header)) {
        fault = "a " + std::string(name_of(kind)) + " record in the name of the wrong participant";
      } else if (const auto message = wire::decode<Message>(record.payload)) {
        fault = with_taker<Takes>(groups(),
                                  [&](auto& group) { return group.handle(record, *message); });
      } else {
        fault = "a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  if (!takes) return "a " + std::string(name_of(kind)) + " record, which nobody sends to an RTIA";
  return fault;
}

// A group's private overload would be none to the dispatch.
static_assert(TakesRecord<wire::FederateJoined>::fn<Membership>::value);

template <class Message>
bool Membership::may_come(const wire::RecordHeader& header) const {
  const FederateHandle from = header.from();
  const bool of_rtig = from == wire::kRtig && std::is_same_v<Message, wire::CausalDependencies>;
  if constexpr (boost::mp11::mp_contains<ManagementMessages, Message>::value) {
    if (from == wire::kRtig) return (header.flags & wire::kTimeStamped) == 0;
  }
  if constexpr (boost::mp11::mp_contains<DataMessages, Message>::value) {
    if (of_rtig) return true;
    return from != self_ && federation_.member(from) != nullptr;
  } else {
    if (from != wire::kRtig) return false;
    if constexpr (boost::mp11::mp_contains<UnloggedMessages, Message>::value) return true;
    if ((header.flags & wire::kLogRecord) == 0) return false;
    if constexpr (boost::mp11::mp_contains<MemberMessages, Message>::value) {
      return federation_.member(header.cause()) != nullptr;
    }
    return true;
  }
}

// HLA 1.3 clause 4.5: checked first, nothing is deleted then.
Result<void> Membership::on(const wire::ResignFederationExecution& resign) {
  if (!wire::is_enumerator(resign.action)) {
    return wire::error(ErrorCode::InvalidResignAction,
                       std::to_string(static_cast<int>(resign.action)) +
                           " is not a resign action; they are 1 to 4");
  }
  const auto privilege = federation_.privilege_to_delete();
  if (resign.action == wire::ResignAction::no_action ||
      resign.action == wire::ResignAction::delete_objects) {
    for (const ObjectHandle object : federation_.objects().handles()) {
      const ObjectInstance& instance = *federation_.objects().find(object);
      const AttributeSet owned_now = known_.owned(object, instance);
      if (instance.deleted || owned_now.empty()) continue;
      const bool goes =
          resign.action == wire::ResignAction::delete_objects && owned_now.contains(privilege);
      if (goes) continue;
      return wire::error(
          ErrorCode::FederateOwnsAttributes,
          "attributes of '" + federation_.objects().name(object) +
              "' are owned by this federate, and the resign action does not give them up");
    }
  }
  // It is no member any more when the answer comes.
  mom_.resigns(resign);
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

Fault Membership::handle(const Record&, const wire::FederateJoined& joined) {
  if (!joined.federate || federation_.member(joined.federate) != nullptr) {
    return "a federate that joins though it is a member";
  }
  if (!federation_.apply(joined)) return "a member with an invalid object of the MOM";
  ambassador_.streams_.member_joins(joined.federate, joined.on_fabric);
  neighbours_.lease(joined.leases);
  if (joined.manager) {
    lifecycle_.consider_discovery(joined.manager, *federation_.objects().find(joined.manager));
  }
  // The newcomer has not heard what this federate has received of others.
  ambassador_.streams_.tell_all_anew();
  time_management_.joined();
  return {};
}

// What it sent before the save, up to what the stamp names, everybody has received; a newcomer will
// want to hear so.
Fault Membership::handle(const Record& record, const wire::FederateReturned& returned) {
  ambassador_.streams_.member_returns(returned.federate, returned.on_fabric,
                                      record.header.after_position);
  neighbours_.lease(returned.leases);
  ambassador_.streams_.tell_all_anew();
  time_management_.joined();
  return {};
}

Fault Membership::handle(const Record& record, const wire::FederateResigned& resigned) {
  if (federation_.member(resigned.federate) == nullptr) {
    return "the resignation of a federate that is no member";
  }
  if (resigned.federate == self_) {
    ambassador_.on_resigned(record.header, resigned);
    return {};
  }
  const auto changes = federation_.apply(resigned);
  for (const ObjectHandle object : changes.deleted)
    lifecycle_.remove_instance(object, {object, {}, {}, {}});
  for (const auto& [object, attributes] : changes.released) lifecycle_.ownership_changed(object);
  time_management_.left(resigned.federate, record.header.position);
  ambassador_.streams_.member_leaves(resigned.federate);
  neighbours_.left(resigned.federate);
  retraction_.left(resigned.federate);
  advisories_.forget_relevance(resigned.federate);
  advisories_.advise_registration();
  advisories_.advise_interactions();
  mom_.interest_changed();
  flow_.left(resigned.federate);
  return {};
}

Fault Membership::handle(const Record&, const wire::SynchronizationPointRegistered& point) {
  if (point.registrant == self_) {
    context_.queue(wire::SynchronizationPointRegistrationSucceeded{point.label});
  }
  if (std::ranges::find(point.federates, self_) != point.federates.end()) {
    announced_.insert_or_assign(std::string(point.label), false);
    context_.queue(wire::AnnounceSynchronizationPoint{point.label, point.tag});
  }
  return {};
}

Fault Membership::handle(const Record&,
                         const wire::SynchronizationPointRegistrationFailed& failed) {
  context_.queue(failed);
  return {};
}

Fault Membership::handle(const Record&, const wire::FederationSynchronized& point) {
  if (std::ranges::find(point.federates, self_) == point.federates.end()) return {};
  if (const auto at = announced_.find(point.label); at != announced_.end()) announced_.erase(at);
  context_.queue(point);
  return {};
}

}  // namespace triad::rtia
