// One message through a Unix socket with descriptors beside its bytes. Used by the handshake of shm
// links and by what they pass later; knows nothing of what the bytes say.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <span>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

inline constexpr std::size_t kDescriptorsAtOnceMax = 2;

// Never blocks. The bytes sent, or -1 with errno. The descriptors stay the caller's.
ssize_t send_with_descriptors(int socket, std::span<const std::byte> bytes,
                              std::span<const int> descriptors);

struct Received {
  ssize_t size = -1;            // of the bytes; 0: the peer hung up; -1: errno
  std::size_t descriptors = 0;  // how many came
};
// Never blocks. Takes as many descriptors as there is room for; more that came are closed, so that
// none leaks. Fewer than were sent come where this process may have no more of them.
Received receive_with_descriptors(int socket, std::span<std::byte> bytes,
                                  std::span<UniqueFd> descriptors);

}  // namespace triad::transport
