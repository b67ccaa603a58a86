// Multicast: a router sends one datagram to several of its clients on one network segment. This
// header is all that other folders use of it. A program that was built without multicast
// (TRIAD_WITH_MULTICAST=OFF) has the same functions; they return an error that says so.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "transport/datagram_channel.hpp"
#include "transport/multicast/multicast_address.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

class DatagramReceiver;
class DatagramSender;

// Returns whether a frame may arrive by multicast.
using MulticastFilter = bool (*)(std::span<const std::byte> frame);

// One end of a link that uses multicast: the router's end sends frames, the client's end receives
// them. Owned by the link's UdpChannel, which passes on the notes of datagram_channel.hpp, messages
// by which the two ends of a link negotiate.
class MulticastEnd {
 public:
  virtual ~MulticastEnd() = default;
  // Sends the frame by multicast if the client receives the group of the key. Only at the router's
  // end. Otherwise returns false, and the caller sends it separately. `frames_before`: number of
  // earlier frames of the stream. The frame may be held until flush().
  [[nodiscard]] virtual bool send(std::uint64_t frames_before,
                                  std::span<const std::span<const std::byte>> parts,
                                  Priority priority, SharedKey key) = 0;
  // Sends the held frame and datagrams for this client. Only at the router's end.
  virtual void flush() = 0;
  // Returns the next note for the peer. `missed`: number of datagrams that this end has missed.
  [[nodiscard]] virtual std::optional<DatagramNote> next_note(std::uint64_t missed) = 0;
  virtual void receive_note(const DatagramNote& note) = 0;
  // Returns the number of datagrams that the client has reported as lost. Only at the router's end.
  [[nodiscard]] virtual std::uint64_t lost() const = 0;
  // Returns a readable line, each once, about a problem with the peer of this name.
  [[nodiscard]] virtual std::optional<std::string> take_warning(const std::string& peer) = 0;
};

// All multicast of one router. All links that share it belong to one thread.
class Multicast {
 public:
  using Time = std::chrono::milliseconds;  // since any epoch
  struct Counts {
    std::uint64_t datagrams = 0;  // datagrams with frames
    std::uint64_t receivers = 0;  // clients named in them
    std::uint32_t clients = 0;    // clients that receive a group
  };
  // Interval at which tick() must be called.
  static constexpr Time kTick{250};

  virtual ~Multicast() = default;
  // Begins multicast to the client of a TCP connection that receives datagrams of `unicast`, which
  // must outlive the end. The error says why that client receives no multicast.
  [[nodiscard]] virtual Result<std::unique_ptr<MulticastEnd>> begin(int tcp_socket,
                                                                    DatagramSender& unicast) = 0;
  // Advances the time and sends probes that are due.
  virtual void tick(Time now) = 0;
  [[nodiscard]] virtual const MulticastAddress& destination() const = 0;
  [[nodiscard]] virtual Counts counts() const = 0;
  // Returns once why the system refuses to send.
  [[nodiscard]] virtual std::optional<std::string> take_warning() = 0;
};

// Returns the multicast of a router that sends to this address.
[[nodiscard]] Result<std::shared_ptr<Multicast>> make_multicast(const MulticastAddress& to);

// Accepts a router's offer at the client's end of a TCP connection. Datagrams go to the receiver,
// which must outlive the result. The error says why this program receives no multicast.
[[nodiscard]] Result<std::unique_ptr<MulticastEnd>> accept_multicast(int tcp_socket,
                                                                     const DatagramNote& offer,
                                                                     MulticastFilter filter,
                                                                     DatagramReceiver& receiver);

}  // namespace triad::transport
