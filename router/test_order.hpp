// Orders of times for tests: one that compares no times, and one for times of one byte.
#pragma once

#include <cstddef>

#include "records/bound_order.hpp"

namespace triad::router {

using records::BoundOrder;
using records::TimeBound;

class NoOrder final : public BoundOrder {
 public:
  bool is_valid(const wire::TimeBound&) const override { return true; }
  int compare(const TimeBound&, const TimeBound&) const override { return 0; }
};

class ByteOrder final : public BoundOrder {
 public:
  ByteOrder() : BoundOrder(true) {}

  bool is_valid(const wire::TimeBound& bound) const override { return bound.time.size() == 1; }
  int compare(const TimeBound& a, const TimeBound& b) const override {
    const auto place = [](const TimeBound& bound) {
      return 2 * std::to_integer<int>(bound.time.bytes()[0]) + (bound.exclusive ? 1 : 0);
    };
    return place(a) - place(b);
  }
};

}  // namespace triad::router
