// A router of this host as a process: how it is started, what it says when it listens, and its log.
// Used by MeshRun.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/rtimesh/child_process.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

// Where one of Triad's programs is: beside rtimesh, else in the PATH, which exec looks through.
std::string program_path(const std::string& name);

class RouterProcess {
 public:
  struct Wanted {
    std::string router;
    bool has_rtig = false;
    std::string topology_file;
    std::string log_directory;
  };
  static Outcome<RouterProcess> start(const Wanted& wanted);

  const std::string& router() const { return router_; }
  ChildProcess& process() { return process_; }
  const ChildProcess& process() const { return process_; }

  // Readable while it has more to say of where it listens; -1 once it has said all.
  int ready_descriptor() const { return ready_.get(); }
  // Reads what has come, at most once per call; true when that was all.
  bool read_ready();
  bool listens() const { return !ready_.valid() && !urls_.empty(); }
  // Where it can be asked: by the socket for its own user, or where it listens.
  std::vector<std::string> urls_to_ask() const;

  // The end of its log; `last_line` may be empty.
  std::vector<std::string> last_lines(std::size_t count) const;
  std::string last_line() const;

 private:
  RouterProcess(std::string router, std::string log_file, std::uint64_t log_begin,
                ChildProcess process, transport::UniqueFd ready)
      : router_(std::move(router)),
        log_file_(std::move(log_file)),
        log_begin_(log_begin),
        process_(std::move(process)),
        ready_(std::move(ready)) {}

  std::string router_;
  std::string log_file_;
  std::uint64_t log_begin_ = 0;  // what is before is of an earlier run
  ChildProcess process_;
  transport::UniqueFd ready_;
  std::string ready_text_;
  std::vector<std::string> urls_;
};

}  // namespace triad::rtimesh
