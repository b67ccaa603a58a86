// poll() for one descriptor with a deadline, undisturbed by signals.
#pragma once

#include <ctime>
#include <optional>

#include "transport/link_options.hpp"

namespace triad::transport {

// Waits until one of `events` (POLLIN, POLLOUT) or an error shows. False: the time has run out.
bool poll_one(int descriptor, short events, Clock::time_point deadline);

// For poll() and epoll: rounded up, as a timer must not be early; an hour at most.
[[nodiscard]] int poll_milliseconds(Duration duration);

// What is left until the deadline, never negative.
[[nodiscard]] timespec time_left(Clock::time_point deadline);

}  // namespace triad::transport
