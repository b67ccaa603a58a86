#include "tools/decoding/type_guess.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "core/count_text.hpp"
#include "tools/decoding/number_values.hpp"

namespace triad::decoding {

namespace {

using Kind = NumberType::Kind;

// Values of simulations are rarely beyond these magnitudes, which the wrong byte order exceeds.
constexpr double kRealLeast = 1e-9;
constexpr double kRealMost = 1e12;

// Returns whether a number of this type is likely in a simulation. An integer of several bytes has
// at least three eighths of its bits unused.
bool is_likely_number(const NumberType& type, double number) {
  const double magnitude = std::abs(number);
  if (type.kind == Kind::real) {
    return number == 0 || (magnitude >= kRealLeast && magnitude <= kRealMost);
  }
  return type.bytes == 1 || magnitude < std::exp2(5 * type.bytes);
}

double number_in(std::span<const std::byte> bytes, const NumberType& type) {
  const std::uint64_t bits = bits_of(bytes, type.is_big_endian);
  if (type.kind == Kind::real) return real_of(bits, type.bytes);
  if (type.kind == Kind::unsigned_integer) return static_cast<double>(bits);
  return static_cast<double>(sign_extended(bits, type.bytes));
}

std::string number_text(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", number);
  return text;
}

}  // namespace

// Pairs of small reals always look like doubles, but doubles rarely like pairs of small reals. For
// integers it is the other way round.
TypeGuess::TypeGuess() {
  for (const std::size_t bytes : {4u, 8u}) {
    for (const bool is_big : {true, false}) {
      candidates_.push_back({"float" + std::to_string(8 * bytes) + (is_big ? "be" : "le"),
                             {Kind::real, bytes, is_big}});
    }
  }
  for (const std::size_t bytes : {8u, 4u, 2u}) {
    for (const bool is_big : {true, false}) {
      candidates_.push_back({"int" + std::to_string(8 * bytes) + (is_big ? "be" : "le"),
                             {Kind::signed_integer, bytes, is_big}});
    }
  }
  candidates_.push_back({"uint8", {Kind::unsigned_integer, 1, true}});
}

void TypeGuess::add_value(std::span<const std::byte> value) {
  ++count_;
  bytes_least_ = std::min(bytes_least_, value.size());
  bytes_most_ = std::max(bytes_most_, value.size());
  is_any_set_ =
      is_any_set_ || std::ranges::any_of(value, [](std::byte b) { return b != std::byte{0}; });
  std::string_view text(reinterpret_cast<const char*>(value.data()), value.size());
  if (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  is_text_ = is_text_ && std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7f; });
  for (Candidate& one : candidates_) one.add_value(value);
}

void TypeGuess::Candidate::add_value(std::span<const std::byte> value) {
  fits = fits && value.size() % number.bytes == 0;
  bool is_even = true;
  while (fits && !value.empty()) {
    const double element = number_in(value.first(number.bytes), number);
    fits = is_likely_number(number, element);
    if (element != 0) ++(is_even ? even : odd);
    least = std::min(least, element);
    most = std::max(most, element);
    value = value.subspan(number.bytes);
    is_even = !is_even;
  }
}

bool TypeGuess::Candidate::is_likely(std::size_t bytes_most) const {
  if (!fits || even + odd == 0) return false;
  return bytes_most <= number.bytes || number.bytes == 1 || (even > 0 && odd > 0);
}

const TypeGuess::Candidate* TypeGuess::best() const {
  for (const Candidate& one : candidates_) {
    if (one.is_likely(bytes_most_)) return &one;
  }
  return nullptr;
}

std::string TypeGuess::type() const {
  if (is_text_ && is_any_set_) return "text";
  if (are_all_zero()) {
    if (bytes_least_ != bytes_most_ || bytes_most_ > 8 || std::popcount(bytes_most_) != 1)
      return "bytes";
    return bytes_most_ == 1 ? "uint8" : "int" + std::to_string(8 * bytes_most_) + "be";
  }
  const Candidate* const found = best();
  if (found == nullptr || (found->number.bytes == 1 && bytes_most_ > 1)) return "bytes";
  if (bytes_least_ != bytes_most_) return "{array: " + found->name + "}";
  const std::size_t size = bytes_most_ / found->number.bytes;
  if (size == 1) return found->name;
  return "{array: " + found->name + ", size: " + std::to_string(size) + "}";
}

std::string TypeGuess::remark() const {
  std::string text = core::count_text(count_, "value") + " of ";
  if (bytes_least_ != bytes_most_) text += std::to_string(bytes_least_) + " to ";
  text += core::count_text(bytes_most_, "byte");
  if (are_all_zero()) return text + ", all zero";
  if (is_text_) return text;
  const Candidate* const found = best();
  if (found == nullptr) return text;
  return text + ", from " + number_text(found->least) + " to " + number_text(found->most);
}

}  // namespace triad::decoding
