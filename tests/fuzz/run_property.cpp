#include "tests/fuzz/run_property.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "tests/fuzz/problems_property.hpp"
#include "tools/rtirun/agent_messages.hpp"
#include "tools/rtirun/control.hpp"
#include "tools/rtirun/log_lines.hpp"
#include "tools/rtirun/placement.hpp"
#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_launches.hpp"
#include "tools/rtirun/run_plan.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

namespace {

std::string_view broken_in_scenario(const Scenario& scenario) {
  if (scenario.federates.empty() || scenario.federates.size() > kFederatesMax) {
    return "a wrong number of federates";
  }
  const RunPlan plan = plan_of(scenario);
  if (place_processes(scenario, {}).size() != plan.processes.size()) return "a process nowhere";
  std::set<std::string> names;
  for (std::size_t i = 0; i < plan.processes.size(); ++i) {
    const std::string& name = plan.processes[i].name;
    if (name.empty() || name.front() == '.' || name.find('/') != name.npos) {
      return "a name that is no file's";
    }
    if (!names.insert(name).second) return "a name twice";
    const Launch launch = launch_of(scenario, i, 1, kThisHost, "mesh.yaml");
    if (launch.name != name) return "another name for the log";
    if (launch.command.empty() || launch.command.front().empty()) return "no program";
  }
  return {};
}

// Checks that a value is read back from its own text.
template <class Value, class Parse, class Write>
bool is_read_back(const Value& value, Parse parse, Write write) {
  const auto again = parse(write(value));
  return again && write(*again) == write(value);
}

}  // namespace

std::string_view broken_scenario(std::string_view text) {
  const auto scenario = read_scenario(text, "input");
  return scenario ? broken_in_scenario(*scenario)
                  : topology::broken_in_problems(scenario.error(), text);
}

std::string_view broken_record(std::string_view text) {
  const auto state_text = [](const RunState& state) { return as_json(state); };
  const auto packet = [](const auto& value) { return as_packet(value); };
  if (const auto state = parse_state(std::string(text))) {
    for (const auto& [status, host] : state->processes) {
      if (status.name.empty() || status.name.find('/') != status.name.npos) return "a bad name";
    }
    if (!is_read_back(*state, parse_state, state_text)) return "another state";
  }
  if (const auto request = parse_request(text)) {
    if (!is_read_back(*request, parse_request, packet)) return "another request";
  }
  if (const auto reply = parse_reply(text)) {
    if (!is_read_back(*reply, parse_reply, packet)) return "another reply";
  }
  const auto message = [](const auto& value) { return as_message(value); };
  if (const auto order = parse_order(text)) {
    if (!is_read_back(*order, parse_order, message)) return "another order";
  }
  if (const auto report = parse_report(text)) {
    if (!is_read_back(*report, parse_report, message)) return "another report";
  }
  const LogLine line = split_line(text);
  if (line.time.count() > 0 && parse_time(time_text(line.time)) != line.time) return "another time";
  (void)parse_since(text, WallClock(0));
  return {};
}

}  // namespace triad::rtirun
