// Processes of a run on one host: the interface of the back ends, LocalHost and SshHost, to
// Supervisor. No call blocks for longer than the start of a local program.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace triad::rtirun {

// Program to start as a process of the run.
struct Launch {
  std::size_t process = 0;
  unsigned start = 1;                     // Number of this start of the process.
  std::string name = {};                  // Of the process; its log is NAME.log.
  std::vector<std::string> command = {};  // A name without a slash is searched for in the PATH.
  std::string directory = {};             // Relative to the host's working directory; may be empty.
  std::vector<std::pair<std::string, std::string>> environment = {};  // Added to that of the host.
};

// The program could not be started.
struct StartFailed {
  std::size_t process = 0;
  std::string reason = {};
};
// An earlier rtirun was to start the process, and ended before it did.
struct NotStarted {
  std::size_t process = 0;
};
// The program has ended; programs that it has started may still run.
struct ProcessEnded {
  std::size_t process = 0;
  bool is_good = false;
  std::string text = {};  // "ended with status 3".
};
// Nothing of the process is left. Follows ProcessEnded.
struct ProcessGone {
  std::size_t process = 0;
};
// Answer to find_owner().
struct OwnerFound {
  std::string host = {};
  pid_t pid = 0;
  std::size_t process = 0;
};
// Text for the user, such as "the connection to ws1 is lost".
struct HostNote {
  std::string text;
};
using HostEvent =
    std::variant<StartFailed, NotStarted, ProcessEnded, ProcessGone, OwnerFound, HostNote>;

class Host {
 public:
  virtual ~Host() = default;

  // Starts a program. Reports StartFailed, or later ProcessEnded and ProcessGone.
  virtual void start(const Launch& launch) = 0;
  // Watches a process that an earlier rtirun has started. Reports its end as start() does, or
  // NotStarted. If it has been killed without a trace, its end is a failure.
  virtual void take_up(std::size_t process, unsigned start, const std::string& name) = 0;
  // Sends a signal to all programs of a process.
  virtual void signal(std::size_t process, int number) = 0;
  // Reports OwnerFound if a program of the run has this number on the host with this name.
  virtual void find_owner(const std::string& host, pid_t pid) = 0;

  // Adds descriptors to wait for.
  virtual void add_descriptors(std::vector<pollfd>& descriptors) const = 0;
  // Returns the time after which take_events() must be called without input, if any.
  virtual std::optional<int> timeout_ms() const = 0;
  // Returns events since the last call.
  virtual std::vector<HostEvent> take_events() = 0;
};

}  // namespace triad::rtirun
