#include "tools/rtirun/rtirun.hpp"

#include <algorithm>
#include <fstream>
#include <optional>

#include "command_line/parsed_arguments.hpp"
#include "core/count_text.hpp"
#include "files/line_output.hpp"
#include "files/regular_file.hpp"
#include "tools/rtirun/end_remaining.hpp"
#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_scenario.hpp"
#include "tools/rtirun/supervisor.hpp"

namespace triad::rtirun {

namespace {

// Flushes standard output and reports a failure to write it.
Verdict flush_output(Verdict verdict, std::ostream& out, std::ostream& err) {
  out << std::flush;
  if (out) return verdict;
  err << "rtirun: standard output cannot be written\n";
  return Verdict::failed;
}

Verdict fail(const std::string& text, std::ostream& err) {
  err << "rtirun: " << text << '\n';
  return Verdict::failed;
}

std::optional<Scenario> read_file(const std::string& path, std::ostream& err) {
  const auto text = files::read_regular_file(path, kScenarioBytesMax);
  if (!text) {
    err << "rtirun: \"" << path << "\": " << text.error().reason << '\n';
    return std::nullopt;
  }
  auto scenario = read_scenario(*text, path);
  if (scenario) return *std::move(scenario);
  for (const topology::Problem& problem : scenario.error()) err << problem.text() << '\n';
  return std::nullopt;
}

Verdict run_check(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto scenario = read_file(path, err);
  if (!scenario) return Verdict::failed;
  out << path << ": rtig at " << scenario->listen << ", "
      << core::count_text(scenario->federates.size(), "federate") << '\n';
  return flush_output(Verdict::good, out, err);
}

Verdict run_up(const std::string& path, const RunFiles& files, std::ostream& out,
               std::ostream& err) {
  const auto scenario = read_file(path, err);
  if (!scenario) return Verdict::failed;
  std::error_code fault;
  const std::string folder = std::filesystem::absolute(path, fault).parent_path().string();
  const auto is_good = supervise(*scenario, folder, files, out);
  if (!is_good) return fail(is_good.error().text, err);
  return flush_output(*is_good ? Verdict::good : Verdict::failed, out, err);
}

Verdict run_status(const RunFiles& files, std::ostream& out, std::ostream& err) {
  const bool is_running = files.lock_holder() > 0;
  const auto state = files.read();
  if (!state) return fail(state.error().text, err);
  if (!*state) return fail("no run of this scenario is known", err);
  const std::size_t left = processes_left(**state).size();
  if (is_running) {
    out << ((*state)->is_up ? "up" : "starting") << ", rtig at " << (*state)->url << "\n\n";
  } else if (left > 0) {
    out << "rtirun was killed; " << core::count_text(left, "process", "processes")
        << " left, which `rtirun down` ends\n\n";
  } else {
    out << "ended\n\n";
  }
  for (const RunState::Process& process : (*state)->processes) {
    out << files::as_line(process.name) << ": " << files::as_line(process.state);
    if (process.restarts > 0) out << ", " << core::count_text(process.restarts, "restart");
    if (!process.end.empty()) out << ", " << files::as_line(process.end);
    out << '\n';
  }
  return flush_output(is_running && (*state)->is_up ? Verdict::good : Verdict::failed, out, err);
}

// Prints the logs of the given processes, or of all, each line with the process's name.
Verdict run_logs(const RunFiles& files, const std::vector<std::string>& names, std::ostream& out,
                 std::ostream& err) {
  const auto state = files.read();
  if (!state) return fail(state.error().text, err);
  if (!*state) return fail("no run of this scenario is known", err);
  for (const std::string& name : names) {
    const auto& known = (*state)->processes;
    if (std::ranges::none_of(known, [&](const auto& process) { return process.name == name; })) {
      return fail("the run has no process \"" + files::as_line(name) + "\"", err);
    }
  }
  for (const RunState::Process& process : (*state)->processes) {
    if (!names.empty() && std::ranges::find(names, process.name) == names.end()) continue;
    std::ifstream stream(files.log_of(process.name), std::ios::binary);
    for (std::string line; std::getline(stream, line);) {
      out << process.name << " | " << files::as_line(line) << '\n';
    }
  }
  return flush_output(Verdict::good, out, err);
}

Verdict run_down(const RunFiles& files, std::ostream& out, std::ostream& err) {
  const auto ended = end_run(files, out);
  if (!ended) return fail(ended.error().text, err);
  out << (*ended ? "rtirun: the run has ended\n" : "rtirun: nothing of this scenario runs\n");
  return flush_output(Verdict::good, out, err);
}

}  // namespace

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) {
    err << "rtirun: " << given.error().text << '\n';
    return Verdict::bad_usage;
  }
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    out << *answer;
    return flush_output(Verdict::good, out, err);
  }
  const std::string& command = given->manual().name;
  const std::string& path = given->arguments().front();
  if (command == "rtirun check") return run_check(path, out, err);
  const RunFiles files(path, given->value("directory").value_or(""));
  if (command == "rtirun up") return run_up(path, files, out, err);
  if (command == "rtirun status") return run_status(files, out, err);
  if (command == "rtirun down") return run_down(files, out, err);
  return run_logs(files, {given->arguments().begin() + 1, given->arguments().end()}, out, err);
}

}  // namespace triad::rtirun
