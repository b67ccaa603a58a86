// Hostile peers: a federation of the state machines (tests/scenario/core/core_harness.hpp) in which
// one participant sends anything that the codec can carry, and bent bytes. Nothing may crash, no
// assertion may be reached, and a hostile federate may end its own link but no other's. Used by
// peer_fuzz (bytes) and by hostile_peer_test (seeds).
#pragma once

#include <cstdint>
#include <string>

#include "wire/values.hpp"

namespace triad::test {

// A federate that breaks the protocol, against the RTIG and two honest federates. What went wrong;
// empty if nothing.
std::string hostile_federate(std::uint64_t seed);
std::string hostile_federate(wire::Bytes script);

// An RTIG that breaks the protocol, against a joined RTIA.
std::string hostile_rtig(std::uint64_t seed);
std::string hostile_rtig(wire::Bytes script);

}  // namespace triad::test
