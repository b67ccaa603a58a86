// MulticastSender: sends frames by multicast to the clients of a router on one network segment: the
// clients connected to one address of its machine. Consecutive frames with the same bytes, for
// several clients that receive their group, become one datagram that names the clients
// (multicast_datagram.hpp). A frame for one client goes to it separately. Used by the router's end
// in multicast.cpp.
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
#include "transport/multicast/multicast.hpp"
#include "transport/multicast/multicast_address.hpp"
#include "transport/multicast/multicast_datagram.hpp"
#include "transport/multicast/multicast_reception.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/udp/datagrams.hpp"

namespace triad::transport {

class MulticastSender;

// One client of a MulticastSender. Belongs to the end of its link, which removes it from the sender
// before it is destroyed.
class MulticastMember {
 public:
  // Keeps references to both senders, which must outlive it. `client` is its number in datagrams.
  MulticastMember(MulticastSender& sender, DatagramSender& unicast, std::uint32_t client,
                  std::uint16_t groups)
      : sender_(sender), unicast_(unicast), client_(client), reception_(groups) {}

  MulticastReception& reception() { return reception_; }
  [[nodiscard]] const MulticastReception& reception() const { return reception_; }
  // Returns the `groups` note of datagram_channel.hpp, which names the groups to the client.
  [[nodiscard]] DatagramNote offer() const;
  // Sets the number of lost datagrams, as reported by the client.
  void set_lost(std::uint64_t lost) { lost_ = lost; }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  friend class MulticastSender;
  MulticastSender& sender_;
  DatagramSender& unicast_;
  const std::uint32_t client_;
  MulticastReception reception_;
  bool has_pending_frame_ = false;  // the kept frame goes to it
  std::uint64_t last_batch_ = 0;    // last batch with a datagram for it
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
  std::unique_ptr<MulticastMember> add(DatagramSender& unicast);
  // Sends the pending frames of the member, and removes it.
  void remove(MulticastMember& member);

  // Sends a frame to a member that receives the group. `frames_before`: number of frames sent
  // earlier in the member's stream. The frame may be held until flush().
  void send(MulticastMember& member, std::uint16_t group, std::uint64_t frames_before,
            std::span<const Bytes> parts, Priority priority);
  // Sends at least the pending frames of this member.
  void flush(MulticastMember& member) {
    if (member.has_pending_frame_) send_pending();
    if (member.last_batch_ == batch_number_) send_batch();
  }
  // Advances the time and sends probes that are due.
  void tick(MulticastReception::Time now);
  // Records that the member has received the probe of this group and round.
  void receive_probe_answer(MulticastMember& member, std::uint16_t group, std::uint32_t round);

  [[nodiscard]] const MulticastAddress& destination() const { return destination_; }
  [[nodiscard]] Multicast::Counts counts() const;
  // Returns once why the system refuses to send.
  [[nodiscard]] std::optional<std::string> take_warning();

 private:
  friend class MulticastMember;
  MulticastSender(const MulticastAddress& to, in_addr from, UniqueFd socket, std::uint16_t port,
                  const SealKey& key);
  bool can_join_pending(const MulticastMember& member, std::uint16_t group,
                        std::span<const Bytes> parts, const Addressee& addressee) const;
  void send_pending();
  void send_batch();
  void send_probe(std::uint16_t group);
  void record_refusal(int error_number);
  [[nodiscard]] sockaddr_in group_address(std::uint16_t group) const;

  // Rounds after which an answer to a probe is too old to count.
  static constexpr std::uint32_t kAnswerAgeMaxRounds = 8;

  // Constant after construction.
  const MulticastAddress destination_;
  const in_addr source_;
  const UniqueFd socket_;
  const std::uint16_t port_;
  const SealKey key_;

  std::vector<MulticastMember*> members_;
  // Never reused, because datagrams in transit may name a removed client.
  std::uint32_t last_client_ = 0;

  // The frame that is kept because further members may get the same bytes.
  std::vector<std::byte> pending_frame_;
  std::uint16_t pending_group_ = 0;
  Priority pending_priority_ = kUsualPriority;
  std::vector<MulticastMember*> pending_members_;
  std::vector<Addressee> addressees_;  // one for each of pending_members_
  std::size_t list_bytes_ = 0;

  DatagramBatch batch_;
  std::uint64_t batch_number_ = 1;

  std::uint32_t round_ = 0;
  MulticastReception::Time now_{0};
  std::vector<std::optional<MulticastReception::Time>> last_probes_;  // last probe of each group

  Multicast::Counts counts_;
  int refusal_ = 0;  // errno to report
  bool is_refusal_reported_ = false;
};

}  // namespace triad::transport
