// DatagramBatch: datagrams that are sent by one system call. Used by DatagramSender and
// MulticastSender.
#pragma once

#include <netinet/in.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace triad::transport {

class DatagramBatch {
 public:
  // Handles a datagram that the system refuses, given its index and errno. Returns the number of
  // datagrams to give up, from this one on; the later ones are tried.
  using OnRefused = std::function<std::size_t(std::size_t index, int why)>;

  // Returns the bytes of all datagrams in sequence. The caller appends the next one and then calls
  // end_datagram().
  std::vector<std::byte>& bytes() { return bytes_; }
  // Ends a datagram, for the address `to` or for the peer of a connected socket. Returns true if
  // the batch is full: then call send().
  [[nodiscard]] bool end_datagram(const sockaddr_in* to = nullptr);
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  // Sends all datagrams without waiting, and empties the batch.
  void send_all(int socket, const OnRefused& on_refused);

  // Returns whether the errno `why` means that the system has no room for further datagrams now.
  static bool is_full(int error_number);

 private:
  static constexpr std::size_t kDatagramsMax = 32;

  std::vector<std::byte> bytes_;
  std::vector<std::size_t> ends_;
  std::vector<sockaddr_in> addresses_;  // address of each, if the socket is not connected
};

}  // namespace triad::transport
