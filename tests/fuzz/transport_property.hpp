// Properties of the readers of transport/ for arbitrary input from a peer. Each function returns
// empty if the property holds, otherwise a description of the violation. Used by the fuzzers and by
// transport_corpus_test.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace triad::transport {

// The first byte selects the size of the pieces into which the rest, a peer's bytes, is cut. For
// every cut the frames must equal those of a simple reference reader.
std::string broken_frames_property(std::span<const std::uint8_t> input);

// The input is a script of a peer that writes anything into the shared memory of a link, between
// calls of the link's owner. The link must deliver no frame beyond the limit, and keep the first
// reason for which it was closed.
std::string broken_ring_property(std::span<const std::uint8_t> input);

// The input is a script of a mad participant of a fabric that writes anything into its own outbox,
// between calls of two honest participants. The honest ones must continue to receive each other's
// messages.
std::string broken_fabric_property(std::span<const std::uint8_t> input);

// The input is a script of datagrams that arrive at the port of a datagram channel: the peer's,
// with arbitrary numbers, and those of unknown sources, between reads of the link and progress of
// its stream. The frames that are delivered, dropped and kept must equal those of a simple
// reference.
std::string broken_datagrams_property(std::span<const std::uint8_t> input);

// Input from a multicast group. The first byte selects one of two cases: the rest is a datagram of
// a sender with the key, which must be read as a simple reference reads it; or the rest is a list
// of clients and a frame, which each of them must read as it was made.
std::string broken_multicast_property(std::span<const std::uint8_t> input);

// The first byte selects the size of the pieces into which the rest, the bytes of a compressed
// link's peer, is cut. The result must not depend on the cut, and reading must not need more memory
// than for valid input. The same bytes, written in batches, must be read unchanged.
std::string broken_batches_property(std::span<const std::uint8_t> input);

// The first byte selects the size of the pieces into which the rest, the bytes of a client, is cut.
// A listener with a pre-shared key that the client does not know must accept no session, and give a
// reason for each fault. The whole input, read as a file of keys, must give only valid keys.
std::string broken_tls_property(std::span<const std::uint8_t> input);

}  // namespace triad::transport
