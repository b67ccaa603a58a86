// SplitMix64, a small random number generator with the same results on every platform. Used by
// tests and for random waiting times. Not for secrets: the seed determines all numbers.
#pragma once

#include <cstdint>

namespace triad::wire {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // Returns a number from 0 to limit - 1. `limit` must not be 0.
  std::uint64_t below(std::uint64_t limit) { return next() % limit; }
  // Returns true with probability 1/n.
  bool one_in(std::uint64_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

}  // namespace triad::wire
