// Scenarios of scenarios.hpp in which participants note promises, with the shipped evaluation of
// notes (rtia/hosting/notes_of_others.hpp).
#include "rtia/hosting/notes_of_others.hpp"
#include "tests/exploration/member.hpp"
#include "tests/exploration/scenarios.hpp"

namespace triad::exploration {

namespace {

using records::TimeNote;
using Notes = rtia::NotesOfOthers<SimulatedFabric::Notes>;

constexpr TimeNote::Bound kPromisedBefore{0, false};
constexpr TimeNote::Bound kPromisedNow{1, false};

void publish_note(Member& self, const TimeNote::Bound& promise,
                  const std::optional<TimeNote::Bound>& waits_for = {}) {
  TimeNote note{promise, {}};
  note.wait = waits_for;
  self.fabric().notes().publish(note.to_words());
  self.fabric().flush();
}

// Ends the setup. All participants know all earlier notes when they start for the second time.
void end_setup(Member& self) {
  self.start();
  for (std::size_t i = 0; i < self.fabric().notes().count(); ++i)
    static_cast<void>(self.fabric().notes().at(i));
  self.start();
}

void raise_promise(Player& player, std::size_t promisers, SleepMode sleep_mode) {
  Member self(player, Member::kNone);
  self.set_sleep_mode(sleep_mode);
  for (std::size_t participant = 0; participant <= promisers; ++participant) {
    if (participant != player.self()) self.attach(participant, 0);
  }
  publish_note(self, kPromisedBefore);
  end_setup(self);
  publish_note(self, kPromisedNow);
  self.set_state(20);
  // If it returns false, another participant is changing its note and looks afterwards.
  static_cast<void>(Notes(self.fabric().notes())
                        .wake_members(
                            TimeNote{kPromisedNow, {}}, kPromisedBefore,
                            [](const records::PromiseScan&) { return true; },
                            [](transport::ParticipantId) { return false; },
                            [] { return std::uint64_t{0}; },
                            [&](transport::ParticipantId id) { self.fabric().wake_on_flush(id); }));
  self.set_state(21);
  self.fabric().flush();
}

// Each look is the first one, so the index of the note looked at first need not be remembered.
void wait_for_promises(Player& player, std::size_t promisers, SleepMode sleep_mode) {
  Member self(player, Member::kNone);
  self.set_sleep_mode(sleep_mode);
  for (std::size_t participant = 0; participant < promisers; ++participant)
    self.attach(participant, 0);
  publish_note(self, {9, false}, kPromisedNow);
  end_setup(self);
  SimulatedFabric& fabric = self.fabric();
  while (true) {
    self.set_state(22);
    if (!Notes(fabric.notes()).scan_notes(kPromisedNow).held_back_by) return;
    self.set_state(23);
    if (!Notes(fabric.notes()).is_held_back(kPromisedNow))
      fabric.notes().watch(transport::WatchedNotes::all);
    self.set_state(24);
    self.sleep();
  }
}

}  // namespace

namespace {

Scenario notes(std::uint32_t messages, SleepMode sleep_mode, bool has_two_lines) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.attach(1, 0);
    self.start();
    for (std::uint32_t i = 1; i <= messages; ++i) {
      self.send_without_wakeup();
      if (has_two_lines) {
        self.publish_two_line_note(i);
      } else {
        self.publish_note(i);
      }
      self.fabric().flush();
    }
    self.run_to_end();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.set_sleep_mode(sleep_mode);
    self.reads_notes = true;
    self.attach(0, messages);
    self.start();
    self.run_to_end();
  };
  return {{writer, reader}, 0, 0};
}

}  // namespace

Scenario notes(std::uint32_t messages, SleepMode sleep_mode) {
  return notes(messages, sleep_mode, false);
}

Scenario notes_of_two_lines(std::uint32_t messages) {
  return notes(messages, SleepMode::doorbell, true);
}

Scenario promises(std::size_t promisers, SleepMode sleep_mode) {
  Scenario scenario;
  for (std::size_t participant = 0; participant < promisers; ++participant) {
    scenario.programs.push_back(
        [=](Player& player) { raise_promise(player, promisers, sleep_mode); });
  }
  scenario.programs.push_back(
      [=](Player& player) { wait_for_promises(player, promisers, sleep_mode); });
  for (int start = 0; start < 2; ++start) {
    for (std::size_t participant = 0; participant <= promisers; ++participant)
      scenario.starts.push_back(participant);
  }
  return scenario;
}

}  // namespace triad::exploration
