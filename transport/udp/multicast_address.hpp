// Where a router sends what is for several of its clients on one segment of a network: some IPv4
// multicast groups one behind the other, and a port. The text that users give, taken apart.
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
  std::uint16_t groups = 1;       // so many
  std::uint16_t port = 0;

  [[nodiscard]] std::uint32_t address_of(std::uint16_t group) const { return first_group + group; }
  // Frames of one key go to one group, those of different keys as far apart as groups go.
  [[nodiscard]] std::uint16_t group_of(SharedKey key) const {
    const std::uint64_t mixed = static_cast<std::uint64_t>(key) * 0x9e3779b97f4a7c15;
    return static_cast<std::uint16_t>((mixed >> 32) % groups);
  }

  bool operator==(const MulticastAddress&) const = default;
};

// "239.1.2.3/16:60500": 16 groups from 239.1.2.3 on, at port 60500; without "/16" it is one. The
// error says what is allowed.
[[nodiscard]] Result<MulticastAddress> parse_multicast(std::string_view text);

// The canonical text, which parse_multicast() reads back as the same.
[[nodiscard]] std::string to_string(const MulticastAddress& address);
// "239.1.2.3"
[[nodiscard]] std::string address_text(std::uint32_t address);

}  // namespace triad::transport
