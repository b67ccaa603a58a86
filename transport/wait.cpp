// See wait.hpp.
#include "transport/wait.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "transport/posix/poll.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kDescriptorsMax = 19;

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

struct Polled {
  bool is_ready = false;
  bool is_descriptor = false;
};

bool has_input(std::span<Link* const> links) {
  return std::ranges::any_of(links, [](Link* link) { return link->has_input(); });
}

bool look_often(std::span<Link* const> links) {
  constexpr int kLooks = 16;
  for (int look = 0; look < kLooks; ++look) {
    if (has_input(links)) return true;
    pause();
  }
  return false;
}

// Whether one of them had something to write and has nothing any more.
bool flush(std::span<Link* const> links) {
  bool emptied = false;
  for (Link* const link : links) {
    const bool had_queue = link->queued_bytes() > 0;
    link->flush();
    emptied = emptied || (had_queue && link->queued_bytes() == 0);
  }
  return emptied;
}

// False: one of them has something.
bool prepare(std::span<Link* const> links) {
  return std::ranges::all_of(links, [](Link* link) { return link->prepare_wait(); });
}

// Sleeps until one is ready. False: the time has run out.
Polled sleep_on(std::span<Link* const> links, std::optional<Clock::time_point> deadline,
                std::span<const int> descriptors) {
  std::array<pollfd, kDescriptorsMax> entries;
  std::size_t count = 0;
  for (const Link* const link : links) {
    const auto events = static_cast<short>(POLLIN | (link->wants_write() ? POLLOUT : 0));
    entries[count++] = {link->descriptor(), events, 0};
    entries[count++] = {link->loose_descriptor(), POLLIN, 0};  // a negative one is passed over
  }
  const std::span<const pollfd> of_links(entries.data(), count);
  for (const int descriptor :
       descriptors.first(std::min(descriptors.size(), entries.size() - count))) {
    entries[count++] = {descriptor, POLLIN, 0};
  }
  while (true) {
    const timespec left = deadline ? time_left(*deadline) : timespec{};
    const int ready = ::ppoll(entries.data(), count, deadline ? &left : nullptr, nullptr);
    if (ready < 0 && errno == EINTR) continue;
    if (ready == 0) return {};
    const auto is_quiet = [](const pollfd& entry) { return entry.revents == 0; };
    return {true, ready > 0 && std::ranges::all_of(of_links, is_quiet)};
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

Waiter::Woken Waiter::wait_on(std::span<Link* const> links, std::optional<Duration> timeout,
                              std::span<const int> descriptors) {
  // Who waits for room sees that there is some: with the queue gone nothing else would wake it.
  if (flush(links)) return Woken::link;
  std::optional<Clock::time_point> deadline;
  if (timeout) deadline = Clock::now() + std::clamp(*timeout, Duration::zero(), kTimeoutMax);
  if (spin(links, deadline)) return Woken::link;

  const bool prepared = prepare(links);
  const Polled polled = prepared ? sleep_on(links, deadline, descriptors) : Polled{true, false};
  for (Link* const link : links) link->finish_wait();
  if (!polled.is_ready) return Woken::timeout;
  if (polled.is_descriptor) return Woken::descriptor;
  if (prepared) static_cast<void>(flush(links));
  return Woken::link;
}

// For so long of this process's own time: what others do while it gives way to them does not count.
// Where looks are cheap and there is a core for everybody who is awake it looks all the time.
bool Waiter::spin(std::span<Link* const> links, std::optional<Clock::time_point> deadline) {
  const bool is_cheap = std::ranges::all_of(links, &Link::look_is_cheap);
  // Who waits has just looked: again if that costs nothing.
  if (is_cheap && has_input(links)) return true;
  if (spin_ == Duration::zero() || !policy_.should_spin()) return false;
  const bool gives_way = giving_way_.pays();
  for (Duration left = spin_; left > Duration::zero();) {
    const Clock::time_point begin = Clock::now();
    if (deadline && begin >= *deadline) break;
    const bool looks_often = is_cheap && cores_suffice_for(links);
    const bool turns = gives_way && !looks_often;
    if (turns ? !giving_way_.give_way() : is_cheap && !looks_often) break;
    if (looks_often ? look_often(links) : has_input(links)) {
      policy_.paid();
      if (turns) giving_way_.paid();
      return true;
    }
    left -= turns ? kLookAndGiveWay : Clock::now() - begin;
  }
  policy_.was_in_vain();
  return false;
}

bool Waiter::cores_suffice_for(std::span<Link* const> links) const {
  std::size_t others_awake = 0;
  for (const Link* const link : links) others_awake += link->others_awake();
  return others_awake < cores_;
}

}  // namespace triad::transport
