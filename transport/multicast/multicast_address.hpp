// MulticastAddress: consecutive IPv4 multicast groups and a port, to which a router sends frames
// for several of its clients on one network segment. With a parser for the text in settings.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "transport/priority.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

struct MulticastAddress {
  static constexpr std::uint16_t kGroupsMax = 256;

  std::uint32_t first_group = 0;  // as a number: 239.0.0.1 is 0xef000001
  std::uint16_t groups = 1;       // number of groups
  std::uint16_t port = 0;

  // Returns the IPv4 address of the group with this index, as a number.
  [[nodiscard]] std::uint32_t address_of(std::uint16_t group) const { return first_group + group; }
  // Returns the index of the group for frames with this key (priority.hpp: frames with one key may
  // share a datagram). The keys are spread over the groups.
  [[nodiscard]] std::uint16_t group_of(SharedKey key) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15;
    return static_cast<std::uint16_t>((mixed >> 32) % groups);
  }

  bool operator==(const MulticastAddress&) const = default;
};

// Parses "239.1.2.3/16:60500": 16 groups from 239.1.2.3 on, at port 60500. Without "/16" it is one
// group. The error says which forms are allowed.
[[nodiscard]] Result<MulticastAddress> parse_multicast(std::string_view text);

// Returns the canonical text; parse_multicast() of it gives an equal address.
[[nodiscard]] std::string to_string(const MulticastAddress& address);
// Returns the text of one address, such as "239.1.2.3".
[[nodiscard]] std::string address_text(std::uint32_t address);

}  // namespace triad::transport
