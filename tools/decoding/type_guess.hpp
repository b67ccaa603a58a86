// Guesses the type of an attribute or parameter from its values, for a table that a person
// corrects. Called by `rtirecord types`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "tools/decoding/value_type.hpp"

namespace triad::decoding {

class TypeGuess {
 public:
  TypeGuess();

  void add_value(std::span<const std::byte> value);
  // Returns the type as it stands in a table, such as "float64be" or "{array: int32le, size: 3}".
  [[nodiscard]] std::string type() const;
  // Returns the ground of the guess, such as "50 values of 8 bytes, from 1 to 50".
  [[nodiscard]] std::string remark() const;

 private:
  // A number type of which all values may consist.
  struct Candidate {
    std::string name;
    NumberType number;
    bool fits = true;
    // Elements at even and odd places that are not zero. If one of them is zero, the elements are
    // halves of larger numbers.
    std::uint64_t even = 0;
    std::uint64_t odd = 0;
    double least = std::numeric_limits<double>::infinity();
    double most = -std::numeric_limits<double>::infinity();

    void add_value(std::span<const std::byte> value);
    [[nodiscard]] bool is_likely(std::size_t bytes_most) const;
  };

  // Returns the first likely candidate; null if there is none.
  [[nodiscard]] const Candidate* best() const;
  [[nodiscard]] bool are_all_zero() const { return count_ > 0 && bytes_most_ > 0 && !is_any_set_; }

  std::vector<Candidate> candidates_;  // The first one that is likely is the guess.
  std::uint64_t count_ = 0;
  std::size_t bytes_least_ = std::numeric_limits<std::size_t>::max();
  std::size_t bytes_most_ = 0;
  bool is_text_ = true;  // All values have printable characters only, and at most one zero last.
  bool is_any_set_ = false;  // Some byte is not zero.
};

}  // namespace triad::decoding
