// Members that wait for events and note conditional promises, with the fabric, the notes and their
// evaluation (rtia/hosting/notes_of_others.hpp) as they ship.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/exploration/world.hpp"

namespace triad::exploration {

// A change that the exploration finds.
enum class NotedJumpChange {
  none,
  conditions_without_messages,  // The condition of a member counts even if it has not handled all
                                // messages.
  condition_not_lowered,        // The fingerprint of a note is new, and its condition is old.
  no_wakeup_after_note,
};

struct NotedJumpPlan {
  // Of each member: how much later than the earliest stamp allowed it sends a message, each time
  // before it asks for the next event. Negative: it sends nothing that time.
  std::vector<std::vector<int>> sends;
  int end = 6;  // All ask for this time, and for earlier events.
  NotedJumpChange change = NotedJumpChange::none;
};

// A violation is a message at or before the time of its receiver, or members that sleep forever.
Scenario noted_jumps(const NotedJumpPlan& plan);

// Two or three members with a few messages each.
NotedJumpPlan random_noted_jumps(std::uint64_t seed);

}  // namespace triad::exploration
