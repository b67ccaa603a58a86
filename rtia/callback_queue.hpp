// Queued callbacks and data of a Membership's federate, and the callback in delivery. Private to
// rtia/.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/lossy_queue.hpp"
#include "queues/record_queue.hpp"
#include "rtia/callback.hpp"
#include "wire/codec.hpp"

namespace triad::rtia {

struct CallbackQueue {
  core::LossyQueue queue;      // oldest first
  queues::RecordQueue urgent;  // callbacks of saves and restores, delivered before all others
  bool taken = false;          // the oldest has been given out and is still in its queue
  bool taken_urgent = false;   // the callback given out is in `urgent`
  std::uint64_t tso = 0;       // queued messages in time-stamp order
  std::uint64_t taken_so_far = 0;
  bool only_urgent = false;    // only callbacks of saves and restores are delivered
  bool holds_senders = false;  // senders to this federate have been told to wait
  Callback current;
  wire::Buffer lossy;  // copy of the current callback if it is best effort, because the queue may
                       // drop the original
  wire::Buffer given;  // values of the current callback, valid while the federate makes calls
  wire::Buffer described_region;  // region of the current callback, encoded

  // Numbers of queued callbacks, without the one given out. waiting_for_tick(): only those that may
  // be delivered now.
  std::size_t waiting() const { return queue.size() - (taken && !taken_urgent ? 1u : 0u); }
  std::size_t waiting_for_tick() const {
    return only_urgent ? urgent.size() - (taken && taken_urgent ? 1u : 0u) : waiting();
  }

  // Writes the contents of `queue`, without the callback being delivered.
  void save(wire::Encoder& out) const;
  // Returns false if the bytes are malformed.
  bool load(wire::Decoder& in);
};

}  // namespace triad::rtia
