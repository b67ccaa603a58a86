// What rtig and rtirouter do when they start: signals, descriptors, and a word to whoever started
// them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "router/program/link_server.hpp"
#include "router/program/log_file.hpp"
#include "router/program/program_log.hpp"

namespace triad::router {

// Exit statuses.
inline constexpr int kCouldNotGoOn = 1;
inline constexpr int kUsage = 2;

// "127.0.1.1:60400", "[::1]:60400".
bool is_loopback(std::string_view address);
// The URLs where it listens, and what their host names stand for on this machine.
void say_where(const LinkServer& links, Log& log);

// SIGTERM and SIGINT stop the server; a later one, after half a second, ends the process at once.
// Null: there is none
// any more.
void stop_on_signals(LinkServer* server);

// From now on SIGHUP waits for a HangUps: it would end a program that has just begun.
void hold_hang_ups();

// While it lives, SIGHUP ends nothing, but makes the log open its file again (logrotate). One case
// is different: if standard error was a terminal, and that has been closed, the server stops as on
// SIGTERM, so that its peers learn of it. One at a time.
class HangUps {
 public:
  // All outlive it. `file`: that of the log; null: it goes to standard error. Reacts from the
  // server's loop, which runs no more when this is destroyed.
  HangUps(LinkServer& server, Log& log, LogFile* file);
  ~HangUps();
  HangUps(const HangUps&) = delete;
  HangUps& operator=(const HangUps&) = delete;

 private:
  void on_hang_up();

  LinkServer& server_;
  Log& log_;
  LogFile* const file_;
  const bool had_terminal_;
  const int fd_;  // an eventfd, to which the signal handler writes
};

// Every federate takes descriptors; the soft limit (often 1024) is for programs that use select().
void raise_descriptor_limit(Log& log);

// Memory of long records (an object model, a snapshot) is used again and not given back to the
// system meanwhile: what the pages of one of 5 MB take anew is a millisecond in which nothing is
// forwarded. The process keeps up to 64 MB so that it does not use.
void keep_memory_of_long_records();

// This machine's.
std::string host_name();

// Whoever started us waits for these lines, and for the end of them. False: they could not be
// written; the log says so.
bool say_ready(const std::vector<std::string>& lines, int fd, Log& log);

}  // namespace triad::router
