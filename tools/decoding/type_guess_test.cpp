#include "tools/decoding/type_guess.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstring>
#include <string>
#include <vector>

namespace triad::decoding {
namespace {

using Value = std::vector<std::byte>;

// Appends a number with its most significant byte first or last.
template <class Number>
void append(Value& value, Number number, bool is_big_endian) {
  Value bytes(sizeof number);
  std::memcpy(bytes.data(), &number, sizeof number);
  const bool is_swapped = is_big_endian == (std::endian::native == std::endian::little);
  if (is_swapped) bytes = Value(bytes.rbegin(), bytes.rend());
  value.insert(value.end(), bytes.begin(), bytes.end());
}

TypeGuess guess_of(const std::vector<Value>& values) {
  TypeGuess guess;
  for (const Value& value : values) guess.add_value(value);
  return guess;
}

// Returns the guess for values of `size` numbers each, made by `number` from a counter.
template <class Make>
std::string guess_numbers(Make number, std::size_t size, bool is_big_endian) {
  std::vector<Value> values;
  int counter = 0;
  for (int i = 0; i < 20; ++i) {
    Value value;
    for (std::size_t j = 0; j < size; ++j) append(value, number(++counter), is_big_endian);
    values.push_back(std::move(value));
  }
  return guess_of(values).type();
}

Value text_value(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(TypeGuess, FindsNumbersOfEitherOrder) {
  const auto real64 = [](int i) { return 0.1 * i - 7; };
  const auto real32 = [](int i) { return 0.1F * static_cast<float>(i); };
  const auto whole64 = [](int i) { return std::int64_t{1000} * i; };
  const auto whole32 = [](int i) { return std::int32_t{-3} * i; };
  const auto whole16 = [](int i) { return static_cast<std::int16_t>(i); };
  for (const bool is_big : {true, false}) {
    const std::string order = is_big ? "be" : "le";
    EXPECT_EQ(guess_numbers(real64, 1, is_big), "float64" + order);
    EXPECT_EQ(guess_numbers(real64, 3, is_big), "{array: float64" + order + ", size: 3}");
    EXPECT_EQ(guess_numbers(real32, 1, is_big), "float32" + order);
    EXPECT_EQ(guess_numbers(real32, 3, is_big), "{array: float32" + order + ", size: 3}");
    EXPECT_EQ(guess_numbers(whole64, 1, is_big), "int64" + order);
    EXPECT_EQ(guess_numbers(whole32, 1, is_big), "int32" + order);
    EXPECT_EQ(guess_numbers(whole32, 3, is_big), "{array: int32" + order + ", size: 3}");
    EXPECT_EQ(guess_numbers(whole16, 1, is_big), "int16" + order);
  }
}

// Doubles with few digits have zeros in their lower halves.
TEST(TypeGuess, WholeDoublesAreNoPairsOfSmallReals) {
  const auto whole = [](int i) { return static_cast<double>(i); };
  EXPECT_EQ(guess_numbers(whole, 1, true), "float64be");
  EXPECT_EQ(guess_numbers(whole, 1, false), "float64le");
}

TEST(TypeGuess, PrintableValuesAreTexts) {
  const TypeGuess guess = guess_of({text_value("alice"), text_value(std::string("bob\0", 4))});
  EXPECT_EQ(guess.type(), "text");
  EXPECT_EQ(guess.remark(), "2 values of 4 to 5 bytes");
}

TEST(TypeGuess, ValuesOfDifferentLengthsAreOpenArrays) {
  std::vector<Value> values(2);
  for (int i = 1; i <= 2; ++i) append(values[0], 0.1 * i, false);
  for (int i = 1; i <= 5; ++i) append(values[1], 0.1 * i, false);
  EXPECT_EQ(guess_of(values).type(), "{array: float64le}");
  EXPECT_EQ(guess_of(values).remark(), "2 values of 16 to 40 bytes, from 0.1 to 0.5");
}

TEST(TypeGuess, WhatFitsNoNumberIsBytes) {
  EXPECT_EQ(guess_of({{std::byte{1}, std::byte{200}, std::byte{3}}}).type(), "bytes");
  EXPECT_EQ(guess_of({Value(3)}).type(), "bytes");
  EXPECT_EQ(guess_of({Value(4)}).type(), "int32be");
  EXPECT_EQ(guess_of({Value(4)}).remark(), "1 value of 4 bytes, all zero");
  EXPECT_EQ(guess_of({Value()}).type(), "bytes");
}

}  // namespace
}  // namespace triad::decoding
