// The word that routers give each other where there is nothing else to send, and when the other end
// of a link is given up. Pure: told the time, which never goes back.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "records/assert.hpp"

namespace triad::router {

class Keepalive {
 public:
  using milliseconds = std::chrono::milliseconds;

  struct Times {
    milliseconds keepalive;        // something is sent at least so often
    milliseconds peer_lost_after;  // without a word for so long the other end is given up
  };

  // Of a link that has just come up.
  Keepalive(const Times& times, milliseconds now) : times_(times), sent_(now), received_(now) {
    RTI_ASSERT(times.keepalive > milliseconds(0) && times.peer_lost_after > times.keepalive);
  }

  // Anything.
  void sent(milliseconds now) { sent_ = now; }
  void received(milliseconds now) { received_ = now; }

  // The frame with this number has begun to come, and so much of it is here: while it comes on, the
  // other end is not silent, however long it is. 0: none has.
  void receiving(std::uint64_t frame, std::size_t bytes, milliseconds now) {
    if (frame != 0 && (frame != frame_ || bytes != frame_bytes_)) received(now);
    frame_ = frame;
    frame_bytes_ = bytes;
  }

  // A RouterAlive is to be sent, and then said to have been.
  bool alive_is_due(milliseconds now) const { return now >= alive_due_at(); }
  // Asked after all has been received that has come: where this process did not run for a while, it
  // is not the other end that was silent.
  bool peer_is_lost(milliseconds now) const { return now >= peer_lost_at(); }
  milliseconds silent_for(milliseconds now) const { return now - received_; }
  // Before that time neither answer changes, unless something is sent or received.
  milliseconds ask_again_at() const { return std::min(alive_due_at(), peer_lost_at()); }

 private:
  milliseconds alive_due_at() const { return sent_ + times_.keepalive; }
  milliseconds peer_lost_at() const { return received_ + times_.peer_lost_after; }

  const Times times_;
  milliseconds sent_;
  milliseconds received_;
  std::uint64_t frame_ = 0;  // that is coming
  std::size_t frame_bytes_ = 0;
};

}  // namespace triad::router
