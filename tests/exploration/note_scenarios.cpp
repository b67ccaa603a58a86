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

void note(Member& self, const TimeNote::Bound& promise,
          const std::optional<TimeNote::Bound>& waits_for = {}) {
  TimeNote note{promise, {}};
  note.waits_for = waits_for;
  self.fabric().notes().publish(note.words());
  self.fabric().flush();
}

// Ends the setup. All participants know all earlier notes when they start for the second time.
void start(Member& self) {
  self.start();
  for (std::size_t i = 0; i < self.fabric().notes().count(); ++i)
    static_cast<void>(self.fabric().notes().at(i));
  self.start();
}

void promise(Player& player, std::size_t promisers, Bed bed) {
  Member self(player, Member::kNone);
  self.sleep_on(bed);
  for (std::size_t who = 0; who <= promisers; ++who) {
    if (who != player.self()) self.attach(who, 0);
  }
  note(self, kPromisedBefore);
  start(self);
  note(self, kPromisedNow);
  self.tell_state(20);
  // If it returns false, another participant is changing its note and looks afterwards.
  static_cast<void>(Notes(self.fabric().notes())
                        .wake_members(
                            TimeNote{kPromisedNow, {}}, kPromisedBefore,
                            [](const records::PromiseScan&) { return true; },
                            [](transport::ParticipantId) { return false; },
                            [] { return std::uint64_t{0}; },
                            [&](transport::ParticipantId id) { self.fabric().wake_on_flush(id); }));
  self.tell_state(21);
  self.fabric().flush();
}

// Each look is the first one, so the index of the note looked at first need not be remembered.
void wait_for_promises(Player& player, std::size_t promisers, Bed bed) {
  Member self(player, Member::kNone);
  self.sleep_on(bed);
  for (std::size_t who = 0; who < promisers; ++who) self.attach(who, 0);
  note(self, {9, false}, kPromisedNow);
  start(self);
  SimulatedFabric& fabric = self.fabric();
  while (true) {
    self.tell_state(22);
    if (!Notes(fabric.notes()).scan_notes(kPromisedNow).held_back_by) return;
    self.tell_state(23);
    if (!Notes(fabric.notes()).is_held_back(kPromisedNow))
      fabric.notes().watch(transport::WatchedNotes::all);
    self.tell_state(24);
    self.sleep();
  }
}

}  // namespace

namespace {

Scenario notes(std::uint32_t messages, Bed bed, bool has_two_lines) {
  const auto writer = [=](Player& player) {
    Member self(player, Member::kNone);
    self.sleep_on(bed);
    self.attach(1, 0);
    self.start();
    for (std::uint32_t i = 1; i <= messages; ++i) {
      self.send_to_nobody();
      if (has_two_lines) {
        self.note_sent(i);
      } else {
        self.note(i);
      }
      self.fabric().flush();
    }
    self.finish();
  };
  const auto reader = [=](Player& player) {
    Member self(player, Member::kNone);
    self.sleep_on(bed);
    self.heeds_notes = true;
    self.attach(0, messages);
    self.start();
    self.finish();
  };
  return {{writer, reader}, 0, 0};
}

}  // namespace

Scenario notes(std::uint32_t messages, Bed bed) {
  return notes(messages, bed, false);
}

Scenario notes_of_two_lines(std::uint32_t messages) {
  return notes(messages, Bed::doorbell, true);
}

Scenario promises(std::size_t promisers, Bed bed) {
  Scenario scenario;
  for (std::size_t who = 0; who < promisers; ++who) {
    scenario.programs.push_back([=](Player& player) { promise(player, promisers, bed); });
  }
  scenario.programs.push_back([=](Player& player) { wait_for_promises(player, promisers, bed); });
  for (int start = 0; start < 2; ++start) {
    for (std::size_t who = 0; who <= promisers; ++who) scenario.starts.push_back(who);
  }
  return scenario;
}

}  // namespace triad::exploration
