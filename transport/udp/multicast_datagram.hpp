// What a router sends to a multicast group: one frame for several clients, or a probe.
//
// A datagram: its seal (siphash.hpp, eight bytes of all that follows, by a key that the router has
// told its clients over their links), its kind, and
//
//   probe   the number of the group, and that of the round in which it was sent
//   frame   the number of clients; of each its number, the number of the datagram among those to
//           it, and how many frames of its stream come before; and the frame
//
// All integers have seven bits in a byte, the lower ones first; all bytes but the last have the
// highest bit set. The seal is little-endian. Knows no socket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transport/link.hpp"
#include "transport/udp/siphash.hpp"

namespace triad::transport {

inline constexpr std::size_t kMulticastBytesMax = 1424;  // as one to a single peer has
inline constexpr std::size_t kMulticastHeadBytesMax = 8 + 1 + 2;
// What a single client takes of a list.
inline constexpr std::size_t kAddresseeBytesMax = 5 + 10 + 10;
// More do not fit.
inline constexpr std::size_t kAddresseesMax = kMulticastBytesMax / 3;

struct MulticastProbe {
  std::uint16_t group = 0;
  std::uint32_t round = 0;
  bool operator==(const MulticastProbe&) const = default;
};

// Where a frame has its place for one of the clients: DatagramInbox.
struct Addressee {
  std::uint32_t client = 0;
  std::uint64_t number = 0;
  std::uint64_t frames_before = 0;
  bool operator==(const Addressee&) const = default;
};

// Each appends one datagram.
void put_probe(const SealKey& key, const MulticastProbe& probe, std::vector<std::byte>& out);
void put_multicast(const SealKey& key, std::span<const Addressee> addressees, Bytes frame,
                   std::vector<std::byte>& out);
// What the list takes that put_multicast() makes of one.
std::size_t encoded_bytes(const Addressee& addressee);

struct MulticastContent {
  // stranger: it is not sealed by the key, or is none that these functions make.
  enum class Kind : std::uint8_t { stranger, for_others, probe, frame };
  Kind kind = Kind::stranger;
  MulticastProbe probe = {};
  Addressee addressee = {};
  Bytes frame = {};  // a part of the datagram
};
// As `client` reads it.
MulticastContent read_multicast(const SealKey& key, std::uint32_t client, Bytes datagram);

}  // namespace triad::transport
