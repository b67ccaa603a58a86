// The times of Triad's own libFedTime: RTIfedTime, a double encoded big-endian in 8 bytes.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/time_type.hpp"

namespace triad::core {

class DoubleTime final : public TimeType {
 public:
  static constexpr std::string_view kName = "RTIfedTime (double)";

  static Time encode(double value);
  // Of a valid time.
  static double decode(const Time& time) { return load(time.bytes()); }

  std::string_view name() const override { return kName; }
  bool valid(Bytes encoded) const override {
    return encoded.size() == kBytes && !std::isnan(load(encoded));
  }
  int compare(const Time& a, const Time& b) const override {
    const double left = decode(a);
    const double right = decode(b);
    return static_cast<int>(left > right) - static_cast<int>(left < right);
  }
  Time sum(const Time& a, const Time& b) const override;
  Time difference(const Time& a, const Time& b) const override;
  Time zero() const override;
  Time infinity() const override;
  std::string text(const Time& time) const override;
  std::optional<Time> read(std::string_view text) const override;

 private:
  static constexpr std::size_t kBytes = 8;

  static std::uint64_t big_endian(std::uint64_t bits) {
    return std::endian::native == std::endian::big ? bits : __builtin_bswap64(bits);
  }
  static double load(Bytes bytes) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.data(), kBytes);
    return std::bit_cast<double>(big_endian(bits));
  }
};

}  // namespace triad::core
