// What must hold for transport's readers whatever a peer puts in front of them. Used by the fuzzers
// and by the replay of their corpus; each function returns what is broken, or nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace triad::transport {

// The first byte says into how many pieces the rest is cut; the rest is what a peer sends. The
// frames must be those of a plain reference reading, for every cut.
std::string broken_frames_property(std::span<const std::uint8_t> input);

// A script for a peer that writes into the shared memory of a link what it likes, between the
// calls of the link's owner.
std::string broken_ring_property(std::span<const std::uint8_t> input);

// A script for a participant of a fabric gone mad, which writes into its own outbox what it likes,
// between the calls of an honest one's owner and those of a third: the honest ones go on.
std::string broken_fabric_property(std::span<const std::uint8_t> input);

// A script for what comes to the port of a datagram channel: the peer's, with numbers that it
// makes up, and strangers'; between looks of the link, whose stream goes on. What is given out,
// dropped and kept must be what a plain reference has.
std::string broken_datagrams_property(std::span<const std::uint8_t> input);

// What comes from a multicast group. The first byte says whether the rest is a datagram of one who
// has the key, which must be read as a plain reference reads it; or a list of clients and a frame,
// which each of them must read as it was made.
std::string broken_multicast_property(std::span<const std::uint8_t> input);

// The first byte says into how many pieces the rest is cut; the rest is what the peer of a
// compressed link sends. What is read may not depend on the cut, nor take more memory than it does
// from an honest peer; and the same bytes, written in batches, are read as they were.
std::string broken_batches_property(std::span<const std::uint8_t> input);

}  // namespace triad::transport
