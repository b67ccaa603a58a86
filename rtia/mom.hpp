// What a Membership keeps for the Management Object Model: whether its federate's calls are
// reported, and what was told of it last. Private to rtia/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mom_classes.hpp"
#include "core/saved.hpp"
#include "rtia/service_report.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

// The word of FederateState: saves and restores.
enum class FederateCondition : std::uint8_t {
  running,
  save_pending,
  saving,
  restore_pending,
  restoring
};
std::string_view word(FederateCondition condition);

// The attributes of the federate's Manager.Federate object that are told when they change.
struct ManagerStates {
  FederateCondition condition = FederateCondition::running;
  bool constrained = false;
  bool regulating = false;
  bool asynchronous = false;
  bool advancing = false;
  friend bool operator==(const ManagerStates&, const ManagerStates&) = default;
};

struct Managed {
  // A service that a Service interaction has invoked, or a question of this RTIA's own, whose
  // answer is on its way.
  struct Asked {
    wire::Position position = 0;
    core::mom::Interaction command = core::mom::Interaction::none;
    std::optional<ServiceReport> report;
    wire::AttributeSet attributes;  // of the question: what is to be provided then
    wire::FederateHandle to;
  };

  bool states_wanted = false;  // somebody subscribes to them
  ManagerStates states_told = {};
  bool reports_services = false;
  bool logs_exceptions = false;
  std::uint64_t last_alert = 0;
  std::optional<ServiceReport> in_progress = {};  // the federate's call that waits
  std::vector<Asked> asked = {};
  bool invoking = false;  // a service, by a Service interaction
  wire::Buffer own = {};  // a record for this federate itself
};

BOOST_DESCRIBE_ENUM(FederateCondition, running, save_pending, saving, restore_pending, restoring)
TRIAD_SAVED(ManagerStates, (condition, constrained, regulating, asynchronous, advancing));
// No call is in progress, and whoever subscribes says so by the federation's state.
TRIAD_SAVED_BUT(Managed, (states_told, reports_services, logs_exceptions, last_alert),
                (states_wanted, in_progress, asked, invoking, own));

}  // namespace triad::rtia
