// For the tests of wire/: a test case per message of the list, and equality of any two values.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "wire/generate.hpp"
#include "wire/record.hpp"

namespace triad::wire {

template <class T>
bool same(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, Bytes>) {
    return std::ranges::equal(a, b);
  } else if constexpr (std::is_same_v<T, ValueList>) {
    return a.count == b.count && std::ranges::equal(a.pairs, b.pairs);
  } else if constexpr (IsVector<T>::value) {
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

template <class T>
Buffer encoded(const T& value) {
  Buffer out;
  Encoder(out).put(value);
  return out;
}

#define TRIAD_COMMA_NAME(name) , name
template <class... Messages>
struct WithoutFirst;
template <class First, class... Messages>
struct WithoutFirst<First, Messages...> {
  using type = boost::mp11::mp_list<Messages...>;
};
// Every message of the list.
using AllMessages = WithoutFirst<void TRIAD_MESSAGES(TRIAD_COMMA_NAME)>::type;
#undef TRIAD_COMMA_NAME

// visit(type identity) for every message of the list.
template <class Visit>
void for_each_message(Visit&& visit) {
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, AllMessages>>(visit);
}

}  // namespace triad::wire
