// A link of the host's, named by it; never used again for another.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace triad::router {

struct LinkId {
  std::uint32_t value = 0;
  friend auto operator<=>(const LinkId&, const LinkId&) = default;
};

}  // namespace triad::router

template <>
struct std::hash<triad::router::LinkId> {
  std::size_t operator()(triad::router::LinkId id) const noexcept { return id.value; }
};
