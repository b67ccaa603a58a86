// Processes of a run on this host, each below a keeper. Used by Supervisor for the host of rtirun,
// and by the agent on other hosts.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "tools/rtirun/run_host.hpp"
#include "tools/rtirun/run_processes.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtirun {

using rtimesh::Fault;
using rtimesh::Outcome;

// Returns the host's own name, as the RTI shows it.
std::string own_host_name();

class LocalHost : public Host {
 public:
  struct Options {
    std::string run;                         // Name of the run.
    std::filesystem::path folder;            // For logs and ends; exists.
    std::filesystem::path directory;         // Base of the programs' working directories.
    std::string program = "/proc/self/exe";  // rtirun, for the keepers.
  };
  static Outcome<LocalHost> open(Options options);

  // --- Host, described in run_host.hpp.
  void start(const Launch& launch) override;
  void take_up(std::size_t process, unsigned start, const std::string& name) override;
  void signal(std::size_t process, int number) override;
  void find_owner(const std::string& host, pid_t pid) override;
  void add_descriptors(std::vector<pollfd>& descriptors) const override;
  std::optional<int> timeout_ms() const override;
  std::vector<HostEvent> take_events() override;

 private:
  struct Kept {
    unsigned start = 0;
    pid_t keeper = 0;              // 0 if it is not known to exist.
    transport::UniqueFd handle{};  // Readable when the keeper has ended.
    bool has_ended = false;        // ProcessEnded is reported.
    bool is_keeper_gone = false;
    std::optional<int> status = {};  // Of a keeper that was a child, which is that of its program.
  };
  LocalHost(Options options, transport::UniqueFd changes)
      : options_(std::move(options)), changes_(std::move(changes)) {}

  Outcome<pid_t> start_keeper(const Launch& launch);
  std::filesystem::path end_file(std::size_t process, unsigned start) const;
  void watch(std::size_t process, Kept kept);
  void check_end(std::size_t process, Kept& kept);
  // Collects a keeper that has ended.
  void release_keeper(Kept& kept);
  // Reports processes without keepers and programs.
  void check_gone();

  Options options_;
  transport::UniqueFd changes_;  // Readable when a file of the folder has been written.
  std::map<std::size_t, Kept> kept_;
  std::vector<ProcessSignal> signals_;  // Not yet sent.
  std::vector<HostEvent> events_;
};

}  // namespace triad::rtirun
