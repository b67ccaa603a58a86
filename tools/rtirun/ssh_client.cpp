#include "tools/rtirun/ssh_client.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <iterator>

#include "tools/rtirun/piped_process.hpp"

namespace triad::rtirun {

namespace {

namespace fs = std::filesystem;

std::string hexadecimal(std::size_t number) {
  std::string text;
  for (; number != 0; number /= 16) text += "0123456789abcdef"[number % 16];
  return text;
}

// Folder of the user for short-lived files.
fs::path runtime_folder() {
  const char* const own = std::getenv("XDG_RUNTIME_DIR");
  return own != nullptr && *own == '/' ? own : "/tmp";
}

}  // namespace

Outcome<SshClient> SshClient::open(const fs::path& run_folder) {
  const std::string name = "rtirun-" + std::to_string(::geteuid()) + "-" +
                           hexadecimal(std::hash<std::string>()(run_folder.string()));
  const std::string folder = (runtime_folder() / name).string();
  ::mkdir(folder.c_str(), 0700);
  struct stat found {};
  if (::lstat(folder.c_str(), &found) != 0 || !S_ISDIR(found.st_mode) ||
      found.st_uid != ::geteuid() || (found.st_mode & 077) != 0) {
    return Fault{"\"" + folder +
                 "\" for the connections of ssh is no private folder of yours; remove it"};
  }
  return SshClient(folder);
}

std::vector<std::string> SshClient::options() const {
  return {"-o", "BatchMode=yes",
          "-o", "ConnectTimeout=10",
          "-o", "ServerAliveInterval=5",
          "-o", "ServerAliveCountMax=3",
          "-o", "ControlMaster=auto",
          "-o", "ControlPersist=no",
          "-o", "ControlPath=" + sockets_ + "/%C"};
}

std::vector<std::string> SshClient::rtirun_on(const HostSpec& host,
                                              const std::vector<std::string>& arguments) const {
  std::vector<std::string> command{"ssh", "-T"};
  for (std::string& option : options()) command.push_back(std::move(option));
  std::string remote =
      shell_word(host.programs.empty() ? std::string("rtirun") : host.programs + "/rtirun");
  for (const std::string& argument : arguments) remote += " " + shell_word(argument);
  command.insert(command.end(), {"--", host.address, remote});
  return command;
}

std::vector<std::string> SshClient::copy_to(const HostSpec& host,
                                            const std::vector<std::string>& files,
                                            const std::string& folder) const {
  std::vector<std::string> command{"scp", "-q", "-r"};
  for (std::string& option : options()) command.push_back(std::move(option));
  command.push_back("--");
  command.insert(command.end(), files.begin(), files.end());
  command.push_back(host.address + ":" + folder);
  return command;
}

std::vector<std::string> SshClient::copy_from(const HostSpec& host, const std::string& path,
                                              const std::string& folder) const {
  std::vector<std::string> command{"scp", "-q", "-r"};
  for (std::string& option : options()) command.push_back(std::move(option));
  command.insert(command.end(), {"--", host.address + ":" + path, folder});
  return command;
}

std::string shell_word(const std::string& text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

Outcome<void> run_command(const std::vector<std::string>& command) {
  auto process = PipedProcess::start(command);
  if (!process) return process.error();
  process->close_input();
  while (!process->is_over()) {
    (void)process->wait(-1);
    (void)process->read_output();
  }
  if (const std::string failure = process->failure(); !failure.empty()) return Fault{failure};
  return {};
}

}  // namespace triad::rtirun
