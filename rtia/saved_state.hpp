// An RTIA's part of a save: state of its Membership beyond that of the RTIG. Each service group
// saves its own state, as described by TRIAD_SAVED (core/saved.hpp). State of a call in progress is
// not saved, because none is in progress. State of links (senders held, positions read) begins
// again after a restore. Written and read by saved_state.cpp. Private to rtia/.
#pragma once

#include <optional>

#include "wire/error.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

class Membership;

// Returns whether the bytes are one record that decodes. The record is not checked again when its
// callback is made.
bool is_decodable(wire::Bytes saved_record);

// State of one membership, for its suspension (suspended_member.hpp).
class SuspendedState {
 public:
  // Keeps a reference to `membership`, which must outlive this object.
  explicit SuspendedState(Membership& membership) : membership_(membership) {}

  // Returns the reason why the membership cannot be suspended now, if any.
  std::optional<wire::Error> refusal() const;
  // Returns the encoded wire::RestoreImage of the present state.
  wire::Buffer encode() const;
  // Begins the membership with such an image, and with the log as of `log_position`. Returns false
  // if the image does not fit.
  bool begin(wire::Bytes image, wire::Position log_position);

 private:
  Membership& membership_;
};

}  // namespace triad::rtia
