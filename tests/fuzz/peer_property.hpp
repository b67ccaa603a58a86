// Hostile peers: a federation of the state machines (tests/scenario/core/core_harness.hpp) in which
// one participant sends any messages that the codec can encode, and corrupted bytes. Nothing may
// crash or fail an assertion, and a hostile federate may end only its own link. Used by peer_fuzz
// (bytes) and hostile_peer_test (seeds).
#pragma once

#include <cstdint>
#include <string>

#include "wire/values.hpp"

namespace triad::test {

// A federate that breaks the protocol, against the RTIG and two honest federates. Returns empty if
// the others are unharmed, otherwise a description of the failure.
std::string hostile_federate(std::uint64_t seed);
std::string hostile_federate(wire::Bytes script);

// An RTIG that breaks the protocol, against a joined RTIA. Returns the same.
std::string hostile_rtig(std::uint64_t seed);
std::string hostile_rtig(wire::Bytes script);

}  // namespace triad::test
