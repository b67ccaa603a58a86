// Callbacks of an RTIA for its federate: the messages that become calls of the FederateAmbassador.
#pragma once

#include <variant>

#include "wire/message_list.hpp"

namespace triad::rtia {

using Callback = std::variant<
    wire::SynchronizationPointRegistrationSucceeded, wire::SynchronizationPointRegistrationFailed,
    wire::AnnounceSynchronizationPoint, wire::FederationSynchronized,
    wire::StartRegistrationForObjectClass, wire::StopRegistrationForObjectClass,
    wire::TurnInteractionsOn, wire::TurnInteractionsOff, wire::DiscoverObjectInstance,
    wire::ReflectAttributeValues, wire::ReceiveInteraction, wire::RemoveObjectInstance,
    wire::ProvideAttributeValueUpdate, wire::TurnUpdatesOnForObjectInstance,
    wire::TurnUpdatesOffForObjectInstance, wire::AttributesInScope, wire::AttributesOutOfScope,
    wire::TimeRegulationEnabled, wire::TimeConstrainedEnabled, wire::TimeAdvanceGrant,
    wire::RequestRetraction, wire::RequestAttributeOwnershipAssumption,
    wire::AttributeOwnershipDivestitureNotification,
    wire::AttributeOwnershipAcquisitionNotification, wire::AttributeOwnershipUnavailable,
    wire::RequestAttributeOwnershipRelease, wire::ConfirmAttributeOwnershipAcquisitionCancellation,
    wire::InformAttributeOwnership, wire::AttributeIsNotOwned, wire::AttributeOwnedByRTI,
    wire::InitiateFederateSave, wire::FederationSaved, wire::FederationNotSaved,
    wire::RequestFederationRestoreSucceeded, wire::RequestFederationRestoreFailed,
    wire::FederationRestoreBegun, wire::InitiateFederateRestore, wire::FederationRestored,
    wire::FederationNotRestored, wire::ConnectionLost, wire::ConnectionRestored>;

}  // namespace triad::rtia
