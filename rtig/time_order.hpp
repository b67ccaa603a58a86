// How the times of a federation compare in the RTIG: those of Triad's own libFedTime by what they
// mean; of another's it knows the bytes alone.
#pragma once

#include <string>
#include <string_view>

#include "core/double_time.hpp"
#include "router/promise_reduction.hpp"
#include "wire/limits.hpp"

namespace triad::rtig {

class TimeOrder final : public router::BoundOrder {
 public:
  // The members' core::TimeType::name().
  const std::string& type() const { return type_; }
  void set_type(std::string_view type) {
    type_ = type;
    set_comparable(type == core::DoubleTime::kName);
  }

  bool valid(const wire::TimeBound& bound) const override {
    if (bound.time.size() > wire::kTimeBytesMax) return false;
    return !comparable() || double_time_.valid(bound.time);
  }
  int compare(const core::TimeBound& a, const core::TimeBound& b) const override {
    return core::compare(double_time_, a, b);
  }

 private:
  std::string type_;
  core::DoubleTime double_time_;
};

}  // namespace triad::rtig
