// RungBy: the participants that have rung a doorbell since it was last emptied. A ring carries the
// name of its sender.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::transport {

class RungBy {
 public:
  // Most names that are kept apart. However small its buffer was made, a bell holds at least one
  // ring more than this. So a ring that found no room is behind more than these.
  static constexpr std::size_t kNamesMax = 3;

  // Returns the value for rings of unknown participants, or for a ring that asks to look at all
  // logs.
  static RungBy anybody() {
    RungBy rung;
    rung.by_anybody_ = true;
    return rung;
  }

  // Records a ring with this name; 0 asks to look at all logs.
  void add(ParticipantId name) {
    if (name == 0 || count_ == kNamesMax) by_anybody_ = true;
    if (!by_anybody_) names_[count_++] = name;
  }

  // Records a ring of the coordinator, or of a participant that need not be known.
  void add_unnamed() { by_unnamed_ = true; }

  [[nodiscard]] bool by_nobody() const { return count_ == 0 && !by_anybody_ && !by_unnamed_; }
  // Returns whether the owner must look at all logs: a participant is unknown, or asked for it, or
  // there are more than kNamesMax names.
  [[nodiscard]] bool by_anybody() const { return by_anybody_; }
  // All names, unless by_anybody().
  [[nodiscard]] std::span<const ParticipantId> names() const { return {names_.data(), count_}; }

 private:
  std::array<ParticipantId, kNamesMax> names_{};
  std::size_t count_ = 0;
  bool by_anybody_ = false;
  bool by_unnamed_ = false;
};

}  // namespace triad::transport
