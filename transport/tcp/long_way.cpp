// See long_way.hpp. The kernel no longer adapts a buffer after its size has been set. So a size is
// set only if the link needs more than the kernel's own limit.
#include "transport/tcp/long_way.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <optional>
#include <system_error>

namespace triad::transport {

namespace {

// The kernel's overhead for a buffer is as large as the data.
constexpr std::size_t kMemoryPerByte = 2;
// Smallest limit set for unsent bytes in the kernel. The rest waits in the link's queue, where
// frames can still be dropped.
constexpr std::size_t kUnsentBytes = std::size_t{256} << 10;
constexpr std::size_t kUnsentPartOfWindow = 32;
constexpr std::size_t kWindowUnscaled = 65535;

struct Buffer {
  int set;
  int force;
  const char* what;
  const char* tuned;  // three numbers; the last is the kernel's limit for automatic growth
  const char* core;   // limit for sizes set by any user
};

constexpr std::array<Buffer, 2> kBuffers = {{
    {SO_SNDBUF, SO_SNDBUFFORCE, "send", "net.ipv4.tcp_wmem", "net.core.wmem_max"},
    {SO_RCVBUF, SO_RCVBUFFORCE, "receive", "net.ipv4.tcp_rmem", "net.core.rmem_max"},
}};

// Returns the value of a setting such as "net.ipv4.tcp_rmem", in one line; empty if it cannot be
// read.
std::string system_setting(std::string name) {
  std::ranges::replace(name, '.', '/');
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
      std::fopen(("/proc/sys/" + name).c_str(), "r"), &std::fclose);
  std::array<char, 512> line{};
  if (file == nullptr ||
      std::fgets(line.data(), static_cast<int>(line.size()), file.get()) == nullptr) {
    return {};
  }
  std::string text(line.data());
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

std::size_t last_number(const std::string& text) {
  const std::size_t at = text.find_last_of(" \t") + 1;  // 0 if there is only one number
  return std::strtoull(text.c_str() + at, nullptr, 10);
}

std::string congestion_of(int socket) {
  std::array<char, 16> name{};
  socklen_t size = name.size() - 1;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, name.data(), &size) != 0) return "its own";
  return name.data();
}

std::optional<std::string> set_congestion(int socket, const std::string& control) {
  const auto size = static_cast<socklen_t>(control.size());
  if (::setsockopt(socket, IPPROTO_TCP, TCP_CONGESTION, control.data(), size) == 0) {
    return std::nullopt;
  }
  const int fault = errno;
  const std::string goes_on = "; the link continues with " + congestion_of(socket);
  if (fault == EPERM) {
    return "congestion control " + control + " may not be used by this user" + goes_on +
           "; an administrator may allow it: sysctl -w net.ipv4.tcp_allowed_congestion_control=\"" +
           system_setting("net.ipv4.tcp_allowed_congestion_control") + " " + control + "\"";
  }
  if (fault == ENOENT) {
    return "the kernel has no congestion control " + control + ", only " +
           system_setting("net.ipv4.tcp_available_congestion_control") + goes_on +
           "; if there is a module for it: modprobe tcp_" + control;
  }
  return "congestion control " + control +
         " cannot be set: " + std::generic_category().message(fault) + goes_on;
}

bool set_size(int socket, int option, std::size_t bytes) {
  const int value = static_cast<int>(std::min<std::size_t>(bytes, 1u << 30));
  return ::setsockopt(socket, SOL_SOCKET, option, &value, sizeof value) == 0;
}

// Enlarges a buffer if needed. The kernel doubles the value that it receives.
std::optional<std::string> set_buffer(int socket, const Buffer& buffer, std::size_t window) {
  const std::size_t needed = kMemoryPerByte * window;
  const std::string tuned = system_setting(buffer.tuned);
  if (last_number(tuned) >= needed) return std::nullopt;
  if (set_size(socket, buffer.force, needed / 2)) return std::nullopt;
  if (last_number(system_setting(buffer.core)) >= needed / 2 &&
      set_size(socket, buffer.set, needed / 2)) {
    return std::nullopt;
  }
  const std::string least = tuned.substr(0, tuned.find_last_of(" \t"));
  return "its " + std::string(buffer.what) + " buffer needs " + std::to_string(needed) +
         " bytes (bandwidth-mbit, rtt-ms), but the kernel allows only " +
         std::to_string(last_number(tuned)) + "; an administrator may allow more: sysctl -w " +
         buffer.tuned + "=\"" + least + " " + std::to_string(needed) + "\"";
}

// Checks the receive window. Its scale was agreed when the connection was made.
std::optional<std::string> check_window(int socket, std::size_t window) {
  tcp_info info{};
  socklen_t size = sizeof info;
  if (::getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return std::nullopt;
  const std::size_t largest = kWindowUnscaled << info.tcpi_rcv_wscale;
  if (largest >= window) return std::nullopt;
  return "its peer can have only " + std::to_string(largest) + " of " + std::to_string(window) +
         " bytes in transit (bandwidth-mbit, rtt-ms), because of net.ipv4.tcp_rmem when it "
         "connected; an administrator may raise the last number of net.ipv4.tcp_rmem to " +
         std::to_string(kMemoryPerByte * window);
}

}  // namespace

std::vector<std::string> fit_to_long_way(int socket, const LongLinkOptions& way) {
  std::vector<std::string> troubles;
  const auto add = [&](std::optional<std::string> trouble) {
    if (trouble) troubles.push_back(*std::move(trouble));
  };
  if (!way.congestion.empty()) add(set_congestion(socket, way.congestion));
  if (way.window_bytes == 0) return troubles;
  for (const Buffer& buffer : kBuffers) add(set_buffer(socket, buffer, way.window_bytes));
  add(check_window(socket, way.window_bytes));
  const auto unsent =
      static_cast<unsigned>(std::max(kUnsentBytes, way.window_bytes / kUnsentPartOfWindow));
  ::setsockopt(socket, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &unsent, sizeof unsent);
  return troubles;
}

}  // namespace triad::transport
