// The steps of rtig and rtirouter at start: signals, descriptors, and the report of readiness.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "router/program/link_server.hpp"
#include "router/program/log_file.hpp"
#include "router/program/program_log.hpp"

namespace triad::router {

// Exit statuses.
inline constexpr int kExitFailure = 1;
inline constexpr int kExitUsage = 2;

// Returns true for loopback addresses such as "127.0.1.1:60400" and "[::1]:60400".
bool is_loopback(std::string_view address);
// Logs the URLs where the server listens, and the addresses of their host names on this machine.
void log_addresses(const LinkServer& links, Log& log);

// Makes SIGTERM and SIGINT stop the server. Another such signal, half a second or more later, ends
// the process at once. Null: the server no longer exists.
void stop_on_signals(LinkServer* server);

// Blocks SIGHUP until a HangUpHandler exists, because it would end a program that has just started.
void block_hang_ups();

// While it lives, SIGHUP reads the files of tls:// again, calls `reload`, and reopens the log's
// file (for logrotate). Exception: if standard error was a terminal that is now closed, SIGHUP
// stops the server as SIGTERM does, so that its peers learn of the end. At most one may exist.
class HangUpHandler {
 public:
  // Reacts in the server's loop, which must no longer run when this object is destroyed. `file` is
  // the log's file; null: the log goes to standard error. `tls` is null if the program has no such
  // files. All arguments must outlive it.
  HangUpHandler(LinkServer& server, Log& log, LogFile* file,
                std::shared_ptr<transport::TlsIdentity> tls, std::function<void()> reload = {});
  ~HangUpHandler();
  HangUpHandler(const HangUpHandler&) = delete;
  HangUpHandler& operator=(const HangUpHandler&) = delete;

 private:
  void process_hang_up();
  void reload_tls();

  LinkServer& server_;
  Log& log_;
  LogFile* const file_;
  const std::shared_ptr<transport::TlsIdentity> tls_;
  const std::function<void()> reload_;  // null: nothing else is read again
  const bool had_terminal_;
  const int fd_;  // an eventfd that the signal handler writes
};

// Raises the limit of open descriptors, because every federate needs some. The soft limit, often
// 1024, exists for programs that use select().
void raise_descriptor_limit(Log& log);

// Makes malloc keep the memory of long records (an object model, a snapshot) for reuse. To get the
// pages of a 5 MB record from the system takes a millisecond in which nothing is forwarded. The
// process keeps up to 64 MB of unused memory.
void keep_memory_of_long_records();

// Returns the name of this machine.
std::string host_name();

// Writes the lines to `fd`, then closes it unless it is a standard stream. The parent process may
// wait for both. Returns false if writing failed; the log has the reason.
bool report_ready(const std::vector<std::string>& lines, int fd, Log& log);

}  // namespace triad::router
