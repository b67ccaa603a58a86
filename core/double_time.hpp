// The times of Triad's own libFedTime: RTIfedTime, a double encoded big-endian in 8 bytes.
#pragma once

#include "core/time_type.hpp"

namespace triad::core {

class DoubleTime final : public TimeType {
 public:
  static constexpr std::string_view kName = "RTIfedTime (double)";

  static Time encode(double value);
  // Of a valid time.
  static double decode(const Time& time);

  std::string_view name() const override { return kName; }
  bool valid(Bytes encoded) const override;
  int compare(const Time& a, const Time& b) const override;
  Time sum(const Time& a, const Time& b) const override;
  Time difference(const Time& a, const Time& b) const override;
  Time zero() const override;
  Time infinity() const override;
  std::string text(const Time& time) const override;
  std::optional<Time> read(std::string_view text) const override;
};

}  // namespace triad::core
