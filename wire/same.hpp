// Equality of any two values that the wire carries, member by member: for tests.
#pragma once

#include <algorithm>

#include "wire/codec.hpp"

namespace triad::wire {

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Bytes>) {
    return std::ranges::equal(a, b);
  } else if constexpr (std::is_same_v<T, ValueList>) {
    return a.count == b.count && std::ranges::equal(a.pairs, b.pairs);
  } else if constexpr (Sequence<T>) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) { return same(x, y); });
  } else if constexpr (IsOptional<T>::value) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
  } else if constexpr (Described<T> && !IsHandle<T>::value) {
    bool all = true;
    for_each_member<T>([&](const char*, auto member) { all = all && same(a.*member, b.*member); });
    return all;
  } else {
    return a == b;
  }
}

}  // namespace triad::wire
