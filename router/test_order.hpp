// An order for tests in which no times are compared.
#pragma once

#include "router/promise_reduction.hpp"

namespace triad::router {

class NoOrder final : public BoundOrder {
 public:
  bool valid(const wire::TimeBound&) const override { return true; }
  int compare(const TimeBound&, const TimeBound&) const override { return 0; }
};

}  // namespace triad::router
