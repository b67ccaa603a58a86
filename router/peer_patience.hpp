// How long a router lets others wait because of a peer: for acknowledgements of the peer, and for
// records that the peer's data follows. Pure, part of a PeerRoutes; the time is given.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>

#include "router/peer_stream.hpp"

namespace triad::router {

struct PeerPatience {
  std::chrono::milliseconds to_receive{30'000};
  std::chrono::milliseconds to_hold{60'000};
  // Of a peer whose link is given up after a silence of `lost_after`. A peer that reads answers
  // within a turn of its loop. Records that its data follows come by the router above.
  static PeerPatience of(std::chrono::milliseconds lost_after) {
    return {6 * lost_after, 12 * lost_after};
  }
};

// Bytes that were handed to the link to a peer, and bytes that have left this program.
struct LeftForPeer {
  std::uint64_t handed = 0;
  std::uint64_t left = 0;
};

// Compressed bytes count for less in the queue.
inline LeftForPeer left_of(std::uint64_t handed, std::uint64_t queued) {
  return {handed, handed - std::min(handed, queued)};
}

// Acknowledgements of one session. A slow link is no fault: while bytes
// leave for the peer, or word of received ones comes, it has time.
class ReceiptWatch {
 public:
  using Time = std::chrono::milliseconds;
  // Less than this in the whole patience is no progress.
  static constexpr std::uint64_t kProgress = std::uint64_t{64} << 10;

  // Looked at now and then. True: for as long as `patience` the peer has not acknowledged words
  // sent before. `link`: of the link to it; null if that is not used.
  bool is_overdue(const PeerStream& stream, const LeftForPeer* link, Time patience, Time now) {
    const bool has_received = stream.received_there() >= mark_;
    if (stream.kept().empty() || has_received ||
        stream.bytes_received_there() >= received_ + kProgress) {
      begin(stream, link, now);
      return false;
    }
    // A new link. Words that are sent again by it give no more time.
    if (link && link->handed < handed_) handed_ = left_ = 0;
    if (link && left_ < handed_) {
      const bool has_left = link->left >= handed_;
      if (has_left || link->left >= left_ + kProgress) {
        left_ = link->left;
        since_ = now;
      }
    }
    return now - since_ >= patience;
  }

 private:
  void begin(const PeerStream& stream, const LeftForPeer* link, Time now) {
    mark_ = stream.sent();
    received_ = stream.bytes_received_there();
    handed_ = link ? link->handed : 0;
    left_ = link ? link->left : 0;
    since_ = now;
  }

  std::uint64_t mark_ = 0;      // the last word that is awaited
  std::uint64_t received_ = 0;  // bytes, when that was sent
  std::uint64_t handed_ = 0;
  std::uint64_t left_ = 0;
  Time since_{0};
};

}  // namespace triad::router
