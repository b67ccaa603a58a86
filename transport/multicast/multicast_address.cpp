// See multicast_address.hpp.
#include "transport/multicast/multicast_address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <array>
#include <charconv>
#include <optional>

namespace triad::transport {

namespace {

// Addresses in 224.0.0.0/24 are for protocols between neighbours, and switches send them to every
// machine.
constexpr std::uint32_t kFirstGroup = 0xe0000100;
constexpr std::uint32_t kLastGroup = 0xefffffff;

std::optional<std::uint16_t> parse_number_up_to(std::string_view text, std::uint16_t most) {
  std::uint16_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc{} || stop != end || value == 0 || value > most) return std::nullopt;
  return value;
}

Error multicast_error(std::string_view text, const std::string& fault) {
  return error(Error::Code::bad_url, "\"" + std::string(text) + "\" " + fault +
                                         "; write ADDRESS/GROUPS:PORT, such as "
                                         "239.192.7.0/16:60500");
}

}  // namespace

Result<MulticastAddress> parse_multicast(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos) return multicast_error(text, "has no port");
  MulticastAddress result;
  const auto port = parse_number_up_to(text.substr(colon + 1), 65535);
  if (!port) return multicast_error(text, "has a port that is not a number from 1 to 65535");
  result.port = *port;
  std::string_view first = text.substr(0, colon);
  if (const std::size_t slash = first.find('/'); slash != std::string_view::npos) {
    const auto groups = parse_number_up_to(first.substr(slash + 1), MulticastAddress::kGroupsMax);
    if (!groups) return multicast_error(text, "has a number of groups that is not from 1 to 256");
    result.groups = *groups;
    first = first.substr(0, slash);
  }
  in_addr address{};
  if (::inet_pton(AF_INET, std::string(first).c_str(), &address) != 1) {
    return multicast_error(text, "does not begin with an IPv4 address");
  }
  result.first_group = ntohl(address.s_addr);
  if (result.first_group < kFirstGroup || result.first_group > kLastGroup - (result.groups - 1u)) {
    return multicast_error(
        text,
        "has groups outside 224.0.1.0 to 239.255.255.255 (groups of a site begin "
        "with 239)");
  }
  return result;
}

std::string to_string(const MulticastAddress& address) {
  return address_text(address.first_group) + "/" + std::to_string(address.groups) + ":" +
         std::to_string(address.port);
}

std::string address_text(std::uint32_t address) {
  const in_addr in_network_order{htonl(address)};
  std::array<char, INET_ADDRSTRLEN> text{};
  ::inet_ntop(AF_INET, &in_network_order, text.data(), text.size());
  return text.data();
}

}  // namespace triad::transport
