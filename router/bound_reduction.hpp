// Promises that are reduced as the application's bounds (router/time_reduction.hpp).
#pragma once

#include <algorithm>

#include "records/bound_order.hpp"
#include "records/time_bound.hpp"
#include "router/time_reduction.hpp"

namespace triad::router {

using records::BoundOrder;
using records::TimeBound;

// Of times that cannot be compared only what is the same is known to be.
struct ByOrder {
  const BoundOrder* order;
  bool comparable() const { return order->comparable(); }
  int compare(const TimeBound& a, const TimeBound& b) const {
    if (comparable()) return order->compare(a, b);
    const wire::Bytes left = a.time.bytes();
    const wire::Bytes right = b.time.bytes();
    if (std::ranges::lexicographical_compare(left, right)) return -1;
    if (std::ranges::lexicographical_compare(right, left)) return 1;
    return static_cast<int>(a.exclusive) - static_cast<int>(b.exclusive);
  }
};

using BoundReduction = TimeReduction<TimeBound, ByOrder>;
using ReducedBounds = Reduced<TimeBound>;

// Federate with this number in a reduction; none for other members.
inline wire::FederateHandle federate_of(BoundReduction::Member member) {
  const auto handle = static_cast<std::uint32_t>(member);
  return handle == member ? wire::FederateHandle(handle) : wire::FederateHandle();
}

// What is wrong with a time that is none.
inline constexpr const char* kNotATime = "a time that is none of this federation's";

inline bool fits(const BoundOrder& order, const std::optional<wire::TimeBound>& bound) {
  return !bound || order.valid(*bound);
}

inline std::optional<TimeBound> to_bound(const std::optional<wire::TimeBound>& bound) {
  return bound ? std::optional(TimeBound::from(*bound)) : std::nullopt;
}

// A view of it.
inline std::optional<wire::TimeBound> to_wire(const std::optional<TimeBound>& bound) {
  return bound ? std::optional(bound->to_wire()) : std::nullopt;
}

}  // namespace triad::router
