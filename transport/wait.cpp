// Spinning and sleeping; see wait.hpp.
#include "transport/wait.hpp"

#include <poll.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "transport/posix/poll.hpp"

namespace triad::transport {

namespace {

constexpr std::size_t kDescriptorsMax = 19;
// Longest sleep by Waitable::wait_shortly(), during which the end of a link is not noticed.
constexpr Duration kShortWait = std::chrono::milliseconds(5);

// Longest yield during which no other process has run.
constexpr Duration kUncontendedYield = std::chrono::microseconds(2);

inline void pause_cpu() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

struct Polled {
  bool is_ready = false;
  bool is_descriptor = false;
  // Two entries for each waitable, in order.
  std::array<bool, kDescriptorsMax> ready{};
};

bool has_input(std::span<Waitable* const> waitables) {
  return std::ranges::any_of(waitables, [](Waitable* waitable) { return waitable->has_input(); });
}

bool poll_repeatedly(std::span<Waitable* const> waitables) {
  constexpr int kLooks = 16;
  for (int look = 0; look < kLooks; ++look) {
    if (has_input(waitables)) return true;
    pause_cpu();
  }
  return false;
}

// Flushes all of them. Returns whether a queue has become empty.
bool flush(std::span<Waitable* const> waitables) {
  bool emptied = false;
  for (Waitable* const waitable : waitables) {
    const bool had_queue = waitable->queued_bytes() > 0;
    waitable->flush();
    emptied = emptied || (had_queue && waitable->queued_bytes() == 0);
  }
  return emptied;
}

// Prepares all of them to sleep. Returns false if one has something to do.
bool prepare(std::span<Waitable* const> waitables) {
  return std::ranges::all_of(waitables,
                             [](Waitable* waitable) { return waitable->prepare_wait(); });
}

// Sleeps until one is ready; is_ready is false if the time has passed.
Polled sleep_until_ready(std::span<Waitable* const> waitables,
                         std::optional<Clock::time_point> deadline,
                         std::span<const int> descriptors) {
  std::array<pollfd, kDescriptorsMax> entries;
  std::size_t count = 0;
  for (const Waitable* const waitable : waitables) {
    const auto events = static_cast<short>(POLLIN | (waitable->wants_write() ? POLLOUT : 0));
    entries[count++] = {waitable->descriptor(), events, 0};
    entries[count++] = {waitable->second_descriptor(), POLLIN, 0};  // poll ignores a negative one
  }
  const std::span<const pollfd> of_waitables(entries.data(), count);
  for (const int descriptor :
       descriptors.first(std::min(descriptors.size(), entries.size() - count))) {
    entries[count++] = {descriptor, POLLIN, 0};
  }
  while (true) {
    const timespec left = deadline ? time_left(*deadline) : timespec{};
    const int ready = ::ppoll(entries.data(), count, deadline ? &left : nullptr, nullptr);
    if (ready < 0 && errno == EINTR) continue;
    Polled polled;
    if (ready == 0) return polled;
    std::ranges::transform(of_waitables, polled.ready.begin(),
                           [&](const pollfd& entry) { return ready < 0 || entry.revents != 0; });
    polled.is_ready = true;
    polled.is_descriptor = ready > 0 && std::ranges::count(polled.ready, true) == 0;
    return polled;
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

std::optional<Clock::time_point> Waiter::deadline_in(std::optional<Duration> timeout) {
  if (!timeout) return std::nullopt;
  return Clock::now() + std::clamp(*timeout, Duration::zero(), kTimeoutMax);
}

Waiter::Woken Waiter::wait_for_any(std::span<Waitable* const> waitables,
                                   std::optional<Clock::time_point> deadline,
                                   std::span<const int> descriptors) {
  // A caller that waits for room must return when the queue has become empty: nothing else would
  // wake it.
  if (flush(waitables)) return Woken::waitable;
  const std::size_t answering = std::exchange(answering_processes_, 0);
  if (spin(waitables, deadline)) return Woken::waitable;
  const Clock::time_point begin = Clock::now();
  const Woken woken = sleep(waitables, deadline, descriptors);
  if (woken == Woken::waitable && may_spin_long(answering, waitables))
    policy_.record_sleep(Clock::now() - begin);
  return woken;
}

// The yields of many processes take longer than a sleep, and a look at a socket takes longer than
// one at shared memory. Processes that share memory and have a core each poll without a pause.
bool Waiter::may_spin_long(std::size_t processes, std::span<Waitable* const> waitables) const {
  constexpr std::size_t kYieldingPerCoreMax = 16;
  constexpr std::size_t kYieldingAtSocketsPerCoreMax = 4;
  const bool is_cheap = std::ranges::all_of(waitables, &Waitable::is_poll_cheap);
  const bool knows_others = std::ranges::none_of(waitables, [](const Waitable* waitable) {
    return waitable->awake_others_count() == Waitable::kUnknownCount;
  });
  if (processes == 0 || (is_cheap && knows_others && processes <= cores_)) return false;
  return processes <= cores_ * (is_cheap ? kYieldingPerCoreMax : kYieldingAtSocketsPerCoreMax);
}

Waiter::Woken Waiter::sleep(std::span<Waitable* const> waitables,
                            std::optional<Clock::time_point> deadline,
                            std::span<const int> descriptors) {
  if (waitables.size() == 1 && descriptors.empty()) {
    const auto woken = wait_shortly(*waitables.front(), deadline);
    if (woken) return *woken;
  }
  const bool prepared = prepare(waitables);
  Polled polled;
  polled.is_ready = true;
  if (prepared) {
    polled = sleep_until_ready(waitables, deadline, descriptors);
    for (std::size_t i = 0; i < waitables.size(); ++i) {
      waitables[i]->finish_wait(polled.ready[2 * i], polled.ready[2 * i + 1]);
    }
  } else {
    for (Waitable* const waitable : waitables) waitable->finish_wait(false, false);
  }
  if (!polled.is_ready) return Woken::timeout;
  if (polled.is_descriptor) return Woken::descriptor;
  if (prepared) static_cast<void>(flush(waitables));
  return Woken::waitable;
}

// Tries the cheap short sleep first, because most waits are short. Returns nullopt if the wait was
// longer or there is no such sleep.
std::optional<Waiter::Woken> Waiter::wait_shortly(Waitable& one,
                                                  std::optional<Clock::time_point> deadline) {
  const Clock::time_point short_wait_end = Clock::now() + kShortWait;
  const bool ends_at_deadline = deadline && *deadline < short_wait_end;
  const auto woken = one.wait_shortly(ends_at_deadline ? *deadline : short_wait_end);
  if (!woken) return std::nullopt;
  if (!*woken) return ends_at_deadline ? std::optional(Woken::timeout) : std::nullopt;
  Waitable* const only = &one;
  static_cast<void>(flush({&only, 1}));
  return Woken::waitable;
}

// Looks for input for spin_ of this process's own time: the time of other processes during a yield
// does not count. If looks are cheap and each awake process has a core, it looks without pause. A
// long spin yields between looks, because the peer may need this core, and is longer than usual
// only while no other process needs it. Returns whether there is input.
bool Waiter::spin(std::span<Waitable* const> waitables, std::optional<Clock::time_point> deadline) {
  // Without a spin no look is needed: the caller has just looked, and looks again before it sleeps.
  if (spin_ == Duration::zero() || !policy_.should_spin()) return false;
  const bool is_cheap = std::ranges::all_of(waitables, &Waitable::is_poll_cheap);
  if (is_cheap && has_input(waitables)) return true;
  const bool may_yield = yield_policy_.should_yield();
  const bool is_long = policy_.is_long();
  const Duration longer_by = is_long ? spin_ * SpinPolicy::kLongerBy : Duration::zero();
  for (Duration left = spin_ + longer_by; left > Duration::zero();) {
    const Clock::time_point begin = Clock::now();
    if (deadline && begin >= *deadline) break;
    const bool polls_repeatedly =
        is_cheap && !(is_long && may_yield) && has_enough_cores_for(waitables);
    const bool yields = may_yield && !polls_repeatedly;
    if (yields ? !yield_policy_.yield() : is_cheap && !polls_repeatedly) break;
    const bool was_needed = is_long && yields && Clock::now() - begin > kUncontendedYield;
    const bool is_longer = left <= longer_by;
    if (polls_repeatedly ? poll_repeatedly(waitables) : has_input(waitables)) {
      policy_.record_success((is_cheap && was_needed) || is_longer);
      if (yields) yield_policy_.record_success();
      return true;
    }
    if (was_needed && is_longer) break;
    left -= yields ? kPollAndYieldCost : Clock::now() - begin;
  }
  policy_.record_failure();
  return false;
}

bool Waiter::has_enough_cores_for(std::span<Waitable* const> waitables) const {
  std::size_t awake = 0;
  for (const Waitable* const waitable : waitables) awake += waitable->awake_others_count();
  return awake < cores_;
}

}  // namespace triad::transport
