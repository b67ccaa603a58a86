// Implements carrier.hpp.
#include "benchmarks/long_links/carrier.hpp"

#include <sys/epoll.h>
#include <sys/timerfd.h>
#include <time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace triad::long_links {

namespace {

// Limit on the packets read from one device before due packets are delivered.
constexpr int kBatch = 32;
// Limit on the batches read at the end, so that a busy sender cannot prevent it.
constexpr int kLastBatches = 1000;

Time now() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

[[noreturn]] void refuse_system_call(const std::string& what) {
  throw Refused(what + ": " + std::strerror(errno));
}

void watch(int poll, int fd) {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = fd;
  if (::epoll_ctl(poll, EPOLL_CTL_ADD, fd, &event) != 0)
    refuse_system_call("cannot wait for packets (epoll)");
}

Conditions with_seed(Conditions conditions, std::uint64_t seed) {
  conditions.seed = seed;
  return conditions;
}

}  // namespace

// The seeds differ, because otherwise both directions would lose the same packets.
Carrier::Carrier(TunDevice& near, TunDevice& far, const Conditions& each_way)
    : ways_{Way{near, far, DelayLine(each_way)},
            Way{far, near, DelayLine(with_seed(each_way, each_way.seed + 1))}},
      alarm_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK)),
      poll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (!alarm_.valid() || !poll_.valid()) refuse_system_call("cannot wait for packets");
  for (const int fd : {near.fd(), far.fd(), alarm_.get()}) watch(poll_.get(), fd);
}

void Carrier::run(int stop) {
  watch(poll_.get(), stop);
  while (true) {
    std::array<epoll_event, 4> events{};
    const int count = ::epoll_wait(poll_.get(), events.data(), events.size(), -1);
    if (count < 0 && errno != EINTR) refuse_system_call("cannot wait for packets (epoll)");
    for (int i = 0; i < count; ++i) {
      if (events[static_cast<std::size_t>(i)].data.fd == stop) return count_sent_packets();
    }
    for (Way& way : ways_) {
      receive_packets(way);
      send_due_packets(way);
    }
    set_alarm();
  }
}

// Reads one batch. Returns true if it is full; the device then stays readable.
bool Carrier::receive_packets(Way& way) {
  for (int i = 0; i < kBatch; ++i) {
    auto packet = way.from.read();
    if (!packet) return false;
    way.line.send(std::move(*packet), now());
  }
  return true;
}

// Reads packets that were sent before the signal and are still in the devices.
void Carrier::count_sent_packets() {
  for (Way& way : ways_) {
    for (int i = 0; i < kLastBatches && receive_packets(way); ++i) continue;
  }
}

void Carrier::send_due_packets(Way& way) {
  while (const auto packet = way.line.arrival(now())) {
    if (!way.to.write(*packet)) ++way.unwritten;
  }
}

// Sets the timer to the next arrival, or disarms it. Setting it also clears an expiration. A time
// in the past expires at once.
void Carrier::set_alarm() {
  itimerspec alarm{};
  std::optional<Time> next;
  for (const Way& way : ways_) {
    const auto arrival = way.line.next_arrival();
    if (arrival && (!next || *arrival < *next)) next = arrival;
  }
  if (next) {
    const auto seconds = std::chrono::floor<std::chrono::seconds>(*next);
    alarm.it_value.tv_sec = seconds.count();
    alarm.it_value.tv_nsec = (*next - seconds).count();
  }
  if (::timerfd_settime(alarm_.get(), TFD_TIMER_ABSTIME, &alarm, nullptr) != 0) {
    refuse_system_call("cannot set a timer");
  }
}

Carrier::Report Carrier::report(const Way& way) {
  return {way.line.counts(), way.from.unread(), way.unwritten, way.line.on_the_way()};
}

}  // namespace triad::long_links
