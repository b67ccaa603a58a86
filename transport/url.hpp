// Which backend, and where: the text that users give as RTI_URL or `rtig --listen`, taken apart.
// By hand: Boost.URL refuses zones of IPv6 addresses ([fe80::1%eth0]), takes "tcp://h:1x" and port
// 65536, and says of what it refuses "leftover" or "mismatch", where users are to read what is
// wrong.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "transport/transport_error.hpp"

namespace triad::transport {

inline constexpr std::uint16_t kDefaultPort = 60400;

struct Url {
  enum class Scheme { tcp, shm, memory, mesh };
  Scheme scheme = Scheme::tcp;
  std::string host;  // tcp, mesh; without brackets; empty (also for *) is any address
  std::uint16_t port = kDefaultPort;  // tcp, mesh; 0: the kernel chooses (listening only)
  std::string name;                   // shm, memory

  bool operator==(const Url&) const = default;
};

// tcp://HOST[:PORT] with [IPv6] in brackets, mesh://HOST[:PORT] likewise, shm://NAME, memory:NAME.
// The error names the forms that users may give: memory: is for tests.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

// One or several with commas between them, in their order.
[[nodiscard]] Result<std::vector<Url>> parse_urls(std::string_view text);

// The canonical text, which parse_url() reads back as the same Url.
[[nodiscard]] std::string to_string(const Url& url);

}  // namespace triad::transport
