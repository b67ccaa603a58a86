// A process of this host with a router, or with several: how it is started, what it says when it
// listens, and its log. Used by MeshRun.
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
    std::vector<std::string> routers;  // as topology::routers_of_process()
    std::string process;               // of several: its name
    bool has_rtig = false;
    std::string topology_file;
    std::string log_directory;  // the log is called as its first router
  };
  static Outcome<RouterProcess> start(const Wanted& wanted);

  const std::vector<std::string>& routers() const { return wanted_.routers; }
  bool has_rtig() const { return wanted_.has_rtig; }
  // "router beta", "process site (alpha, beta)"
  std::string text() const;
  ChildProcess& process() { return process_; }
  const ChildProcess& process() const { return process_; }

  // Readable while it has more to say of where it listens; -1 once it has said all.
  int ready_descriptor() const { return ready_.get(); }
  // Reads what has come, at most once per call; true when that was all.
  bool read_ready();
  bool listens() const { return !ready_.valid() && !ready_text_.empty(); }
  // Where this user can ask one of routers().
  std::string operator_url(std::size_t router) const;

  // The end of its log; `last_line` may be empty.
  std::vector<std::string> last_lines(std::size_t count) const;
  std::string last_line() const;

 private:
  RouterProcess(Wanted wanted, std::string log_file, std::uint64_t log_begin, ChildProcess process,
                transport::UniqueFd ready)
      : wanted_(std::move(wanted)),
        log_file_(std::move(log_file)),
        log_begin_(log_begin),
        process_(std::move(process)),
        ready_(std::move(ready)) {}

  Wanted wanted_;
  std::string log_file_;
  std::uint64_t log_begin_ = 0;  // what is before is of an earlier run
  ChildProcess process_;
  transport::UniqueFd ready_;
  std::string ready_text_;
};

}  // namespace triad::rtimesh
