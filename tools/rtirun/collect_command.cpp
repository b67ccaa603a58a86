#include "tools/rtirun/collect_command.hpp"

#include <glob.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files/line_output.hpp"
#include "tools/rtirun/agent.hpp"

namespace triad::rtirun {

namespace {

namespace fs = std::filesystem;

// Returns the files that match a pattern of the shell.
std::vector<std::string> matches_of(const std::string& pattern) {
  glob_t found{};
  std::vector<std::string> files;
  if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    files.assign(found.gl_pathv, found.gl_pathv + found.gl_pathc);
  }
  ::globfree(&found);
  std::ranges::sort(files);
  return files;
}

// Returns a pattern that matches only this path.
std::string literally(const std::string& path) {
  std::string pattern;
  for (const char c : path) {
    if (std::string_view("*?[\\").find(c) != std::string_view::npos) pattern += '\\';
    pattern += c;
  }
  return pattern;
}

Outcome<void> copy_local(const std::string& pattern, const fs::path& to) {
  const auto files = matches_of(pattern);
  if (files.empty()) return Fault{"no such file"};
  for (const std::string& each : files) {
    std::error_code fault;
    fs::copy(each, to / fs::path(each).filename(), fs::copy_options::recursive, fault);
    if (fault) return Fault{each + ": " + fault.message()};
  }
  return {};
}

class Collector {
 public:
  Collector(const ScenarioFile& file, const RunFiles& files, const fs::path& output,
            std::ostream& out)
      : file_(file), files_(files), output_(output), out_(out) {}

  Outcome<bool> collect(const RunState& state) {
    std::error_code fault;
    if (!fs::create_directory(output_, fault)) {
      return Fault{"the folder \"" + output_.string() + "\" " +
                   (fault ? "cannot be made: " + fault.message()
                          : "is there already; remove it, or give another one")};
    }
    for (const auto& entry : fs::directory_iterator(files_.folder(), fault)) {
      const std::string name = entry.path().filename().string();
      const bool is_log = name.ends_with(".log");
      const bool is_end = name.starts_with("end.") && !is_log;
      if (!entry.is_regular_file(fault) || name == "lock" || is_end) continue;
      fs::copy_file(entry.path(), output_ / name, fault);
      if (fault) return Fault{"\"" + entry.path().string() + "\": " + fault.message()};
    }
    for (const Federate& federate : file_.scenario.federates) {
      const auto process = std::ranges::find(state.processes, federate.name,
                                             [](const auto& each) { return each.status.name; });
      if (process == state.processes.end()) continue;
      if (const auto done = collect_federate(federate, process->host); !done) return done.error();
    }
    return is_complete_;
  }

 private:
  Outcome<void> collect_federate(const Federate& federate, const std::string& host) {
    if (federate.collect.empty()) return {};
    const fs::path to = output_ / federate.name;
    std::error_code fault;
    fs::create_directory(to, fault);
    for (const std::string& pattern : federate.collect) {
      const std::string path = (fs::path(federate.directory) / pattern).string();
      const auto copied = host.empty() || host == kThisHost
                              ? copy_local((fs::path(literally(file_.folder)) / path).string(), to)
                              : copy_remote(host, path, to);
      if (copied) continue;
      is_complete_ = false;
      out_ << "rtirun: " << federate.name << ": " << files::as_line(pattern) << ": "
           << files::as_line(copied.error().text) << '\n';
    }
    return {};
  }

  Outcome<void> copy_remote(const std::string& host, const std::string& path, const fs::path& to) {
    if (!ssh_) {
      auto ssh = SshClient::open(files_.folder());
      if (!ssh) return ssh.error();
      ssh_ = std::make_unique<SshClient>(*std::move(ssh));
    }
    const auto spec = std::ranges::find(file_.scenario.hosts, host, &HostSpec::name);
    if (spec == file_.scenario.hosts.end()) {
      return Fault{"the scenario no longer has host " + host + ", so its files cannot be fetched"};
    }
    const std::string from = (fs::path(spec->directory) / kFilesFolder / path).string();
    return run_command(ssh_->copy_from(*spec, from, to.string()));
  }

  const ScenarioFile& file_;
  const RunFiles& files_;
  const fs::path& output_;
  std::ostream& out_;
  std::unique_ptr<SshClient> ssh_;
  bool is_complete_ = true;
};

}  // namespace

Outcome<bool> collect_run(const ScenarioFile& file, const RunFiles& files, const RunState& state,
                          const fs::path& output, std::ostream& out) {
  return Collector(file, files, output, out).collect(state);
}

}  // namespace triad::rtirun
