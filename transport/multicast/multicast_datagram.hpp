// Datagrams that a router sends to a multicast group: one frame for several clients, or a probe.
//
// A datagram has a seal, a kind, and contents by kind. The seal is the SipHash of all bytes after
// it (siphash.hpp): eight bytes, little-endian. The router has sent the key to its clients over
// their links.
//
//   probe   the group, and the round in which it was sent
//   frame   the number of clients; for each its number, the number of the datagram in the sequence
//           to it, and how many frames of its stream come before; then the frame
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
inline constexpr std::size_t kMulticastHeadBytesMax = 8 + 1 + 2;
// Most bytes that one client takes in the list.
inline constexpr std::size_t kAddresseeBytesMax = 5 + 10 + 10;
// Most clients in one list.
inline constexpr std::size_t kAddresseesMax = kMulticastBytesMax / 3;

struct MulticastProbe {
  std::uint16_t group = 0;
  std::uint32_t round = 0;
  bool operator==(const MulticastProbe&) const = default;
};

// One client of a frame, and the place of the frame for it (DatagramInbox).
struct Addressee {
  std::uint32_t client = 0;
  std::uint64_t number = 0;
  std::uint64_t frames_before = 0;
  bool operator==(const Addressee&) const = default;
};

// Append one datagram to `out`.
void append_probe(const SealKey& key, const MulticastProbe& probe, std::vector<std::byte>& out);
void append_multicast(const SealKey& key, std::span<const Addressee> addressees, Bytes frame,
                      std::vector<std::byte>& out);
// Returns the bytes that append_multicast() uses for this client.
std::size_t encoded_bytes(const Addressee& addressee);

struct MulticastContent {
  // stranger: wrong seal, or not a datagram that these functions make.
  enum class Kind : std::uint8_t { invalid, for_others, probe, frame };
  Kind kind = Kind::invalid;
  MulticastProbe probe = {};
  Addressee addressee = {};
  Bytes frame = {};  // part of the datagram
};
MulticastContent read_multicast(const SealKey& key, std::uint32_t client, Bytes datagram);

}  // namespace triad::transport
