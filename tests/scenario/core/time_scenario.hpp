// Fixture of the tests of time management in the state machines: its services as short calls, and
// the ways to connect the members of a federation.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {

// `reduced`: in shared memory, with too many members to read each other's promises.
enum class Ways { links, shared_memory, both, reduced };

inline HarnessOptions options_for_ways(Ways ways) {
  HarnessOptions options;
  options.on_fabric = ways != Ways::links;
  options.mixed = ways == Ways::both;
  if (ways == Ways::reduced) options.rtig.direct_promises_max = 2;
  return options;
}

inline std::string way_name(const testing::TestParamInfo<Ways>& ways) {
  constexpr std::array kNames = {"Links", "SharedMemory", "Both", "Reduced"};
  return kNames[static_cast<std::size_t>(ways.param)];
}

class TimeScenario : public CoreScenario {
 protected:
  using CoreScenario::CoreScenario;
  static core::Time at(double time) { return core::DoubleTime::encode(time); }

  Federate join_constrained(std::string_view type) {
    const Federate f = join(type);
    EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
    deliver_all();
    return f;
  }
  void regulate(Federate f, double time, double lookahead) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(time).bytes(), at(lookahead).bytes()}), "");
  }
  std::string advance(Federate f, wire::Advance kind, double time) {
    return call(f, wire::AdvanceTime{kind, at(time).bytes()});
  }
  // Returns the name of the refusal, or "" for success. Sets `why` to its text.
  std::string send_shot(Federate f, double time, std::string* why = nullptr) {
    const core::Time when = at(time);
    wire::SendInteraction request;
    request.interaction_class = kShot;
    request.time = when.bytes();
    return refusal(harness.call(f, request), why);
  }
  double lbts(Federate f) {
    const auto answer = harness.call(f, wire::QueryTime{wire::TimeQuery::lbts});
    EXPECT_EQ(refusal(answer), "");
    return core::DoubleTime::decode(core::Time(std::as_bytes(std::span(*answer))));
  }
  // Returns the time granted to the federate, if any; drops other callbacks.
  std::optional<double> take_grant(Federate f) {
    std::optional<double> time;
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      if (const auto* grant = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
        time = core::DoubleTime::decode(core::Time(grant->time));
      }
    });
    return time;
  }
  // Delivers everything in transit. Returns the number of records.
  int deliver_and_count_records() {
    int count = 0;
    while (harness.deliver_one()) ++count;
    return count;
  }
};

}  // namespace triad::test
