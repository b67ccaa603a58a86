// List of all messages and their numbers. A number never changes its meaning: a new message gets
// kKindNumbersEnd, and the number of a removed message is not used again
// (wire/message_numbers.tsv). kProtocolVersion rises when a peer of the version before would
// misread a message or its place in the protocol.
#pragma once

#include <algorithm>
#include <array>
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
#include "wire/messages/recovery_messages.hpp"
#include "wire/messages/router_messages.hpp"
#include "wire/messages/save_restore_messages.hpp"
#include "wire/messages/stream_messages.hpp"
#include "wire/messages/support_messages.hpp"
#include "wire/messages/time_messages.hpp"
#include "wire/messages/time_status_messages.hpp"

namespace triad::wire {

inline constexpr std::uint32_t kMagic = 0x44415254;  // "TRAD"
inline constexpr std::uint32_t kProtocolVersion = 32;

// X(number, name) for each message of an overlay, which routers exchange among themselves.
#define TRIAD_OVERLAY_MESSAGES(X) \
  X(61, PeerRelayed)              \
  X(62, OverlayJoin)              \
  X(63, OverlayChallenge)         \
  X(64, OverlayProof)             \
  X(65, OverlayAdmitted)          \
  X(66, OverlayRefused)           \
  X(67, OverlayProbe)             \
  X(68, OverlayProbed)            \
  X(69, OverlayDelays)            \
  X(70, OverlayPaths)             \
  X(71, OverlayPathsTaken)        \
  X(72, OverlayPathsUsed)         \
  X(73, OverlayNotPassed)

// X(number, name) for each message.
#define TRIAD_MESSAGES(X)                                  \
  X(1, Hello)                                              \
  X(2, Accepted)                                           \
  X(3, Refused)                                            \
  X(4, LeaseObjectHandles)                                 \
  X(5, ObjectHandlesLeased)                                \
  X(6, ReserveObjectName)                                  \
  X(7, FlowControl)                                        \
  X(8, SenderWaiting)                                      \
  X(9, CausalDependencies)                                 \
  X(10, SegmentEntered)                                    \
  X(11, SegmentMember)                                     \
  X(12, SegmentRead)                                       \
  X(13, SegmentWrite)                                      \
  X(14, InterestChanged)                                   \
  X(15, InterestAcknowledged)                              \
  X(16, InterestSettled)                                   \
  X(17, RestateInterest)                                   \
  X(18, FaultyFederate)                                    \
  X(19, ListFederations)                                   \
  X(20, FederationList)                                    \
  X(21, ListSaves)                                         \
  X(22, SaveList)                                          \
  X(23, TerminateFederation)                               \
  X(24, QueryTimeStatus)                                   \
  X(25, FederationTimeStatus)                              \
  X(26, TakeCallback)                                      \
  X(27, NoCallback)                                        \
  X(28, DatagramChannel)                                   \
  X(29, Piece)                                             \
  X(30, ComeAgain)                                         \
  X(31, RouterHello)                                       \
  X(32, RouterAlive)                                       \
  X(33, ClientUp)                                          \
  X(34, ClientDown)                                        \
  X(35, ClientAdmitted)                                    \
  X(36, ClientResigned)                                    \
  X(37, ClientHandled)                                     \
  X(38, LogPassed)                                         \
  X(39, OutsideInterest)                                   \
  X(40, OutsideInterestTaken)                              \
  X(41, OutsideInterestDigest)                             \
  X(42, OutsideInterestDoubted)                            \
  X(43, ClientInterestDigests)                             \
  X(44, ClientInterestDoubted)                             \
  X(45, TimeBegins)                                        \
  X(46, MemberTimeChanged)                                 \
  X(47, TimeTold)                                          \
  X(48, TimeStated)                                        \
  X(49, PeerLinkState)                                     \
  X(50, PeersMeet)                                         \
  X(51, PeersPart)                                         \
  X(52, PeerMember)                                        \
  X(53, PeerMemberGone)                                    \
  X(54, PeerHandled)                                       \
  X(55, PeerDirect)                                        \
  X(56, PeerData)                                          \
  X(57, PeerInterest)                                      \
  X(58, PeerInterestTaken)                                 \
  X(59, PeerFence)                                         \
  X(60, PeerReceived)                                      \
  TRIAD_OVERLAY_MESSAGES(X)                                \
  X(74, ClientBacklog)                                     \
  X(75, ClientToMove)                                      \
  X(76, ClientStays)                                       \
  X(77, QueryRouterStatus)                                 \
  X(78, RouterStatus)                                      \
  X(79, LeaveMesh)                                         \
  X(80, CreateFederationExecution)                         \
  X(81, DestroyFederationExecution)                        \
  X(82, JoinFederationExecution)                           \
  X(83, ResignFederationExecution)                         \
  X(84, RegisterFederationSynchronizationPoint)            \
  X(85, SynchronizationPointAchieved)                      \
  X(86, JoinAccepted)                                      \
  X(87, FederateJoined)                                    \
  X(88, FederateResigned)                                  \
  X(89, SynchronizationPointRegistered)                    \
  X(90, FederationSynchronized)                            \
  X(91, SynchronizationPointRegistrationSucceeded)         \
  X(92, SynchronizationPointRegistrationFailed)            \
  X(93, AnnounceSynchronizationPoint)                      \
  X(94, RequestFederationSave)                             \
  X(95, FederateSaveBegun)                                 \
  X(96, FederateSaveComplete)                              \
  X(97, FederateSaveNotComplete)                           \
  X(98, RequestFederationRestore)                          \
  X(99, FederateRestoreComplete)                           \
  X(100, FederateRestoreNotComplete)                       \
  X(101, SavePlanned)                                      \
  X(102, SaveTimeReached)                                  \
  X(103, SaveInitiated)                                    \
  X(104, SaveSettling)                                     \
  X(105, SaveSettled)                                      \
  X(106, SaveCollecting)                                   \
  X(107, FederateState)                                    \
  X(108, FederationSaved)                                  \
  X(109, FederationNotSaved)                               \
  X(110, RequestFederationRestoreSucceeded)                \
  X(111, RequestFederationRestoreFailed)                   \
  X(112, InitiateFederateSave)                             \
  X(113, InitiateFederateRestore)                          \
  X(114, FederationRestoreBegun)                           \
  X(115, FederationRestored)                               \
  X(116, FederateReturned)                                 \
  X(117, FederationNotRestored)                            \
  X(118, MoveAsked)                                        \
  X(119, MoveAnswered)                                     \
  X(120, PauseSettling)                                    \
  X(121, PauseSettled)                                     \
  X(122, MoveAway)                                         \
  X(123, ReturnMember)                                     \
  X(124, MemberReturned)                                   \
  X(125, MoveCompleted)                                    \
  X(126, PauseOver)                                        \
  X(127, PublishObjectClass)                               \
  X(128, UnpublishObjectClass)                             \
  X(129, PublishInteractionClass)                          \
  X(130, UnpublishInteractionClass)                        \
  X(131, SubscribeObjectClassAttributes)                   \
  X(132, UnsubscribeObjectClass)                           \
  X(133, SubscribeInteractionClass)                        \
  X(134, UnsubscribeInteractionClass)                      \
  X(135, SetAdvisorySwitch)                                \
  X(136, StartRegistrationForObjectClass)                  \
  X(137, StopRegistrationForObjectClass)                   \
  X(138, TurnInteractionsOn)                               \
  X(139, TurnInteractionsOff)                              \
  X(140, RegisterObjectInstance)                           \
  X(141, ObjectInstanceRegistered)                         \
  X(142, UpdateAttributeValues)                            \
  X(143, SendInteraction)                                  \
  X(144, DeleteObjectInstance)                             \
  X(145, LocalDeleteObjectInstance)                        \
  X(146, ChangeAttributeTransportationType)                \
  X(147, ChangeInteractionTransportationType)              \
  X(148, ChangeAttributeOrderType)                         \
  X(149, ChangeInteractionOrderType)                       \
  X(150, RequestObjectAttributeValueUpdate)                \
  X(151, RequestClassAttributeValueUpdate)                 \
  X(152, IsAttributeOwnedByFederate)                       \
  X(153, AttributesRelevant)                               \
  X(154, InstancesSupplied)                                \
  X(155, InstancesTaken)                                   \
  X(156, DiscoverObjectInstance)                           \
  X(157, ReflectAttributeValues)                           \
  X(158, ReceiveInteraction)                               \
  X(159, RemoveObjectInstance)                             \
  X(160, ProvideAttributeValueUpdate)                      \
  X(161, TurnUpdatesOnForObjectInstance)                   \
  X(162, TurnUpdatesOffForObjectInstance)                  \
  X(163, AttributesInScope)                                \
  X(164, AttributesOutOfScope)                             \
  X(165, GetObjectClassHandle)                             \
  X(166, GetObjectClassName)                               \
  X(167, GetAttributeHandle)                               \
  X(168, GetAttributeName)                                 \
  X(169, GetInteractionClassHandle)                        \
  X(170, GetInteractionClassName)                          \
  X(171, GetParameterHandle)                               \
  X(172, GetParameterName)                                 \
  X(173, GetObjectInstanceHandle)                          \
  X(174, GetObjectInstanceName)                            \
  X(175, GetRoutingSpaceHandle)                            \
  X(176, GetRoutingSpaceName)                              \
  X(177, GetDimensionHandle)                               \
  X(178, GetDimensionName)                                 \
  X(179, GetAttributeRoutingSpaceHandle)                   \
  X(180, GetObjectClass)                                   \
  X(181, GetInteractionRoutingSpaceHandle)                 \
  X(182, GetTransportationHandle)                          \
  X(183, GetTransportationName)                            \
  X(184, GetOrderingHandle)                                \
  X(185, GetOrderingName)                                  \
  X(186, EnableTimeRegulation)                             \
  X(187, DisableTimeRegulation)                            \
  X(188, EnableTimeConstrained)                            \
  X(189, DisableTimeConstrained)                           \
  X(190, AdvanceTime)                                      \
  X(191, SetAsynchronousDelivery)                          \
  X(192, ModifyLookahead)                                  \
  X(193, QueryTime)                                        \
  X(194, Retract)                                          \
  X(195, TimeReport)                                       \
  X(196, PromisesReduced)                                  \
  X(197, RequestLbts)                                      \
  X(198, TimeWait)                                         \
  X(199, LbtsTold)                                         \
  X(200, RegulationFloor)                                  \
  X(201, DeletionCompleted)                                \
  X(202, TimeStatusRequest)                                \
  X(203, TimeStatus)                                       \
  X(204, HoldsUpOthers)                                    \
  X(205, TimeRegulationEnabled)                            \
  X(206, TimeConstrainedEnabled)                           \
  X(207, TimeAdvanceGrant)                                 \
  X(208, RequestRetraction)                                \
  X(209, UnconditionalAttributeOwnershipDivestiture)       \
  X(210, NegotiatedAttributeOwnershipDivestiture)          \
  X(211, CancelNegotiatedAttributeOwnershipDivestiture)    \
  X(212, AttributeOwnershipAcquisition)                    \
  X(213, AttributeOwnershipAcquisitionIfAvailable)         \
  X(214, AttributeOwnershipReleaseResponse)                \
  X(215, CancelAttributeOwnershipAcquisition)              \
  X(216, QueryAttributeOwnership)                          \
  X(217, AttributeOwnershipTransferred)                    \
  X(218, YieldAttributes)                                  \
  X(219, KeepAttributes)                                   \
  X(220, AttributesYielded)                                \
  X(221, AttributesKept)                                   \
  X(222, AcquisitionsAbandoned)                            \
  X(223, RequestAttributeOwnershipAssumption)              \
  X(224, AttributeOwnershipDivestitureNotification)        \
  X(225, AttributeOwnershipAcquisitionNotification)        \
  X(226, AttributeOwnershipUnavailable)                    \
  X(227, RequestAttributeOwnershipRelease)                 \
  X(228, ConfirmAttributeOwnershipAcquisitionCancellation) \
  X(229, InformAttributeOwnership)                         \
  X(230, AttributeIsNotOwned)                              \
  X(231, AttributeOwnedByRTI)                              \
  X(232, ProvideManagerAttributes)                         \
  X(233, ManageFederate)                                   \
  X(234, ModifyAttributeState)                             \
  X(235, ResignationAnswered)                              \
  X(236, CreateRegion)                                     \
  X(237, NotifyAboutRegionModification)                    \
  X(238, DeleteRegion)                                     \
  X(239, RegisterObjectInstanceWithRegion)                 \
  X(240, AssociateRegionForUpdates)                        \
  X(241, UnassociateRegionForUpdates)                      \
  X(242, SubscribeObjectClassAttributesWithRegion)         \
  X(243, UnsubscribeObjectClassWithRegion)                 \
  X(244, SubscribeInteractionClassWithRegion)              \
  X(245, UnsubscribeInteractionClassWithRegion)            \
  X(246, DescribeSpace)                                    \
  X(247, DescribeRegion)                                   \
  X(248, Ack)                                              \
  X(249, ResumeMember)                                     \
  X(250, RecoveryBegins)                                   \
  X(251, RecoveryTaken)                                    \
  X(252, MemberStated)                                     \
  X(253, Retransmit)                                       \
  X(254, Retransmitted)                                    \
  X(255, RecoveryOver)                                     \
  X(256, MembershipAbandoned)                              \
  X(257, QueryFigures)                                     \
  X(258, RtigFigures)                                      \
  X(259, FederationRecovers)                               \
  X(260, StreamsReceived)                                  \
  X(261, WatchConnection)                                  \
  X(262, ConnectionLost)                                   \
  X(263, ConnectionRestored)                               \
  X(264, SuspendMembership)                                \
  X(265, ResumeMembership)                                 \
  X(266, MembershipSuspended)                              \
  X(267, AttachRouter)                                     \
  X(268, RouterAttached)                                   \
  X(269, RouterDetached)

#define TRIAD_KIND(number, name) name = number,
enum class Kind : std::uint16_t { none = 0, TRIAD_MESSAGES(TRIAD_KIND) };
#undef TRIAD_KIND

#define TRIAD_KIND(number, name) Kind::name,
inline constexpr auto kAllKinds = std::to_array<Kind>({TRIAD_MESSAGES(TRIAD_KIND)});
inline constexpr std::array kOverlayKinds{TRIAD_OVERLAY_MESSAGES(TRIAD_KIND)};
#undef TRIAD_KIND

inline constexpr auto kKindNumbersEnd =
    static_cast<std::uint16_t>(static_cast<std::uint16_t>(std::ranges::max(kAllKinds)) + 1);

// Returns whether a message has this number.
constexpr bool is_kind(std::uint16_t number) {
  switch (static_cast<Kind>(number)) {
#define TRIAD_CASE(number, name) case Kind::name:
    TRIAD_MESSAGES(TRIAD_CASE)
#undef TRIAD_CASE
    return true;
    default:
      return false;
  }
}

// Returns whether the message is of an overlay.
constexpr bool is_overlay_kind(Kind kind) {
  switch (kind) {
#define TRIAD_CASE(number, name) case Kind::name:
    TRIAD_OVERLAY_MESSAGES(TRIAD_CASE)
#undef TRIAD_CASE
    return true;
    default:
      return false;
  }
}

template <class Message>
struct KindOf;
#define TRIAD_KIND_OF(number, name)           \
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
#define TRIAD_CASE(number, name)             \
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
