// Implements broken_multicast_property() of transport_property.hpp.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "tests/fuzz/fuzz_script.hpp"
#include "tests/fuzz/transport_property.hpp"
#include "transport/multicast/multicast_datagram.hpp"

namespace triad::transport {

namespace {

using Kind = MulticastContent::Kind;

constexpr SealKey kSealKey{0x1122334455667788, 0x99aabbccddeeff00};
constexpr std::size_t kSeal = 8;
constexpr std::uint32_t kClients = 6;  // the clients that read each datagram

// Returns the content with a valid seal, as a sender with the key makes it.
std::vector<std::byte> sealed(std::vector<std::byte> content) {
  const std::uint64_t code = siphash(kSealKey, content);
  std::vector<std::byte> datagram;
  for (std::size_t i = 0; i < kSeal; ++i) datagram.push_back(static_cast<std::byte>(code >> 8 * i));
  datagram.insert(datagram.end(), content.begin(), content.end());
  return datagram;
}

// Reads a number with seven bits in each byte: a simple implementation of multicast_datagram.hpp.
std::optional<std::uint64_t> plain_number(Bytes bytes, std::size_t& at, std::uint64_t most) {
  std::uint64_t value = 0;
  for (unsigned digit = 0; digit < 10; ++digit) {
    if (at >= bytes.size()) return std::nullopt;
    const auto byte = std::to_integer<std::uint64_t>(bytes[at++]);
    if (digit == 9 && byte > 1) return std::nullopt;  // more than 64 bits
    value += byte % 128 << (7 * digit);
    if (byte < 128) return value <= most ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

// Returns the content that `client` must read in the datagram.
MulticastContent expected_of(std::uint32_t client, Bytes datagram) {
  MulticastContent expected;
  if (datagram.size() <= kSeal || datagram.size() > kMulticastBytesMax) return expected;
  std::size_t at = kSeal + 1;
  const auto kind = std::to_integer<int>(datagram[kSeal]);
  if (kind == 1) {
    const auto group = plain_number(datagram, at, 0xffff);
    const auto round = group ? plain_number(datagram, at, 0xffffffff) : std::nullopt;
    if (!round || at != datagram.size()) return expected;
    expected.kind = Kind::probe;
    expected.probe = {static_cast<std::uint16_t>(*group), static_cast<std::uint32_t>(*round)};
    return expected;
  }
  const auto count = kind == 2 ? plain_number(datagram, at, 0xffff) : std::nullopt;
  if (!count || *count == 0 || *count > kAddresseesMax) return expected;
  std::vector<Addressee> list;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const auto its = plain_number(datagram, at, 0xffffffff);
    const auto number = its ? plain_number(datagram, at, ~std::uint64_t{0}) : std::nullopt;
    const auto before = number ? plain_number(datagram, at, ~std::uint64_t{0}) : std::nullopt;
    if (!before || *number == 0) return expected;
    list.push_back({static_cast<std::uint32_t>(*its), *number, *before});
  }
  const auto own = std::ranges::find(list, client, &Addressee::client);
  expected.kind = own == list.end() ? Kind::for_others : Kind::frame;
  if (own != list.end()) expected.addressee = *own;
  expected.frame = datagram.subspan(at);
  return expected;
}

std::string difference(std::uint32_t client, Bytes datagram) {
  const MulticastContent expected = expected_of(client, datagram);
  const MulticastContent read = read_multicast(kSealKey, client, datagram);
  if (read.kind != expected.kind) return "it took a datagram for another kind";
  if (read.kind == Kind::probe && !(read.probe == expected.probe)) return "it read another probe";
  if (read.kind != Kind::frame) return {};
  if (!(read.addressee == expected.addressee)) return "it read another place";
  if (read.frame.data() != expected.frame.data() || read.frame.size() != expected.frame.size()) {
    return "it gave another frame";
  }
  return {};
}

std::vector<std::byte> rest_of(Script& script) {
  std::vector<std::byte> bytes;
  while (!script.at_end()) bytes.push_back(static_cast<std::byte>(script.number(1)));
  return bytes;
}

// Checks that each client that a router's datagram names reads it as it was made, and that no
// client accepts it after a change of any byte.
std::string made_and_read(Script& script) {
  std::vector<Addressee> list;
  const std::uint64_t count = 1 + script.number(1) % kClients;
  for (std::uint32_t client = 0; client < count; ++client) {
    const std::uint64_t before = script.number(script.byte() % 9);
    list.push_back({client, std::max<std::uint64_t>(script.number(script.byte() % 9), 1), before});
  }
  const std::uint64_t place = script.number(2);
  const std::vector<std::byte> frame = rest_of(script);
  std::vector<std::byte> datagram;
  append_multicast(kSealKey, list, frame, datagram);
  if (datagram.size() > kMulticastBytesMax) return {};
  for (const Addressee& one : list) {
    const MulticastContent read = read_multicast(kSealKey, one.client, datagram);
    if (read.kind != Kind::frame || !(read.addressee == one) ||
        !std::ranges::equal(read.frame, frame)) {
      return "a client does not read what was made for it";
    }
  }
  if (read_multicast(kSealKey, kClients, datagram).kind != Kind::for_others) {
    return "one who is not named does not see that";
  }
  datagram[place % datagram.size()] ^= std::byte{1};
  if (read_multicast(kSealKey, 0, datagram).kind != Kind::invalid) return "the seal was no seal";
  return {};
}

}  // namespace

std::string broken_multicast_property(std::span<const std::uint8_t> input) {
  Script script(input);
  if (script.number(1) % 2 == 0) return made_and_read(script);
  const std::vector<std::byte> datagram = sealed(rest_of(script));
  for (std::uint32_t client = 0; client < kClients; ++client) {
    std::string different = difference(client, datagram);
    if (!different.empty()) return different;
  }
  return {};
}

}  // namespace triad::transport
