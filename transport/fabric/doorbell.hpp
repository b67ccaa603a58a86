// Doorbells wake the participants of a fabric: each participant has one, and all others ring it.
#pragma once

#include "transport/fabric/ringers.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Doorbell of another participant.
class Doorbell {
 public:
  // Takes a received descriptor. Returns an error unless ringing it can neither block nor end this
  // process, as a write to a pipe could.
  static Result<Doorbell> open(UniqueFd descriptor);

  // Rings and leaves the id `by`, normally the caller's: the owner then looks at that participant's
  // log. 0 makes the owner look at all logs.
  void ring(ParticipantId by) const;
  // Returns whether it has been rung since its owner last emptied it.
  [[nodiscard]] bool is_rung() const;

 private:
  explicit Doorbell(UniqueFd descriptor) : descriptor_(std::move(descriptor)) {}
  UniqueFd descriptor_;
};

// Doorbell of this participant. All others share the end that rings it, so any of them can shut it
// down, after which rings are lost. From then on a timer rings it 100 times a second.
class OwnDoorbell {
 public:
  static Result<OwnDoorbell> create();

  // Returns the end for the others (Doorbell::open()).
  UniqueFd& sender_end() { return sender_end_; }
  // Returns a descriptor that is readable after a ring.
  [[nodiscard]] int descriptor() const { return poll_.get(); }
  // Discards all rings, and returns the ids of the participants that rang.
  Ringers drain();
  // Returns whether another participant has shut it down and the timer rings instead.
  [[nodiscard]] bool is_shut() const { return timer_.valid(); }

 private:
  OwnDoorbell() = default;
  // Reads the rings from receiver_end_. Starts the timer if the end has been shut down.
  Ringers drain_receiver_end();
  void replace_with_timer();

  UniqueFd sender_end_;
  UniqueFd receiver_end_;
  UniqueFd timer_;
  UniqueFd poll_;  // epoll of receiver_end_ or timer_
};

}  // namespace triad::transport
