// Parses and prints URLs; see url.hpp.
#include "transport/url.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace triad::transport {

namespace {

constexpr std::string_view kForms =
    "allowed are tcp://HOST[:PORT] (an IPv6 address in brackets, the port is 60400 unless "
    "given), tls://HOST[:PORT] (the same, encrypted), mesh://HOST[:PORT] (a router of a mesh) and "
    "shm://NAME";

// Names become file names and are typed by people.
constexpr std::size_t kNameLengthMax = 64;

Error bad_url(std::string_view text, std::string_view problem) {
  std::string message = "\"" + std::string(text) + "\" is not a usable URL: ";
  message += problem;
  message += "; ";
  message += kForms;
  return error(Error::Code::bad_url, std::move(message));
}

bool is_name(std::string_view name) {
  constexpr std::string_view kAllowed =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
  return !name.empty() && name.size() <= kNameLengthMax && name.front() != '.' &&
         name.find_first_not_of(kAllowed) == std::string_view::npos;
}

std::optional<std::uint16_t> parse_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool has_blank_or_control(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c > 0 && c <= ' '; });
}

bool is_address(int family, const std::string& text) {
  in6_addr address{};
  return ::inet_pton(family, text.c_str(), &address) == 1;
}

// Returns whether the host ends with a number. No host name does, but getaddrinfo accepts 62000 as
// 0.0.242.48, 127.1 as 127.0.0.1, and 010.0.0.1 as 8.0.0.1 (inet_aton).
bool ends_with_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  const bool is_hexadecimal = last.starts_with("0x") || last.starts_with("0X");
  const std::string_view digits = is_hexadecimal ? last.substr(2) : last;
  return (is_hexadecimal || !digits.empty()) &&
         digits.find_first_not_of(is_hexadecimal ? "0123456789abcdefABCDEF" : "0123456789") ==
             std::string_view::npos;
}

// Returns the problem with the host; empty if there is none.
std::string_view host_problem(std::string_view host, bool in_brackets) {
  if (host.find_first_of("/[]@?#") != std::string_view::npos || has_blank_or_control(host)) {
    return "the host name contains a character that host names do not have";
  }
  if (in_brackets) {
    const std::size_t percent = host.find('%');
    const bool has_empty_zone = percent == host.size() - 1;
    if (has_empty_zone || !is_address(AF_INET6, std::string(host.substr(0, percent)))) {
      return "the text in brackets is not an IPv6 address, such as [fe80::1%eth0] or [::1]";
    }
  } else if (ends_with_number(host) && !is_address(AF_INET, std::string(host))) {
    return "a host that ends with a number must be a whole IPv4 address, such as 10.0.0.1 (a port "
           "follows a colon)";
  }
  return {};
}

Result<Url> parse_host_and_port(std::string_view text, Url::Scheme scheme, std::string_view place) {
  if (place.ends_with('/')) place.remove_suffix(1);
  std::string_view host = place;
  std::string_view port;
  bool has_port = false;
  if (place.starts_with('[')) {
    const std::size_t end = place.find(']');
    if (end == std::string_view::npos)
      return bad_url(text, "the closing bracket of the address is missing");
    host = place.substr(1, end - 1);
    std::string_view rest = place.substr(end + 1);
    if (!rest.empty() && rest.front() != ':') return bad_url(text, "only :PORT may follow the ]");
    has_port = !rest.empty();
    if (has_port) port = rest.substr(1);
  } else if (const std::size_t colon = place.find(':'); colon != std::string_view::npos) {
    host = place.substr(0, colon);
    port = place.substr(colon + 1);
    has_port = true;
    if (port.find(':') != std::string_view::npos) {
      return bad_url(text, "an IPv6 address is written in brackets");
    }
  }
  const std::string_view problem = host_problem(host, place.starts_with('['));
  if (!problem.empty()) return bad_url(text, problem);

  Url url;
  url.scheme = scheme;
  if (host != "*") url.host = host;
  if (has_port) {
    const std::optional<std::uint16_t> number = parse_port(port);
    if (!number) return bad_url(text, "the port is not a number from 0 to 65535");
    url.port = *number;
  }
  return url;
}

}  // namespace

Result<Url> parse_url(std::string_view text) {
  constexpr std::string_view kTcp = "tcp://";
  constexpr std::string_view kMesh = "mesh://";
  constexpr std::string_view kTls = "tls://";
  constexpr std::string_view kShm = "shm://";
  constexpr std::string_view kMemory = "memory:";
  if (text.starts_with(kTcp)) {
    return parse_host_and_port(text, Url::Scheme::tcp, text.substr(kTcp.size()));
  }
  if (text.starts_with(kTls)) {
    return parse_host_and_port(text, Url::Scheme::tls, text.substr(kTls.size()));
  }
  if (text.starts_with(kMesh)) {
    return parse_host_and_port(text, Url::Scheme::mesh, text.substr(kMesh.size()));
  }

  Url url;
  url.port = 0;
  if (text.starts_with(kShm)) {
    url.scheme = Url::Scheme::shm;
    url.name = text.substr(kShm.size());
  } else if (text.starts_with(kMemory)) {
    url.scheme = Url::Scheme::memory;
    url.name = text.substr(kMemory.size());
  } else {
    const std::string with_scheme = std::string(kTcp) + std::string(text);
    const bool is_bare = text.find("://") == text.npos &&
                         parse_host_and_port(with_scheme, Url::Scheme::tcp, text).has_value();
    return bad_url(text, "it does not begin with a known scheme" +
                             (is_bare ? ", as in " + with_scheme : std::string()));
  }
  if (!is_name(url.name)) {
    return bad_url(text,
                   "the name must be 1 to 64 of the characters A-Z a-z 0-9 . _ - and not begin "
                   "with a dot");
  }
  return url;
}

Result<std::vector<Url>> parse_urls(std::string_view text) {
  std::vector<Url> urls;
  for (;;) {
    const std::size_t comma = text.find(',');
    auto url = parse_url(text.substr(0, comma));
    if (!url) return url.error();
    urls.push_back(std::move(*url));
    if (comma == std::string_view::npos) return urls;
    text.remove_prefix(comma + 1);
  }
}

std::string to_string(const Url& url) {
  switch (url.scheme) {
    case Url::Scheme::shm:
      return "shm://" + url.name;
    case Url::Scheme::memory:
      return "memory:" + url.name;
    case Url::Scheme::tcp:
    case Url::Scheme::mesh:
    case Url::Scheme::tls:
      break;
  }
  std::string host = url.host.empty() ? "*" : url.host;
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  const std::string_view scheme = url.scheme == Url::Scheme::mesh  ? "mesh://"
                                  : url.scheme == Url::Scheme::tls ? "tls://"
                                                                   : "tcp://";
  return std::string(scheme) + host + ":" + std::to_string(url.port);
}

}  // namespace triad::transport
