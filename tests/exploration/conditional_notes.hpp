// A model of conditional promises as words of a note, over the exploration's memory, which is as
// weak as C++ allows. Members that share memory ask for next events. Each writes its messages, the
// count of them and one note; each decides by the others' notes and counts alone whether their
// conditional promises hold together. No code that ships does this yet: the model decides whether
// it may (docs/shm-fabric.md, "Notes").
#pragma once

#include <cstdint>
#include <vector>

#include "tests/exploration/world.hpp"

namespace triad::exploration {

// One way in which a member does it wrong; each must be found.
enum class ConditionalNoteDefect {
  none,
  heard_of_others_ignored,   // a jump although a waiting member has yet to handle a message
  own_heard_ignored,         // the same of the member that looks
  count_read_before_note,    // so the cut may precede the note
  count_stored_behind_note,  // so the cut may lack a message that the note does not cover
  note_read_without_fence,   // so its words may be of two notes
  note_changed_without_fence,
};

struct ConditionalNotePlan {
  // Of each member; zero is allowed.
  std::vector<std::uint64_t> lookaheads;
  // Of each member, for each time at which it is not waiting: how much later than the earliest time
  // stamp allowed it sends each message.
  std::vector<std::vector<std::vector<std::uint64_t>>> sends;
  std::uint64_t end = 4;  // All ask for this time, and for earlier events.
  ConditionalNoteDefect defect = ConditionalNoteDefect::none;
};

// Each program throws Violation if a message comes at or before a time that its member was granted.
// It ends when its member has been granted the end. `plan` is copied.
Scenario conditional_notes(const ConditionalNotePlan& plan);

// Two to four members, at most 14 messages of each.
ConditionalNotePlan random_plan(std::uint64_t seed);

}  // namespace triad::exploration
