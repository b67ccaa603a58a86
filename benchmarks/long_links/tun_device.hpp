// A TUN device in a network namespace: what is sent to the other end of the link is read here, and
// what is written here arrives. Linux; needs root.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>

#include "benchmarks/long_links/delay_line.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::long_links {

// For people: what the system refuses, and what to do.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class TunDevice {
 public:
  struct Place {
    std::string network_namespace;  // a name of ip netns, or a path
    std::string address;            // IPv4; the network is /24
    int mtu = 1500;
  };

  // Makes the device and brings it up. Throws Refused.
  explicit TunDevice(const Place& place);

  [[nodiscard]] int fd() const { return device_.get(); }
  // The next packet that the namespace sends; none: there is none now. Throws Refused.
  [[nodiscard]] std::optional<Packet> read();
  // Throws Refused. Without memory the system drops the packet: false.
  bool write(std::span<const std::byte> packet);
  // Packets that the namespace sent faster than they were read.
  [[nodiscard]] std::uint64_t unread() const;

 private:
  const std::string namespace_name_;
  transport::UniqueFd namespace_;
  transport::UniqueFd device_;
  Packet buffer_;  // of the largest packet
};

}  // namespace triad::long_links
