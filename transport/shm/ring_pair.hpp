// Ring links between two processes that already share a connected Unix socket, such as a process
// and its child. One side makes the memory and the bell and passes them over the socket
// (shm_handshake.hpp); the other side maps them. The socket then shows the death of the peer.
#pragma once

#include <memory>
#include <string>

#include "transport/link.hpp"
#include "transport/link_options.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

// Makes a link with rings of LinkOptions::ring_bytes, and sends its descriptors over the socket.
// Never blocks. `peer` names the other process in errors.
[[nodiscard]] Result<std::unique_ptr<Link>> offer_ring_link(UniqueFd socket, std::string peer,
                                                            const LinkOptions& options);

// Receives the descriptors of a link that the peer offers, and maps its rings.
[[nodiscard]] Result<std::unique_ptr<Link>> accept_ring_link(UniqueFd socket, std::string peer,
                                                             Clock::time_point deadline,
                                                             const LinkOptions& options);

}  // namespace triad::transport
