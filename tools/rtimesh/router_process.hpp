// A local process with one or several routers: its start, its report that it listens, and its log.
// Used by MeshRun.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/rtimesh/child_process.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::rtimesh {

// Returns the path of one of Triad's programs: beside rtimesh if it exists there, otherwise the
// bare name, which exec searches for in the PATH.
std::string program_path(const std::string& name);

class RouterProcess {
 public:
  struct Options {
    std::vector<std::string> routers;  // As from topology::routers_of_process().
    std::string process;               // Name of the process, if it has several routers.
    bool has_rtig = false;
    std::string topology_file;
    std::string log_directory;  // The log has the name of the first router.
  };
  static Outcome<RouterProcess> start(const Options& options);

  const std::vector<std::string>& routers() const { return options_.routers; }
  bool has_rtig() const { return options_.has_rtig; }
  // Returns "router beta" or "process site (alpha, beta)".
  std::string text() const;
  ChildProcess& process() { return process_; }
  const ChildProcess& process() const { return process_; }

  // Returns a descriptor that is readable while the process reports its addresses; -1 after the
  // report is complete.
  int ready_descriptor() const { return ready_.get(); }
  // Makes one read of the report. Returns true if the report is complete.
  bool read_ready_report();
  bool is_listening() const { return !ready_.valid() && !ready_text_.empty(); }
  // Returns the URL of the operators' socket of a router, an index of routers().
  std::string operator_url(std::size_t router) const;

  // Return the end of the log. `last_line` may be empty.
  std::vector<std::string> last_lines(std::size_t count) const;
  std::string last_line() const;

 private:
  RouterProcess(Options options, std::string log_file, std::uint64_t log_begin,
                ChildProcess process, transport::UniqueFd ready)
      : options_(std::move(options)),
        log_file_(std::move(log_file)),
        log_begin_(log_begin),
        process_(std::move(process)),
        ready_(std::move(ready)) {}

  Options options_;
  std::string log_file_;
  std::uint64_t log_begin_ = 0;  // Start of this run's part of the log.
  ChildProcess process_;
  transport::UniqueFd ready_;
  std::string ready_text_;
};

}  // namespace triad::rtimesh
