// Comparison of ASCII letters without regard to case, independent of the locale, for HLA 1.3 names,
// FED keywords and MOM values. Other bytes compare as they are.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace triad::core {

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = lower_case(c);
  return lower;
}

constexpr bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower_case(x) == lower_case(y); });
}

}  // namespace triad::core
