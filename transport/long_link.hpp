// What a link over a long way does otherwise than a short one: Link::become_long(). Off unless
// asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "transport/link_options.hpp"

namespace triad::transport {

struct LongLinkOptions {
  // TCP's congestion control; empty: the system's.
  std::string congestion = {};
  // So much can be on the way to the other end, and back; 0: what the system's own buffers take.
  std::size_t window_bytes = 0;

  bool operator==(const LongLinkOptions&) const = default;
};

}  // namespace triad::transport
