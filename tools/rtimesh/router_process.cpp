#include "tools/rtimesh/router_process.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "tools/rtimesh/log_tail.hpp"
#include "wire/operator_url.hpp"

namespace triad::rtimesh {

namespace {

namespace fs = std::filesystem;

// Limit on the report of addresses.
constexpr std::size_t kReadyBytesMax = std::size_t{64} << 10;

std::vector<std::string> command_for(const RouterProcess::Options& options) {
  std::vector<std::string> command{program_path(options.has_rtig ? "rtig" : "rtirouter"),
                                   "--topology", options.topology_file};
  const bool alone = options.routers.size() == 1;
  if (!options.has_rtig && alone)
    command.insert(command.end(), {"--name", options.routers.front()});
  if (!options.has_rtig && !alone) command.insert(command.end(), {"--process", options.process});
  command.insert(command.end(), {"--ready-fd", std::to_string(ChildProcess::kPassedDescriptor)});
  return command;
}

std::string text_of(const RouterProcess::Options& options) {
  if (options.routers.size() == 1) return "router " + options.routers.front();
  std::string names;
  for (const std::string& router : options.routers) names += (names.empty() ? "" : ", ") + router;
  return "process " + options.process + " (" + names + ")";
}

}  // namespace

std::string program_path(const std::string& name) {
  std::error_code fault;
  const fs::path own = fs::read_symlink("/proc/self/exe", fault);
  const fs::path beside = own.parent_path() / name;
  const bool is_there = !fault && ::access(beside.c_str(), X_OK) == 0;
  return is_there ? beside.string() : name;
}

Outcome<RouterProcess> RouterProcess::start(const Options& options) {
  const std::string log_file = options.log_directory + "/" + options.routers.front() + ".log";
  const transport::UniqueFd log(
      ::open(log_file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0644));
  struct stat found {};
  if (!log.valid() || ::fstat(log.get(), &found) != 0) {
    return Fault{"the log file \"" + log_file + "\" cannot be written: " + std::strerror(errno)};
  }
  int pipe[2];
  if (::pipe2(pipe, O_CLOEXEC) != 0) {
    return Fault{"there is no pipe for " + text_of(options) + ": " + std::strerror(errno)};
  }
  transport::UniqueFd ready(pipe[0]);
  const transport::UniqueFd ready_end(pipe[1]);
  auto process = ChildProcess::start(
      {.command = command_for(options),
       .background = ChildProcess::Start::Background{log.get(), ready_end.get()}});
  if (!process) return Fault{text_of(options) + ": " + process.error().text};
  return RouterProcess(options, log_file, static_cast<std::uint64_t>(found.st_size),
                       std::move(*process), std::move(ready));
}

bool RouterProcess::read_ready_report() {
  char buffer[4096];
  const ssize_t n = ::read(ready_.get(), buffer, sizeof buffer);
  if (n < 0 && errno == EINTR) return false;
  if (n > 0 && ready_text_.size() < kReadyBytesMax) {
    ready_text_.append(buffer, static_cast<std::size_t>(n));
    return false;
  }
  ready_.reset();
  return true;
}

std::string RouterProcess::text() const {
  return text_of(options_);
}

std::string RouterProcess::operator_url(std::size_t router) const {
  return wire::operator_url(static_cast<std::uint32_t>(process_.pid()), router);
}

std::vector<std::string> RouterProcess::last_lines(std::size_t count) const {
  return rtimesh::last_lines(log_file_, log_begin_, count);
}

std::string RouterProcess::last_line() const {
  const std::vector<std::string> lines = last_lines(1);
  return lines.empty() ? "" : lines.front();
}

}  // namespace triad::rtimesh
