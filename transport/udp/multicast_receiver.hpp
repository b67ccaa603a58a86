// What a client hears of its router's multicast: one socket for all groups that it has joined, on
// the interface by which it has its connection. Taken is what comes from the router's address and
// port, with its seal; who answers for the rest is that nothing but best effort comes so
// (LinkOptions::multicast_takes). Used by DatagramReceiver.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/datagram_channel.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/udp/datagram_inbox.hpp"
#include "transport/udp/multicast_datagram.hpp"

namespace triad::transport {

// Whether a frame may come by multicast.
using MulticastTakes = bool (*)(Bytes frame);

class MulticastReceiver {
 public:
  // Beside a connection to the router that offers it. Null: not by IPv4, or no socket to be had.
  static std::unique_ptr<MulticastReceiver> open(int tcp_socket, const DatagramNote& offer,
                                                 MulticastTakes takes);

  void join(std::uint16_t group);
  void leave(std::uint16_t group);

  [[nodiscard]] int descriptor() const { return socket_.get(); }
  // Puts one batch of what has come where it belongs. False: there was no more.
  bool read_batch(DatagramInbox& inbox);
  // Probes that have come, each once.
  [[nodiscard]] std::optional<MulticastProbe> next_probe();
  // Datagrams that were the router's by address and port, and that nobody made who is to.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  // Once: why a group could not be joined.
  [[nodiscard]] std::optional<std::string> trouble();

  static constexpr std::size_t kReadAtOnce = 32;

 private:
  MulticastReceiver(UniqueFd socket, in_addr interface, sockaddr_in router,
                    const DatagramNote& offer, MulticastTakes takes);
  bool change(int option, std::uint16_t group);
  void take(Bytes datagram, DatagramInbox& inbox);
  void note_probe(const MulticastProbe& probe);

  // Constant after construction.
  const UniqueFd socket_;
  const in_addr interface_;
  const sockaddr_in router_;
  const std::uint32_t first_group_;
  const std::uint32_t client_;
  const SealKey key_;
  const MulticastTakes takes_;

  struct Group {
    bool is_joined = false;
    std::uint32_t answered = 0;  // the round
  };
  std::vector<Group> groups_;
  std::vector<MulticastProbe> probes_;
  std::vector<std::byte> buffer_;
  std::uint64_t refused_ = 0;
  std::optional<std::string> trouble_;
  bool has_had_trouble_ = false;
};

}  // namespace triad::transport
