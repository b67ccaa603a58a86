// State of a federate as the Management Object Model shows it. Private to rtia/.
#pragma once

#include <cstdint>
#include <string_view>

#include "core/saved.hpp"

namespace triad::rtia {

// Value of FederateState: saves and restores.
enum class FederateCondition : std::uint8_t {
  running,
  save_pending,
  saving,
  restore_pending,
  restoring
};
std::string_view condition_name(FederateCondition condition);

// Attributes of the federate's Manager.Federate object that are sent when they change.
struct ManagerStates {
  FederateCondition condition = FederateCondition::running;
  bool constrained = false;
  bool regulating = false;
  bool asynchronous = false;
  bool advancing = false;
  friend bool operator==(const ManagerStates&, const ManagerStates&) = default;
};

// Saved state of the MOM. No call is in progress during a save, and subscriptions are part of the
// federation's state.
struct ManagedState {
  ManagerStates last_sent_states;
  bool reports_services = false;
  bool logs_exceptions = false;
  std::uint64_t last_alert = 0;
};

BOOST_DESCRIBE_ENUM(FederateCondition, running, save_pending, saving, restore_pending, restoring)
TRIAD_SAVED(ManagerStates, (condition, constrained, regulating, asynchronous, advancing));
TRIAD_SAVED(ManagedState, (last_sent_states, reports_services, logs_exceptions, last_alert));

}  // namespace triad::rtia
