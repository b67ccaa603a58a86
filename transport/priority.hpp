// Priorities of frames that may be lost: where a link is behind, the lowest goes first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace triad::transport {

using Priority = std::uint8_t;
inline constexpr std::size_t kPriorities = 8;
inline constexpr Priority kUsualPriority = 4;

// Frames that were lost, by their priorities.
using LossCounts = std::array<std::uint64_t, kPriorities>;

}  // namespace triad::transport
