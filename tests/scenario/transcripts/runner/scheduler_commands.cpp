// Events from outside of a federate, and its ticks.
#include "tests/scenario/transcripts/runner/commands.hpp"

namespace triad::test {

namespace {

constexpr Command kSchedulerCommands[] = {
    {"ticks",
     [](Stage& stage, Federate f, Words& words) {
       words.check_empty();
       stage.tick(f);
     }},
    {"ticks once",
     [](Stage& stage, Federate f, Words& words) {
       words.check_empty();
       stage.tick_once(f);
     }},
    {"stops reading",
     [](Stage& stage, Federate f, Words&) { stage.harness().links().set_stopped(f, true); },
     Command::Kind::from_outside},
    {"reads again",
     [](Stage& stage, Federate f, Words&) { stage.harness().links().set_stopped(f, false); },
     Command::Kind::from_outside},
    {"dies", [](Stage& stage, Federate f, Words&) { stage.harness().kill(f); },
     Command::Kind::from_outside},
};

}  // namespace

Commands scheduler_commands() {
  return kSchedulerCommands;
}

}  // namespace triad::test
