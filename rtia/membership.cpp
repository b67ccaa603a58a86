// Connection of the groups of a membership: their beginning, changes of other members, and the
// check of which records may arrive.
#include "rtia/membership.hpp"

#include <utility>
#include <vector>

namespace triad::rtia {

namespace {

// Data between members. All other records come from the RTIG.
using DataMessages =
    boost::mp11::mp_list<wire::UpdateAttributeValues, wire::SendInteraction,
                         wire::RequestObjectAttributeValueUpdate,
                         wire::RequestClassAttributeValueUpdate, wire::AttributesRelevant,
                         wire::RegulationFloor, wire::Retract, wire::CausalDependencies>;
// Sent by a neighbour itself, or, to a member at a link, in the log. A deletion in time-stamp order
// always comes from its sender.
using ExistenceMessages =
    boost::mp11::mp_list<wire::ObjectInstanceRegistered, wire::DeleteObjectInstance>;
// Records of the RTIG to one member beside the log.
using UnloggedMessages = boost::mp11::mp_list<
    wire::SynchronizationPointRegistered, wire::SynchronizationPointRegistrationFailed,
    wire::FlowControl, wire::InterestChanged, wire::RestateInterest, wire::LbtsTold,
    wire::TimeStatusRequest, wire::YieldAttributes, wire::KeepAttributes,
    wire::RequestAttributeOwnershipRelease, wire::AttributeOwnershipUnavailable,
    wire::ConfirmAttributeOwnershipAcquisitionCancellation, wire::InformAttributeOwnership,
    wire::AttributeIsNotOwned, wire::AttributeOwnedByRTI, wire::InstancesSupplied,
    wire::SavePlanned, wire::RequestFederationRestoreSucceeded,
    wire::RequestFederationRestoreFailed, wire::FederateState, wire::ProvideManagerAttributes,
    wire::ManageFederate, wire::HoldsUpOthers, wire::MoveAsked, wire::MoveAway,
    wire::MemberReturned>;
// Data of the MOM, which the RTIG sends as members do; never in time-stamp order.
using ManagementMessages = boost::mp11::mp_list<wire::UpdateAttributeValues, wire::SendInteraction>;
// Log records caused by the member that their stamp names.
using MemberMessages = boost::mp11::mp_list<
    wire::PublishObjectClass, wire::UnpublishObjectClass, wire::PublishInteractionClass,
    wire::UnpublishInteractionClass, wire::SubscribeObjectClassAttributes,
    wire::UnsubscribeObjectClass, wire::SubscribeInteractionClass,
    wire::UnsubscribeInteractionClass, wire::SetAdvisorySwitch, wire::EnableTimeRegulation,
    wire::DisableTimeRegulation, wire::EnableTimeConstrained, wire::DisableTimeConstrained,
    wire::NegotiatedAttributeOwnershipDivestiture,
    wire::CancelNegotiatedAttributeOwnershipDivestiture, wire::CreateRegion,
    wire::NotifyAboutRegionModification, wire::DeletionCompleted, wire::DeleteRegion,
    wire::AssociateRegionForUpdates, wire::SubscribeObjectClassAttributesWithRegion,
    wire::UnsubscribeObjectClassWithRegion, wire::SubscribeInteractionClassWithRegion,
    wire::UnsubscribeInteractionClassWithRegion>;

}  // namespace

Membership::Membership(Connection& connection, PendingCall& call, const AmbassadorOptions& options,
                       FederateHandle self, core::ObjectModel model)
    : context_(connection, call, options, self, std::move(model)),
      time_(*options.time_type, options.leniency) {}

Membership::Membership(const Membership& of, FederateHandle self)
    : context_(of.context_, self),
      time_(*context_.options().time_type, context_.options().leniency) {}

bool Membership::load_members(Bytes members) {
  auto taken = wire::decode<std::vector<core::MemberSnapshot>>(members);
  return taken && context_.federation.restore({std::move(*taken), {}}) &&
         context_.federation.member(context_.self) != nullptr &&
         context_.federation.privilege_to_delete();
}

bool Membership::begin(const wire::JoinAccepted& accepted) {
  if (!load_members(accepted.members)) return false;
  neighbours_.begin(accepted.position, accepted.leases);
  time_management_.begin();
  mom_.update_state_subscribers();
  return registration_.add_lease(accepted.first_object, accepted.objects_leased);
}

void Membership::count_received_message(const wire::RecordHeader& header) {
  if ((header.flags & wire::kTimeStamped) == 0) return;
  time_management_.count_received_tso(header);
}

bool Membership::needs_record(const Record& record) const {
  const wire::RecordHeader& header = record.header;
  if (!header.has_interest() || header.to()) return true;
  if (!wire::is_existence(header.interest_key)) {
    return context_.federation.interest().filter().may_need_record(context_.self,
                                                                   record.interest());
  }
  return (header.from() == wire::kRtig && header.cause() == context_.self) ||
         interest_statement_.needs_existence_record(record.interest());
}

void Membership::settle_time() {
  kept_.drop_released();
  time_management_.settle(save_restore_.holds_time());
  save_restore_.report_save_time();
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

Fault Membership::receive_record(const Record& record, bool unchecked) {
  context_.set_unchecked(unchecked);
  Fault fault = dispatch_record(record);
  context_.set_unchecked(false);
  if ((record.header.flags & wire::kLogRecord) != 0) {
    interest_statement_.apply_log_record(
        record.header, [&](ObjectClassHandle registered_class) { kept_.drop(registered_class); });
  }
  return fault;
}

Fault Membership::dispatch_record(const Record& record) {
  count_received_message(record.header);
  // Records of members' own streams were filtered when read, and records over links by the Router.
  const bool unfiltered = context_.streams().is_on_fabric() && !neighbours_.is_unchecked();
  if (unfiltered && !needs_record(record)) return {};
  const auto kind = record.header.message_kind();
  Fault fault;
  bool takes = false;
  wire::with_message_type(kind, [&](auto type) {
    using Message = typename decltype(type)::type;
    using Takes = ReceivesRecord<Message>;
    if constexpr (has_group<Takes>(Groups())) {
      takes = true;
      if (!is_valid_sender<Message>(record.header)) {
        fault = "a " + std::string(name_of(kind)) + " record in the name of the wrong participant";
      } else if (const auto message = wire::decode<Message>(record.payload)) {
        fault = with_group<Takes>(
            groups(), [&](auto& group) { return group.receive_record(record, *message); });
      } else {
        fault = "a malformed " + std::string(name_of(kind)) + " record";
      }
    }
  });
  if (!takes)
    return "a " + std::string(name_of(kind)) + " record, which no participant sends to an RTIA";
  return fault;
}

// Fails if a group's overload is private, which the dispatch would not see.
static_assert(ReceivesRecord<wire::FederateJoined>::fn<FederationManagement>::value);

template <class Message>
bool Membership::is_valid_sender(const wire::RecordHeader& header) const {
  const FederateHandle from = header.from();
  const bool of_rtig = from == wire::kRtig && std::is_same_v<Message, wire::CausalDependencies>;
  if constexpr (boost::mp11::mp_contains<ManagementMessages, Message>::value) {
    if (from == wire::kRtig) return (header.flags & wire::kTimeStamped) == 0;
  }
  if constexpr (boost::mp11::mp_contains<ExistenceMessages, Message>::value) {
    const bool by_log = from == wire::kRtig && (header.flags & wire::kLogRecord) != 0;
    const FederateHandle by = by_log ? header.cause() : from;
    return by_log ? context_.federation.member(by) != nullptr
                  : by != context_.self && context_.federation.member(by) != nullptr;
  }
  if constexpr (boost::mp11::mp_contains<DataMessages, Message>::value) {
    if (of_rtig) return true;
    return from != context_.self && context_.federation.member(from) != nullptr;
  } else {
    if (from != wire::kRtig) return false;
    if constexpr (boost::mp11::mp_contains<UnloggedMessages, Message>::value) return true;
    if ((header.flags & wire::kLogRecord) == 0) return false;
    if constexpr (boost::mp11::mp_contains<MemberMessages, Message>::value) {
      return context_.federation.member(header.cause()) != nullptr;
    }
    return true;
  }
}

// --- Notifications between groups.

void Membership::after_member_joined() {
  time_management_.notes().forget_constrained_members();
}

void Membership::after_member_left(FederateHandle federate, wire::Position log_position) {
  time_management_.remove_federate(federate, log_position);
  retraction_.remove_federate(federate);
  advisories_.forget_relevance(federate);
  advisories_.advise_registration();
  advisories_.advise_interactions();
  mom_.update_state_subscribers();
  flow_.remove_federate(federate);
}

// Otherwise the RTIG would delete instances before the federate owns their privilegeToDelete.
void Membership::before_resignation(const wire::ResignFederationExecution& resign) {
  if (resign.action == wire::ResignAction::delete_objects ||
      resign.action == wire::ResignAction::delete_objects_and_release_attributes) {
    ownership_.return_arriving(context_.federation.privilege_to_delete());
  }
  mom_.report_resignation(resign);
}

}  // namespace triad::rtia
