// Priorities of frames that may be lost: where a link is behind, the lowest goes first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace triad::transport {

using Priority = std::uint8_t;
inline constexpr std::size_t kPriorities = 8;
inline constexpr Priority kUsualPriority = 4;

// What frames for several peers have in common: those of one key may go to all of them as one
// datagram, by multicast.
enum class SharedKey : std::uint32_t {};
using Shared = std::optional<SharedKey>;  // none: it is for one peer alone

// Frames that were lost, by their priorities.
using LossCounts = std::array<std::uint64_t, kPriorities>;

}  // namespace triad::transport
