// Scenarios: small ones that are explored under all schedules, and larger ones for random
// schedules.
#pragma once

#include "tests/exploration/world.hpp"

namespace triad::exploration {

// Two participants that each write and read `messages` messages of one word.
Scenario pair(std::uint32_t messages, bool one_dies, SleepMode sleep_mode = SleepMode::doorbell);
// Two participants that write to two others.
Scenario two_to_two(std::uint32_t messages, bool one_dies,
                    SleepMode sleep_mode = SleepMode::doorbell);
// A participant that writes more to `readers` than its log can hold. Messages of more than one word
// are sent in pieces.
Scenario full_log(std::uint32_t readers, std::uint32_t messages, std::uint32_t words, bool one_dies,
                  SleepMode sleep_mode = SleepMode::doorbell);
// A participant that waits for room. One reader sleeps over more than half of its log, which does
// not concern it, while another reads on.
Scenario sleeping_laggard();
// A participant that waits for room while the coordinator, which makes room, sends messages that do
// not concern it.
Scenario coordinator_sends(std::uint32_t messages, std::uint32_t words);
// A coordinator adds a participant while a writer with an almost full log goes on, and overwrites
// at once the messages that the coordinator has read.
Scenario newcomer(std::uint32_t messages);
// The same, and the writer sends while it handles the coordinator's message.
Scenario newcomer_during_send(std::uint32_t messages);
// The same amid messages of several pieces; the coordinator ends, or reads on.
Scenario newcomer_amid_message(std::uint32_t messages, std::uint32_t words,
                               bool coordinator_stays = false);
// A writer no longer waits for a reader and overwrites messages that the reader has not read. The
// reader reads on.
Scenario cut_off(std::uint32_t messages);
// Participants that all write and read many messages of all sizes; some participants die.
Scenario many_participants(std::size_t members, std::uint32_t messages, int deaths,
                           bool selective = false, SleepMode sleep_mode = SleepMode::doorbell);

// --- Notes.

// A sends and notes alternately; B reads all.
Scenario notes(std::uint32_t messages, SleepMode sleep_mode = SleepMode::doorbell);
// The same with notes of two lines.
Scenario notes_of_two_lines(std::uint32_t messages);
// Participants that raise their promises, each once, and wake the last one, which waits for all of
// them.
Scenario promises(std::size_t promisers, SleepMode sleep_mode = SleepMode::doorbell);

// --- Selective scans. Two participants that each write and read.
Scenario selective_pair(std::uint32_t messages, bool applies_rings_while_awake,
                        SleepMode sleep_mode = SleepMode::doorbell);
// A participant that reads messages of the coordinator and of another participant.
Scenario selective_reader(std::uint32_t messages, bool applies_rings_while_awake,
                          SleepMode sleep_mode = SleepMode::doorbell);
// A participant that reads the coordinator's messages.
Scenario selective_coordinator_reader(std::uint32_t messages,
                                      SleepMode sleep_mode = SleepMode::doorbell);
// A participant that reads, and one that waits for room in a full log.
Scenario selective_full_log(std::uint32_t messages, SleepMode sleep_mode = SleepMode::doorbell);
// selective_for_a_time(): a participant that looks at all from its second look on, while the
// coordinator and perhaps another one write. selective_and_newcomer(): a participant that a new one
// rings before the coordinator has announced it.
Scenario selective_for_a_time(std::uint32_t messages, bool another_writes,
                              SleepMode sleep_mode = SleepMode::doorbell);
Scenario selective_and_newcomer(SleepMode sleep_mode = SleepMode::doorbell);
// A participant that the coordinator wakes to read another participant's messages.
Scenario selective_and_all_logs(SleepMode sleep_mode = SleepMode::doorbell);

}  // namespace triad::exploration
