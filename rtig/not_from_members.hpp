// Messages that members do not send to the RTIG: messages of the RTIG itself, messages of routers,
// services that an RTIA carries out alone, and requests from before the join. Every other message
// has exactly one authority with a receive_from_member() for it; Authority checks this at compile
// time.
#pragma once

#include <boost/mp11.hpp>

#include "wire/message_list.hpp"

namespace triad::rtig {

using NotFromMembers = boost::mp11::mp_list<
    wire::Hello, wire::Accepted, wire::Refused, wire::InterestAcknowledged, wire::InterestSettled,
    wire::RestateInterest, wire::OutsideInterest, wire::OutsideInterestTaken,
    wire::OutsideInterestDigest, wire::OutsideInterestDoubted, wire::ClientInterestDigests,
    wire::ClientInterestDoubted, wire::TimeBegins, wire::MemberTimeChanged, wire::TimeTold,
    wire::TimeStated, wire::PeerLinkState, wire::PeersMeet, wire::PeersPart, wire::PeerMember,
    wire::PeerMemberGone, wire::PeerHandled, wire::PeerDirect, wire::PeerData, wire::PeerInterest,
    wire::PeerInterestTaken, wire::PeerFence, wire::PeerReceived, wire::PeerRelayed,
    wire::OverlayJoin, wire::OverlayChallenge, wire::OverlayProof, wire::OverlayAdmitted,
    wire::OverlayRefused, wire::OverlayProbe, wire::OverlayProbed, wire::OverlayDelays,
    wire::OverlayPaths, wire::OverlayPathsTaken, wire::OverlayPathsUsed, wire::OverlayNotPassed,
    wire::ObjectHandlesLeased, wire::ListFederations, wire::FederationList, wire::ListSaves,
    wire::SaveList, wire::TerminateFederation, wire::QueryTimeStatus, wire::FederationTimeStatus,
    wire::TakeCallback, wire::NoCallback, wire::WatchConnection, wire::DatagramChannel, wire::Piece,
    wire::RouterHello, wire::RouterAlive, wire::AttachRouter, wire::RouterAttached,
    wire::RouterDetached, wire::ClientUp, wire::ClientDown, wire::ClientAdmitted,
    wire::ClientResigned, wire::ClientHandled, wire::FederationRecovers, wire::StreamsReceived,
    wire::SegmentEntered, wire::SegmentMember, wire::SegmentRead, wire::SegmentWrite,
    wire::LogPassed, wire::ClientBacklog, wire::ClientToMove, wire::ClientStays, wire::MoveAsked,
    wire::PauseSettling, wire::MoveAway, wire::ReturnMember, wire::MemberReturned, wire::PauseOver,
    wire::QueryRouterStatus, wire::RouterStatus, wire::CreateFederationExecution,
    wire::DestroyFederationExecution, wire::JoinFederationExecution, wire::JoinAccepted,
    wire::FederateJoined, wire::FederateResigned, wire::SynchronizationPointRegistered,
    wire::FederationSynchronized, wire::SynchronizationPointRegistrationSucceeded,
    wire::SynchronizationPointRegistrationFailed, wire::AnnounceSynchronizationPoint,
    wire::SavePlanned, wire::SaveInitiated, wire::SaveSettling, wire::SaveCollecting,
    wire::FederationSaved, wire::FederationNotSaved, wire::RequestFederationRestoreSucceeded,
    wire::RequestFederationRestoreFailed, wire::InitiateFederateSave, wire::InitiateFederateRestore,
    wire::FederationRestoreBegun, wire::FederationRestored, wire::FederateReturned,
    wire::FederationNotRestored, wire::StartRegistrationForObjectClass,
    wire::StopRegistrationForObjectClass, wire::TurnInteractionsOn, wire::TurnInteractionsOff,
    wire::RegisterObjectInstance, wire::LocalDeleteObjectInstance,
    wire::ChangeAttributeTransportationType, wire::ChangeInteractionTransportationType,
    wire::ChangeAttributeOrderType, wire::ChangeInteractionOrderType,
    wire::IsAttributeOwnedByFederate, wire::InstancesSupplied, wire::DiscoverObjectInstance,
    wire::ReflectAttributeValues, wire::ReceiveInteraction, wire::RemoveObjectInstance,
    wire::ProvideAttributeValueUpdate, wire::TurnUpdatesOnForObjectInstance,
    wire::TurnUpdatesOffForObjectInstance, wire::AttributesInScope, wire::AttributesOutOfScope,
    wire::GetObjectClassHandle, wire::GetObjectClassName, wire::GetAttributeHandle,
    wire::GetAttributeName, wire::GetInteractionClassHandle, wire::GetInteractionClassName,
    wire::GetParameterHandle, wire::GetParameterName, wire::GetObjectInstanceHandle,
    wire::GetObjectInstanceName, wire::GetRoutingSpaceHandle, wire::GetRoutingSpaceName,
    wire::GetDimensionHandle, wire::GetDimensionName, wire::GetAttributeRoutingSpaceHandle,
    wire::GetObjectClass, wire::GetInteractionRoutingSpaceHandle, wire::GetTransportationHandle,
    wire::ComeAgain, wire::LeaveMesh, wire::GetTransportationName, wire::GetOrderingHandle,
    wire::GetOrderingName, wire::AdvanceTime, wire::SetAsynchronousDelivery, wire::ModifyLookahead,
    wire::QueryTime, wire::PromisesReduced, wire::LbtsTold, wire::TimeStatusRequest,
    wire::HoldsUpOthers, wire::TimeRegulationEnabled, wire::TimeConstrainedEnabled,
    wire::TimeAdvanceGrant, wire::RequestRetraction, wire::AttributeOwnershipTransferred,
    wire::YieldAttributes, wire::KeepAttributes, wire::RequestAttributeOwnershipAssumption,
    wire::AttributeOwnershipDivestitureNotification,
    wire::AttributeOwnershipAcquisitionNotification, wire::AttributeOwnershipUnavailable,
    wire::RequestAttributeOwnershipRelease, wire::ConfirmAttributeOwnershipAcquisitionCancellation,
    wire::InformAttributeOwnership, wire::AttributeIsNotOwned, wire::AttributeOwnedByRTI,
    wire::ProvideManagerAttributes, wire::ManageFederate, wire::RegisterObjectInstanceWithRegion,
    wire::UnassociateRegionForUpdates, wire::DescribeSpace, wire::DescribeRegion,
    wire::ResumeMember, wire::RecoveryBegins, wire::Retransmit, wire::RecoveryOver,
    wire::QueryFigures, wire::RtigFigures, wire::ConnectionLost, wire::ConnectionRestored,
    wire::SuspendMembership, wire::ResumeMembership>;

// Messages of members that the Router, TimeStatusMonitor or MemberRecovery beside it, handles or
// forwards to one member.
using HandledByRouter =
    boost::mp11::mp_list<wire::FlowControl, wire::SenderWaiting, wire::CausalDependencies,
                         wire::TimeReport, wire::TimeWait, wire::RegulationFloor,
                         wire::InterestChanged, wire::AttributesRelevant, wire::TimeStatus,
                         wire::Ack, wire::RecoveryTaken, wire::MemberStated, wire::Retransmitted,
                         wire::MembershipAbandoned, wire::MembershipSuspended>;

}  // namespace triad::rtig
