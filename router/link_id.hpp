// Number of a link of a host, the program that runs a router. The host numbers links from 1 to
// kLastLink and never reuses a number.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace triad::router {

struct LinkId {
  std::uint64_t value = 0;
  friend auto operator<=>(const LinkId&, const LinkId&) = default;
};

// Greatest number of a link. Numbers from 2^62 on name routers in the reduction of time
// (router/lower_times.hpp).
inline constexpr LinkId kLastLink{(std::uint64_t{1} << 62) - 1};

}  // namespace triad::router

template <>
struct std::hash<triad::router::LinkId> {
  std::size_t operator()(triad::router::LinkId id) const noexcept {
    return static_cast<std::size_t>(id.value);
  }
};
