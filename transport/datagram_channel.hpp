// The datagram channel of a link: frames that may be lost travel in it as datagrams, independent of
// the link's stream. Each direction is opened when it is first used. The two ends negotiate by the
// notes below, short messages in the stream of the link. The owners of the link encode and send
// them (next_note(), receive_note()).
//
//   sender    ask      requests the channel, because it has a frame to send
//   receiver  offer    has opened a port; names the port and a token for its datagrams
//             (the sender sends probes: datagrams with the token and nothing else)
//   receiver  heard    a probe has arrived: the sender may now use the channel
//
// Until then, and for ever if no probe gets through, such frames travel in the stream.
//
// A router that uses multicast for its clients (multicast/multicast.hpp) also sends notes to each
// client with an open channel:
//
//   sender    groups   addresses, the key of the seals, and the client's number
//             join     frames for this group will follow
//             leave    no more frames for this group
//             (the sender sends probes to the groups)
//   receiver  hears    a probe of the group has arrived
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "transport/priority.hpp"

namespace triad::transport {

struct DatagramNote {
  enum class Kind : std::uint8_t { ask, offer, heard, groups, join, leave, hears };
  Kind kind = Kind::ask;
  std::uint16_t port = 0;         // offer: port of the receiver; groups: port to listen on
  std::uint64_t token = 0;        // offer: token; groups: half of the key
  std::uint64_t token_high = 0;   // groups: other half of the key
  std::uint32_t address = 0;      // groups: first group address, as a number
  std::uint16_t source_port = 0;  // groups: port from which the sender sends
  std::uint32_t client = 0;       // groups: number of the client
  std::uint16_t group = 0;  // groups: number of groups; join, leave, hears: index of the group
  std::uint32_t round = 0;  // hears: round of the probe
  std::uint64_t lost = 0;   // hears: DatagramInbox::missed()
};

// Convert a note into a message of the link's owner, which has members of the same names, and back.
template <class Message>
Message message_of(const DatagramNote& note) {
  Message message;
  message.step = static_cast<decltype(message.step)>(note.kind);
  message.port = note.port;
  message.token = note.token;
  message.token_high = note.token_high;
  message.address = note.address;
  message.source_port = note.source_port;
  message.client = note.client;
  message.group = note.group;
  message.round = note.round;
  message.lost = note.lost;
  return message;
}
template <class Message>
DatagramNote note_of(const Message& message) {
  return {static_cast<DatagramNote::Kind>(message.step),
          message.port,
          message.token,
          message.token_high,
          message.address,
          message.source_port,
          message.client,
          message.group,
          message.round,
          message.lost};
}

// Datagram channel of one link (LinkCapabilities). The link owns it, and the link's rules apply to
// it. The link delivers frames of the channel in the order in which the peer sent them among the
// other frames.
class DatagramChannel {
 public:
  virtual ~DatagramChannel() = default;
  // Sends one frame in order with Link::send(). The frame may be lost: in the network, because a
  // later frame has overtaken it, or in the link's queue (Link::send_droppable()). With a key in
  // `shared`, one multicast datagram may carry the frame to several peers. For that the caller
  // sends the same bytes with the same key to the other peers directly after this call.
  virtual void send(std::span<const std::span<const std::byte>> parts, Priority priority,
                    Shared shared) = 0;
  // Returns the next note for the peer, or nullopt. Call after send() and after the link's
  // receive(), until there is none.
  [[nodiscard]] virtual std::optional<DatagramNote> next_note() = 0;
  // Handles a note of the peer.
  virtual void receive_note(const DatagramNote& note) = 0;
  // Returns the number of frames dropped at this end because they had been overtaken or had waited
  // too long.
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  // Returns the number of frames sent by this end that never arrived in time, as far as the peer
  // has reported. A peer reports this only if it receives multicast.
  [[nodiscard]] virtual std::uint64_t lost() const { return 0; }
  // Returns a readable line, each once, about a problem of the channel.
  [[nodiscard]] virtual std::optional<std::string> take_warning() = 0;
};

}  // namespace triad::transport
