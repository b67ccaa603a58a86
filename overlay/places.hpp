// The routers of an overlay, as its parts name them: each by its place among the routers of its
// group, in the order of the mesh's file.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/messages/overlay_messages.hpp"

namespace triad::overlay {

using Place = wire::OverlayPlace;
inline constexpr Place kNoPlace = wire::kNoOverlayPlace;

inline constexpr std::size_t kPlacesMax = 256;
using Places = std::bitset<kPlacesMax>;

// Of so many routers the places are those below it.
constexpr Place end_of_places(std::size_t routers) {
  return static_cast<Place>(routers);
}

// As a record names them: a bit for each place, the first in the lowest bit of the first byte.
constexpr std::size_t bytes_of_places(std::size_t places) {
  return (places + 7) / 8;
}

// One way, in microseconds.
using Delay = std::uint32_t;
inline constexpr Delay kNoDelay = wire::kNoOverlayDelay;

// What is wrong with what another one has sent, for people; empty: nothing.
using Fault = std::optional<std::string>;

}  // namespace triad::overlay
