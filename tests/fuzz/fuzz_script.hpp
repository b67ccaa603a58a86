// Reads a fuzzer's input as a script of numbers. The caller gives the number of bytes of each.
// After the end of the input all numbers are zero.
#pragma once

#include <cstdint>
#include <span>

namespace triad::transport {

class Script {
 public:
  explicit Script(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  [[nodiscard]] bool at_end() const { return bytes_.empty(); }
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }
  std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace triad::transport
