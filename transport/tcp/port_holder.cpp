// See port_holder.hpp.
#include "transport/tcp/port_holder.hpp"

#include <arpa/inet.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace triad::transport {

namespace {

constexpr const char* kReservedPorts = "/proc/sys/net/ipv4/ip_local_reserved_ports";
constexpr const char* kPortRange = "/proc/sys/net/ipv4/ip_local_port_range";

// Numbers of states in /proc/net/tcp.
constexpr std::string_view kTimeWait = "06";
constexpr std::string_view kListen = "0A";

template <class Number>
bool read_number(std::string_view text, Number& value, int base) {
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  return problem == std::errc() && end == text.data() + text.size();
}

// Parses "0100007F:EBF0". Each group of eight digits is a word of 32 bits in this machine's byte
// order.
std::optional<SocketAddress> read_address(std::string_view text) {
  constexpr std::size_t kDigits = 8;
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  std::array<std::uint32_t, 4> words{};
  const std::size_t count = colon / kDigits;
  if (colon % kDigits != 0 || (count != 1 && count != words.size())) return std::nullopt;
  for (std::size_t i = 0; i < count; ++i) {
    if (!read_number(text.substr(i * kDigits, kDigits), words[i], 16)) return std::nullopt;
  }
  std::uint16_t port = 0;
  if (!read_number(text.substr(colon + 1), port, 16)) return std::nullopt;

  SocketAddress address;
  if (count == 1) {
    auto& four = reinterpret_cast<sockaddr_in&>(address.storage);
    four.sin_family = AF_INET;
    four.sin_port = htons(port);
    std::memcpy(&four.sin_addr, words.data(), sizeof four.sin_addr);
    address.length = sizeof four;
  } else {
    auto& six = reinterpret_cast<sockaddr_in6&>(address.storage);
    six.sin6_family = AF_INET6;
    six.sin6_port = htons(port);
    std::memcpy(&six.sin6_addr, words.data(), sizeof six.sin6_addr);
    address.length = sizeof six;
  }
  return address;
}

const in6_addr* ipv6_of(const SocketAddress& address) {
  if (address.storage.ss_family != AF_INET6) return nullptr;
  return &reinterpret_cast<const sockaddr_in6*>(&address.storage)->sin6_addr;
}

bool is_any(const SocketAddress& address) {
  if (const auto four = ipv4_of(address)) return four->s_addr == htonl(INADDR_ANY);
  const in6_addr* const six = ipv6_of(address);
  return six != nullptr && IN6_IS_ADDR_UNSPECIFIED(six);
}

bool addresses_overlap(const SocketAddress& one, const SocketAddress& other) {
  if (is_any(one) || is_any(other)) return true;
  const auto one_four = ipv4_of(one);
  const auto other_four = ipv4_of(other);
  if (one_four || other_four) {
    return one_four && other_four && one_four->s_addr == other_four->s_addr;
  }
  return std::memcmp(ipv6_of(one), ipv6_of(other), sizeof(in6_addr)) == 0;
}

std::optional<UsedPort> read_line(const std::string& line) {
  std::istringstream words(line);
  std::string number, local, peer, state, queues, timer, retransmits, user, timeout, inode;
  words >> number >> local >> peer >> state >> queues >> timer >> retransmits >> user >> timeout >>
      inode;
  const auto from = read_address(local);
  const auto to = read_address(peer);
  if (!words || !from || !to || state == kTimeWait) return std::nullopt;
  UsedPort used{*from, *to, state == kListen};
  if (!read_number(inode, used.inode, 10)) return std::nullopt;
  return used;
}

std::string contents_of(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string first_line_of(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  std::ranges::replace(line, '\t', ' ');
  return line;
}

bool has_socket(const std::filesystem::path& process, const std::string& socket) {
  std::error_code problem;
  for (std::filesystem::directory_iterator entry(process / "fd", problem), end;
       !problem && entry != end; entry.increment(problem)) {
    std::error_code unreadable;
    if (std::filesystem::read_symlink(entry->path(), unreadable).string() == socket) return true;
  }
  return false;
}

// Returns a text such as "firefox (pid 4711)"; empty if /proc does not show it, as for processes of
// other users.
std::string program_of(std::uint64_t inode) {
  if (inode == 0) return {};
  const std::string socket = "socket:[" + std::to_string(inode) + "]";
  std::error_code problem;
  for (std::filesystem::directory_iterator entry("/proc", problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string pid = entry->path().filename().string();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    if (has_socket(entry->path(), socket)) {
      return first_line_of("/proc/" + pid + "/comm") + " (pid " + pid + ")";
    }
  }
  return {};
}

// Returns the command that reserves the port. The setting is a list, so ports already reserved stay
// in it.
std::string reserve_command(std::uint16_t port) {
  const std::string others = first_line_of(kReservedPorts);
  return "sysctl -w net.ipv4.ip_local_reserved_ports=" + (others.empty() ? "" : others + ",") +
         std::to_string(port);
}

bool is_ephemeral_port(std::uint16_t port) {
  std::istringstream range(first_line_of(kPortRange));
  unsigned first = 0, last = 0;
  return range >> first >> last && port >= first && port <= last;
}

std::string describe_connection(UsedPort used, const std::string& program) {
  const std::uint16_t port = used.local.port();
  std::string text = "no program listens there, but a connection";
  if (!program.empty()) text += " of " + program;
  text += " from " + to_string(used.local.get(), used.local.length) + " to " +
          to_string(used.peer.get(), used.peer.length) + " has the port";
  if (is_ephemeral_port(port)) {
    text +=
        ", one of the ports that Linux uses for outgoing connections (net.ipv4.ip_local_port_range "
        "is " +
        first_line_of(kPortRange) +
        "); keep the port free from now on with: " + reserve_command(port);
  }
  return text + "; choose another port, or try again when the connection has ended";
}

}  // namespace

std::optional<UsedPort> find_port_holder(std::string_view table, const SocketAddress& wanted) {
  std::optional<UsedPort> found;
  std::istringstream lines{std::string(table)};
  for (std::string line; std::getline(lines, line);) {
    auto used = read_line(line);
    if (!used || used->local.port() != wanted.port() || !addresses_overlap(used->local, wanted))
      continue;
    if (used->is_listening) return used;
    if (!found) found = used;
  }
  return found;
}

std::string describe_port_holder(const SocketAddress& wanted) {
  std::optional<UsedPort> holder = find_port_holder(contents_of("/proc/net/tcp"), wanted);
  if (!holder || !holder->is_listening) {
    auto other = find_port_holder(contents_of("/proc/net/tcp6"), wanted);
    if (other && (!holder || other->is_listening)) holder = other;
  }
  if (!holder) return "another program (perhaps an rtig) has the port: stop it or choose a port";
  const std::string program = program_of(holder->inode);
  if (!holder->is_listening) return describe_connection(*holder, program);
  return "another program (perhaps an rtig) listens there" +
         (program.empty() ? "" : ", " + program) + ": stop it or choose a port";
}

}  // namespace triad::transport
