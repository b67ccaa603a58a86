// Datagrams that a router sends to a multicast group: one frame for several clients, or a probe. A
// client answers a probe over its link, so the router knows that multicast reaches the client.
//
// A datagram has a seal, a kind, and contents by kind. The seal is the SipHash of all bytes after
// it (siphash.hpp): eight bytes, little-endian. The router has sent the key to its clients over
// their links.
//
//   probe   the index of the group, and the number of the round of probes
//   frame   the number of clients; for each the fields of Addressee; then the frame
//
// Integers have seven bits per byte, lowest first; each byte but the last has its highest bit set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transport/link.hpp"
#include "transport/multicast/siphash.hpp"

namespace triad::transport {

// Longest datagram; the same as for a datagram to one peer.
inline constexpr std::size_t kMulticastBytesMax = 1424;
// Most bytes before the list of clients: seal, kind, number of clients.
inline constexpr std::size_t kMulticastHeadBytesMax = 8 + 1 + 2;
// Most bytes that one client takes in the list.
inline constexpr std::size_t kAddresseeBytesMax = 5 + 10 + 10;
// Most clients in one list.
inline constexpr std::size_t kAddresseesMax = kMulticastBytesMax / 3;

// Tests whether a group reaches the clients.
struct MulticastProbe {
  std::uint16_t group = 0;  // index in MulticastAddress
  std::uint32_t round = 0;  // the client's answer repeats it
  bool operator==(const MulticastProbe&) const = default;
};

// One client of a frame, and the place of the frame among all frames to this client. With the two
// numbers the client restores the order (DatagramInbox).
struct Addressee {
  std::uint32_t client = 0;         // number that the router gave to the client
  std::uint64_t number = 0;         // counts the datagrams to this client, from 1
  std::uint64_t frames_before = 0;  // frames of the client's link that were sent before this one
  bool operator==(const Addressee&) const = default;
};

// Append one datagram to `out`.
void append_probe(const SealKey& key, const MulticastProbe& probe, std::vector<std::byte>& out);
void append_multicast(const SealKey& key, std::span<const Addressee> addressees, Bytes frame,
                      std::vector<std::byte>& out);
// Returns the bytes that append_multicast() uses for this client.
std::size_t encoded_bytes(const Addressee& addressee);

// A datagram as one client reads it.
struct MulticastContent {
  // invalid: wrong seal, or not a datagram that these functions make. for_others: a frame, but the
  // client is not in its list.
  enum class Kind : std::uint8_t { invalid, for_others, probe, frame };
  Kind kind = Kind::invalid;
  MulticastProbe probe = {};  // only for `probe`
  Addressee addressee = {};   // only for `frame`: this client
  Bytes frame = {};           // view into the datagram
};
// Checks the seal and reads the datagram for the client with this number. Called for each datagram
// that a client receives.
MulticastContent read_multicast(const SealKey& key, std::uint32_t client, Bytes datagram);

}  // namespace triad::transport
