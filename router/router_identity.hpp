// Who a router is, as it says it to a neighbour first, and whether it talks to one that says this.
// Knows no link; the topology is known by its hash alone.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "wire/message_list.hpp"

namespace triad::router {

struct RouterIdentity {
  std::string mesh;           // the topology's name
  std::string topology_hash;  // of its canonical text
  std::string router;         // its name in the topology
  std::string release;        // Triad's version
  std::string host;
  std::uint32_t process = 0;
};

// With views into the identity.
wire::RouterHello hello_of(const RouterIdentity& own);

// Why the other is refused, and what to do; to follow the link's name: "is not a Triad router...".
// Empty: it is one of those expected. Printable and short, whatever the other says.
std::optional<std::string> why_refused(const RouterIdentity& own, const wire::RouterHello& other,
                                       std::span<const std::string> expected_neighbours);

}  // namespace triad::router
