// HeldBytes adds the bytes of one holder to a sum, and subtracts them when the holder is destroyed.
// Used by FederationExecution for parts of saves.
#pragma once

#include <cstdint>

namespace triad::rtig {

class HeldBytes {
 public:
  // Counts in `sum`, which must outlive this object.
  explicit HeldBytes(std::uint64_t& sum) : sum_(sum) {}
  ~HeldBytes() { set(0); }
  HeldBytes(const HeldBytes&) = delete;
  HeldBytes& operator=(const HeldBytes&) = delete;

  // Replaces the number of bytes that this holder adds to the sum.
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
