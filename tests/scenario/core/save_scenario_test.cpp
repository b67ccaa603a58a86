// Saves in the state machines (HLA 1.3 clauses 4.11 to 4.14): the time of each callback, refusals
// meanwhile, failures, and that nothing is in transit when the state is collected.
#include <algorithm>
#include <limits>

#include "core/saved_federation.hpp"
#include "tests/scenario/core/save_scenario.hpp"

namespace triad::test {
namespace {

using Saves = SaveScenario;

TEST_P(Saves, AllAreToldAllReportAndTheFederationIsSaved) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "monday"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave monday"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  EXPECT_EQ(take_all_callbacks(b), Lines{"InitiateFederateSave monday"});
  EXPECT_EQ(begin_save(b), "");
  EXPECT_EQ(take_all_callbacks(b), Lines{});
  EXPECT_TRUE(harness.store().saves.empty());
  EXPECT_EQ(complete_save(b), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationSaved"});
  EXPECT_EQ(take_all_callbacks(b), Lines{"FederationSaved"});

  const auto saved = core::decode_file(harness.store().saves.at({"Federation", "monday"}));
  ASSERT_TRUE(saved);
  EXPECT_EQ(saved->label, "monday");
  ASSERT_EQ(saved->members.size(), 2u);
  EXPECT_EQ(saved->members[0].federate, handle(a));
  EXPECT_EQ(saved->members[1].federate_type, "blue");
}

TEST_P(Saves, AreRefusedNothingButTheirOwnServicesMeanwhile) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(begin_save(a), "SaveNotInitiated");
  EXPECT_EQ(complete_save(a), "SaveNotInitiated");
  EXPECT_EQ(fail_save(a), "SaveNotInitiated");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(complete_save(a), "SaveNotInitiated");  // not begun
  // The refusal comes before the check of arguments.
  EXPECT_EQ(publish(a, kNoObjectClass, {}), "SaveInProgress");
  EXPECT_EQ(call(a, wire::IsAttributeOwnedByFederate{}), "SaveInProgress");
  EXPECT_EQ(save(a, "y"), "SaveInProgress");
  EXPECT_EQ(restore(a, "x"), "SaveInProgress");
  EXPECT_EQ(complete_restore(a), "SaveInProgress");
  EXPECT_EQ(call(a, wire::GetObjectClassName{kTank}), "");
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(begin_save(a), "SaveNotInitiated");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(complete_save(a), "SaveNotInitiated");
  EXPECT_EQ(publish(a, kTank, {kTurret}), "SaveInProgress");
  // Another federate has not been told yet: its services work, but a save is in progress.
  EXPECT_EQ(publish(b, kTank, {kTurret}), "");
  EXPECT_EQ(save(b, "z"), "SaveInProgress");
  const Federate late = harness.add();
  EXPECT_EQ(rejoin(late, "green"), "SaveInProgress");
  complete_all_saves({b}, "x");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationSaved"});
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(begin_save(a), "SaveNotInitiated");
  EXPECT_EQ(rejoin(late, "green"), "");
}

TEST_P(Saves, FailWhenOneDoesNotComplete) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(fail_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{});  // the other has yet to report
  EXPECT_EQ(take_all_callbacks(b), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(b), "");
  EXPECT_EQ(complete_save(b), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_EQ(take_all_callbacks(b), Lines{"FederationNotSaved"});
  EXPECT_TRUE(harness.store().saves.empty());
}

TEST_P(Saves, FailWhenACallbackThrew) {
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(call(a, wire::FederateSaveNotComplete{0, true}), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
}

TEST_P(Saves, FailWhenAMemberLeavesOrIsLost) {
  const Federate a = join("red");
  const Federate b = join("blue");
  const Federate c = join("green");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(take_all_callbacks(b), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_EQ(take_all_callbacks(c), (Lines{"InitiateFederateSave x", "FederationNotSaved"}));

  EXPECT_EQ(save(a, "y"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave y"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  harness.kill(c);
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_EQ(save(a, "z"), "");
  complete_all_saves({a}, "z");
}

class SavesThatTakeLong : public SaveScenario {
 protected:
  SavesThatTakeLong() : SaveScenario(patient(GetParam())) {}
  static HarnessOptions patient(bool on_fabric) {
    HarnessOptions patient = options(on_fabric);
    patient.rtig.timeouts.save = std::chrono::seconds(300);
    return patient;
  }
  std::string text_of(Federate f) {
    return std::to_string(handle(f).value) + (f == 0 ? " 'red'" : " 'blue'");
  }
  bool logged(std::string_view part) {
    return std::ranges::any_of(harness.log(), [&](const std::string& line) {
      return line.find(part) != std::string::npos;
    });
  }
};

INSTANTIATE_TEST_SUITE_P(Over, SavesThatTakeLong, testing::Bool(), transport_name);

TEST_P(SavesThatTakeLong, EndWithTheNameOfTheFederateThatOwesAnAnswer) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  for (const Federate f : {a, b}) {
    EXPECT_EQ(take_all_callbacks(f), Lines{"InitiateFederateSave x"});
    EXPECT_EQ(begin_save(f), "");
  }
  harness.store().end_overdue_saves();  // federates may take any time
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  for (const Federate f : {a, b}) EXPECT_EQ(complete_save(f), "");
  harness.links().set_stopped(b, true);
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  harness.store().end_overdue_saves();
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_TRUE(
      logged("not saved as 'x': records have been in transit for 300 s (save.timeout): "
             "federate 2 'blue' has not answered in round 1"))
      << harness.log().back();
  harness.links().set_stopped(b, false);
  EXPECT_EQ(take_all_callbacks(b), Lines{"FederationNotSaved"});
  EXPECT_EQ(save(a, "y"), "");
  complete_all_saves({a, b}, "y");
}

TEST_P(SavesThatTakeLong, EndWithTheNameOfTheFederateThatOwesAPart) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  for (const Federate f : {a, b}) {
    EXPECT_EQ(take_all_callbacks(f), Lines{"InitiateFederateSave x"});
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  // Delivers records until the first member has been asked for its part.
  std::optional<Federate> first;
  harness.set_watch([&](Federate f, bool up, const wire::Record& record) {
    if (!up && record.header.message_kind() == wire::Kind::SaveCollecting) first = f;
  });
  while (!first) ASSERT_TRUE(harness.deliver_one());
  const Federate other = *first == a ? b : a;
  harness.links().set_stopped(other, true);
  harness.settle();
  EXPECT_TRUE(harness.store().saves.empty());
  harness.store().end_overdue_saves();
  EXPECT_EQ(take_all_callbacks(*first), Lines{"FederationNotSaved"});
  EXPECT_TRUE(logged("not saved as 'x': nothing has come for 300 s (save.timeout): federate " +
                     text_of(other) + " has not sent its part"))
      << harness.log().back();
  harness.links().set_stopped(other, false);
  EXPECT_EQ(take_all_callbacks(other), Lines{"FederationNotSaved"});
}

TEST_P(Saves, FailWhenTheStoreDoes) {
  const Federate a = join("red");
  harness.store().fails = true;
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_NE(harness.log().back().find("the disk is full"), std::string::npos);
}

// The host writes a large save beside its other work.
TEST_P(Saves, EndWhenTheStoreHasWrittenThem) {
  harness.store().delays = true;
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  EXPECT_EQ(publish(a, kTank, {kTurret}), "SaveInProgress");
  EXPECT_EQ(save(a, "y"), "SaveInProgress");
  const Federate late = harness.add();
  EXPECT_EQ(rejoin(late, "green"), "SaveInProgress");
  harness.store().finish();
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationSaved"});
  EXPECT_EQ(rejoin(late, "green"), "");
  EXPECT_TRUE(core::decode_file(harness.store().saves.at({"Federation", "x"})));
}

TEST_P(Saves, FailWhenTheStoreReportsAFailureLater) {
  harness.store().delays = true;
  harness.store().fails = true;
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  harness.store().finish();
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_NE(harness.log().back().find("the disk is full"), std::string::npos);
}

// The written save contains all state of the lost member.
TEST_P(Saves, OutlastAMemberThatIsLostWhileTheyAreWritten) {
  harness.store().delays = true;
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(save(a, "x"), "");
  for (const Federate f : {a, b}) {
    EXPECT_EQ(take_all_callbacks(f), Lines{"InitiateFederateSave x"});
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  harness.kill(b);
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  harness.store().finish();
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationSaved"});
  EXPECT_EQ(core::decode_file(harness.store().saves.at({"Federation", "x"}))->members.size(), 2u);
}

TEST_P(Saves, AreWrittenThoughAllMembersAreLostMeanwhile) {
  harness.store().delays = true;
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{});
  harness.kill(a);
  harness.store().finish();
  EXPECT_TRUE(harness.store().saves.contains({"Federation", "x"}));
  // A save of a destroyed federation concerns no other one.
  harness.rtig().receive_save_result(1'000, "save 'x' of federation 'f'", {});
  EXPECT_NE(harness.log().back().find("which has ended meanwhile, is on the disk"),
            std::string::npos);
  const Federate b = join("blue");
  EXPECT_EQ(save(b, "y"), "");
  EXPECT_EQ(take_all_callbacks(b), Lines{"InitiateFederateSave y"});
  EXPECT_EQ(begin_save(b), "");
  EXPECT_EQ(complete_save(b), "");
  harness.store().finish();
  EXPECT_EQ(take_all_callbacks(b), Lines{"FederationSaved"});
}

TEST_P(Saves, FailWhenTheirPartsAreLargerThanTheHostAllows) {
  harness.store().bytes_max = 10;
  const Federate a = join("red");
  EXPECT_EQ(save(a, "x"), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"FederationNotSaved"});
  EXPECT_NE(harness.log().back().find("have more than 10 bytes"), std::string::npos);
  EXPECT_TRUE(harness.store().saves.empty());
}

// A sender that waits for room at a saving federate would prevent the save.
TEST_P(Saves, LetSendersGoWhoAreHeldForASavingFederate) {
  rtia::AmbassadorOptions narrow;
  narrow.hold_bytes = 100;
  narrow.resume_bytes = 50;
  const Federate b = join("blue");
  const Federate a = harness.add(narrow);
  EXPECT_EQ(rejoin(a, "red"), "");
  EXPECT_EQ(publish(b, kShot), "");
  EXPECT_EQ(subscribe(a, kShot), "");
  deliver_all();
  EXPECT_EQ(save(a, "x"), "");
  harness.settle();
  for (int i = 0; i < 20 && !harness.is_in_call(b); ++i) {
    wire::SendInteraction shot;
    shot.interaction_class = kShot;
    const auto outcome = harness.begin_call(b, shot);
    harness.settle();
  }
  EXPECT_TRUE(harness.is_in_call(b));
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_FALSE(harness.is_in_call(b));
  EXPECT_EQ(begin_save(a), "");
  EXPECT_EQ(complete_save(a), "");
  complete_all_saves({b}, "x");
}

// Everything sent before its sender's report is in the part of its receiver, regardless of the
// order in which streams are read.
TEST_P(Saves, TakeInWhatIsOnItsWay) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    CoreHarness many(options(GetParam(), seed));
    std::vector<Federate> all;
    for (int i = 0; i < 4; ++i) {
      const Federate f = many.add();
      if (i == 0) (void)many.call(f, create());
      ASSERT_TRUE(many.call(f, wire::JoinFederationExecution{"f", "Federation", {}}));
      ASSERT_TRUE(many.call(f, wire::PublishInteractionClass{kShot}));
      ASSERT_TRUE(many.call(f, wire::SubscribeInteractionClass{kShot, true}));
      all.push_back(f);
    }
    many.settle();
    for (const Federate f : all) (void)many.callbacks(f);
    ASSERT_TRUE(many.call(all[0], wire::RequestFederationSave{"x", false, {}}));
    std::vector<bool> told(4, false);
    while (std::ranges::count(told, true) < 4) {
      const Federate f = many.random().below(4);
      if (told[f]) continue;
      wire::SendInteraction shot;
      shot.interaction_class = kShot;
      ASSERT_TRUE(many.call(f, shot));
      many.take_callbacks(f, [&](const auto& callback) {
        if (std::holds_alternative<wire::InitiateFederateSave>(callback)) told[f] = true;
      });
      if (told[f]) {
        ASSERT_TRUE(many.call(f, wire::FederateSaveBegun{}));
        ASSERT_TRUE(many.call(f, wire::FederateSaveComplete{}));
      } else {
        (void)many.deliver_one();
      }
    }
    many.settle();
    EXPECT_EQ(many.faults(), Lines{});
    ASSERT_EQ(many.store().saves.size(), 1u) << "seed " << seed;
    const auto saved = core::decode_file(many.store().saves.begin()->second);
    ASSERT_TRUE(saved);
    // Restores of these saves are tested in restore_scenario_test.cpp.
    EXPECT_TRUE(std::ranges::none_of(
        saved->members, [](const core::SavedMember& member) { return member.part.empty(); }));
  }
}

// --- Timed saves.

TEST_P(Saves, WhoWaitsForAnEventIsGrantedTheEventsUpToTheTime) {
  const Federate a = join("red");
  const Federate b = join("blue");
  for (const Federate f : {a, b}) constrain(f);
  EXPECT_EQ(subscribe(a, kShot), "");
  EXPECT_EQ(publish(b, kShot), "");
  for (const Federate f : {a, b}) regulate(f, 0, 1);
  EXPECT_EQ(save_at(a, "five", 5), "");
  EXPECT_EQ(send_shot_at(b, 4, "before"), "");
  EXPECT_EQ(advance(a, 100, wire::Advance::next_event_request), "");
  EXPECT_EQ(advance(b, 100, wire::Advance::next_event_request), "");
  EXPECT_EQ(take_all_callbacks(a), (Lines{"ReceiveInteraction before", "TimeAdvanceGrant 4"}));
  EXPECT_EQ(advance(a, 100, wire::Advance::next_event_request), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave five"});
  EXPECT_EQ(take_all_callbacks(b), Lines{"InitiateFederateSave five"});
  for (const Federate f : {a, b}) {
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  EXPECT_EQ(take_all_callbacks(a), (Lines{"FederationSaved", "TimeAdvanceGrant 100"}));
  EXPECT_EQ(take_all_callbacks(b), (Lines{"FederationSaved", "TimeAdvanceGrant 100"}));
}

TEST_P(Saves, AtATimeReachANewcomerAndOutliveADeparture) {
  const Federate a = join("red");
  const Federate b = join("blue");
  for (const Federate f : {a, b}) constrain(f);
  EXPECT_EQ(save_at(a, "five", 5), "");
  const Federate c = join("green");
  constrain(c);
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(advance(a, 9), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave five"});
  EXPECT_EQ(take_all_callbacks(c), Lines{});
  EXPECT_EQ(advance(c, 9), "");
  EXPECT_EQ(take_all_callbacks(c), Lines{"InitiateFederateSave five"});
}

TEST_P(Saves, AtATimeComeToTheOthersWhenTheLastIsConstrainedNoMore) {
  const Federate a = join("red");
  const Federate b = join("blue");
  constrain(a);
  EXPECT_EQ(save_at(b, "five", 5), "");
  EXPECT_EQ(take_all_callbacks(b), Lines{});
  EXPECT_EQ(call(a, wire::DisableTimeConstrained{}), "");
  for (const Federate f : {a, b})
    EXPECT_EQ(take_all_callbacks(f), Lines{"InitiateFederateSave five"});
}

// It is constrained when the LBTS has reached its time, and the others save before that.
TEST_P(Saves, AtATimeDoNotWaitForOneThatIsAboutToBeConstrainedBeyondIt) {
  const Federate a = join("red");
  const Federate b = join("blue");
  const Federate c = join("green");
  for (const Federate f : {a, b}) constrain(f);
  for (const Federate f : {a, b}) regulate(f, 0, 1);
  for (const Federate f : {a, b}) (void)take_all_callbacks(f);
  EXPECT_EQ(advance(c, 10), "");
  EXPECT_EQ(take_all_callbacks(c), Lines{"TimeAdvanceGrant 10"});
  EXPECT_EQ(save_at(a, "five", 5), "");
  constrain(c);
  for (const Federate f : {a, b}) EXPECT_EQ(advance(f, 5), "");
  for (const Federate f : {a, b}) {
    EXPECT_EQ(take_all_callbacks(f), (Lines{"TimeAdvanceGrant 5", "InitiateFederateSave five"}));
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  complete_all_saves({c}, "five");
  for (const Federate f : {a, b}) EXPECT_EQ(take_all_callbacks(f), Lines{"FederationSaved"});
}

// Messages at that time that arrive after the grant are delivered when the federate asks for more.
TEST_P(Saves, AtATimeDeliverNothingToWhoDoesNotAdvance) {
  const Federate a = join("red");
  const Federate b = join("blue");
  EXPECT_EQ(subscribe(a, kShot), "");
  EXPECT_EQ(publish(b, kShot), "");
  constrain(a);
  regulate(b, 0, 0);
  (void)take_all_callbacks(a);
  (void)take_all_callbacks(b);
  EXPECT_EQ(advance(b, 5, wire::Advance::time_advance_request_available), "");
  EXPECT_EQ(take_all_callbacks(b), Lines{"TimeAdvanceGrant 5"});
  EXPECT_EQ(advance(a, 5, wire::Advance::time_advance_request_available), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"TimeAdvanceGrant 5"});
  EXPECT_EQ(send_shot_at(b, 5, "late"), "");
  EXPECT_EQ(save_at(a, "five", 5), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{}) << "there may be more at 5";
  EXPECT_EQ(advance(b, 6), "");
  EXPECT_EQ(take_all_callbacks(b), (Lines{"TimeAdvanceGrant 6", "InitiateFederateSave five"}));
  EXPECT_EQ(begin_save(b), "");
  EXPECT_EQ(complete_save(b), "");
  complete_all_saves({a}, "five");
  EXPECT_EQ(advance(a, 5, wire::Advance::time_advance_request_available), "");
  EXPECT_EQ(take_all_callbacks(a), (Lines{"ReceiveInteraction late", "TimeAdvanceGrant 5"}));
}

// It requests an advance before it is told to save. The messages come with the grant, later.
TEST_P(Saves, AtATimeDeliverNoEventWithoutItsGrant) {
  const Federate a = join("a");
  const Federate b = join("b");
  EXPECT_EQ(subscribe(a, kShot), "");
  EXPECT_EQ(publish(b, kShot), "");
  constrain(a);
  regulate(b, 4, 1);
  EXPECT_EQ(advance(a, 5, wire::Advance::time_advance_request_available), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"TimeAdvanceGrant 5"});
  EXPECT_EQ(save_at(b, "x", 5), "");
  EXPECT_EQ(send_shot_at(b, 5, "shot"), "");
  deliver_all();
  bool told = false;
  harness.set_watch([&](Federate f, bool up, const wire::Record& record) {
    const auto kind = record.header.message_kind();
    const bool promise = kind == wire::Kind::TimeReport || kind == wire::Kind::LbtsTold;
    told = told || (f == a && !up && promise);
  });
  EXPECT_EQ(advance(b, 5), "");
  while (!told && harness.deliver_one()) {
  }
  EXPECT_EQ(advance(a, 100, wire::Advance::next_event_request), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
  EXPECT_EQ(take_all_callbacks(b), (Lines{"TimeAdvanceGrant 5", "InitiateFederateSave x"}));
  for (const Federate f : {a, b}) {
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  EXPECT_EQ(take_all_callbacks(a),
            (Lines{"FederationSaved", "ReceiveInteraction shot", "TimeAdvanceGrant 5"}));
}

// A federate that begins to regulate meanwhile must not send below the promised end of the flush.
TEST_P(Saves, AFlushThatTheyHoldGoesAsFarAsWasPromised) {
  const Federate a = join("red");
  const Federate b = join("blue");
  for (const Federate f : {a, b}) constrain(f);
  regulate(a, 0, 1);
  EXPECT_EQ(save_at(a, "four", 4), "");
  for (const Federate f : {a, b}) (void)take_all_callbacks(f);
  // The first has not received the other's request yet.
  EXPECT_EQ(call(b, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()}), "");
  EXPECT_EQ(advance(a, 4, wire::Advance::time_advance_request_available), "");
  harness.take_callbacks(a, [](const auto&) {});
  EXPECT_EQ(advance(a, 5, wire::Advance::flush_queue_request), "");
  EXPECT_EQ(take_all_callbacks(b), (Lines{"TimeRegulationEnabled", "InitiateFederateSave four"}));
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave four"});
  for (const Federate f : {a, b}) {
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  EXPECT_EQ(take_all_callbacks(a), (Lines{"FederationSaved", "TimeAdvanceGrant 5"}));
}

TEST_P(Saves, NeedATimeThatIsOneAndNotPast) {
  const Federate a = join("red");
  constrain(a);
  EXPECT_EQ(advance(a, 3), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"TimeAdvanceGrant 3"});
  EXPECT_EQ(save_at(a, "x", 2), "FederationTimeAlreadyPassed");
  EXPECT_EQ(save_at(a, "x", std::numeric_limits<double>::infinity()), "InvalidFederationTime");
  EXPECT_EQ(save_at(a, "x", std::numeric_limits<double>::quiet_NaN()), "InvalidFederationTime");
  EXPECT_EQ(save(a, " "), "RTIinternalError");
  EXPECT_EQ(save_at(a, "x", 3), "");
  EXPECT_EQ(take_all_callbacks(a), Lines{"InitiateFederateSave x"});
}

// At b the first save is still in progress when the outcome of the second arrives.
TEST_P(Saves, ThatFailedBeforeTheFederateWasToldOfThemAreToldOnce) {
  const Federate a = join("red");
  const Federate b = join("blue");
  const Federate c = join("green");
  const Federate d = join("yellow");
  const auto others_take_all = [&] {
    harness.settle();
    for (const Federate f : {a, c, d}) (void)take_all_callbacks(f);
  };
  EXPECT_EQ(save(a, "x"), "");
  others_take_all();
  EXPECT_EQ(resign(c, ResignAction::no_action), "");
  others_take_all();
  EXPECT_EQ(save(a, "y"), "");
  others_take_all();
  const rtia::Callback* const told = harness.ambassador(b).take_callback();
  ASSERT_NE(told, nullptr);
  EXPECT_EQ(brief(*told), "InitiateFederateSave x");
  EXPECT_EQ(resign(d, ResignAction::no_action), "");
  others_take_all();
  EXPECT_EQ(take_all_callbacks(b),
            (Lines{"FederationNotSaved", "InitiateFederateSave y", "FederationNotSaved"}));
  EXPECT_EQ(save(a, "z"), "");
  complete_all_saves({a, b}, "z");
}

}  // namespace

INSTANTIATE_TEST_SUITE_P(Core, Saves, testing::Bool(), transport_name);

}  // namespace triad::test
