#include "router/program/program_start.hpp"

#include <malloc.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <initializer_list>
#include <string>
#include <utility>

#include "files/write_all.hpp"
#include "transport/tls/tls.hpp"
#include "transport/url.hpp"

namespace triad::router {

namespace {

// For the signal handler only.
std::atomic<LinkServer*> running{nullptr};

std::int64_t milliseconds_now() {
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
}

// One request to stop may arrive twice, e.g. timeout(1) signals its child and then the child's
// group.
void stop_on_signal(int signal) {
  constexpr std::int64_t kSameOrderMs = 500;
  static std::atomic<std::int64_t> stopped_at{0};
  std::int64_t first = 0;
  if (!stopped_at.compare_exchange_strong(first, milliseconds_now())) {
    if (milliseconds_now() - first >= kSameOrderMs) ::_exit(128 + signal);
    return;
  }
  const int saved = errno;
  if (LinkServer* server = running.load()) server->stop();
  errno = saved;
}

std::atomic<int> hang_up_fd{-1};

void signal_hang_up(int) {
  const int saved = errno;
  const std::uint64_t one = 1;
  [[maybe_unused]] const auto written = ::write(hang_up_fd.load(), &one, sizeof one);
  errno = saved;
}

void change_mask(int how, std::initializer_list<int> signals) {
  sigset_t wanted;
  ::sigemptyset(&wanted);
  for (const int signal : signals) ::sigaddset(&wanted, signal);
  ::sigprocmask(how, &wanted, nullptr);
}

}  // namespace

bool is_loopback(std::string_view address) {
  return address.starts_with("127.") || address.starts_with("[::1]");
}

// Says that links beyond this host are readable, if there are any and they are.
void log_lack_of_encryption(const LinkServer& links, Log& log) {
  for (std::size_t i = 0; i < links.acceptor().urls().size(); ++i) {
    const std::string& url = links.acceptor().urls()[i];
    const std::string& address = links.acceptor().addresses()[i];
    if (!url.starts_with("tcp://") || address.empty() || is_loopback(address)) continue;
    return log.warning("every program that reaches " + url +
                       " can take part, and the network can read and change its data; tls:// "
                       "prevents both (SECURITY.md)");
  }
}

// Warns about a host name that stands for a loopback address, as Debian's installer configures it
// in /etc/hosts.
void log_addresses(const LinkServer& links, Log& log) {
  log_lack_of_encryption(links, log);
  for (std::size_t i = 0; i < links.acceptor().urls().size(); ++i) {
    const std::string& url = links.acceptor().urls()[i];
    const std::string& address = links.acceptor().addresses()[i];
    const auto parsed = transport::parse_url(url);
    const bool is_name =
        parsed && !parsed->host.empty() && !address.empty() && url.find(address) == url.npos;
    log.info("listens on " + url + (is_name ? ", which is " + address + " here" : ""));
    if (!is_name || parsed->host == "localhost" || !is_loopback(address)) continue;
    log.warning("no other host can reach " + url + ": on this machine " + parsed->host + " is " +
                address.substr(0, address.rfind(':')) +
                " (/etc/hosts); give that name the machine's address there, or listen on the "
                "address");
  }
}

void stop_on_signals(LinkServer* server) {
  running = server;
  if (server == nullptr) return;
  struct sigaction stop {};
  stop.sa_handler = stop_on_signal;
  ::sigaction(SIGTERM, &stop, nullptr);
  ::sigaction(SIGINT, &stop, nullptr);
  struct sigaction ignore {};
  ignore.sa_handler = SIG_IGN;
  ::sigaction(SIGPIPE, &ignore, nullptr);
  // A write beyond the limit on the size of files (ulimit -f) then fails with EFBIG.
  ::sigaction(SIGXFSZ, &ignore, nullptr);
  // A parent that blocks signals in its threads passes on its signal mask.
  change_mask(SIG_UNBLOCK, {SIGTERM, SIGINT});
}

void block_hang_ups() {
  change_mask(SIG_BLOCK, {SIGHUP});
}

HangUpHandler::HangUpHandler(LinkServer& server, Log& log, LogFile* file,
                             std::shared_ptr<transport::TlsIdentity> tls,
                             std::function<void()> reload)
    : server_(server),
      log_(log),
      file_(file),
      tls_(std::move(tls)),
      reload_(std::move(reload)),
      had_terminal_(::isatty(STDERR_FILENO) == 1),
      fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
  hang_up_fd = fd_;
  if (fd_ >= 0) {
    server_.loop().add_descriptor(fd_, [this] { process_hang_up(); });
  }
  struct sigaction hang_up {};
  hang_up.sa_handler = signal_hang_up;
  ::sigaction(SIGHUP, &hang_up, nullptr);
  change_mask(SIG_UNBLOCK, {SIGHUP});
}

HangUpHandler::~HangUpHandler() {
  hang_up_fd = -1;
  if (fd_ >= 0) ::close(fd_);
}

void HangUpHandler::process_hang_up() {
  std::uint64_t count = 0;
  [[maybe_unused]] const auto taken = ::read(fd_, &count, sizeof count);
  if (had_terminal_ && ::isatty(STDERR_FILENO) != 1) {
    log_.info("stops, because its terminal was closed");
    return server_.stop();
  }
  reload_tls();
  if (reload_) reload_();
  if (file_ == nullptr) {
    return log_.info("SIGHUP: the log goes to standard error, so there is no file to open again");
  }
  if (const auto reopened = file_->reopen(); !reopened) {
    return log_.error("SIGHUP: " + reopened.error().text + "; the log stays in the old file");
  }
  log_.info("SIGHUP: the log goes on in this file");
}

void HangUpHandler::reload_tls() {
  if (tls_ == nullptr) return;
  if (const auto loaded = transport::reload_tls_identity(*tls_); !loaded) {
    return log_.error("SIGHUP: " + loaded.error().text +
                      "; tls:// goes on with the files as they were read before");
  }
  log_.info("SIGHUP: the files of tls:// have been read again, for links from now on");
}

void keep_memory_of_long_records() {
#ifdef __GLIBC__
  constexpr int kOwnMappingFrom = 32 << 20;  // glibc's maximum
  constexpr int kKept = 64 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kOwnMappingFrom);
  ::mallopt(M_TRIM_THRESHOLD, kKept);
#endif
}

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

bool report_ready(const std::vector<std::string>& lines, int fd, Log& log) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  if (files::write_all(fd, text) && (fd <= STDERR_FILENO || ::close(fd) == 0)) return true;
  log.error("cannot write to the descriptor " + std::to_string(fd) +
            " of --ready-fd: " + std::strerror(errno));
  return false;
}

}  // namespace triad::router
