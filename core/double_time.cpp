#include "core/double_time.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace triad::core {

Time DoubleTime::sum(const Time& a, const Time& b) const {
  return encode(decode(a) + decode(b));
}

Time DoubleTime::difference(const Time& a, const Time& b) const {
  return encode(decode(a) - decode(b));
}

Time DoubleTime::zero() const {
  return encode(0.0);
}

Time DoubleTime::infinity() const {
  return encode(std::numeric_limits<double>::infinity());
}

std::optional<Time> DoubleTime::parse(std::string_view text) const {
  double value = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = !text.empty() && fault == std::errc{} && end == text.data() + text.size();
  if (!whole || std::isnan(value)) return std::nullopt;
  return encode(value);
}

bool DoubleTime::is_last_before(const Time& time, const Time& bound) {
  const double later = decode(bound);
  return decode(time) < later && std::isfinite(later) &&
         std::nextafter(decode(time), std::numeric_limits<double>::infinity()) == later;
}

std::string DoubleTime::text(const Time& time) const {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), decode(time));
  return {text.data(), end.ptr};
}

}  // namespace triad::core
