// What wakes the participants of a fabric: each has one doorbell, which all others ring.
#pragma once

#include "transport/fabric/rung_by.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Another's.
class Doorbell {
 public:
  // As it came: it must be nothing on whose ringing this process could stand still or be ended,
  // such as a pipe.
  static Result<Doorbell> open(UniqueFd descriptor);

  // In this participant's name; 0: so that the owner looks at everything.
  void ring(ParticipantId by) const;
  // It has been rung since its owner last silenced it.
  [[nodiscard]] bool is_rung() const;

 private:
  explicit Doorbell(UniqueFd descriptor) : descriptor_(std::move(descriptor)) {}
  UniqueFd descriptor_;
};

// One's own. All others share the end that rings it, so any of them can shut that down, and the
// rest rings in vain. From then on a clock rings this one, often enough that nobody waits long.
class OwnDoorbell {
 public:
  static Result<OwnDoorbell> create();

  // What the others ring; Doorbell::open().
  UniqueFd& for_others() { return rope_; }
  // Readable when it has been rung.
  [[nodiscard]] int descriptor() const { return poll_.get(); }
  // Forgets all rings. Who has rung.
  RungBy silence();
  // Somebody has shut it down.
  [[nodiscard]] bool is_shut() const { return clock_.valid(); }

 private:
  OwnDoorbell() = default;
  RungBy silence_ears();
  void ring_by_the_clock();

  UniqueFd rope_;
  UniqueFd ears_;
  UniqueFd clock_;
  UniqueFd poll_;  // epoll of ears_ or clock_
};

}  // namespace triad::transport
