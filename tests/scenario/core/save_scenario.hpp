// Fixture of the tests of save and restore in the state machines. Each runs with links to the RTIG,
// and with members that read each other's records directly.
#pragma once

#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/double_time.hpp"
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {

class SaveScenario : public CoreScenario, public testing::WithParamInterface<bool> {
 protected:
  SaveScenario() : SaveScenario(options(GetParam())) {}
  explicit SaveScenario(HarnessOptions given) : CoreScenario(std::move(given)) {}
  static HarnessOptions options(bool on_fabric, std::uint64_t seed = 1) {
    HarnessOptions options;
    options.on_fabric = on_fabric;
    options.seed = seed;
    return options;
  }

  // Name of the callback, with its main arguments.
  static std::string brief(const rtia::Callback& callback) {
    if (const auto* m = std::get_if<wire::InitiateFederateSave>(&callback)) {
      return "InitiateFederateSave " + std::string(m->label);
    }
    if (const auto* m = std::get_if<wire::InitiateFederateRestore>(&callback)) {
      return "InitiateFederateRestore " + std::string(m->label) + " " +
             std::to_string(m->federate.value);
    }
    if (const auto* m = std::get_if<wire::RequestFederationRestoreSucceeded>(&callback)) {
      return "RequestFederationRestoreSucceeded " + std::string(m->label);
    }
    if (const auto* m = std::get_if<wire::RequestFederationRestoreFailed>(&callback)) {
      return "RequestFederationRestoreFailed " + std::string(m->label);
    }
    if (const auto* m = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
      return "TimeAdvanceGrant " + core::DoubleTime().text(core::Time(m->time));
    }
    if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) {
      return "ReceiveInteraction " + std::string(m->tag);
    }
    return std::visit(
        [](const auto& m) {
          return std::string(name_of(wire::kind_of<std::decay_t<decltype(m)>>));
        },
        callback);
  }
  // Takes callbacks until no more follow.
  Lines take_all_callbacks(Federate f) {
    Lines lines;
    for (std::size_t before = ~std::size_t{0}; before != lines.size();) {
      before = lines.size();
      harness.settle();
      harness.take_callbacks(f, [&](const auto& callback) { lines.push_back(brief(callback)); });
    }
    return lines;
  }

  static core::Time at(double time) { return core::DoubleTime::encode(time); }
  std::string save(Federate f, std::string_view label) {
    return call(f, wire::RequestFederationSave{label, false, {}});
  }
  std::string save_at(Federate f, std::string_view label, double time) {
    const core::Time when = at(time);
    return call(f, wire::RequestFederationSave{label, true, when.bytes()});
  }
  std::string restore(Federate f, std::string_view label) {
    return call(f, wire::RequestFederationRestore{label});
  }
  std::string begin_save(Federate f) { return call(f, wire::FederateSaveBegun{}); }
  std::string complete_save(Federate f) { return call(f, wire::FederateSaveComplete{}); }
  std::string fail_save(Federate f) { return call(f, wire::FederateSaveNotComplete{}); }
  std::string complete_restore(Federate f) { return call(f, wire::FederateRestoreComplete{}); }

  // Lets all told federates save. Expects that all are told that the federation is saved.
  void complete_all_saves(const std::vector<Federate>& federates, std::string_view label) {
    for (const Federate f : federates) {
      EXPECT_EQ(take_all_callbacks(f).back(), "InitiateFederateSave " + std::string(label));
      EXPECT_EQ(begin_save(f), "");
      EXPECT_EQ(complete_save(f), "");
    }
    for (const Federate f : federates) {
      const Lines lines = take_all_callbacks(f);
      EXPECT_FALSE(lines.empty()) << "federate " << f;
      if (!lines.empty()) {
        EXPECT_EQ(lines.front(), "FederationSaved");
      }
    }
  }

  void constrain(Federate f) {
    EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
    deliver_all();
  }
  void regulate(Federate f, double time, double lookahead) {
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{at(time).bytes(), at(lookahead).bytes()}), "");
    deliver_all();
  }
  std::string advance(Federate f, double time,
                      wire::Advance kind = wire::Advance::time_advance_request) {
    return call(f, wire::AdvanceTime{kind, at(time).bytes()});
  }
  double lbts(Federate f) {
    const auto answer = harness.call(f, wire::QueryTime{wire::TimeQuery::lbts});
    EXPECT_EQ(refusal(answer), "");
    return core::DoubleTime::decode(core::Time(std::as_bytes(std::span(*answer))));
  }
  std::string send_shot_at(Federate f, double time, std::string_view tag) {
    const core::Time when = at(time);
    wire::SendInteraction request;
    request.interaction_class = kShot;
    request.tag = tag;
    request.time = when.bytes();
    return call(f, request);
  }
};

inline std::string transport_name(const testing::TestParamInfo<bool>& info) {
  return info.param ? "OnFabric" : "OverLinks";
}

}  // namespace triad::test
