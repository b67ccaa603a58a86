// Places: the numbers by which the parts of an overlay name its routers. A place is the router's
// index among the routers of its group, in the order of the mesh's file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/messages/overlay_messages.hpp"

namespace triad::overlay {

using Place = wire::OverlayPlace;
inline constexpr Place kNoPlace = wire::kNoOverlayPlace;

inline constexpr std::size_t kPlacesMax = wire::kOverlayPlacesMax;
using Places = wire::OverlayPlaces;

// Returns the end of the range of places, for loops.
constexpr Place end_of_places(std::size_t routers) {
  return static_cast<Place>(routers);
}

// Returns the size of a set of places in a record: one bit for each place, the first in the lowest
// bit of the first byte.
constexpr std::size_t bytes_of_places(std::size_t places) {
  return (places + 7) / 8;
}

// One-way delay in microseconds.
using Delay = std::uint32_t;
inline constexpr Delay kNoDelay = wire::kNoOverlayDelay;

// Description of a fault in another router's record, for the log; empty if there is no fault.
using Fault = std::optional<std::string>;

}  // namespace triad::overlay
