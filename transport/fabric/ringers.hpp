// Ringers: the participants that have rung a doorbell since it was last emptied. A ring carries the
// name of its sender.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::transport {

class Ringers {
 public:
  // Most names that are kept apart. However small its buffer was made, a bell holds at least one
  // ring more than this. So a ring that found no room is behind more than these.
  static constexpr std::size_t kNamesMax = 3;

  // Returns the value for rings of unknown participants, or for a ring that asks to look at all
  // logs.
  static Ringers unknown() {
    Ringers rung;
    rung.has_unknown_ = true;
    return rung;
  }

  // Records a ring with this name; 0 asks to look at all logs.
  void add(ParticipantId name) {
    if (name == 0 || count_ == kNamesMax) has_unknown_ = true;
    if (!has_unknown_) names_[count_++] = name;
  }

  // Records a ring of the coordinator, or of a participant that need not be known.
  void add_unnamed() { has_unnamed_ = true; }

  [[nodiscard]] bool empty() const { return count_ == 0 && !has_unknown_ && !has_unnamed_; }
  // Returns whether the owner must look at all logs: a participant is unknown, or asked for it, or
  // there are more than kNamesMax names.
  [[nodiscard]] bool has_unknown() const { return has_unknown_; }
  // Returns all names, unless has_unknown().
  [[nodiscard]] std::span<const ParticipantId> names() const { return {names_.data(), count_}; }

 private:
  std::array<ParticipantId, kNamesMax> names_{};
  std::size_t count_ = 0;
  bool has_unknown_ = false;
  bool has_unnamed_ = false;
};

}  // namespace triad::transport
