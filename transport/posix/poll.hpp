// poll() for one descriptor with a deadline, repeated after signals, and times in its units.
#pragma once

#include <ctime>
#include <optional>

#include "transport/link_options.hpp"

namespace triad::transport {

// Waits until one of `events` (POLLIN, POLLOUT) or an error shows. Returns false if the deadline
// has passed.
bool poll_one(int descriptor, short events, Clock::time_point deadline);

// Returns the duration in milliseconds for poll() and epoll: at most an hour, rounded up, because a
// timer must not fire early.
[[nodiscard]] int poll_milliseconds(Duration duration);

// Returns the time until the deadline, never negative.
[[nodiscard]] timespec time_left(Clock::time_point deadline);

}  // namespace triad::transport
