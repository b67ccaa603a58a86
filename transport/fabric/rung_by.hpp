// Who has rung a doorbell since it was emptied last: a ring carries the name of whoever rang.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "transport/fabric/outbox_layout.hpp"

namespace triad::transport {

class RungBy {
 public:
  // More are not told apart. A bell holds at least as many rings, and one, however its buffer has
  // been made smaller: so a ring that found no room in it is behind more than these.
  static constexpr std::size_t kNamesMax = 3;

  // By somebody, nobody knows whom; or so that everything is to be looked at.
  static RungBy anybody() {
    RungBy rung;
    rung.by_anybody_ = true;
    return rung;
  }

  void add(ParticipantId name) {
    if (name == 0 || count_ == kNamesMax) by_anybody_ = true;
    if (!by_anybody_) names_[count_++] = name;
  }

  // By the coordinator, or by one who need not be known.
  void add_unnamed() { by_unnamed_ = true; }

  [[nodiscard]] bool by_nobody() const { return count_ == 0 && !by_anybody_ && !by_unnamed_; }
  [[nodiscard]] bool by_anybody() const { return by_anybody_; }
  // All of them, unless it was by_anybody().
  [[nodiscard]] std::span<const ParticipantId> names() const { return {names_.data(), count_}; }

 private:
  std::array<ParticipantId, kNamesMax> names_{};
  std::size_t count_ = 0;
  bool by_anybody_ = false;
  bool by_unnamed_ = false;
};

}  // namespace triad::transport
