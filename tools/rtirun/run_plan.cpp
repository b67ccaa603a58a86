#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

RunPlan plan_of(const Scenario& scenario) {
  RunPlan plan{
      .processes = {}, .start_timeout = scenario.start_timeout, .time_limit = scenario.time_limit};
  plan.processes.push_back({.name = "rtig",
                            .layer = 0,
                            .ready_text = "answers",
                            .unready_text = "does not answer",
                            .is_essential = true});
  for (const Federate& federate : scenario.federates) {
    plan.processes.push_back({.name = federate.name,
                              .layer = 1,
                              .is_ready_at_start = federate.ready == Readiness::started,
                              .on_exit = federate.on_exit,
                              .restarts_max = federate.restarts_max});
  }
  return plan;
}

}  // namespace triad::rtirun
