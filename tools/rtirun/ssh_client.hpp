// Command lines of the system's ssh and scp. All programs of a run use one connection for each host
// (ControlMaster), the user's configuration, and its keys or agent. Questions to a user are off, so
// nothing waits for an answer.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/rtimesh/outcome.hpp"
#include "tools/rtirun/run_scenario.hpp"

namespace triad::rtirun {

using rtimesh::Fault;
using rtimesh::Outcome;

class SshClient {
 public:
  // Makes a private folder for the sockets of the connections, the same one for each rtirun of the
  // run's folder. Its path is short, because that of a socket must be.
  static Outcome<SshClient> open(const std::filesystem::path& run_folder);

  // Returns the command that runs rtirun on the host.
  std::vector<std::string> rtirun_on(const HostSpec& host,
                                     const std::vector<std::string>& arguments) const;
  // Return the commands that copy files to and from the host. Remote paths are relative to the home
  // folder.
  std::vector<std::string> copy_to(const HostSpec& host, const std::vector<std::string>& files,
                                   const std::string& folder) const;
  std::vector<std::string> copy_from(const HostSpec& host, const std::string& path,
                                     const std::string& folder) const;

 private:
  explicit SshClient(std::string sockets) : sockets_(std::move(sockets)) {}

  std::vector<std::string> options() const;

  std::string sockets_;
};

// Returns the text as one word of a POSIX shell.
std::string shell_word(const std::string& text);

// Runs a command to its end. Returns the last line of its errors if it fails.
Outcome<void> run_command(const std::vector<std::string>& command);

}  // namespace triad::rtirun
