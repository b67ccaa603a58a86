// One direction of a long link: which packets get through, and when they arrive. Pure: the caller
// brings packets and the time, and asks when to come again.
//
// A packet waits for those before it, is sent at the link's rate, and then travels for the delay.
// What is lost is lost on the way, so it takes its time of the link like any other.
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
// Since any moment, as long as it is the same for all.
using Time = std::chrono::nanoseconds;

// How one direction behaves.
struct Conditions {
  std::chrono::nanoseconds delay{0};
  std::uint64_t bits_per_second = 0;  // 0: as fast as you like
  std::uint64_t queue_bytes = 0;      // that wait to be sent, with the one under way; 0: any number
  double loss = 0;                    // from 0 to 1
  std::uint64_t seed = 1;
};

struct Amount {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;

  bool operator==(const Amount&) const = default;
};

struct Counts {
  Amount carried;     // have arrived
  Amount lost;        // at random
  Amount overflowed;  // found the queue full
};

class DelayLine {
 public:
  explicit DelayLine(const Conditions& conditions);

  // Times given never go back, here and in arrival().
  void send(Packet packet, Time now);
  // When the next one arrives.
  [[nodiscard]] std::optional<Time> next_arrival() const;
  // The next one, if it has arrived by now.
  [[nodiscard]] std::optional<Packet> arrival(Time now);

  [[nodiscard]] const Counts& counts() const { return counts_; }
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
  Time free_from_{Time::min()};  // when all that has been accepted will have been sent
  Counts counts_;
};

}  // namespace triad::long_links
