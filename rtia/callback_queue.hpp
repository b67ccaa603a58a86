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
  bool has_delivered = false;  // the oldest has been given out and is still in its queue
  bool has_delivered_urgent = false;  // the callback given out is in `urgent`
  std::uint64_t tso_count = 0;        // queued messages in time-stamp order
  std::uint64_t delivered_count = 0;
  bool only_urgent = false;    // only callbacks of saves and restores are delivered
  bool holds_senders = false;  // senders to this federate have been told to wait
  Callback current;
  // Class of the interaction in `current`, as it was sent.
  wire::InteractionClassHandle sent_class;
  wire::Buffer lossy_copy;  // copy of the current callback if it is best effort, because the queue
                            // may drop the original
  wire::Buffer
      delivered_values;  // values of the current callback, valid while the federate makes calls
  wire::Buffer described_region;  // region of the current callback, encoded

  // Return numbers of queued callbacks, without the one given out. deliverable_count(): only those
  // that may be delivered now.
  std::size_t queued_count() const {
    return queue.size() - (has_delivered && !has_delivered_urgent ? 1u : 0u);
  }
  std::size_t deliverable_count() const {
    return only_urgent ? undelivered_urgent() : queued_count();
  }
  // Returns the number of callbacks of saves and restores, without the one given out.
  std::size_t undelivered_urgent() const {
    return urgent.size() - (has_delivered && has_delivered_urgent ? 1u : 0u);
  }

  // Writes the contents of `queue`, without the callback being delivered.
  void save(wire::Encoder& out) const;
  // Returns false if the bytes are malformed.
  bool load(wire::Decoder& in);
};

}  // namespace triad::rtia
