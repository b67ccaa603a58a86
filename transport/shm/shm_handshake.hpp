// The one message on the Unix socket of an shm link, from the listener to the one who joins: either
// the descriptors of the link, or why there is none. Afterwards the socket is the link's lifeline
// and passes descriptors (descriptor_channel.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// What the joining side gets.
struct Handshake {
  UniqueFd memory;  // Segment::open_shared
  UniqueFd bell;    // the joining side's end
  std::size_t ring_bytes = 0;
};

// Both ends are processes of one host that may be of different versions.
inline constexpr std::uint32_t kRingVersion = 2;

// Never blocks: the socket is new, so there is room.
[[nodiscard]] Result<void> send_handshake(int socket, const Handshake& handshake);
void send_refusal(int socket, const std::string& why);

[[nodiscard]] Result<Handshake> receive_handshake(int socket, Clock::time_point deadline);

// The process at the other end of a Unix socket, for people: "shm pid 4711".
[[nodiscard]] std::string peer_of(int socket);

}  // namespace triad::transport
