// Bytes that one holder adds to a sum, for as long as it holds them.
#pragma once

#include <cstdint>

namespace triad::rtig {

class HeldBytes {
 public:
  // The sum outlives it.
  explicit HeldBytes(std::uint64_t& sum) : sum_(sum) {}
  ~HeldBytes() { set(0); }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;

  // It holds so many from now on.
  void set(std::uint64_t bytes) {
    sum_ = sum_ - bytes_ + bytes;
    bytes_ = bytes;
  }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t& sum_;
  std::uint64_t bytes_ = 0;
};

}  // namespace triad::rtig
