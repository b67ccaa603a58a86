// The file that a program's log is appended to. It can be opened again by its name, for logrotate.
// Used by the main files of rtig and rtirouter; a Log writes to its sink.
#pragma once

#include <string>

#include "router/program/program_log.hpp"
#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"

namespace triad::router {

class LogFile {
 public:
  // Appends to the file, which is made if it is not there.
  static wire::Result<LogFile> open(const std::string& path);

  // Opens the file by its name again: the old one may have been renamed. From any thread. On an
  // error the log stays in the old file.
  wire::Result<void> reopen();

  // The file outlives it.
  Log::Sink sink() const;

 private:
  LogFile(std::string path, transport::UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  std::string path_;
  transport::UniqueFd fd_;  // the same number for good
};

}  // namespace triad::router
