// Identity of a router, as it states it in the handshake, and the check of another router's
// identity. Does not know links. Knows only the hash of the topology.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "wire/message_list.hpp"

namespace triad::router {

struct RouterIdentity {
  std::string mesh;           // name of the topology
  std::string topology_hash;  // hash of the topology's canonical text
  std::string router;         // name in the topology
  std::string release;        // version of Triad
  std::string host;
  std::uint32_t process = 0;
};

// Returns the handshake, with views into `own`. `as_peer`: RouterHello::as_peer.
wire::RouterHello hello_of(const RouterIdentity& own, bool as_peer = false);

// Returns the reason to refuse the other router, with advice, as a text that follows the link's
// name: "is not a Triad router...". Empty: it is an expected neighbour. The text is printable and
// short for any `other`.
std::optional<std::string> identity_refusal(const RouterIdentity& own,
                                            const wire::RouterHello& other,
                                            std::span<const std::string> expected_neighbours);

}  // namespace triad::router
