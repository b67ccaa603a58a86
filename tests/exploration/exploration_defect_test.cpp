// Checks that the exploration finds defects (transport/fabric/fabric_defect.hpp). They are switched
// on one by one, and each must be found.
#include <gtest/gtest.h>

#include <cstdio>

#include "tests/exploration/explorer.hpp"
#include "tests/exploration/scenarios.hpp"
#include "transport/fabric/fabric_defect.hpp"

namespace triad::exploration {
namespace {

using transport::FabricDefect;

void expect_found(FabricDefect defect, const Scenario& scenario) {
  constexpr std::size_t kStatesMax = 1'500'000;
  transport::present_fabric_defect = defect;
  Explorer explorer(scenario, kStatesMax);
  const std::string found = explorer.explore_all();
  transport::present_fabric_defect = FabricDefect::none;
  EXPECT_NE(found, "") << "not found in " << explorer.states() << " states";
  EXPECT_FALSE(found.starts_with("too many states"));
  std::printf("found in %zu states: %s\n", explorer.states(),
              found.substr(0, found.find('\n')).c_str());
}

TEST(FabricDefect, ATailBeforeItsBytesIsFound) {
  expect_found(FabricDefect::tail_before_bytes, pair(1, false));
}
TEST(FabricDefect, AFloorAfterTheBytesIsFound) {
  expect_found(FabricDefect::floor_after_bytes, cut_off(2));
}
TEST(FabricDefect, ACursorBeforeTheCopyIsFound) {
  expect_found(FabricDefect::cursor_before_copy, full_log(1, 2, 1, false));
}
TEST(FabricDefect, ASleeperThatSaysSoAfterItsLastLookIsFound) {
  expect_found(FabricDefect::asleep_after_last_look, pair(1, false));
}
TEST(FabricDefect, AForgottenRingIsFound) {
  expect_found(FabricDefect::ring_of_concerned_forgotten, pair(1, false));
}
TEST(FabricDefect, ARingThatIsTakenToLastForAllSleepsIsFound) {
  expect_found(FabricDefect::rung_once_for_all_sleeps, pair(2, false));
}
TEST(FabricDefect, AForgottenRingOfAWriterThatWaitsIsFound) {
  expect_found(FabricDefect::ring_of_writer_forgotten, full_log(1, 2, 1, false));
}
TEST(FabricDefect, AWaitForRoomWithoutASecondLookIsFound) {
  expect_found(FabricDefect::room_without_second_look, full_log(1, 2, 1, false));
}
TEST(FabricDefect, ASleeperOverHalfOfTheLogThatIsNotRungIsFound) {
  expect_found(FabricDefect::room_without_ring_of_laggards, sleeping_laggard());
}
TEST(FabricDefect, AQueueThatForgetsWhomItConcernsIsFound) {
  expect_found(FabricDefect::concern_forgotten_while_queued, full_log(2, 2, 1, false));
}
TEST(FabricDefect, ALookForInputBeforeTheLookForRoomIsFound) {
  expect_found(FabricDefect::input_before_room, coordinator_sends(2, 1));
}
TEST(FabricDefect, AForgottenRingOfAWriterBehindPiecesIsFound) {
  expect_found(FabricDefect::ring_behind_pieces_forgotten, coordinator_sends(2, 2));
}
TEST(FabricDefect, ACoordinatorThatIsNotLookedAtIsFound) {
  expect_found(FabricDefect::coordinator_not_looked_at, newcomer(2));
}
TEST(FabricDefect, AMessageOfTheCoordinatorTakenForHandledIsFound) {
  expect_found(FabricDefect::coordinator_message_in_hand_ignored, newcomer_during_send(2));
}
TEST(FabricDefect, ACoordinatorWhoseCursorOvertakesItsNewsIsFound) {
  expect_found(FabricDefect::coordinator_cursor_before_news, newcomer(2));
}
TEST(FabricDefect, ANewcomerThatBeginsAmidAMessageIsFound) {
  expect_found(FabricDefect::newcomer_amid_message, newcomer_amid_message(1, 2));
}
TEST(FabricDefect, ANewcomerThatIsNotRungIsFound) {
  expect_found(FabricDefect::newcomer_not_rung, newcomer_amid_message(1, 1));
}

TEST(FabricDefect, RingsThatAreTakenAndNotNotedAreFound) {
  expect_found(FabricDefect::rings_not_noted, selective_pair(2, true));
}
TEST(FabricDefect, ALookAtTheCoordinatorBeforeItIsToRingIsFound) {
  expect_found(FabricDefect::coordinator_looked_at_too_early, selective_reader(1, false));
}
TEST(FabricDefect, AnEndOfSelectiveLooksThatIsUntoldIsFound) {
  expect_found(FabricDefect::end_of_selective_looks_untold, selective_for_a_time(1, false));
}
TEST(FabricDefect, ANewcomerThatRangTooEarlyAndIsNotLookedAtIsFound) {
  expect_found(FabricDefect::newcomer_not_looked_at, selective_and_newcomer());
}

TEST(FabricDefect, ANoteThatIsNotHeededIsFound) {
  expect_found(FabricDefect::note_not_heeded, notes(1));
  expect_found(FabricDefect::note_not_heeded, promises(2));
}
TEST(FabricDefect, ARingBeforeTheNoteIsFound) {
  expect_found(FabricDefect::rung_before_note, notes(1));
}
TEST(FabricDefect, ANoteThatIsReadWithoutItsFenceIsFound) {
  expect_found(FabricDefect::note_read_without_fence, notes(2));
  expect_found(FabricDefect::note_read_without_fence, notes_of_two_lines(2));
}
TEST(FabricDefect, ANoteThatIsChangedWithoutItsFenceIsFound) {
  expect_found(FabricDefect::note_changed_without_fence, notes(2));
  expect_found(FabricDefect::note_changed_without_fence, notes_of_two_lines(2));
}
TEST(FabricDefect, AMessageInOrderThatIsCountedBehindTheNoteIsFound) {
  expect_found(FabricDefect::sent_after_note, notes_of_two_lines(1));
}

TEST(FabricDefect, ASleeperOnWordsThatIsNotWokenIsFound) {
  expect_found(FabricDefect::sleeper_on_words_not_woken, pair(1, false, SleepMode::words));
}
TEST(FabricDefect, ASleeperThatIsWokenAsItWasSeenBeforeIsFound) {
  expect_found(FabricDefect::woken_as_it_was_seen, selective_pair(1, false, SleepMode::words));
}
TEST(FabricDefect, AnotherKindOfSleepWithTheSameNumberIsFound) {
  expect_found(FabricDefect::other_kind_of_sleep_not_noted,
               selective_coordinator_reader(2, SleepMode::doorbell_first));
}
TEST(FabricDefect, WordsThatAreReadAfterTheLastLookAreFound) {
  expect_found(FabricDefect::words_read_after_last_look, pair(1, false, SleepMode::words));
}

}  // namespace
}  // namespace triad::exploration
