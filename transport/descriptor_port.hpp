// DescriptorPort: passes file descriptors to the peer of a link beside its frames, each message
// with a note: bytes that describe them. Only links within one machine have a port
// (LinkCapabilities).
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
  std::array<std::byte, 48> note{};  // bytes for the receiver, opaque here
  std::array<UniqueFd, kDescriptorsPassedMax> descriptors;
};

class DescriptorPort {
 public:
  virtual ~DescriptorPort() = default;
  // Sends a message. Duplicates of its descriptors reach the peer in order, before any frame that
  // is flushed later. Never blocks: a message that finds no room is kept and sent by a later
  // send_descriptors() or receive_descriptors().
  virtual void send_descriptors(const PassedDescriptors& message) = 0;
  // Returns the oldest message that has arrived, or nullopt.
  virtual std::optional<PassedDescriptors> receive_descriptors() = 0;
};

}  // namespace triad::transport
