// What a router sends by multicast to those of its clients that are on one segment of a network:
// those whose connections come to one address of its machine. Frames of the same bytes that follow
// each other, for several clients that hear their group, become one datagram that names them
// (multicast_datagram.hpp). What is for one alone goes to it alone. Used by UdpChannel.
//
// To each client its datagrams go out in the order of their numbers, whether by multicast or by
// itself, so that the one way does not make the other late.
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

// One of those clients. Belongs to its channel, which must take it out before it goes.
class MulticastMember {
 public:
  // Both outlive it. `client` is its number in lists.
  MulticastMember(MulticastSender& sender, DatagramSender& alone, std::uint32_t client,
                  std::uint16_t groups)
      : sender_(sender), alone_(alone), client_(client), hearing_(groups) {}

  MulticastHearing& hearing() { return hearing_; }
  [[nodiscard]] const MulticastHearing& hearing() const { return hearing_; }
  // What it is to be told of where it can hear, and how.
  [[nodiscard]] DatagramNote offer() const;
  // As the client has said.
  void set_lost(std::uint64_t lost) { lost_ = lost; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  friend class MulticastSender;
  MulticastSender& sender_;
  DatagramSender& alone_;
  const std::uint32_t client_;
  MulticastHearing hearing_;
  bool is_kept_ = false;        // what the sender keeps goes to it
  std::uint64_t in_batch_ = 0;  // the last batch that has something for it
  std::uint64_t lost_ = 0;
};

class MulticastSender {
 public:
  // From an address of this machine, in network order. Null: no socket to be had.
  static std::unique_ptr<MulticastSender> open(const MulticastAddress& to, in_addr from);
  MulticastSender(const MulticastSender&) = delete;
  MulticastSender& operator=(const MulticastSender&) = delete;

  std::unique_ptr<MulticastMember> add(DatagramSender& alone);
  // Sends what was for it.
  void remove(MulticastMember& member);

  // For a member that hears the group. It may stay here until flush().
  void send(MulticastMember& member, std::uint16_t group, std::uint64_t frames_before,
            std::span<const Bytes> parts, Priority priority);
  // Sends what is for this member, at least.
  void flush(MulticastMember& member) {
    if (member.is_kept_) send_kept();
    if (member.in_batch_ == batch_number_) send_batch();
  }
  // Time has passed: sends probes.
  void tick(MulticastHearing::Time now);
  void on_answer(MulticastMember& member, std::uint16_t group, std::uint32_t round);

  [[nodiscard]] const MulticastAddress& to() const { return to_; }
  struct Counts {
    std::uint64_t datagrams = 0;  // with frames
    std::uint64_t receivers = 0;  // that these named
    std::uint32_t clients = 0;    // that hear a group
  };
  [[nodiscard]] Counts counts() const;
  // Once: what the system says to what it does not send.
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

  // An answer to an older probe says nothing of now.
  static constexpr std::uint32_t kRoundsAnswered = 8;

  // Constant after construction.
  const MulticastAddress to_;
  const in_addr from_;
  const UniqueFd socket_;
  const std::uint16_t port_;
  const SealKey key_;

  std::vector<MulticastMember*> members_;
  std::uint32_t last_client_ = 0;  // never used again: what is under way may name one that is gone

  // The frame that is kept, as others of the same bytes may follow.
  std::vector<std::byte> kept_;
  std::uint16_t kept_group_ = 0;
  Priority kept_priority_ = kUsualPriority;
  std::vector<MulticastMember*> kept_for_;
  std::vector<Addressee> addressees_;  // one for each
  std::size_t list_bytes_ = 0;

  DatagramBatch batch_;
  std::uint64_t batch_number_ = 1;

  std::uint32_t round_ = 0;
  MulticastHearing::Time now_{0};
  std::vector<std::optional<MulticastHearing::Time>> probed_;  // each group

  Counts counts_;
  int refusal_ = 0;  // to be told
  bool refusal_told_ = false;
};

// All of one router: a sender for each address of its machine to which clients connect.
class Multicast {
 public:
  explicit Multicast(const MulticastAddress& to) : to_(to) {}
  // Beside a connection. Null: it is not by IPv4, or no socket is to be had. As long as this.
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
