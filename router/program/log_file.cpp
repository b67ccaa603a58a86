#include "router/program/log_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "router/program/log_output.hpp"

namespace triad::router {

namespace {

wire::Error cannot_write(const std::string& path) {
  return wire::error(
      wire::ErrorCode::RTIinternalError,
      "cannot write the log file " + path + ": " +
          (errno == ENXIO ? "no process reads that pipe" : std::generic_category().message(errno)));
}

wire::Result<transport::UniqueFd> open_to_append(const std::string& path) {
  // Does not block: opening a pipe would otherwise wait for its reader.
  constexpr int kFlags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;
  transport::UniqueFd fd(::open(path.c_str(), kFlags, 0644));
  if (!fd.valid()) return cannot_write(path);
  return fd;
}

}  // namespace

wire::Result<LogFile> LogFile::open(const std::string& path) {
  auto fd = open_to_append(path);
  if (!fd) return fd.error();
  return LogFile(path, std::move(*fd));
}

// The descriptor's number stays the same, so a thread that is about to write uses the new file.
wire::Result<void> LogFile::reopen() {
  const auto fd = open_to_append(path_);
  if (!fd) return fd.error();
  if (::dup3(fd->get(), fd_.get(), O_CLOEXEC) < 0) return cannot_write(path_);
  return {};
}

Log::Sink LogFile::sink() const {
  return LogOutput(fd_.get());
}

}  // namespace triad::router
