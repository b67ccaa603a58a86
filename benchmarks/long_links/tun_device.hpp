// A TUN device in a network namespace: one end of the link that the program long_link makes between
// two namespaces. read() returns the packets that the namespace sends to the other end. Packets
// given to write() arrive in the namespace. Linux only; requires root.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "benchmarks/long_links/delay_line.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::long_links {

// Thrown when the system refuses a step. The text includes advice for the user.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TunDevice {
 public:
  struct Place {
    std::string network_namespace;  // Name of ip netns, or path.
    std::string address;            // IPv4 address in a /24 network.
    int mtu = 1500;
  };

  // Creates the device and brings it up. Throws Refused.
  explicit TunDevice(const Place& place);

  [[nodiscard]] int fd() const { return device_.get(); }
  // Returns the next packet that the namespace sends, or nothing if there is none. Throws Refused.
  [[nodiscard]] std::optional<Packet> read();
  // Writes a packet. Returns false if the system has dropped it for lack of memory. Throws Refused.
  bool write(std::span<const std::byte> packet);
  // Returns the number of packets dropped because they were sent faster than they were read.
  [[nodiscard]] std::uint64_t unread() const;

 private:
  const std::string namespace_name_;
  transport::UniqueFd namespace_;
  transport::UniqueFd device_;
  Packet buffer_;  // As large as the largest packet.
};

}  // namespace triad::long_links
