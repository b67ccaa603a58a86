// Time that a router lets others wait because of a peer. Pure: the caller gives the time. Part of a
// PeerRoutes.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "router/peer_stream.hpp"

namespace triad::router {

struct PeerPatience {
  std::chrono::milliseconds to_receive{30'000};  // for acknowledgements
  std::chrono::milliseconds to_hold{60'000};     // for records that its data follows
  // Returns the patience for a peer, from the silence after which its link is given up. A peer that
  // reads acknowledges within a turn of its loop. Records that its data follows come from the
  // router above.
  static PeerPatience from_lost_after(std::chrono::milliseconds lost_after) {
    return {6 * lost_after, 12 * lost_after};
  }
};

// Bytes handed to the link to a peer, and bytes that have left this program.
struct PeerOutput {
  std::uint64_t handed_bytes = 0;
  std::uint64_t sent_bytes = 0;
};

// Returns the bytes handed to the link and those that have left it. `queued` counts bytes after
// compression.
inline PeerOutput make_peer_output(std::uint64_t handed, std::uint64_t queued) {
  return {handed, handed - std::min(handed, queued)};
}

// Watches the acknowledgements of one session. A slow link is not a fault: the peer has more time
// while bytes leave for it or acknowledgements arrive.
class ReceiptWatch {
 public:
  using Time = std::chrono::milliseconds;
  // Fewer bytes than this within the patience are no progress.
  static constexpr std::uint64_t kProgressBytes = std::uint64_t{64} << 10;

  // Returns true if for `patience` the peer has not acknowledged words sent before. Called
  // periodically. `link`: counts of the link to the peer; null if that link is not used.
  bool is_overdue(const PeerStream& stream, const PeerOutput* link, Time patience, Time now) {
    const bool has_received = stream.acknowledged() >= expected_sequence_;
    if (stream.unacknowledged().empty() || has_received ||
        stream.acknowledged_bytes() >= received_bytes_ + kProgressBytes) {
      restart(stream, link, now);
      return false;
    }
    // The link is new. Words that are sent again on it give the peer no more time.
    if (link && link->handed_bytes < handed_bytes_) handed_bytes_ = sent_bytes_ = 0;
    if (link && sent_bytes_ < handed_bytes_) {
      const bool has_left = link->sent_bytes >= handed_bytes_;
      if (has_left || link->sent_bytes >= sent_bytes_ + kProgressBytes) {
        sent_bytes_ = link->sent_bytes;
        since_ = now;
      }
    }
    return now - since_ >= patience;
  }

 private:
  // Begins to wait again, for the last word sent so far.
  void restart(const PeerStream& stream, const PeerOutput* link, Time now) {
    expected_sequence_ = stream.sent();
    received_bytes_ = stream.acknowledged_bytes();
    handed_bytes_ = link ? link->handed_bytes : 0;
    sent_bytes_ = link ? link->sent_bytes : 0;
    since_ = now;
  }

  std::uint64_t expected_sequence_ = 0;  // number of the last word to be acknowledged
  std::uint64_t received_bytes_ = 0;     // acknowledged bytes when mark_ was set
  std::uint64_t handed_bytes_ = 0;
  std::uint64_t sent_bytes_ = 0;
  Time since_{0};
};

}  // namespace triad::router
