// Calls of a run: they begin, finish when their result is there, and are judged. Included only by
// the sources of FederationRun.
#pragma once

#include "tests/simulation/run.hpp"
#include "tests/simulation/service_names.hpp"

namespace triad::test {

// Spaces of the test model: Terrain (x, y), and then the space of classes without one.
inline constexpr wire::SpaceHandle kTerrainSpace{1};
inline constexpr wire::SpaceHandle kDefaultSpace{4};

template <wire::Call C, class Done>
void FederationRun::begin_call(Federate f, const std::string& arguments, const C& request,
                               Done done) {
  const std::string service = service_name(request);
  log_line(f, service + " " + arguments);
  auto outcome = harness_.begin_call(f, request);
  const bool at_once = outcome->has_value();
  // Between a save and its restore only calls that lead back are judged.
  constexpr bool kLeadsBack = std::is_same_v<C, wire::RequestFederationRestore> ||
                              std::is_same_v<C, wire::FederateRestoreComplete>;
  const bool forgotten = is_unjudged(f) && !kLeadsBack;
  federates_[f]->pending_call = [this, f, outcome, done, service, at_once, forgotten] {
    if (federates_[f]->lost) return true;
    if (!*outcome) return false;
    const auto& result = **outcome;
    if (!result) log_line(f, "  " + std::string(wire::name_of(result.error().code)));
    if (!at_once && std::is_same_v<typename C::Reply, wire::Retraction>)
      tally_.count("FlowControl");
    tally_.count(result ? service : std::string(wire::name_of(result.error().code)));
    if (!forgotten) done(result);
    return true;
  };
  finish_call(f);
}

template <wire::Call C, class Effect>
void FederationRun::begin_judged_call(Federate f, const std::string& arguments, const C& request,
                                      const ExpectedResult& expected_result, Effect effect) {
  const std::string service = service_name(request);
  ObjectHandle object;  // object of the call, if its deletion may begin during the call
  if constexpr (requires { ObjectHandle(request.object); }) object = request.object;
  if (history_.is_doubtful(object)) object = {};
  begin_call(f, arguments, request,
             [this, f, service, expected_result, effect, object](const auto& result) {
               const std::string caller = federates_[f]->member != nullptr
                                              ? federates_[f]->member->name
                                              : "session " + std::to_string(f);
               if (result) {
                 if (!expected_result.required.empty()) {
                   report_error(caller + " can call " + service + "; it should fail with " +
                                std::string(wire::name_of(*expected_result.required.begin())));
                 }
                 if constexpr (std::is_void_v<typename C::Reply>) {
                   effect();
                 } else {
                   effect(*result);
                 }
                 return;
               }
               const auto code = result.error().code;
               const bool now_doubtful =
                   object && history_.is_doubtful(object);  // since the call began
               if (!expected_result.required.contains(code) &&
                   !expected_result.permitted.contains(code) && !now_doubtful) {
                 report_error(caller + " cannot call " + service + ": " +
                              std::string(wire::name_of(code)) + ", " + result.error().text);
               }
             });
}

}  // namespace triad::test
