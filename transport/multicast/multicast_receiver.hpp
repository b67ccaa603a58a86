// MulticastReceiver: a client's end of its router's multicast. One socket has all groups that the
// client has joined, on the interface of its connection. It accepts sealed datagrams from the
// router's address and port. Only best effort may come this way; LinkOptions::multicast_filter
// checks that. Its datagrams go to a DatagramReceiver.
#pragma once

#include <netinet/in.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/datagram_channel.hpp"
#include "transport/multicast/multicast.hpp"
#include "transport/multicast/multicast_datagram.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class MulticastReceiver final : public DatagramSource {
 public:
  // Opens a receiver beside a TCP connection to the router of the offer. Returns null if the
  // connection is not IPv4 or no socket can be opened.
  static std::unique_ptr<MulticastReceiver> open(int tcp_socket, const DatagramNote& offer,
                                                 MulticastFilter filter);

  void join(std::uint16_t group);
  void leave(std::uint16_t group);

  [[nodiscard]] int descriptor() const override { return socket_.get(); }
  bool read_batch(DatagramInbox& inbox) override;
  // Returns the next received probe, each once.
  [[nodiscard]] std::optional<MulticastProbe> next_probe();
  // Returns the number of datagrams from the router's address and port that had no valid seal or
  // carried a frame that may not come this way.
  [[nodiscard]] std::uint64_t refused() const { return refused_; }
  // Returns once why a group could not be joined.
  [[nodiscard]] std::optional<std::string> take_warning();

 private:
  MulticastReceiver(UniqueFd socket, in_addr interface, sockaddr_in router,
                    const DatagramNote& offer, MulticastFilter filter);
  bool change_membership(int option, std::uint16_t group);
  void receive_datagram(Bytes datagram, DatagramInbox& inbox);
  void record_probe(const MulticastProbe& probe);

  // Constant after construction.
  const UniqueFd socket_;
  const in_addr interface_;
  const sockaddr_in router_;
  const std::uint32_t first_group_;
  const std::uint32_t client_;
  const SealKey key_;
  const MulticastFilter filter_;

  struct Group {
    bool is_joined = false;
    std::uint32_t last_answered_round = 0;  // last answered round
  };
  std::vector<Group> groups_;
  std::vector<MulticastProbe> probes_;
  std::vector<std::byte> buffer_;
  std::uint64_t refused_ = 0;
  std::optional<std::string> warning_;
  bool has_warned_ = false;
};

}  // namespace triad::transport
