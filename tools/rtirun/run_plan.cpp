#include "tools/rtirun/run_plan.hpp"

namespace triad::rtirun {

std::size_t router_count(const Scenario& scenario) {
  return scenario.mesh ? scenario.mesh->processes.size() - 1 : 0;
}

RunPlan plan_of(const Scenario& scenario) {
  RunPlan plan{
      .processes = {}, .start_timeout = scenario.start_timeout, .time_limit = scenario.time_limit};
  plan.processes.push_back({.name = "rtig",
                            .layer = 0,
                            .ready_text = "answers",
                            .unready_text = "does not answer",
                            .is_essential = true});
  const std::size_t routers = router_count(scenario);
  for (std::size_t i = 1; i <= routers; ++i) {
    plan.processes.push_back({.name = scenario.mesh->processes[i].name,
                              .layer = 1,
                              .ready_text = "is linked to the rtig",
                              .unready_text = "has no link to the rtig",
                              .is_essential = true});
  }
  for (const Federate& federate : scenario.federates) {
    plan.processes.push_back({.name = federate.name,
                              .layer = routers > 0 ? 2u : 1u,
                              .is_ready_at_start = federate.ready == Readiness::started,
                              .on_exit = federate.on_exit,
                              .restarts_max = federate.restarts_max});
  }
  return plan;
}

}  // namespace triad::rtirun
