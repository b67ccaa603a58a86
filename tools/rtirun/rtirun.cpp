#include "tools/rtirun/rtirun.hpp"

#include <optional>

#include "command_line/parsed_arguments.hpp"
#include "core/count_text.hpp"
#include "files/line_output.hpp"
#include "files/regular_file.hpp"
#include "tools/rtirun/collect_command.hpp"
#include "tools/rtirun/control.hpp"
#include "tools/rtirun/placement.hpp"
#include "tools/rtirun/plan_command.hpp"
#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_logs.hpp"
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

// Returns the folder of a file.
std::string folder_of(const std::string& path) {
  std::error_code fault;
  return std::filesystem::absolute(path, fault).parent_path().string();
}

std::optional<ScenarioFile> read_file(const std::string& path, std::ostream& err) {
  const auto text = files::read_regular_file(path, kScenarioBytesMax);
  if (!text) {
    err << "rtirun: \"" << path << "\": " << text.error().reason << '\n';
    return std::nullopt;
  }
  auto scenario = read_scenario(*text, path, mesh_loader(folder_of(path)));
  if (scenario) return ScenarioFile{*std::move(scenario), *text, folder_of(path)};
  for (const topology::Problem& problem : scenario.error()) err << problem.text() << '\n';
  return std::nullopt;
}

Verdict run_check(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto file = read_file(path, err);
  if (!file) return Verdict::failed;
  out << path << ": rtig at " << file->scenario.listen << ", "
      << core::count_text(file->scenario.federates.size(), "federate");
  if (file->scenario.mesh) {
    out << ", " << core::count_text(file->scenario.mesh->urls.size(), "router");
  }
  out << '\n';
  return flush_output(Verdict::good, out, err);
}

Verdict run_up(const std::string& path, const RunFiles& files, std::ostream& out,
               std::ostream& err) {
  const auto file = read_file(path, err);
  if (!file) return Verdict::failed;
  const auto is_good = supervise(*file, files, out);
  if (!is_good) return fail(is_good.error().text, err);
  return flush_output(*is_good ? Verdict::good : Verdict::failed, out, err);
}

Verdict run_status(const RunFiles& files, std::ostream& out, std::ostream& err) {
  const bool is_running = files.lock_holder() > 0;
  const auto state = files.read();
  if (!state) return fail(state.error().text, err);
  if (!*state) return fail("there is no run of this scenario; `rtirun up` starts one", err);
  const std::size_t left = programs_left(**state);
  if (is_running && (*state)->is_stopping) {
    out << "stopping\n\n";
  } else if (is_running) {
    out << ((*state)->is_up ? "up" : "starting") << ", rtig at " << (*state)->url << "\n\n";
  } else if (left > 0) {
    out << "rtirun was killed; " << core::count_text(left, "program")
        << " left: `rtirun up` goes on with the run, `rtirun down` ends it\n\n";
  } else {
    out << "ended\n\n";
  }
  for (const auto& [status, host] : (*state)->processes) {
    out << status.name << ": " << name_of(status.state);
    if (host != kThisHost) out << " on " << files::as_line(host);
    if (status.restarts > 0) out << ", " << core::count_text(status.restarts, "restart");
    if (!status.end.empty()) out << ", " << files::as_line(status.end);
    out << '\n';
  }
  const bool is_up = is_running && (*state)->is_up && !(*state)->is_stopping;
  return flush_output(is_up ? Verdict::good : Verdict::failed, out, err);
}

// Prints the logs of the given processes, or of all.
Verdict run_logs(const RunFiles& files, const command_line::ParsedArguments& given,
                 std::ostream& out, std::ostream& err) {
  LogRequest request{.processes = {given.arguments().begin() + 1, given.arguments().end()},
                     .is_following = given.has("follow")};
  if (const auto since = given.value("since")) {
    request.since = parse_since(*since, wall_clock());
    if (!request.since) {
      err << "rtirun: --since " << files::as_line(*since)
          << " is no time; write 90s, 10m, 2h, 1d or 2026-11-29T02:03:04Z\n";
      return Verdict::bad_usage;
    }
  }
  const auto printed = print_logs(files, request, out);
  if (!printed) return fail(printed.error().text, err);
  return flush_output(Verdict::good, out, err);
}

// Stops or restarts the given processes, one after the other.
Verdict run_control(const RunFiles& files, const command_line::ParsedArguments& given,
                    ControlRequest::Command command, std::ostream& out, std::ostream& err) {
  for (auto name = given.arguments().begin() + 1; name != given.arguments().end(); ++name) {
    const auto reply = request_control(files.folder(), {command, *name});
    if (!reply) return fail(reply.error().text, err);
    if (!reply->is_done) return fail(files::as_line(reply->text), err);
    out << files::as_line(reply->text) << std::endl;
  }
  return flush_output(Verdict::good, out, err);
}

// Shows the hosts and the places of the processes. Fails if a host cannot be used.
Verdict run_plan(const std::string& path, const RunFiles& files, std::ostream& out,
                 std::ostream& err) {
  const auto file = read_file(path, err);
  if (!file) return Verdict::failed;
  const auto ssh = SshClient::open(files.folder());
  if (!ssh) return fail(ssh.error().text, err);
  const auto answers = ask_hosts(file->scenario, *ssh);
  out << plan_text(file->scenario, answers);
  bool is_good = true;
  for (const HostAnswer& answer : answers) is_good = is_good && answer.fault.empty();
  return flush_output(is_good ? Verdict::good : Verdict::failed, out, err);
}

// Copies the outputs of the last run to a new folder.
Verdict run_collect(const std::string& path, const RunFiles& files, const std::string& output,
                    std::ostream& out, std::ostream& err) {
  const auto state = files.read();
  if (!state) return fail(state.error().text, err);
  if (!*state) return fail("there is no run of this scenario; `rtirun up` starts one", err);
  const std::string text = files.kept_scenario();
  const auto scenario = read_scenario(text, path, kept_mesh_loader(files));
  if (!scenario) return fail(scenario.error().front().text(), err);
  const std::filesystem::path folder =
      output.empty() ? std::filesystem::path(path).replace_extension(".collected")
                     : std::filesystem::path(output);
  const auto all = collect_run({*scenario, text, folder_of(path)}, files, **state, folder, out);
  if (!all) return fail(all.error().text, err);
  out << "rtirun: collected in " << folder.string() << '\n';
  return flush_output(*all ? Verdict::good : Verdict::failed, out, err);
}

Verdict run_down(const std::string& path, const RunFiles& files, std::ostream& out,
                 std::ostream& err) {
  const auto ended = end_run(files, folder_of(path), out);
  if (!ended) return fail(ended.error().text, err);
  if (!*ended) out << "rtirun: no run of this scenario is up\n";
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
  if (command == "rtirun plan") return run_plan(path, files, out, err);
  if (command == "rtirun collect") {
    return run_collect(path, files, given->value("output").value_or(""), out, err);
  }
  if (command == "rtirun down") return run_down(path, files, out, err);
  using Command = ControlRequest::Command;
  if (command == "rtirun stop") return run_control(files, *given, Command::stop, out, err);
  if (command == "rtirun restart") return run_control(files, *given, Command::restart, out, err);
  return run_logs(files, *given, out, err);
}

}  // namespace triad::rtirun
