// The file to which a program's log is appended. It can be reopened by its name, for logrotate.
// Used by the main files of rtig and rtirouter; a Log writes to its sink.
#pragma once

#include <string>

#include "router/program/program_log.hpp"
#include "transport/posix/unique_fd.hpp"
#include "wire/error.hpp"

namespace triad::router {

class LogFile {
 public:
  // Opens the file for appending, and creates it if it does not exist.
  static wire::Result<LogFile> open(const std::string& path);

  // Opens the file by its name again, because the old one may have been renamed. May be called from
  // any thread. On an error the log stays in the old file.
  wire::Result<void> reopen();

  // Returns a sink that writes to the file. The file must outlive it.
  Log::Sink sink() const;

 private:
  LogFile(std::string path, transport::UniqueFd fd) : path_(std::move(path)), fd_(std::move(fd)) {}

  std::string path_;
  transport::UniqueFd fd_;  // its number never changes
};

}  // namespace triad::router
