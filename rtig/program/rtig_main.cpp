// rtig: the gateway of any number of federations. Joins options, log, FED loading and signals to a
// Server; all else is in its parts.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "command_line/given.hpp"
#include "rtig/program/fed_loading.hpp"
#include "rtig/program/rtig_manual.hpp"
#include "rtig/program/rtig_options.hpp"
#include "rtig/program/server.hpp"
#include "transport/url.hpp"
#include "transport/wait.hpp"

namespace triad::rtig {

namespace {

constexpr int kCouldNotGoOn = 1;
constexpr int kUsage = 2;

// For the signal handler alone.
std::atomic<Server*> running{nullptr};
std::atomic<bool> stopping{false};

void on_stop_signal(int signal) {
  if (stopping.exchange(true)) ::_exit(128 + signal);
  const int saved = errno;
  if (Server* server = running.load()) server->stop();
  errno = saved;
}

void take_signals() {
  struct sigaction stop {};
  stop.sa_handler = on_stop_signal;
  ::sigaction(SIGTERM, &stop, nullptr);
  ::sigaction(SIGINT, &stop, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, nullptr);
  // A parent that blocks signals in its threads passes the mask on.
  sigset_t wanted;
  ::sigemptyset(&wanted);
  ::sigaddset(&wanted, SIGTERM);
  ::sigaddset(&wanted, SIGINT);
  ::sigprocmask(SIG_UNBLOCK, &wanted, nullptr);
}

// Every federate takes descriptors; the soft limit (often 1024) is for programs that use select().
void raise_descriptor_limit(Log& log) {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
  log.debug("may have " + std::to_string(limit.rlim_cur) + " descriptors open");
}

std::string host_name() {
  char name[256] = "localhost";
  ::gethostname(name, sizeof name - 1);
  return name;
}

ServerOptions server_options(const ProgramOptions& options, Log& log) {
  ServerOptions server;
  server.rtig.host = host_name();
  server.rtig.release = TRIAD_VERSION;
  server.rtig.process = static_cast<std::uint32_t>(::getpid());
  server.rtig.lost_action = options.lost_action;
  server.rtig.hold_bytes = options.hold_bytes;
  server.rtig.resume_bytes = options.resume_bytes;
  server.rtig.resign_bytes = options.resign_bytes;
  server.rtig.hold_patience = options.hold_patience;
  server.anybody_operates = options.anybody_operates;
  server.rtig.load_fed = fed_loader(
      fed_directories(options.fom_path, config::process_environment),
      options.fom_anywhere ? FedNames::anywhere : FedNames::below_directories, log, options.cells);
  server.rtig.report_waits = options.report_waits;
  server.heartbeat = options.heartbeat;
  server.message_bytes_max = options.message_bytes_max;
  server.frame_timeout = options.frame_timeout;
  server.memory = options.memory;
  server.link.datagrams = options.datagrams;
  server.fabric.emplace().outbox_bytes = options.fabric_log;
  server.spin = transport::sensible_spin(options.spin);
  return server;
}

bool is_open_to_others(const std::string& url) {
  const auto parsed = transport::parse_url(url);
  if (!parsed || parsed->scheme != transport::Url::Scheme::tcp) return false;
  return !parsed->host.starts_with("127.") && parsed->host != "::1" && parsed->host != "localhost";
}

void say_where(const Server& server, const ProgramOptions& options, Log& log) {
  bool open = false;
  for (const std::string& url : server.urls()) log.info("listens on " + url);
  for (const std::string& url : options.listen) open = open || is_open_to_others(url);
  if (!open) {
    log.info("federates of this host alone can reach it; for others: rtig --listen tcp://0.0.0.0:" +
             std::to_string(transport::kDefaultPort));
  }
}

// Whoever started us waits for these lines, and for the end of them.
bool say_ready(const Server& server, int fd) {
  std::string lines;
  for (const std::string& url : server.urls()) lines += url + "\n";
  std::string_view rest = lines;
  while (!rest.empty()) {
    const ssize_t n = ::write(fd, rest.data(), rest.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    rest.remove_prefix(static_cast<std::size_t>(n));
  }
  return fd <= STDERR_FILENO || ::close(fd) == 0;
}

int serve(const ProgramOptions& options, Log& log) {
  for (const std::string& warning : options.warnings) log.warning(warning);
  raise_descriptor_limit(log);
  ServerOptions server_settings = server_options(options, log);
  if (!options.saves.empty()) {
    auto saves =
        SaveDirectory::open(options.saves, options.saves_told ? SaveDirectory::Make::now
                                                              : SaveDirectory::Make::at_first_save);
    if (!saves) {
      log.error(saves.error().text);
      return kCouldNotGoOn;
    }
    server_settings.saves = std::move(*saves);
  }
  const auto created = Server::create(std::move(server_settings), log);
  if (!created) {
    log.error(created.error().text);
    return kCouldNotGoOn;
  }
  Server& server = **created;
  running = &server;
  take_signals();
  log.info("rtig (Triad RTI) " TRIAD_VERSION " starts as process " + std::to_string(::getpid()));
  for (const std::string& url : options.listen) {
    if (const auto listening = server.listen(url); !listening) {
      log.error(listening.error().text);
      running = nullptr;
      return listening.error().code == transport::Error::Code::bad_url ? kUsage : kCouldNotGoOn;
    }
  }
  if (const auto listening = server.listen_for_operators(); !listening) {
    log.warning("operators (rtictl destroy) do not reach this rtig over TCP: " +
                listening.error().text);
  }
  say_where(server, options, log);
  if (options.ready_fd >= 0 && !say_ready(server, options.ready_fd)) {
    log.error("cannot write to the descriptor " + std::to_string(options.ready_fd) +
              " of --ready-fd: " + std::strerror(errno));
    running = nullptr;
    return kUsage;
  }
  server.run();
  running = nullptr;
  return 0;
}

int run(const std::vector<std::string>& arguments) {
  const auto options = read_options(arguments);
  if (!options) {
    std::fprintf(stderr, "rtig: %s\n", options.error().text.c_str());
    return kUsage;
  }
  if (!options->answer.empty()) {
    return command_line::print(manual(), options->answer) ? 0 : kCouldNotGoOn;
  }
  if (options->log_file.empty()) {
    Log log(options->log_level);
    return serve(*options, log);
  }
  auto log = Log::to_file(options->log_level, options->log_file);
  if (!log) {
    std::fprintf(stderr, "rtig: %s\n", log.error().text.c_str());
    return kUsage;
  }
  return serve(*options, *log);
}

}  // namespace

}  // namespace triad::rtig

int main(int argc, char** argv) {
  return triad::rtig::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc));
}
