#include "transport/wait.hpp"

#include <poll.h>

#include <array>
#include <cerrno>
#include <ctime>

namespace triad::transport {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kAlsoMax = 7;

inline void relax() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

// Sleeps on the link's and the other descriptors. True unless the deadline passed.
bool sleep_until(const Link& link, std::optional<Clock::time_point> deadline,
                 std::span<const int> also) {
  std::array<pollfd, kAlsoMax + 1> waiting{};
  waiting[0] = {link.descriptor(),
                static_cast<short>(POLLIN | (link.wants_write() ? POLLOUT : 0)), 0};
  nfds_t count = 1;
  for (const int descriptor : also.first(std::min(also.size(), kAlsoMax))) {
    waiting[count++] = {descriptor, POLLIN, 0};
  }
  for (;;) {
    timespec left{};
    if (deadline) {
      const auto ns = std::max<std::int64_t>(
          0, std::chrono::duration_cast<Duration>(*deadline - Clock::now()).count());
      left = {static_cast<time_t>(ns / 1'000'000'000), static_cast<long>(ns % 1'000'000'000)};
    }
    const int ready = ::ppoll(waiting.data(), count, deadline ? &left : nullptr, nullptr);
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;
  }
}

}  // namespace

bool wait_for(Link& link, std::optional<Duration> timeout, const WaitOptions& options,
              std::span<const int> also) {
  const auto start = Clock::now();
  std::optional<Clock::time_point> deadline;
  // Beyond a year a timeout is none; adding it to now might overflow.
  if (timeout && *timeout < std::chrono::hours(24 * 365)) deadline = start + *timeout;
  const auto spin_end = start + (timeout ? std::min(*timeout, options.spin) : options.spin);
  if (options.spin > Duration::zero() && link.rings_sleepers_only()) {
    // Looking costs a load; only such links can be looked at without a system call.
    while (Clock::now() < spin_end) {
      for (int i = 0; i < 16; ++i) {
        if (link.frames_wait()) return true;
        relax();
      }
    }
  }
  const bool may_sleep = link.prepare_wait();
  const bool woken = !may_sleep || sleep_until(link, deadline, also);
  link.finish_wait();
  return woken;
}

}  // namespace triad::transport
