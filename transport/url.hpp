// Url: a parsed URL, which names a backend and a place. Users give URLs as RTI_URL or `rtig
// --listen`. Boost.URL would not do: it refuses zones of IPv6 addresses ([fe80::1%eth0]) and
// accepts "tcp://h:1x" and port 65536. Its errors ("leftover", "mismatch") do not tell users the
// problem.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "transport/transport_error.hpp"

namespace triad::transport {

inline constexpr std::uint16_t kDefaultPort = 60400;

struct Url {
  enum class Scheme { tcp, shm, memory, mesh, tls };
  Scheme scheme = Scheme::tcp;
  std::string host;  // tcp, mesh, tls; without brackets; empty (also for *) is any address
  std::uint16_t port = kDefaultPort;  // tcp, mesh, tls; 0: the kernel chooses (listening only)
  std::string name;                   // shm, memory

  bool operator==(const Url&) const = default;
};

// Parses tcp://HOST[:PORT], tls://HOST[:PORT] or mesh://HOST[:PORT] (IPv6 in brackets), shm://NAME
// or memory:NAME. The error lists the forms that users may give; memory: is for tests and not
// listed.
[[nodiscard]] Result<Url> parse_url(std::string_view text);

// Parses one or more URLs separated by commas, in order.
[[nodiscard]] Result<std::vector<Url>> parse_urls(std::string_view text);

// Returns the canonical text; parse_url() of it gives an equal Url.
[[nodiscard]] std::string to_string(const Url& url);

}  // namespace triad::transport
