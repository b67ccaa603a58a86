// The small cases that are explored under all schedules, and larger ones for random schedules.
#pragma once

#include "tests/exploration/world.hpp"

namespace triad::exploration {

// Two participants that each write and read, `messages` each, of one word.
Scenario pair(std::uint32_t messages, bool one_dies, Bed bed = Bed::doorbell);
// Two participants that write to two others.
Scenario two_to_two(std::uint32_t messages, bool one_dies, Bed bed = Bed::doorbell);
// One that writes more than its log takes to `readers`; `words` per message, more than one: pieces.
Scenario full_log(std::uint32_t readers, std::uint32_t messages, std::uint32_t words, bool one_dies,
                  Bed bed = Bed::doorbell);
// One that waits for room while one reader sleeps over more than half of its log, which does not
// concern that reader, and another goes on.
Scenario laggard_asleep();
// One that waits for room while the coordinator, who makes it, sends what does not concern it.
Scenario coordinator_speaks(std::uint32_t messages, std::uint32_t words);
// A coordinator adds a participant while a writer with an almost full log goes on, which overwrites
// at once what the coordinator has read.
Scenario newcomer(std::uint32_t messages);
// The same, and the writer sends while it has the coordinator's message in hand.
Scenario newcomer_in_hand(std::uint32_t messages);
// The same amid messages of several pieces; the coordinator goes, or reads on.
Scenario newcomer_amid_message(std::uint32_t messages, std::uint32_t words,
                               bool coordinator_stays = false);
// A writer no longer heeds a reader, overwrites what that has not read, and the reader reads on.
Scenario cut_off(std::uint32_t messages);
// Participants that all write and read much, in messages of all sizes, of whom some die.
Scenario crowd(std::size_t members, std::uint32_t messages, int deaths, bool selective = false,
               Bed bed = Bed::doorbell);

// --- Of those who note what they promise.

// A sends and notes, by turns; B takes all.
Scenario notes(std::uint32_t messages, Bed bed = Bed::doorbell);
// The same with notes of two lines.
Scenario notes_of_two_lines(std::uint32_t messages);
// So many promise more than before, each once, and wake the last one, which waits for all of them.
Scenario promises(std::size_t promisers, Bed bed = Bed::doorbell);

// --- Of those who look selectively.
// Two that each write and read.
Scenario selective_pair(std::uint32_t messages, bool heed_while_awake, Bed bed = Bed::doorbell);
// One that reads what the coordinator and another write.
Scenario selective_reader(std::uint32_t messages, bool heeds_while_awake, Bed bed = Bed::doorbell);
// One that reads what the coordinator writes.
Scenario selective_hearer(std::uint32_t messages, Bed bed = Bed::doorbell);
// One that reads, and one that waits for room in a full log.
Scenario selective_full_log(std::uint32_t messages, Bed bed = Bed::doorbell);
// One that is rung by a newcomer of whom the coordinator tells it later.
// One that looks at all from its second look on; the coordinator writes, and another or not.
Scenario selective_for_a_time(std::uint32_t messages, bool another_writes, Bed bed = Bed::doorbell);
Scenario selective_and_newcomer(Bed bed = Bed::doorbell);
// One that the coordinator wakes so that it reads what another has written.
Scenario selective_and_all_logs(Bed bed = Bed::doorbell);

}  // namespace triad::exploration
