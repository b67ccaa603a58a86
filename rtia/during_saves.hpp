// Services that a federate may use while its federation is saved or restored. HLA 1.3 lists no
// exception SaveInProgress, or RestoreInProgress, for them. Private to rtia/.
#pragma once

#include <boost/mp11.hpp>
#include <type_traits>

#include "wire/message_list.hpp"

namespace triad::rtia {

// Look-ups of names and of data that never changes. Allowed at any time.
using Lookups = boost::mp11::mp_list<
    wire::GetObjectClassHandle, wire::GetObjectClassName, wire::GetAttributeHandle,
    wire::GetAttributeName, wire::GetInteractionClassHandle, wire::GetInteractionClassName,
    wire::GetParameterHandle, wire::GetParameterName, wire::GetObjectInstanceHandle,
    wire::GetObjectInstanceName, wire::GetRoutingSpaceHandle, wire::GetRoutingSpaceName,
    wire::GetDimensionHandle, wire::GetDimensionName, wire::GetAttributeRoutingSpaceHandle,
    wire::GetObjectClass, wire::GetInteractionRoutingSpaceHandle, wire::GetTransportationHandle,
    wire::GetTransportationName, wire::GetOrderingHandle, wire::GetOrderingName,
    wire::DescribeRegion, wire::ResignFederationExecution>;
using SaveReports = boost::mp11::mp_list<wire::FederateSaveBegun, wire::FederateSaveComplete,
                                         wire::FederateSaveNotComplete>;
using RestoreReports =
    boost::mp11::mp_list<wire::FederateRestoreComplete, wire::FederateRestoreNotComplete>;

template <class Call>
constexpr bool kDuringSave =
    boost::mp11::mp_contains<boost::mp11::mp_append<Lookups, SaveReports>, Call>::value;
template <class Call>
constexpr bool kDuringRestore =
    boost::mp11::mp_contains<boost::mp11::mp_append<Lookups, RestoreReports>, Call>::value;

// Services allowed while the federation pauses for members that move: look-ups only.
template <class Call>
constexpr bool kDuringPause = boost::mp11::mp_contains<Lookups, Call>::value &&
                              !std::is_same_v<Call, wire::ResignFederationExecution>;

}  // namespace triad::rtia
