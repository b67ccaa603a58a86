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
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "transport/priority.hpp"

namespace triad::transport {

struct DatagramNote {
  enum class Kind : std::uint8_t { ask, offer, heard };
  Kind kind = Kind::ask;
  std::uint16_t port = 0;   // of an offer
  std::uint64_t token = 0;  // of an offer
};

// Belongs to its link (Link::datagram_channel), and follows its rules. What comes by it the link
// delivers, in the order in which the peer sent it among the other frames.
class DatagramChannel {
 public:
  virtual ~DatagramChannel() = default;
  // As Link::send(), and in order with it, but the frame may be lost: on the way, or because
  // something sent later has overtaken it, or as Link::send_droppable() has it.
  virtual void send(std::span<const std::span<const std::byte>> parts, Priority priority) = 0;
  // To be asked for after send() and the link's receive(), until there is none.
  [[nodiscard]] virtual std::optional<DatagramNote> next_note() = 0;
  virtual void on_note(const DatagramNote& note) = 0;
  // How many that the peer had sent were dropped here: they had been overtaken, or waited too long.
  [[nodiscard]] virtual std::uint64_t dropped() const = 0;
  // Once: a line for people, of a channel that does not come about.
  [[nodiscard]] virtual std::optional<std::string> trouble() = 0;
};

}  // namespace triad::transport
