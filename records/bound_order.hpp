// Comparison of bounds on logical times, with bytes that only the time type of a federation
// can interpret (core/time_order.hpp implements it).
#pragma once

#include "records/time_bound.hpp"

namespace triad::records {

class BoundOrder {
 public:
  virtual ~BoundOrder() = default;
  // Returns true if the bytes are a time.
  virtual bool is_valid(const wire::TimeBound& bound) const = 0;
  // Returns false if for bounds with different bytes it is not known which is less. Then the time
  // type is not known here: the RTIG has no libFedTime of the federation.
  bool is_comparable() const { return is_comparable_; }
  // Returns a number below zero if a is less than b, zero if they are equal, and otherwise one
  // above zero. Both bounds must be valid, and is_comparable() true.
  virtual int compare(const TimeBound& a, const TimeBound& b) const = 0;

 protected:
  explicit BoundOrder(bool comparable = false) : is_comparable_(comparable) {}
  // Sets the time type.
  void set_comparable(bool comparable) { is_comparable_ = comparable; }

 private:
  bool is_comparable_;
};

}  // namespace triad::records
