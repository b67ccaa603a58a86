// Order of a federation's times in the RTIG and in routers. Times of Triad's own libFedTime are
// compared by value; of any other type only equality of bytes is known.
#pragma once

#include <string>
#include <string_view>

#include "core/double_time.hpp"
#include "records/bound_order.hpp"
#include "wire/limits.hpp"

namespace triad::core {

class TimeOrder final : public records::BoundOrder {
 public:
  TimeOrder() = default;
  explicit TimeOrder(std::string_view type) { set_type(type); }
  // Returns TimeType::name() of the members.
  const std::string& type() const { return type_; }
  void set_type(std::string_view type) {
    type_ = type;
    set_comparable(type == DoubleTime::kName);
  }

  bool is_valid(const wire::TimeBound& bound) const override {
    if (bound.time.size() > wire::kTimeBytesMax) return false;
    return !is_comparable() || double_time_.is_valid(bound.time);
  }
  int compare(const TimeBound& a, const TimeBound& b) const override {
    return core::compare(double_time_, a, b);
  }

 private:
  std::string type_;
  DoubleTime double_time_;
};

}  // namespace triad::core
