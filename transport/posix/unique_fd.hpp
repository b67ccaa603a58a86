// A file descriptor that closes itself, and system errors as Error values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "transport/transport_error.hpp"

namespace triad::transport {

class UniqueFd {
 public:
  UniqueFd() = default;
  explicit UniqueFd(int descriptor) : descriptor_(descriptor) {}
  UniqueFd(UniqueFd&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)), mark_(std::exchange(other.mark_, 0)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    if (this == &other) return *this;
    reset();
    descriptor_ = std::exchange(other.descriptor_, -1);
    mark_ = std::exchange(other.mark_, 0);
    return *this;
  }
  ~UniqueFd() { reset(); }

  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] bool valid() const { return descriptor_ >= 0; }
  // Gives up the descriptor and returns it; -1 in a forked child that has closed its copy.
  [[nodiscard]] int release();
  // Returns another descriptor of the same file; invalid if this process has reached its limit.
  [[nodiscard]] UniqueFd duplicate() const;
  // Closes the descriptor and takes over another one.
  void reset(int descriptor = -1);
  // Makes a forked child close its copy at once (fork_closing.hpp). This object then does nothing
  // in the child.
  void close_in_children();

 private:
  int descriptor_ = -1;
  std::uint32_t mark_ = 0;  // mark of close_in_children(); zero: children keep their copies
};

// Returns an error with a text such as "no socket: Connection refused (errno 111)" and the code
// that fits the number.
[[nodiscard]] Error system_error(std::string_view context, int error_number);

}  // namespace triad::transport
