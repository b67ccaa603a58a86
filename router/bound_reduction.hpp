// Reduction of promises that are bounds of a federation's time (router/time_reduction.hpp).
#pragma once

#include <algorithm>

#include "records/bound_order.hpp"
#include "records/time_bound.hpp"
#include "router/time_reduction.hpp"

namespace triad::router {

using records::BoundOrder;
using records::TimeBound;

// For times that cannot be compared it is an arbitrary order, which finds only equal bytes.
struct BoundComparator {
  const BoundOrder* order;
  bool comparable() const { return order->is_comparable(); }
  int compare(const TimeBound& a, const TimeBound& b) const {
    if (comparable()) return order->compare(a, b);
    const wire::Bytes left = a.time.bytes();
    const wire::Bytes right = b.time.bytes();
    if (std::ranges::lexicographical_compare(left, right)) return -1;
    if (std::ranges::lexicographical_compare(right, left)) return 1;
    return static_cast<int>(a.exclusive) - static_cast<int>(b.exclusive);
  }
};

using BoundReduction = TimeReduction<TimeBound, BoundComparator>;
using ReducedBounds = Reduced<TimeBound>;

// Returns the federate with this number in a reduction; zero for other members.
inline wire::FederateHandle federate_of(BoundReduction::Member member) {
  const auto handle = static_cast<std::uint32_t>(member);
  return handle == member ? wire::FederateHandle(handle) : wire::FederateHandle();
}

// Fault of a value that is not a time of this federation.
inline constexpr const char* kInvalidTime = "an invalid time for this federation";

inline bool is_valid_bound(const BoundOrder& order, const std::optional<wire::TimeBound>& bound) {
  return !bound || order.is_valid(*bound);
}

inline std::optional<TimeBound> to_bound(const std::optional<wire::TimeBound>& bound) {
  return bound ? std::optional(TimeBound::from(*bound)) : std::nullopt;
}

// Returns a view into `bound`.
inline std::optional<wire::TimeBound> to_wire(const std::optional<TimeBound>& bound) {
  return bound ? std::optional(bound->to_wire()) : std::nullopt;
}

}  // namespace triad::router
