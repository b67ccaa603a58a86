// The callbacks and data that wait for a Membership's federate, and the one that is given. Private
// to rtia/.
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
  queues::RecordQueue urgent;  // of saves and restores, which come before all others
  bool taken = false;          // the oldest has been given out, and is still in its queue
  bool taken_urgent = false;   // of `urgent`
  std::uint64_t tso = 0;       // messages in time-stamp order among those that wait
  std::uint64_t taken_so_far = 0;
  bool only_urgent = false;    // the federate hears of a save or restore alone
  bool holds_senders = false;  // senders to this federate have been told to wait
  Callback current;
  wire::Buffer lossy;  // the current one, if it may be lost: the queue may drop what is in it
  wire::Buffer given;  // values of the current one, which live while the federate makes calls
  wire::Buffer described_region;  // of the current one

  // Without the one that has been given out; so, too, of what the federate may hear of now.
  std::size_t waiting() const { return queue.size() - (taken && !taken_urgent ? 1u : 0u); }
  std::size_t waiting_for_tick() const {
    return only_urgent ? urgent.size() - (taken && taken_urgent ? 1u : 0u) : waiting();
  }

  // What waits in `queue`; the callback that is being delivered is done with.
  void save(wire::Encoder& out) const;
  // False: it is no such state.
  bool load(wire::Decoder& in);
};

}  // namespace triad::rtia
