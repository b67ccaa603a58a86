// A model of conditional promises as words of a note, over the exploration's memory, which is as
// weak as C++ allows. Members that share memory ask for next events. Each member writes its
// messages, their count and one note. It decides by the notes and counts of the others alone
// whether all conditional promises hold together. The shipped code follows this rule
// (docs/shm-fabric.md, "Conditional promises in notes"); noted_jumps.hpp explores that code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "tests/exploration/world.hpp"

namespace triad::exploration {

// A change of the rule or of a memory order.
enum class ConditionalNoteChange {
  none,

  // --- The rule of the jump.
  handled_by_others_ignored,  // A jump although another waiting member has not handled a message.
  own_handled_ignored,        // The same of the member that jumps.
  condition_not_lowered,      // A note says that a message is handled, and keeps the old condition.
  note_not_renewed,           // The whole old note remains when a message lowers its condition.
  epoch_ignored,              // Notes of before and after a leave or a join count together.

  // --- The count of a member's messages.
  count_read_before_note,
  count_read_with_words,  // After the number, before the fence.
  count_stored_after_note,
  count_stored_after_tail,
  count_in_note,  // In place of a word of its own: the messages that were sent before the note.

  // --- The other words of a note.
  note_read_without_fence,
  note_changed_without_fence,
  number_loaded_relaxed,
  number_stored_relaxed,
  number_acquire_release,  // In place of sequentially consistent.

  // --- Waking.
  sleep_stored_after_check,
  others_not_woken_after_note,
  lagging_member_not_woken,
  tails_not_checked,           // Before sleep.
  holder_of_jump_not_checked,  // Before sleep: the note that holds back the jump.

  // --- Members that begin and leave.
  floor_without_known_bound,  // The answer to a newcomer lacks the bound that a member may use.
  leaver_not_drained,         // The leave is applied before all messages of the leaver are handled.
};

struct ConditionalNotePlan {
  // Of each member; zero is allowed.
  std::vector<std::uint64_t> lookaheads;
  // Of each member, for each time at which it is not waiting: how much later than the earliest time
  // stamp allowed it sends each message.
  std::vector<std::vector<std::vector<std::uint64_t>>> sends;
  // A bit for each member that asks by NERA; the others ask by NER.
  std::uint32_t available = 0;
  std::uint64_t end = 5;  // All members ask for this time, and for earlier events.
  // Waiting members sleep until they are rung; otherwise they look again and again.
  bool sleeps = false;
  // A waiting member notes again when only its unconditional promise has risen.
  bool notes_small_steps = false;
  // Two words, one for each cache line; otherwise one word for each field.
  bool has_packed_notes = false;
  // A bit for each member that already waits, as all members know, when the exploration begins.
  std::uint32_t waiting = 0;
  // A member does not note between a grant and its next request.
  bool asks_at_once = false;
  std::optional<std::size_t> newcomer = {};  // Begins to regulate while the others advance.
  std::optional<std::size_t> leaver = {};    // Leaves after its last planned message.
  ConditionalNoteChange change = ConditionalNoteChange::none;
  // Jumps of each member, if not null.
  std::shared_ptr<std::array<std::size_t, kMembersMax>> jumps = {};
};

// Each program throws Violation if a message comes at or before a time that its member was granted.
// It ends when its member has been granted the end, or has left. `plan` is copied.
Scenario conditional_notes(const ConditionalNotePlan& plan);

// Two to four members, at most 14 messages of each.
ConditionalNotePlan random_plan(std::uint64_t seed);

}  // namespace triad::exploration
