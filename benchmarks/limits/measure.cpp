// Implements measure.hpp.
#include "benchmarks/limits/measure.hpp"

#include <sched.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>

#include "benchmarks/limits/processes.hpp"

namespace triad::limits {

namespace {

using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::micro>(duration).count();
}

// Runs both ends. The child's end and the relays have processes of their own.
void run_both(Route& route, Cores cores, const std::function<void(Channel&)>& child_side,
              const std::function<void(Channel&)>& parent_side) {
  cpu_set_t before;
  ::sched_getaffinity(0, sizeof before, &before);
  Children relays;
  for (const auto& relay : route.relays()) {
    relays.start([&] {
      if (cores == Cores::same) pin_to(0);
      relay();
    });
  }
  Children other;
  other.start([&] {
    if (cores != Cores::any) pin_to(cores == Cores::own ? 1 : 0);
    child_side(*route.child_end());
  });
  if (cores != Cores::any) pin_to(0);
  parent_side(*route.parent_end());
  other.join();
  ::sched_setaffinity(0, sizeof before, &before);
}

void receive_all(Channel& channel, std::size_t count) {
  for (std::size_t received = 0; received < count;) received += channel.receive();
}

void send_one(Channel& channel) {
  channel.send();
  channel.flush();
}

}  // namespace

void exit_with_error(const std::string& error_text) {
  std::fprintf(stderr, "limits: %s\n", error_text.c_str());
  ::_exit(1);
}

benchmark_federate::Summary measure_latency(const RouteKind& kind, std::size_t message_bytes,
                                            std::size_t count, Cores cores) {
  const std::size_t warm_up = count / 10 + 10;
  const std::unique_ptr<Route> route = kind.make(message_bytes);
  std::vector<double> samples;
  samples.reserve(count);
  run_both(
      *route, cores,
      [&](Channel& channel) {
        for (std::size_t i = 0; i < warm_up + count; ++i) {
          channel.receive();
          send_one(channel);
        }
      },
      [&](Channel& channel) {
        for (std::size_t i = 0; i < warm_up + count; ++i) {
          const Clock::time_point begin = Clock::now();
          send_one(channel);
          channel.receive();
          if (i >= warm_up) samples.push_back(microseconds(Clock::now() - begin) / 2);
        }
      });
  return benchmark_federate::summarize(std::move(samples));
}

double measure_stream(const RouteKind& kind, std::size_t message_bytes, std::size_t count,
                      Cores cores) {
  const std::unique_ptr<Route> route = kind.make(message_bytes);
  double rate = 0;
  run_both(
      *route, cores,
      [&](Channel& channel) {
        send_one(channel);  // Tells the parent to begin.
        receive_all(channel, count);
        send_one(channel);
      },
      [&](Channel& channel) {
        channel.receive();
        const Clock::time_point begin = Clock::now();
        for (std::size_t i = 0; i < count; ++i) channel.send();
        channel.flush();
        channel.receive();
        rate = static_cast<double>(count) * 1e6 / microseconds(Clock::now() - begin);
      });
  return rate;
}

}  // namespace triad::limits
