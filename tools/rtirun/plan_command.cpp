#include "tools/rtirun/plan_command.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/count_text.hpp"
#include "tools/rtictl/aligned_table.hpp"
#include "tools/rtirun/agent.hpp"
#include "tools/rtirun/piped_process.hpp"
#include "tools/rtirun/placement.hpp"
#include "tools/rtirun/run_plan.hpp"
#include "tools/rtirun/ssh_host.hpp"

namespace triad::rtirun {

namespace {

using rtictl::Table;

// Reads the answer of an agent that was started without a folder.
HostAnswer read_answer(const std::string& name, PipedProcess& process) {
  LineBuffer lines;
  while (!process.is_over()) {
    process.wait(-1);  // ssh has its own limits of time.
    lines.append(process.read_output());
    if (lines.is_overlong()) return {.host = name, .fault = "the answer is too long"};
  }
  const std::string failure = process.failure();
  if (!failure.empty()) return {.host = name, .fault = failure};
  const auto line = lines.take_line();
  const auto report = line ? parse_report(*line) : std::nullopt;
  const auto* const facts = report ? std::get_if<HostFacts>(&*report) : nullptr;
  if (facts == nullptr) return {.host = name, .fault = "the answer is not understood"};
  return {.host = name, .facts = *facts, .fault = mismatch_of(*facts)};
}

std::string load_text(double load) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", load);
  return text;
}

}  // namespace

std::vector<HostAnswer> ask_hosts(const Scenario& scenario, const SshClient& ssh) {
  struct Question {
    std::string host;
    std::optional<PipedProcess> process = {};
    std::string fault = {};
  };
  std::vector<std::unique_ptr<Question>> questions;
  for (const std::string& name : hosts_used(scenario)) {
    auto question = std::make_unique<Question>(Question{name});
    const auto spec = std::ranges::find(scenario.hosts, name, &HostSpec::name);
    if (name != kThisHost && spec != scenario.hosts.end()) {
      auto process = PipedProcess::start(ssh.rtirun_on(*spec, {"agent"}));
      if (process) {
        question->process.emplace(*std::move(process));
        question->process->close_input();
      } else {
        question->fault = process.error().text;
      }
    }
    questions.push_back(std::move(question));
  }
  std::vector<HostAnswer> answers;
  for (const auto& question : questions) {
    if (question->process) {
      answers.push_back(read_answer(question->host, *question->process));
    } else if (!question->fault.empty()) {
      answers.push_back({.host = question->host, .fault = question->fault});
    } else {
      answers.push_back({.host = question->host, .facts = measure_host()});
    }
  }
  return answers;
}

std::string plan_text(const Scenario& scenario, const std::vector<HostAnswer>& answers) {
  std::map<std::string, unsigned> cores;
  for (const HostAnswer& answer : answers) {
    if (answer.facts) cores[answer.host] = answer.facts->cores;
  }
  const std::vector<std::string> placed = place_processes(scenario, cores);
  const RunPlan plan = plan_of(scenario);

  using Align = Table::Align;
  Table hosts({{"HOST"},
               {"CORES", Align::right},
               {"FREE MB", Align::right},
               {"MB", Align::right},
               {"LOAD", Align::right},
               {"PROCESSES", Align::right},
               {"VERSION"}});
  for (const HostAnswer& answer : answers) {
    const std::string processes = std::to_string(std::ranges::count(placed, answer.host));
    if (answer.facts) {
      const HostFacts& facts = *answer.facts;
      hosts.add({answer.host, std::to_string(facts.cores), std::to_string(facts.free_mb),
                 std::to_string(facts.memory_mb), load_text(facts.load), processes,
                 answer.fault.empty() ? facts.build : answer.fault});
    } else {
      hosts.add({answer.host, "-", "-", "-", "-", processes, answer.fault});
    }
  }
  Table processes({{"PROCESS"}, {"HOST"}});
  for (std::size_t i = 0; i < plan.processes.size(); ++i) {
    processes.add({plan.processes[i].name, placed[i]});
  }
  return hosts.text() + "\n" + processes.text();
}

}  // namespace triad::rtirun
