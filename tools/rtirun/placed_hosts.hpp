// All hosts of a run as one: passes each order to the host of its process. Used by Supervisor.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tools/rtirun/run_files.hpp"
#include "tools/rtirun/run_host.hpp"
#include "tools/rtirun/ssh_client.hpp"

namespace triad::rtirun {

// Scenario with the text and the folder of its file.
struct ScenarioFile {
  Scenario scenario;
  std::string text;
  std::string folder;
};

// Returns a scenario's loader of mesh files in a folder.
MeshLoader mesh_loader(std::filesystem::path folder);
// Returns the loader of the mesh that a run has kept.
MeshLoader kept_mesh_loader(const RunFiles& files);

class PlacedHosts : public Host {
 public:
  // Connects to the hosts of a new run, places its processes, and copies the files of the scenario
  // to the other hosts. `state` receives the places.
  static Outcome<std::unique_ptr<Host>> begin(const ScenarioFile& file, const RunFiles& files,
                                              RunState& state);
  // Opens the hosts of a known run. Connections may follow later.
  static Outcome<std::unique_ptr<Host>> take_up(const ScenarioFile& file, const RunFiles& files,
                                                const RunState& state);

  void start(const Launch& launch) override;
  void take_up(std::size_t process, unsigned start, const std::string& name) override;
  void signal(std::size_t process, int number) override;
  void find_owner(const std::string& host, pid_t pid) override;
  void add_descriptors(std::vector<pollfd>& descriptors) const override;
  std::optional<int> timeout_ms() const override;
  std::vector<HostEvent> take_events() override;

 private:
  PlacedHosts() = default;

  Outcome<void> open(const ScenarioFile& file, const RunFiles& files, const std::string& run,
                     const std::vector<std::string>& names, bool is_new);
  Outcome<std::map<std::string, unsigned>> wait_for_agents();
  Outcome<void> copy_files(const ScenarioFile& file, const RunFiles& files) const;
  Host& host_of(std::size_t process) { return *hosts_.at(placed_.at(process)); }

  std::unique_ptr<SshClient> ssh_;  // Null if no other host is used.
  std::map<std::string, std::unique_ptr<Host>> hosts_;
  std::map<std::string, HostSpec> others_;  // The hosts by ssh.
  std::vector<std::string> placed_;         // Host of each process.
};

}  // namespace triad::rtirun
