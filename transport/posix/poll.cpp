// See poll.hpp.
#include "transport/posix/poll.hpp"

#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>

namespace triad::transport {

bool poll_one(int descriptor, short events, Clock::time_point deadline) {
  pollfd entry{descriptor, events, 0};
  while (true) {
    const timespec left = time_left(deadline);
    const int ready = ::ppoll(&entry, 1, &left, nullptr);
    if (ready > 0) return true;
    if (ready == 0) return false;
    if (errno != EINTR) return true;  // the next call on the descriptor reports the error
  }
}

int poll_milliseconds(Duration duration) {
  const auto ms = std::chrono::ceil<std::chrono::milliseconds>(duration).count();
  return static_cast<int>(std::clamp<std::int64_t>(ms, 0, 3'600'000));
}

timespec time_left(Clock::time_point deadline) {
  const auto left = std::max(Duration::zero(), Duration(deadline - Clock::now()));
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(left);
  return {static_cast<time_t>(seconds.count()), static_cast<long>((left - seconds).count())};
}

}  // namespace triad::transport
