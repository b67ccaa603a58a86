// A datagram channel goes beside a link: frames that may be lost travel there as datagrams, instead
// of behind the frames of the link's stream. Each direction is opened when it is first needed. Its
// two ends come to an agreement by these notes, which the links' hosts carry over the stream, in
// whatever form they like: a channel says by next_note() what the peer is to be told, and takes by
// on_note() what the peer told.
//
//   sender    ask      it has something to send so
//   receiver  offer    it has opened a port, and knows its datagrams by a token
//             (datagrams that carry the token and nothing else: probes)
//   receiver  heard    one has come: from now on the sender may rely on the way being open
//
// Until then, and for ever if no probe gets through, such frames go by the stream.
//
// Where a router sends what is for several of its clients by multicast (udp/multicast_sender.hpp),
// it tells so those to whom the way is open:
//
//   sender    groups   where, by which key they are sealed, and which client the receiver is
//             join     something of this group is to go to the receiver
//             leave    nothing does any more
//             (probes to the groups)
//   receiver  hears    one has come
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
  std::uint16_t port = 0;         // of an offer; groups: where to listen
  std::uint64_t token = 0;        // of an offer; groups: half of the key
  std::uint64_t token_high = 0;   // groups: the other half
  std::uint32_t address = 0;      // groups: of the first, as a number
  std::uint16_t source_port = 0;  // groups: from which the sender sends
  std::uint32_t client = 0;       // groups
  std::uint16_t group = 0;        // groups: how many; join, leave, hears: which one
  std::uint32_t round = 0;        // hears: of the probe
  std::uint64_t lost = 0;         // hears: DatagramInbox::missed()
};

// As the host's own message, whose members are called the same, and back.
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

// Belongs to its link (LinkCapabilities), and follows its rules. What comes by it the link
// delivers, in the order in which the peer sent it among the other frames.
class DatagramChannel {
 public:
  virtual ~DatagramChannel() = default;
  // As Link::send(), and in order with it, but the frame may be lost: on the way, or because
  // something sent later has overtaken it, or as Link::send_droppable() has it. With a key it may
  // go to others in the same datagram, if they are sent the same bytes with the same key next.
  virtual void send(std::span<const std::span<const std::byte>> parts, Priority priority,
                    Shared shared) = 0;
  // To be asked for after send() and the link's receive(), until there is none.
  [[nodiscard]] virtual std::optional<DatagramNote> next_note() = 0;
  virtual void on_note(const DatagramNote& note) = 0;
  // How many that the peer had sent were dropped here: they had been overtaken, or waited too long.
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  // How many of those that this end sent never came in time, as far as the peer has said: it says
  // so where it hears multicast.
  [[nodiscard]] virtual std::uint64_t lost() const { return 0; }
  // Each once: lines for people, of a way that does not come about.
  [[nodiscard]] virtual std::optional<std::string> trouble() = 0;
};

}  // namespace triad::transport
