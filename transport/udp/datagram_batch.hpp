// Datagrams that go out by one system call.
#pragma once

#include <netinet/in.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace triad::transport {

class DatagramBatch {
 public:
  // What was not taken: which of them, and the errno of it. Returns how many are given up, that one
  // and those behind it; the others are tried.
  using OnRefused = std::function<std::size_t(std::size_t index, int why)>;

  // The datagrams, one behind the other; the next one is appended, and ended by end().
  std::vector<std::byte>& bytes() { return bytes_; }
  // To where the socket is connected, or to the place of each. Full: they are to be sent now.
  [[nodiscard]] bool end(const sockaddr_in* to = nullptr);
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  // All of them, without waiting; then there are none.
  void send(int socket, const OnRefused& on_refused);

  // Whether the system has no room for a datagram now, and takes no more of them.
  static bool is_full(int why);

 private:
  static constexpr std::size_t kMost = 32;

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<sockaddr_in> places_;  // of each, where the socket is not connected
};

}  // namespace triad::transport
