#include "transport/url.hpp"

#include <algorithm>
#include <charconv>

namespace triad::transport {

namespace {

constexpr std::size_t kNameMax = 64;

Error bad(std::string_view text, std::string_view why) {
  return {Error::Code::bad_url, "'" + std::string(text) + "' is no gateway URL: " +
                                    std::string(why) +
                                    "; allowed are tcp://HOST:PORT (IPv6 addresses in brackets), "
                                    "shm://NAME and memory:NAME"};
}

bool good_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameMax && name.front() != '.' &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

Result<Url> parse_tcp(std::string_view text, std::string_view rest) {
  Url url;
  while (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
  std::string_view port;
  if (rest.starts_with('[')) {
    const auto end = rest.find(']');
    if (end == std::string_view::npos) return bad(text, "a bracket is not closed");
    url.host = rest.substr(1, end - 1);
    rest.remove_prefix(end + 1);
    if (!rest.empty() && rest.front() != ':') return bad(text, "':' and a port go behind the bracket");
    port = rest.empty() ? rest : rest.substr(1);
  } else {
    const auto colon = rest.rfind(':');
    if (colon != rest.find(':')) return bad(text, "an IPv6 address stands in brackets");
    url.host = rest.substr(0, colon);
    if (colon != std::string_view::npos) port = rest.substr(colon + 1);
    if (colon != std::string_view::npos && port.empty()) return bad(text, "the port is missing");
  }
  if (url.host == "*") url.host.clear();
  if (!port.empty()) {
    const auto [end, fault] = std::from_chars(port.data(), port.data() + port.size(), url.port);
    if (fault != std::errc{} || end != port.data() + port.size()) {
      return bad(text, "a port is a number from 0 to 65535");
    }
  }
  return url;
}

}  // namespace

std::string Url::text() const {
  switch (scheme) {
    case Scheme::shm:
      return "shm://" + name;
    case Scheme::memory:
      return "memory:" + name;
    case Scheme::tcp:
      break;
  }
  const bool v6 = host.find(':') != std::string::npos;
  return "tcp://" + (v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

Result<Url> parse_url(std::string_view text) {
  constexpr std::string_view kTcp = "tcp://";
  constexpr std::string_view kShm = "shm://";
  constexpr std::string_view kMemory = "memory:";
  if (text.starts_with(kTcp)) return parse_tcp(text, text.substr(kTcp.size()));
  Url url;
  if (text.starts_with(kShm)) {
    url.scheme = Url::Scheme::shm;
    url.name = text.substr(kShm.size());
  } else if (text.starts_with(kMemory)) {
    url.scheme = Url::Scheme::memory;
    url.name = text.substr(kMemory.size());
  } else {
    return bad(text, "it begins with no known scheme");
  }
  if (!good_name(url.name)) {
    return bad(text, "a name is 1 to 64 letters, digits, '-', '_' and '.', not beginning with '.'");
  }
  return url;
}

}  // namespace triad::transport
