// What a Membership keeps for the Management Object Model: what its federate has sent and received,
// whether its calls are reported, and what was told of it last. Private to rtia/.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/mom_classes.hpp"
#include "core/saved.hpp"
#include "rtia/service_report.hpp"
#include "wire/handles.hpp"

namespace triad::rtia {

// Counted where the federate's messages pass, whether anybody wants to know or not: plain
// increments.
struct ClassTraffic {
  std::uint64_t calls = 0;            // updateAttributeValues alone
  std::array<std::uint64_t, 3> by{};  // by transportation
  std::uint64_t objects = 0;          // instances of the class, each once

  std::uint64_t of(wire::Transportation transportation) const {
    return by[static_cast<std::size_t>(transportation)];
  }
  void count(wire::Transportation transportation) {
    ++by[static_cast<std::size_t>(transportation)];
  }
  friend bool operator==(const ClassTraffic&, const ClassTraffic&) = default;
};

// Indexed by class handle; [0] is unused.
using Traffic = std::vector<ClassTraffic>;

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

  static Managed of(const core::ObjectModel& model) {
    const Traffic of_objects(model.object_classes.size() + 1);
    const Traffic of_interactions(model.interaction_classes.size() + 1);
    return {.updates = of_objects,
            .reflections = of_objects,
            .sent = of_interactions,
            .received = of_interactions};
  }

  Traffic updates;      // by registered class
  Traffic reflections;  // by registered class
  Traffic sent;         // interactions
  Traffic received;     // by the class that was sent

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

}  // namespace triad::rtia

// Most classes have no traffic.
template <>
struct triad::wire::Codec<triad::rtia::Traffic> {
  using ByHandle = std::map<std::uint32_t, rtia::ClassTraffic>;
  static void put(Encoder& out, const rtia::Traffic& traffic) {
    ByHandle kept;
    for (std::size_t i = 0; i < traffic.size(); ++i) {
      if (traffic[i] != rtia::ClassTraffic{})
        kept.emplace(static_cast<std::uint32_t>(i), traffic[i]);
    }
    out.put(kept);
  }
  // `traffic` has a place for each class already.
  static void get(Decoder& in, rtia::Traffic& traffic) {
    ByHandle kept;
    in.get(kept);
    for (const auto& [handle, of_class] : kept) {
      if (handle >= traffic.size()) return in.fail();
      traffic[handle] = of_class;
    }
  }
};

namespace triad::rtia {

BOOST_DESCRIBE_ENUM(FederateCondition, running, save_pending, saving, restore_pending, restoring)
TRIAD_SAVED(ClassTraffic, (calls, by, objects));
TRIAD_SAVED(ManagerStates, (condition, constrained, regulating, asynchronous, advancing));
// No call is in progress, and whoever subscribes says so by the federation's state.
TRIAD_SAVED_BUT(Managed,
                (updates, reflections, sent, received, states_told, reports_services,
                 logs_exceptions, last_alert),
                (states_wanted, in_progress, asked, invoking, own));

}  // namespace triad::rtia
