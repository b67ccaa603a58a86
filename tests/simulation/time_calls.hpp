// How a run makes a call: begun, finished when its result is there, judged. For the sources of
// TimeRun alone.
#pragma once

#include "tests/simulation/time_run.hpp"

namespace triad::test {

template <wire::Call C, class Done>
void TimeRun::begin(Federate f, const char* service, const std::string& arguments, const C& request,
                    Done done) {
  say(f, std::string(service) + " " + arguments);
  auto outcome = harness_.start(f, request);
  ones_[f]->finished = [this, f, outcome, done, service] {
    if (ones_[f]->lost) return true;
    if (!*outcome) return false;
    const auto& result = **outcome;
    if (!result) say(f, "  " + std::string(wire::name_of(result.error().code)));
    tally_.count(result ? service : std::string(wire::name_of(result.error().code)));
    done(result);
    return true;
  };
  note_finished(f);
}

template <wire::Call C, class Effect>
void TimeRun::judged(Federate f, const char* service, const std::string& arguments,
                     const C& request, const ClockModel::Refusals& refusals, Effect effect) {
  begin(f, service, arguments, request, [this, f, service, refusals, effect](const auto& result) {
    Member& member = *ones_[f]->member;
    if (result) {
      if (!refusals.empty()) {
        judge_.complain(member, "is not refused " + std::string(service) + " by " +
                                    std::string(wire::name_of(*refusals.begin())));
      }
      if constexpr (std::is_void_v<typename C::Reply>) {
        effect();
      } else {
        effect(*result);
      }
      return;
    }
    if (!refusals.contains(result.error().code)) {
      judge_.complain(member, "is refused " + std::string(service) + ": " +
                                  std::string(wire::name_of(result.error().code)) + ", " +
                                  result.error().text);
    }
  });
}

}  // namespace triad::test
