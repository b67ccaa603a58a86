#include "tools/rtirun/placed_hosts.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "files/regular_file.hpp"
#include "tools/rtirun/agent.hpp"
#include "tools/rtirun/local_host.hpp"
#include "tools/rtirun/placement.hpp"
#include "tools/rtirun/ssh_host.hpp"

namespace triad::rtirun {

namespace {

rtimesh::Outcome<std::string> read_mesh_file(const std::filesystem::path& path) {
  auto text = files::read_regular_file(path.string(), topology::kFileBytesMax);
  if (text) return rtimesh::Outcome<std::string>(boost::system::in_place_value, *std::move(text));
  return Fault{text.error().reason};
}

}  // namespace

MeshLoader mesh_loader(std::filesystem::path folder) {
  return [folder = std::move(folder)](const std::string& name) {
    return read_mesh_file(folder / name);
  };
}

MeshLoader kept_mesh_loader(const RunFiles& files) {
  return [file = files.mesh_file()](const std::string&) { return read_mesh_file(file); };
}

Outcome<std::unique_ptr<Host>> PlacedHosts::begin(const ScenarioFile& file, const RunFiles& files,
                                                  RunState& state) {
  std::unique_ptr<PlacedHosts> hosts(new PlacedHosts);
  const auto opened = hosts->open(file, files, state.run, hosts_used(file.scenario), true);
  if (!opened) return opened.error();
  const auto cores = hosts->wait_for_agents();
  if (!cores) return cores.error();
  hosts->placed_ = place_processes(file.scenario, *cores);
  if (const auto reach = check_reach(file.scenario, hosts->placed_); !reach) return reach.error();
  if (const auto copied = hosts->copy_files(file, files); !copied) return copied.error();
  for (std::size_t i = 0; i < state.processes.size(); ++i) {
    state.processes[i].host = hosts->placed_[i];
  }
  return std::unique_ptr<Host>(std::move(hosts));
}

Outcome<std::unique_ptr<Host>> PlacedHosts::take_up(const ScenarioFile& file, const RunFiles& files,
                                                    const RunState& state) {
  std::unique_ptr<PlacedHosts> hosts(new PlacedHosts);
  const auto opened = hosts->open(file, files, state.run, hosts_used(file.scenario), false);
  if (!opened) return opened.error();
  for (const RunState::Process& process : state.processes) {
    if (!hosts->hosts_.contains(process.host)) {
      return Fault{"the run uses host \"" + process.host +
                   "\", which the scenario no longer has; end the run with `rtirun down`"};
    }
    hosts->placed_.push_back(process.host);
  }
  return std::unique_ptr<Host>(std::move(hosts));
}

Outcome<void> PlacedHosts::open(const ScenarioFile& file, const RunFiles& files,
                                const std::string& run, const std::vector<std::string>& names,
                                bool is_new) {
  for (const std::string& name : names) {
    if (name == kThisHost) {
      auto host = LocalHost::open({.run = run, .folder = files.folder(), .directory = file.folder});
      if (!host) return host.error();
      hosts_[name] = std::make_unique<LocalHost>(*std::move(host));
      continue;
    }
    if (!ssh_) {
      auto ssh = SshClient::open(files.folder());
      if (!ssh) return ssh.error();
      ssh_ = std::make_unique<SshClient>(*std::move(ssh));
    }
    const HostSpec& spec = *std::ranges::find(file.scenario.hosts, name, &HostSpec::name);
    others_[name] = spec;
    hosts_[name] = std::make_unique<SshHost>(
        SshHost::Options{.host = spec, .run = run, .is_new = is_new, .logs = files.folder()},
        *ssh_);
  }
  return {};
}

// The connections have begun all at once, so the waits overlap.
Outcome<std::map<std::string, unsigned>> PlacedHosts::wait_for_agents() {
  std::map<std::string, unsigned> cores;
  for (const auto& [name, host] : hosts_) {
    if (!others_.contains(name)) {
      cores[name] = measure_host().cores;
      continue;
    }
    const auto facts = static_cast<SshHost&>(*host).wait_for_agent();
    if (!facts) return facts.error();
    cores[name] = facts->cores;
  }
  return cores;
}

Outcome<void> PlacedHosts::copy_files(const ScenarioFile& file, const RunFiles& files) const {
  std::vector<std::string> paths;
  if (file.scenario.mesh) paths.push_back(files.mesh_file().string());
  for (const std::string& name : file.scenario.files) {
    paths.push_back((std::filesystem::path(file.folder) / name).string());
  }
  if (paths.empty()) return {};
  for (const auto& [name, spec] : others_) {
    if (std::ranges::find(placed_, name) == placed_.end()) continue;
    const std::string folder = spec.directory + "/" + kFilesFolder + "/";
    if (const auto copied = run_command(ssh_->copy_to(spec, paths, folder)); !copied) {
      return Fault{"the files cannot be copied to host " + name + ": " + copied.error().text};
    }
  }
  return {};
}

void PlacedHosts::start(const Launch& launch) {
  host_of(launch.process).start(launch);
}

void PlacedHosts::take_up(std::size_t process, unsigned start, const std::string& name) {
  host_of(process).take_up(process, start, name);
}

void PlacedHosts::signal(std::size_t process, int number) {
  host_of(process).signal(process, number);
}

void PlacedHosts::find_owner(const std::string& host, pid_t pid) {
  for (const auto& [name, each] : hosts_) each->find_owner(host, pid);
}

void PlacedHosts::add_descriptors(std::vector<pollfd>& descriptors) const {
  for (const auto& [name, host] : hosts_) host->add_descriptors(descriptors);
}

std::optional<int> PlacedHosts::timeout_ms() const {
  std::optional<int> least;
  for (const auto& [name, host] : hosts_) {
    const auto timeout = host->timeout_ms();
    if (timeout && (!least || *timeout < *least)) least = timeout;
  }
  return least;
}

std::vector<HostEvent> PlacedHosts::take_events() {
  std::vector<HostEvent> events;
  for (const auto& [name, host] : hosts_) {
    auto some = host->take_events();
    std::ranges::move(some, std::back_inserter(events));
  }
  return events;
}

}  // namespace triad::rtirun
