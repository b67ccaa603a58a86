// MulticastSender: sends frames by multicast to the clients of a router on one network segment: the
// clients connected to one address of its machine. Consecutive frames with the same bytes, for
// several clients that receive their group, become one datagram that names the clients
// (multicast_datagram.hpp). A frame for one client goes to it separately. Used by UdpChannel.
//
// Each client's datagrams leave in the order of their numbers, so that neither way makes the other
// late.
#pragma once

#include <netinet/in.h>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "transport/datagram_channel.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/udp/datagrams.hpp"
#include "transport/udp/multicast_address.hpp"
#include "transport/udp/multicast_datagram.hpp"
#include "transport/udp/multicast_hearing.hpp"

namespace triad::transport {

class MulticastSender;

// One client of a MulticastSender. Belongs to its channel, which removes it from the sender before
// it is destroyed.
class MulticastMember {
 public:
  // The sender and the datagram sender must outlive it. `client` is its number in datagrams.
  MulticastMember(MulticastSender& sender, DatagramSender& alone, std::uint32_t client,
                  std::uint16_t groups)
      : sender_(sender), alone_(alone), client_(client), hearing_(groups) {}

  MulticastHearing& hearing() { return hearing_; }
  [[nodiscard]] const MulticastHearing& hearing() const { return hearing_; }
  // Returns the `groups` note for the client.
  [[nodiscard]] DatagramNote offer() const;
  // Number of lost datagrams, as reported by the client.
  void set_lost(std::uint64_t lost) { lost_ = lost; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  friend class MulticastSender;
  MulticastSender& sender_;
  DatagramSender& alone_;
  const std::uint32_t client_;
  MulticastHearing hearing_;
  bool is_kept_ = false;        // the kept frame goes to it
  std::uint64_t in_batch_ = 0;  // last batch with a datagram for it
  std::uint64_t lost_ = 0;
};

class MulticastSender {
 public:
  // Opens a sender at an address of this machine, in network order. Returns null if no socket can
  // be opened.
  static std::unique_ptr<MulticastSender> open(const MulticastAddress& to, in_addr from);
  MulticastSender(const MulticastSender&) = delete;
  MulticastSender& operator=(const MulticastSender&) = delete;

  // Adds a client with its datagram sender. Returns null if all client numbers are used up.
  std::unique_ptr<MulticastMember> add(DatagramSender& alone);
  // Sends the pending frames of the member, and removes it.
  void remove(MulticastMember& member);

  // Sends a frame to a member that receives the group. The frame may be held until flush().
  void send(MulticastMember& member, std::uint16_t group, std::uint64_t frames_before,
            std::span<const Bytes> parts, Priority priority);
  // Sends at least the pending frames of this member.
  void flush(MulticastMember& member) {
    if (member.is_kept_) send_kept();
    if (member.in_batch_ == batch_number_) send_batch();
  }
  // Advances the time and sends probes that are due.
  void tick(MulticastHearing::Time now);
  // Records that the member has received the probe of this group and round.
  void on_answer(MulticastMember& member, std::uint16_t group, std::uint32_t round);

  [[nodiscard]] const MulticastAddress& to() const { return to_; }
  struct Counts {
    std::uint64_t datagrams = 0;  // datagrams with frames
    std::uint64_t receivers = 0;  // clients named in them
    std::uint32_t clients = 0;    // clients that receive a group
  };
  [[nodiscard]] Counts counts() const;
  // Returns once why the system refuses to send.
  [[nodiscard]] std::optional<std::string> trouble();

 private:
  friend class MulticastMember;
  MulticastSender(const MulticastAddress& to, in_addr from, UniqueFd socket, std::uint16_t port,
                  const SealKey& key);
  bool can_keep(const MulticastMember& member, std::uint16_t group, std::span<const Bytes> parts,
                const Addressee& addressee) const;
  void send_kept();
  void send_batch();
  void probe(std::uint16_t group);
  void note_refusal(int why);
  [[nodiscard]] sockaddr_in place_of(std::uint16_t group) const;

  // Rounds after which an answer to a probe is too old to count.
  static constexpr std::uint32_t kRoundsAnswered = 8;

  // Constant after construction.
  const MulticastAddress to_;
  const in_addr from_;
  const UniqueFd socket_;
  const std::uint16_t port_;
  const SealKey key_;

  std::vector<MulticastMember*> members_;
  // Never reused, because datagrams in transit may name a removed client.
  std::uint32_t last_client_ = 0;

  // The frame that is kept because further members may get the same bytes.
  std::vector<std::byte> kept_;
  std::uint16_t kept_group_ = 0;
  Priority kept_priority_ = kUsualPriority;
  std::vector<MulticastMember*> kept_for_;
  std::vector<Addressee> addressees_;  // one for each of kept_for_
  std::size_t list_bytes_ = 0;

  DatagramBatch batch_;
  std::uint64_t batch_number_ = 1;

  std::uint32_t round_ = 0;
  MulticastHearing::Time now_{0};
  std::vector<std::optional<MulticastHearing::Time>> probed_;  // last probe of each group

  Counts counts_;
  int refusal_ = 0;  // errno to report
  bool refusal_told_ = false;
};

// All multicast of one router: a sender for each address of its machine to which clients connect.
class Multicast {
 public:
  explicit Multicast(const MulticastAddress& to) : to_(to) {}
  // Returns the sender for the local address of a TCP connection. Returns null if the connection is
  // not IPv4 or no socket can be opened. The sender lives as long as this object.
  MulticastSender* sender_beside(int tcp_socket);
  void tick(MulticastHearing::Time now);
  [[nodiscard]] const MulticastAddress& to() const { return to_; }
  [[nodiscard]] MulticastSender::Counts counts() const;
  [[nodiscard]] std::optional<std::string> trouble();

 private:
  struct Segment {
    std::uint32_t address = 0;
    std::unique_ptr<MulticastSender> sender;
  };
  const MulticastAddress to_;
  std::vector<Segment> segments_;
};

}  // namespace triad::transport
