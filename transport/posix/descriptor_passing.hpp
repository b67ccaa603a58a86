// Sends and receives one message with descriptors through a Unix socket. Used by the handshake of
// shm links and by their DescriptorPort. The bytes have no meaning here.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

inline constexpr std::size_t kDescriptorsAtOnceMax = 2;

// Sends the bytes and duplicates of the descriptors. Never blocks. Returns the number of bytes
// sent, or -1 with errno. The caller keeps the descriptors.
ssize_t send_with_descriptors(int socket, std::span<const std::byte> bytes,
                              std::span<const int> descriptors);

struct Received {
  ssize_t size = -1;            // bytes received; 0: the peer hung up; -1: see errno
  std::size_t descriptors = 0;  // number that came
};
// Receives bytes and descriptors. Never blocks. Closes descriptors for which there is no room, so
// that none leaks. Fewer descriptors than sent arrive if this process has reached its limit.
Received receive_with_descriptors(int socket, std::span<std::byte> bytes,
                                  std::span<UniqueFd> descriptors);

}  // namespace triad::transport
