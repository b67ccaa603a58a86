// Priorities of best-effort records and counts of their losses. When a link cannot keep up, records
// of the lowest priority are dropped first.
#pragma once

#include <array>
#include <boost/describe.hpp>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>

namespace triad::wire {

// From 0, which is dropped first, to kPriorities - 1.
using Priority = std::uint8_t;
inline constexpr std::size_t kPriorities = 8;
inline constexpr Priority kDefaultPriority = 4;

// Counts of records that were dropped at one end of a link or lost in transit. For operators.
struct BestEffortLosses {
  std::array<std::uint64_t, kPriorities> by_priority{};  // dropped before they were sent
  std::uint64_t received = 0;    // dropped on arrival: overtaken, or waited too long
  std::uint64_t on_the_way = 0;  // lost in transit; counted only for clients that receive multicast

  [[nodiscard]] std::uint64_t total() const {
    return std::accumulate(by_priority.begin(), by_priority.end(), received + on_the_way);
  }
  bool operator==(const BestEffortLosses&) const = default;
};
BOOST_DESCRIBE_STRUCT(BestEffortLosses, (), (by_priority, received, on_the_way))

// Returns the priorities with losses and their counts, e.g. "2: 10, 4: 3". For operators.
inline std::string text_by_priority(const BestEffortLosses& losses) {
  std::string text;
  for (std::size_t i = 0; i < kPriorities; ++i) {
    if (losses.by_priority[i] == 0) continue;
    text += (text.empty() ? "" : ", ") + std::to_string(i) + ": " +
            std::to_string(losses.by_priority[i]);
  }
  return text;
}

}  // namespace triad::wire
