// Decides when a router must send a keepalive on a link between routers, and when the other end
// counts as lost. Pure: the caller gives the time, which never decreases.
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
    milliseconds keepalive;        // longest time without output
    milliseconds peer_lost_after;  // silence after which the other end is lost
  };

  // Watches a link that has just come up.
  Keepalive(const Times& times, milliseconds now)
      : times_(times), sent_at_(now), received_at_(now) {
    RTI_ASSERT(times.keepalive > milliseconds(0) && times.peer_lost_after > times.keepalive);
  }

  // Records that a frame of any kind was sent, or received.
  void record_sent(milliseconds now) { sent_at_ = now; }
  void record_received(milliseconds now) { received_at_ = now; }

  // Records that `bytes` of the frame with this number have arrived. While they increase, the other
  // end is not silent, however long the frame is. 0: no frame is arriving.
  void record_progress(std::uint64_t frame, std::size_t bytes, milliseconds now) {
    if (frame != 0 && (frame != frame_number_ || bytes != frame_bytes_)) record_received(now);
    frame_number_ = frame;
    frame_bytes_ = bytes;
  }

  // Returns true if a RouterAlive must be sent. Its sender then calls record_sent().
  bool keepalive_is_due(milliseconds now) const { return now >= keepalive_due_at(); }
  // Returns true if the other end is lost. Called after all input has been read: otherwise a pause
  // of this process would count as silence of the other end.
  bool peer_is_lost(milliseconds now) const { return now >= peer_lost_at(); }
  milliseconds silent_for(milliseconds now) const { return now - received_at_; }
  // Returns the time before which neither answer changes, unless a frame is sent or received.
  milliseconds next_check_at() const { return std::min(keepalive_due_at(), peer_lost_at()); }

 private:
  milliseconds keepalive_due_at() const { return sent_at_ + times_.keepalive; }
  milliseconds peer_lost_at() const { return received_at_ + times_.peer_lost_after; }

  const Times times_;
  milliseconds sent_at_;
  milliseconds received_at_;
  std::uint64_t frame_number_ = 0;  // number of the frame that is arriving
  std::size_t frame_bytes_ = 0;
};

}  // namespace triad::router
