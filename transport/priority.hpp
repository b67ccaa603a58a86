// Priorities of frames that may be lost. A link with too much in its queue drops the lowest
// priority first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace triad::transport {

using Priority = std::uint8_t;
inline constexpr std::size_t kPriorities = 8;
inline constexpr Priority kUsualPriority = 4;

// Key of frames for several peers: frames with the same key may travel to all of these peers as one
// multicast datagram.
enum class SharedKey : std::uint32_t {};
using Shared = std::optional<SharedKey>;  // none: the frame is for one peer

// Number of lost frames of each priority.
using LossCounts = std::array<std::uint64_t, kPriorities>;

}  // namespace triad::transport
