// A lane is one direction of a link in which frames that may be lost travel as datagrams beside the
// stream (Link::send_loose). Its two ends come to an agreement by these notes, which the links'
// hosts carry over the stream, in whatever form they like: the link says by next_lane_note() what
// the peer is to be told, and takes by on_lane_note() what the peer told.
//
//   sender    ask      it has something to send so
//   receiver  offer    it has opened a port, and knows its datagrams by a token
//             (datagrams that carry the token and nothing else: probes)
//   receiver  heard    one has come: from now on the sender may rely on the way being open
//
// Until then, and for ever if no probe gets through, such frames go by the stream.
#pragma once

#include <cstdint>

namespace triad::transport {

struct LaneNote {
  enum class Kind : std::uint8_t { ask, offer, heard };
  Kind kind = Kind::ask;
  std::uint16_t port = 0;   // of an offer
  std::uint64_t token = 0;  // of an offer
};

}  // namespace triad::transport
