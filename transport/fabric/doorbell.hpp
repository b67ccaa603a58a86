// What wakes another participant: its eventfd.
#pragma once

#include "transport/error.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class Doorbell {
 public:
  static Result<Doorbell> create();
  // Another's, as it came: it must be nothing on whose ringing this process could stand still or
  // be ended, such as a pipe.
  static Result<Doorbell> open(UniqueFd descriptor);

  void ring() const;
  // Forgets all rings.
  static void silence(int descriptor);
  UniqueFd& descriptor() { return descriptor_; }

 private:
  explicit Doorbell(UniqueFd descriptor) : descriptor_(std::move(descriptor)) {}
  UniqueFd descriptor_;
};

}  // namespace triad::transport
