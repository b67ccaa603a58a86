// How bounds compare, which the application knows (core/time_order.hpp).
#pragma once

#include "records/time_bound.hpp"

namespace triad::records {

class BoundOrder {
 public:
  virtual ~BoundOrder() = default;
  // Whether the bytes are a time.
  virtual bool valid(const wire::TimeBound& bound) const = 0;
  // False: of two that are not the same byte for byte it is not known which is less.
  bool comparable() const { return comparable_; }
  // Of two that are valid and comparable: below, at or above zero.
  virtual int compare(const TimeBound& a, const TimeBound& b) const = 0;

 protected:
  explicit BoundOrder(bool comparable = false) : comparable_(comparable) {}
  void set_comparable(bool comparable) { comparable_ = comparable; }

 private:
  bool comparable_;
};

}  // namespace triad::records
