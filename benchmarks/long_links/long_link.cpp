// The program long_link: a long link between two network namespaces of one machine, for
// measurements on kernels without netem. Prints the packets carried and dropped.
#include <signal.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "benchmarks/long_links/carrier.hpp"
#include "benchmarks/long_links/long_link_options.hpp"

namespace triad::long_links {

namespace {

constexpr int kCouldNotGoOn = 1;
constexpr int kWrongCommandLine = 2;
constexpr char kNearAddress[] = "10.66.0.1";
constexpr char kFarAddress[] = "10.66.0.2";

// Returns a descriptor that is readable when the program must end.
transport::UniqueFd stop_signals() {
  sigset_t stop;
  ::sigemptyset(&stop);
  ::sigaddset(&stop, SIGTERM);
  ::sigaddset(&stop, SIGINT);
  ::sigprocmask(SIG_BLOCK, &stop, nullptr);
  transport::UniqueFd signals(::signalfd(-1, &stop, SFD_CLOEXEC));
  if (!signals.valid())
    throw Refused(std::string("cannot wait for signals: ") + std::strerror(errno));
  return signals;
}

// The parent process waits for these lines and for the end of the stream.
void report_ready(int fd) {
  const std::string lines = std::string(kNearAddress) + "\n" + kFarAddress + "\n";
  const ssize_t written = ::write(fd, lines.data(), lines.size());
  if (written != static_cast<ssize_t>(lines.size())) {
    throw Refused("cannot write to the descriptor " + std::to_string(fd) +
                  " of --ready-fd: " + std::strerror(errno));
  }
  if (fd > STDERR_FILENO) ::close(fd);
}

void print(const char* name, const Carrier::Report& way) {
  const auto& [carried, lost, overflowed] = way.counts;
  std::printf("%s: carried %" PRIu64 " packets %" PRIu64 " bytes, lost %" PRIu64 " packets %" PRIu64
              " bytes, dropped by the queue %" PRIu64 " packets %" PRIu64
              " bytes, dropped by the devices %" PRIu64 " packets, still under way %zu packets\n",
              name, carried.packets, carried.bytes, lost.packets, lost.bytes, overflowed.packets,
              overflowed.bytes, way.unread + way.unwritten, way.on_the_way);
}

void carry(const Options& options) {
  const transport::UniqueFd signals = stop_signals();
  TunDevice near({options.near, kNearAddress, options.mtu});
  TunDevice far({options.far, kFarAddress, options.mtu});
  Carrier carrier(near, far, options.each_way);
  if (options.ready_fd >= 0) report_ready(options.ready_fd);
  carrier.run(signals.get());
  print("near to far", carrier.near_to_far());
  print("far to near", carrier.far_to_near());
}

int run(const std::vector<std::string>& arguments) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (given) {
    if (const auto answer = command_line::help_or_version(manual(), *given)) {
      return command_line::print(manual(), *answer) ? 0 : kCouldNotGoOn;
    }
  }
  const auto options = given ? options_of(*given) : given.error();
  if (!options) {
    std::fprintf(stderr, "long_link: %s\n", options.error().text.c_str());
    return kWrongCommandLine;
  }
  try {
    carry(*options);
    return 0;
  } catch (const Refused& refused) {
    std::fprintf(stderr, "long_link: %s\n", refused.what());
    return kCouldNotGoOn;
  }
}

}  // namespace

}  // namespace triad::long_links

int main(int argc, char** argv) {
  return triad::long_links::run({argv + std::min(argc, 1), argv + argc});
}
