// The list of all messages. The kind of a message is its place in the list. Add new messages at the
// end of their part. Every change of the list or of a struct increments kProtocolVersion.
#pragma once

#include <boost/mp11.hpp>
#include <cstdint>
#include <string_view>
#include <variant>

#include "wire/messages/control_messages.hpp"
#include "wire/messages/ddm_messages.hpp"
#include "wire/messages/declaration_messages.hpp"
#include "wire/messages/federation_messages.hpp"
#include "wire/messages/interest_messages.hpp"
#include "wire/messages/mom_messages.hpp"
#include "wire/messages/move_messages.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/messages/overlay_messages.hpp"
#include "wire/messages/ownership_messages.hpp"
#include "wire/messages/router_messages.hpp"
#include "wire/messages/save_restore_messages.hpp"
#include "wire/messages/stream_messages.hpp"
#include "wire/messages/support_messages.hpp"
#include "wire/messages/time_messages.hpp"
#include "wire/messages/time_status_messages.hpp"

namespace triad::wire {

inline constexpr std::uint32_t kMagic = 0x44415254;  // "TRAD"
inline constexpr std::uint32_t kProtocolVersion = 28;

// Calls X(name) for every message.
#define TRIAD_MESSAGES(X)                             \
  X(Hello)                                            \
  X(Accepted)                                         \
  X(Refused)                                          \
  X(LeaseObjectHandles)                               \
  X(ObjectHandlesLeased)                              \
  X(ReserveObjectName)                                \
  X(FlowControl)                                      \
  X(SenderWaiting)                                    \
  X(CausalDependencies)                               \
  X(SegmentEntered)                                   \
  X(SegmentMember)                                    \
  X(SegmentRead)                                      \
  X(SegmentWrite)                                     \
  X(InterestChanged)                                  \
  X(InterestAcknowledged)                             \
  X(InterestSettled)                                  \
  X(StateInterestAnew)                                \
  X(FaultyFederate)                                   \
  X(ListFederations)                                  \
  X(FederationList)                                   \
  X(ListSaves)                                        \
  X(SaveList)                                         \
  X(TerminateFederation)                              \
  X(QueryTimeStatus)                                  \
  X(FederationTimeStatus)                             \
  X(TakeCallback)                                     \
  X(NoCallback)                                       \
  X(DatagramChannel)                                  \
  X(Piece)                                            \
  X(ComeAgain)                                        \
  X(RouterHello)                                      \
  X(RouterAlive)                                      \
  X(ClientUp)                                         \
  X(ClientDown)                                       \
  X(ClientAdmitted)                                   \
  X(ClientResigned)                                   \
  X(ClientHandled)                                    \
  X(LogPassed)                                        \
  X(OutsideInterest)                                  \
  X(OutsideInterestTaken)                             \
  X(OutsideInterestDigest)                            \
  X(OutsideInterestDoubted)                           \
  X(ClientInterestDigests)                            \
  X(ClientInterestDoubted)                            \
  X(TimeBegins)                                       \
  X(MemberTimeChanged)                                \
  X(TimeTold)                                         \
  X(TimeStated)                                       \
  X(PeerLinkState)                                    \
  X(PeersMeet)                                        \
  X(PeersPart)                                        \
  X(PeerMember)                                       \
  X(PeerMemberGone)                                   \
  X(PeerHandled)                                      \
  X(PeerDirect)                                       \
  X(PeerData)                                         \
  X(PeerInterest)                                     \
  X(PeerInterestTaken)                                \
  X(PeerFence)                                        \
  X(PeerReceived)                                     \
  X(PeerRelayed)                                      \
  X(OverlayJoin)                                      \
  X(OverlayChallenge)                                 \
  X(OverlayProof)                                     \
  X(OverlayAdmitted)                                  \
  X(OverlayRefused)                                   \
  X(OverlayProbe)                                     \
  X(OverlayProbed)                                    \
  X(OverlayDelays)                                    \
  X(OverlayPaths)                                     \
  X(OverlayPathsTaken)                                \
  X(OverlayPathsUsed)                                 \
  X(OverlayNotPassed)                                 \
  X(ClientBacklog)                                    \
  X(ClientToMove)                                     \
  X(ClientStays)                                      \
  X(QueryRouterStatus)                                \
  X(RouterStatus)                                     \
  X(LeaveMesh)                                        \
  X(CreateFederationExecution)                        \
  X(DestroyFederationExecution)                       \
  X(JoinFederationExecution)                          \
  X(ResignFederationExecution)                        \
  X(RegisterFederationSynchronizationPoint)           \
  X(SynchronizationPointAchieved)                     \
  X(JoinAccepted)                                     \
  X(FederateJoined)                                   \
  X(FederateResigned)                                 \
  X(SynchronizationPointRegistered)                   \
  X(FederationSynchronized)                           \
  X(SynchronizationPointRegistrationSucceeded)        \
  X(SynchronizationPointRegistrationFailed)           \
  X(AnnounceSynchronizationPoint)                     \
  X(RequestFederationSave)                            \
  X(FederateSaveBegun)                                \
  X(FederateSaveComplete)                             \
  X(FederateSaveNotComplete)                          \
  X(RequestFederationRestore)                         \
  X(FederateRestoreComplete)                          \
  X(FederateRestoreNotComplete)                       \
  X(SavePlanned)                                      \
  X(SaveTimeReached)                                  \
  X(SaveInitiated)                                    \
  X(SaveSettling)                                     \
  X(SaveSettled)                                      \
  X(SaveCollecting)                                   \
  X(FederateState)                                    \
  X(FederationSaved)                                  \
  X(FederationNotSaved)                               \
  X(RequestFederationRestoreSucceeded)                \
  X(RequestFederationRestoreFailed)                   \
  X(InitiateFederateSave)                             \
  X(InitiateFederateRestore)                          \
  X(FederationRestoreBegun)                           \
  X(FederationRestored)                               \
  X(FederateReturned)                                 \
  X(FederationNotRestored)                            \
  X(MoveAsked)                                        \
  X(MoveAnswered)                                     \
  X(PauseSettling)                                    \
  X(PauseSettled)                                     \
  X(MoveAway)                                         \
  X(ReturnMember)                                     \
  X(MemberReturned)                                   \
  X(MoveCompleted)                                    \
  X(PauseOver)                                        \
  X(PublishObjectClass)                               \
  X(UnpublishObjectClass)                             \
  X(PublishInteractionClass)                          \
  X(UnpublishInteractionClass)                        \
  X(SubscribeObjectClassAttributes)                   \
  X(UnsubscribeObjectClass)                           \
  X(SubscribeInteractionClass)                        \
  X(UnsubscribeInteractionClass)                      \
  X(SetAdvisorySwitch)                                \
  X(StartRegistrationForObjectClass)                  \
  X(StopRegistrationForObjectClass)                   \
  X(TurnInteractionsOn)                               \
  X(TurnInteractionsOff)                              \
  X(RegisterObjectInstance)                           \
  X(ObjectInstanceRegistered)                         \
  X(UpdateAttributeValues)                            \
  X(SendInteraction)                                  \
  X(DeleteObjectInstance)                             \
  X(LocalDeleteObjectInstance)                        \
  X(ChangeAttributeTransportationType)                \
  X(ChangeInteractionTransportationType)              \
  X(ChangeAttributeOrderType)                         \
  X(ChangeInteractionOrderType)                       \
  X(RequestObjectAttributeValueUpdate)                \
  X(RequestClassAttributeValueUpdate)                 \
  X(IsAttributeOwnedByFederate)                       \
  X(AttributesRelevant)                               \
  X(InstancesSupplied)                                \
  X(InstancesTaken)                                   \
  X(DiscoverObjectInstance)                           \
  X(ReflectAttributeValues)                           \
  X(ReceiveInteraction)                               \
  X(RemoveObjectInstance)                             \
  X(ProvideAttributeValueUpdate)                      \
  X(TurnUpdatesOnForObjectInstance)                   \
  X(TurnUpdatesOffForObjectInstance)                  \
  X(AttributesInScope)                                \
  X(AttributesOutOfScope)                             \
  X(GetObjectClassHandle)                             \
  X(GetObjectClassName)                               \
  X(GetAttributeHandle)                               \
  X(GetAttributeName)                                 \
  X(GetInteractionClassHandle)                        \
  X(GetInteractionClassName)                          \
  X(GetParameterHandle)                               \
  X(GetParameterName)                                 \
  X(GetObjectInstanceHandle)                          \
  X(GetObjectInstanceName)                            \
  X(GetRoutingSpaceHandle)                            \
  X(GetRoutingSpaceName)                              \
  X(GetDimensionHandle)                               \
  X(GetDimensionName)                                 \
  X(GetAttributeRoutingSpaceHandle)                   \
  X(GetObjectClass)                                   \
  X(GetInteractionRoutingSpaceHandle)                 \
  X(GetTransportationHandle)                          \
  X(GetTransportationName)                            \
  X(GetOrderingHandle)                                \
  X(GetOrderingName)                                  \
  X(EnableTimeRegulation)                             \
  X(DisableTimeRegulation)                            \
  X(EnableTimeConstrained)                            \
  X(DisableTimeConstrained)                           \
  X(AdvanceTime)                                      \
  X(SetAsynchronousDelivery)                          \
  X(ModifyLookahead)                                  \
  X(QueryTime)                                        \
  X(Retract)                                          \
  X(TimeReport)                                       \
  X(PromisesReduced)                                  \
  X(RequestLbts)                                      \
  X(TimeWait)                                         \
  X(LbtsTold)                                         \
  X(RegulationFloor)                                  \
  X(DeletionCompleted)                                \
  X(TimeStatusRequest)                                \
  X(TimeStatus)                                       \
  X(HoldsUpOthers)                                    \
  X(TimeRegulationEnabled)                            \
  X(TimeConstrainedEnabled)                           \
  X(TimeAdvanceGrant)                                 \
  X(RequestRetraction)                                \
  X(UnconditionalAttributeOwnershipDivestiture)       \
  X(NegotiatedAttributeOwnershipDivestiture)          \
  X(CancelNegotiatedAttributeOwnershipDivestiture)    \
  X(AttributeOwnershipAcquisition)                    \
  X(AttributeOwnershipAcquisitionIfAvailable)         \
  X(AttributeOwnershipReleaseResponse)                \
  X(CancelAttributeOwnershipAcquisition)              \
  X(QueryAttributeOwnership)                          \
  X(AttributeOwnershipTransferred)                    \
  X(YieldAttributes)                                  \
  X(KeepAttributes)                                   \
  X(AttributesYielded)                                \
  X(AttributesKept)                                   \
  X(AcquisitionsAbandoned)                            \
  X(RequestAttributeOwnershipAssumption)              \
  X(AttributeOwnershipDivestitureNotification)        \
  X(AttributeOwnershipAcquisitionNotification)        \
  X(AttributeOwnershipUnavailable)                    \
  X(RequestAttributeOwnershipRelease)                 \
  X(ConfirmAttributeOwnershipAcquisitionCancellation) \
  X(InformAttributeOwnership)                         \
  X(AttributeIsNotOwned)                              \
  X(AttributeOwnedByRTI)                              \
  X(ProvideManagerAttributes)                         \
  X(ManageFederate)                                   \
  X(ModifyAttributeState)                             \
  X(ResignationAnswered)                              \
  X(CreateRegion)                                     \
  X(NotifyAboutRegionModification)                    \
  X(DeleteRegion)                                     \
  X(RegisterObjectInstanceWithRegion)                 \
  X(AssociateRegionForUpdates)                        \
  X(UnassociateRegionForUpdates)                      \
  X(SubscribeObjectClassAttributesWithRegion)         \
  X(UnsubscribeObjectClassWithRegion)                 \
  X(SubscribeInteractionClassWithRegion)              \
  X(UnsubscribeInteractionClassWithRegion)            \
  X(DescribeSpace)                                    \
  X(DescribeRegion)

#define TRIAD_KIND(name) name,
enum class Kind : std::uint16_t { none, TRIAD_MESSAGES(TRIAD_KIND) };
#undef TRIAD_KIND

#define TRIAD_COUNT(name) +1
inline constexpr std::uint16_t kKinds = 1 TRIAD_MESSAGES(TRIAD_COUNT);
#undef TRIAD_COUNT

template <class Message>
struct KindOf;
#define TRIAD_KIND_OF(name)                   \
  template <>                                 \
  struct KindOf<name> {                       \
    static constexpr Kind value = Kind::name; \
  };
TRIAD_MESSAGES(TRIAD_KIND_OF)
#undef TRIAD_KIND_OF

template <class Message>
inline constexpr Kind kind_of = KindOf<Message>::value;

// Returns the message's name, e.g. "UpdateAttributeValues", or "?" if the number is not a kind.
std::string_view name_of(Kind kind);

// Matches messages that are service calls, which name the type of their reply.
template <class Message>
concept Call = requires {
  typename Message::Reply;
};

// Calls visit(type identity) with the message type of `kind`. Returns false if the number is not a
// kind.
template <class Visit>
bool with_message_type(Kind kind, Visit&& visit) {
  switch (kind) {
#define TRIAD_CASE(name)                     \
  case Kind::name:                           \
    visit(boost::mp11::mp_identity<name>{}); \
    return true;
    TRIAD_MESSAGES(TRIAD_CASE)
#undef TRIAD_CASE
    case Kind::none:
      break;
  }
  return false;
}

}  // namespace triad::wire
