// The handshake of an shm link: one message on its Unix socket, from the listener to the joining
// process. It carries the descriptors of the link, or the reason for a refusal. Afterwards the
// socket shows the death of the peer and passes descriptors (descriptor_channel.hpp).
#pragma once

#include <cstdint>
#include <string>

#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

struct Handshake {
  UniqueFd memory;             // for Segment::open_shared()
  UniqueFd bell;               // joining side's end
  std::size_t ring_bytes = 0;  // of the ring in each direction
};

// Version of the handshake and the rings. Both ends are processes on one machine that may be of
// different releases.
inline constexpr std::uint32_t kRingVersion = 2;

// Sends the handshake. Never blocks, because the new socket has room.
[[nodiscard]] Result<void> send_handshake(int socket, const Handshake& handshake);
// Sends the reason of a refusal in its place, if the socket still takes it.
void send_refusal(int socket, const std::string& reason);

[[nodiscard]] Result<Handshake> receive_handshake(int socket, Clock::time_point deadline);

// Returns a readable name of the process at the other end of a Unix socket: "shm pid 4711".
[[nodiscard]] std::string peer_name(int socket);

}  // namespace triad::transport
