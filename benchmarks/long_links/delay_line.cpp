// Implements delay_line.hpp.
#include "benchmarks/long_links/delay_line.hpp"

#include <algorithm>
#include <utility>

namespace triad::long_links {

namespace {

void count(Amount& amount, std::size_t bytes) {
  ++amount.packets;
  amount.bytes += bytes;
}

}  // namespace

DelayLine::DelayLine(const Conditions& conditions)
    : conditions_(conditions), random_(conditions.seed) {}

void DelayLine::send(Packet packet, Time now) {
  const std::size_t bytes = packet.size();
  if (!finds_room(bytes, now)) {
    count(counts_.overflowed, bytes);
    return;
  }
  free_from_ = std::max(free_from_, now) + time_to_send(bytes);
  if (loses()) {
    count(counts_.lost, bytes);
    return;
  }
  on_the_way_.push_back({free_from_ + conditions_.delay, std::move(packet)});
}

std::optional<Time> DelayLine::next_arrival() const {
  if (on_the_way_.empty()) return std::nullopt;
  return on_the_way_.front().arrives;
}

std::optional<Packet> DelayLine::arrival(Time now) {
  if (on_the_way_.empty() || on_the_way_.front().arrives > now) return std::nullopt;
  Packet packet = std::move(on_the_way_.front().packet);
  on_the_way_.pop_front();
  count(counts_.carried, packet.size());
  return packet;
}

// Rounds down, so that packets that fill the queue never take longer than the queue does.
std::chrono::nanoseconds DelayLine::time_to_send(std::uint64_t bytes) const {
  if (conditions_.bits_per_second == 0) return std::chrono::nanoseconds(0);
  constexpr std::uint64_t kBitNanoseconds = 8 * 1'000'000'000ULL;
  return std::chrono::nanoseconds(bytes * kBitNanoseconds / conditions_.bits_per_second);
}

// Measures the queue by the time that its transmission takes. A packet that finds the link idle is
// always accepted; otherwise a queue smaller than a packet would block the link.
bool DelayLine::finds_room(std::uint64_t bytes, Time now) const {
  if (conditions_.queue_bytes == 0 || free_from_ <= now) return true;
  return free_from_ - now + time_to_send(bytes) <= time_to_send(conditions_.queue_bytes);
}

// Uses the engine without a distribution: the standard defines its numbers, so a seed loses the
// same packets on all platforms.
bool DelayLine::loses() {
  constexpr double kOfUnit = 0x1p-53;
  return conditions_.loss > 0 && static_cast<double>(random_() >> 11) * kOfUnit < conditions_.loss;
}

}  // namespace triad::long_links
