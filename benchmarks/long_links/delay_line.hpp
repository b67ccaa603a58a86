// One direction of a long link: decides which packets are delivered, and when. Pure: the caller
// passes packets and the time, and asks for the time of the next arrival.
//
// A packet waits for earlier ones, is sent at the link's rate, and then travels for the delay.
// Losses happen during the travel, so lost packets use the rate like all others.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <vector>

namespace triad::long_links {

using Packet = std::vector<std::byte>;
// Time since an arbitrary origin, the same for all calls.
using Time = std::chrono::nanoseconds;

// Properties of one direction.
struct Conditions {
  std::chrono::nanoseconds delay{0};  // One way.
  std::uint64_t bits_per_second = 0;  // 0: no limit.
  // Size of the queue, including the packet being sent; 0: no limit.
  std::uint64_t queue_bytes = 0;
  double loss = 0;  // Probability of a loss, from 0 to 1.
  std::uint64_t seed = 1;
};

struct Amount {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;

  bool operator==(const Amount&) const = default;
};

struct Counts {
  Amount carried;     // Delivered.
  Amount lost;        // Lost at random.
  Amount overflowed;  // Dropped because the queue was full.
};

class DelayLine {
 public:
  explicit DelayLine(const Conditions& conditions);

  // Sends a packet. `now` must not decrease from call to call, here and in arrival().
  void send(Packet packet, Time now);
  // Returns the time of the next arrival.
  [[nodiscard]] std::optional<Time> next_arrival() const;
  // Removes and returns the next packet if it has arrived by `now`. Call until it returns none.
  [[nodiscard]] std::optional<Packet> arrival(Time now);

  [[nodiscard]] const Counts& counts() const { return counts_; }
  // Returns the number of packets that arrival() has yet to return.
  [[nodiscard]] std::size_t on_the_way() const { return on_the_way_.size(); }

 private:
  struct Traveller {
    Time arrives;
    Packet packet;
  };

  [[nodiscard]] std::chrono::nanoseconds time_to_send(std::uint64_t bytes) const;
  [[nodiscard]] bool finds_room(std::uint64_t bytes, Time now) const;
  [[nodiscard]] bool loses();

  const Conditions conditions_;
  std::mt19937_64 random_;
  std::deque<Traveller> on_the_way_;
  Time free_from_{Time::min()};  // Time at which all accepted packets will have been sent.
  Counts counts_;
};

}  // namespace triad::long_links
