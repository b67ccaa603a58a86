// See wait.hpp.
#include "transport/wait.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "transport/give_way.hpp"
#include "transport/posix/poll.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kDescriptorsMax = 15;

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

struct Polled {
  bool is_ready = false;
  bool is_descriptor = false;
};

// Sleeps until one is ready. False: the time has run out.
Polled sleep_on(Link& link, std::optional<Clock::time_point> deadline,
                std::span<const int> descriptors) {
  std::array<pollfd, kDescriptorsMax + 2> entries;
  const auto events = static_cast<short>(POLLIN | (link.wants_write() ? POLLOUT : 0));
  std::size_t count = 0;
  entries[count++] = {link.descriptor(), events, 0};
  entries[count++] = {link.loose_descriptor(), POLLIN, 0};  // a negative one is passed over
  for (const int descriptor : descriptors.first(std::min(descriptors.size(), kDescriptorsMax))) {
    entries[count++] = {descriptor, POLLIN, 0};
  }
  while (true) {
    const timespec left = deadline ? time_left(*deadline) : timespec{};
    const int ready = ::ppoll(entries.data(), count, deadline ? &left : nullptr, nullptr);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return {};
    return {true, ready > 0 && entries[0].revents == 0 && entries[1].revents == 0};
  }
}

}  // namespace

std::size_t cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<std::size_t>(CPU_COUNT(&set));
}

Duration sensible_spin(Duration wanted) {
  return cores() > 1 ? wanted : Duration::zero();
}

Waiter::Woken Waiter::wait(Link& link, std::optional<Duration> timeout,
                           std::span<const int> descriptors) {
  const bool had_queue = link.queued_bytes() > 0;
  link.flush();
  // Who waits for room sees that there is some: with the queue gone nothing else would wake it.
  if (had_queue && link.queued_bytes() == 0) return Woken::link;
  if (link.has_input()) return Woken::link;
  std::optional<Clock::time_point> deadline;
  if (timeout) deadline = Clock::now() + std::clamp(*timeout, Duration::zero(), kTimeoutMax);
  if (spin(link, deadline)) return Woken::link;

  if (!link.prepare_wait()) {
    link.finish_wait();
    return Woken::link;
  }
  const Polled polled = sleep_on(link, deadline, descriptors);
  link.finish_wait();
  if (polled.is_ready && !polled.is_descriptor) {
    if (link.queued_bytes() > 0) link.flush();
    return Woken::link;
  }
  return polled.is_ready ? Woken::descriptor : Woken::timeout;
}

// Looks many times before it gives way where there is a core for everybody who is awake, so that it
// sees at once what comes from another core; else once.
bool Waiter::spin(Link& link, std::optional<Clock::time_point> deadline) {
  constexpr int kLooks = 16;
  const auto rounds = spin_ / kLookAndGiveWay;
  if (rounds == 0 || !policy_.should_spin()) return false;
  for (Duration::rep round = 0; round < rounds; ++round) {
    for (int look = 0; look < kLooks; ++look) {
      if (link.has_input()) {
        policy_.paid();
        return true;
      }
      if (!link.look_is_cheap() || !cores_suffice(link)) break;
      pause();
    }
    if (!give_way() || (deadline && Clock::now() >= *deadline)) break;
  }
  policy_.was_in_vain();
  return false;
}

}  // namespace triad::transport
