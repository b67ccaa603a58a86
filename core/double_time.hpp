// Times of Triad's own libFedTime: RTIfedTime, a double encoded big-endian in 8 bytes.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/time_type.hpp"

namespace triad::core {

class DoubleTime final : public TimeType {
 public:
  static constexpr std::string_view kName = "RTIfedTime (double)";

  DoubleTime() : TimeType(true) {}

  static Time encode(double value) {
    const std::uint64_t bits = big_endian(std::bit_cast<std::uint64_t>(value));
    return Time(std::as_bytes(std::span(&bits, 1)));
  }
  static double decode(const Time& time) { return double_of(time.bytes()); }
  // Returns true if `bound` is finite and the next double after `time`, as is typical of a rounding
  // error.
  static bool is_last_before(const Time& time, const Time& bound);

  std::string_view name() const override { return kName; }
  bool is_valid(Bytes encoded) const override {
    return encoded.size() == kBytes && !std::isnan(double_of(encoded));
  }
  Time sum(const Time& a, const Time& b) const override;
  Time difference(const Time& a, const Time& b) const override;
  Time zero() const override;
  Time infinity() const override;
  std::string text(const Time& time) const override;
  std::optional<Time> parse(std::string_view text) const override;

 private:
  static constexpr std::size_t kBytes = 8;

  int compare_times(const Time& a, const Time& b) const override { return compare(a, b); }
};

}  // namespace triad::core
