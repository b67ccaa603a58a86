// Descriptors that travel beside the frames of a link, each message of them with a note that says
// what they are. Only links inside one host have such a port (LinkCapabilities).
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

inline constexpr std::size_t kDescriptorsPassedMax = 2;

struct PassedDescriptors {
  std::array<std::byte, 48> note{};  // for its receiver; opaque here
  std::array<UniqueFd, kDescriptorsPassedMax> descriptors;
};

class DescriptorPort {
 public:
  virtual ~DescriptorPort() = default;
  // Duplicates of the descriptors reach the peer in order, before any frame that is flushed later.
  // Never blocks; what finds no room is kept and goes with a later call of pass() or take().
  virtual void pass(const PassedDescriptors& message) = 0;
  // The oldest that has come. Empty: none yet.
  virtual std::optional<PassedDescriptors> take() = 0;
};

}  // namespace triad::transport
