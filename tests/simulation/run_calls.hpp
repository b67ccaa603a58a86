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
void FederationRun::begin(Federate f, const std::string& arguments, const C& request, Done done) {
  const std::string service = service_of(request);
  say(f, service + " " + arguments);
  auto outcome = harness_.begin_call(f, request);
  const bool at_once = outcome->has_value();
  // Between a save and its restore only calls that lead back are judged.
  constexpr bool kLeadsBack = std::is_same_v<C, wire::RequestFederationRestore> ||
                              std::is_same_v<C, wire::FederateRestoreComplete>;
  const bool forgotten = is_astray(f) && !kLeadsBack;
  ones_[f]->finished = [this, f, outcome, done, service, at_once, forgotten] {
    if (ones_[f]->lost) return true;
    if (!*outcome) return false;
    const auto& result = **outcome;
    if (!result) say(f, "  " + std::string(wire::name_of(result.error().code)));
    if (!at_once && std::is_same_v<typename C::Reply, wire::Retraction>)
      tally_.count("FlowControl");
    tally_.count(result ? service : std::string(wire::name_of(result.error().code)));
    if (!forgotten) done(result);
    return true;
  };
  note_finished(f);
}

template <wire::Call C, class Effect>
void FederationRun::judged(Federate f, const std::string& arguments, const C& request,
                           const Fate& fate, Effect effect) {
  const std::string service = service_of(request);
  ObjectHandle object;  // object of the call, if its deletion may begin during the call
  if constexpr (requires { ObjectHandle(request.object); }) object = request.object;
  if (history_.doubtful(object)) object = {};
  begin(f, arguments, request, [this, f, service, fate, effect, object](const auto& result) {
    const std::string who =
        ones_[f]->member != nullptr ? ones_[f]->member->name : "session " + std::to_string(f);
    if (result) {
      if (!fate.must.empty()) {
        complain(who + " is not refused " + service + " by " +
                 std::string(wire::name_of(*fate.must.begin())));
      }
      if constexpr (std::is_void_v<typename C::Reply>) {
        effect();
      } else {
        effect(*result);
      }
      return;
    }
    const auto code = result.error().code;
    const bool now_doubtful = object && history_.doubtful(object);  // since the call began
    if (!fate.must.contains(code) && !fate.may.contains(code) && !now_doubtful) {
      complain(who + " is refused " + service + ": " + std::string(wire::name_of(code)) + ", " +
               result.error().text);
    }
  });
}

}  // namespace triad::test
