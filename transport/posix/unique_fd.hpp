// A file descriptor that closes itself, and system errors as Error values.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "transport/error.hpp"

namespace triad::transport {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int descriptor) : descriptor_(descriptor) {}
  UniqueFd(UniqueFd&& other) noexcept : descriptor_(other.release()) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  ~UniqueFd() { reset(); }

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] bool valid() const { return descriptor_ >= 0; }
  [[nodiscard]] int release() { return std::exchange(descriptor_, -1); }
  void reset(int descriptor = -1);

 private:
  int descriptor_ = -1;
};

// "what: Connection refused (errno 111)", with the code that suits the number.
[[nodiscard]] Error system_error(std::string_view what, int error_number);

}  // namespace triad::transport
