// Observers (RTIextensions::joinAsObserver): a federation is saved and restored without them.
#include "tests/scenario/core/save_scenario.hpp"

namespace triad::test {
namespace {

class Observers : public SaveScenario {
 protected:
  Observers() : red(join("red")), blue(join("blue")), viewer(harness.add()) { begin_observing(); }

  std::string try_to_observe(std::string* why = nullptr) {
    const wire::JoinFederationExecution join{"viewer", "Federation", {}, true};
    return refusal(harness.call(viewer, join), why);
  }
  // Joins the observer, which then publishes and subscribes.
  void begin_observing() {
    EXPECT_EQ(try_to_observe(), "");
    EXPECT_EQ(publish(viewer, kTalk), "");
    EXPECT_EQ(subscribe(viewer, kTank, {kPosition}), "");
    EXPECT_EQ(publish(viewer, kTank, {kPosition}), "");
    deliver_all();
  }
  bool is_observing() const { return harness_.ambassador(viewer).is_joined(); }
  void complete_all_restores() {
    for (const Federate f : {red, blue}) {
      EXPECT_TRUE(take_all_callbacks(f).back().starts_with("InitiateFederateRestore"));
      EXPECT_EQ(complete_restore(f), "");
    }
    for (const Federate f : {red, blue})
      EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  }

  CoreHarness& harness_ = harness;
  const Federate red, blue, viewer;
};

TEST_P(Observers, LeaveBeforeASaveAndJoinAgainAfterIt) {
  std::string why;
  EXPECT_EQ(save(red, "x"), "");
  harness.settle();
  EXPECT_FALSE(is_observing());
  EXPECT_EQ(refusal(harness.call(viewer, wire::PublishInteractionClass{kTalk}), &why),
            "FederateNotExecutionMember");
  EXPECT_NE(why.find("is an observer, and the federation is being saved"), std::string::npos)
      << why;
  EXPECT_EQ(try_to_observe(), "SaveInProgress");
  complete_all_saves({red, blue}, "x");
  begin_observing();
  EXPECT_TRUE(is_observing());

  // Neither earlier nor present observers prevent the restore.
  EXPECT_EQ(restore(blue, "x"), "");
  harness.settle();
  EXPECT_FALSE(is_observing());
  EXPECT_EQ(try_to_observe(), "RestoreInProgress");
  EXPECT_EQ(take_all_callbacks(blue).front(), "RequestFederationRestoreSucceeded x");
  EXPECT_EQ(complete_restore(blue), "");
  EXPECT_EQ(take_all_callbacks(red).back(), "InitiateFederateRestore x 1");
  EXPECT_EQ(complete_restore(red), "");
  for (const Federate f : {red, blue})
    EXPECT_EQ(take_all_callbacks(f), Lines{"FederationRestored"});
  begin_observing();
}

TEST_P(Observers, AreNotWaitedForBeforeASaveAtATime) {
  constrain(red);
  EXPECT_EQ(call(viewer, wire::EnableTimeConstrained{}), "");
  deliver_all();
  EXPECT_EQ(save_at(red, "x", 2), "");
  deliver_all();
  EXPECT_TRUE(is_observing()) << "nobody saves yet";
  EXPECT_EQ(advance(red, 3), "");
  harness.settle();
  EXPECT_FALSE(is_observing());
  complete_all_saves({red, blue}, "x");
  EXPECT_EQ(try_to_observe(), "");
}

TEST_P(Observers, LeaveInTheMiddleOfACall) {
  const auto published = harness.begin_call(viewer, wire::PublishObjectClass{kTank, {kSpeed}});
  const auto saves = harness.begin_call(red, wire::RequestFederationSave{"x", false, {}});
  harness.settle();
  ASSERT_TRUE(published->has_value() && saves->has_value());
  EXPECT_FALSE(is_observing());
  complete_all_saves({red, blue}, "x");
  EXPECT_EQ(try_to_observe(), "");
}

TEST_P(Observers, RequestNoSaveAndNoRestore) {
  EXPECT_EQ(save(viewer, "x"), "RTIinternalError");
  EXPECT_EQ(restore(viewer, "x"), "");
  EXPECT_EQ(take_all_callbacks(viewer), Lines{"RequestFederationRestoreFailed x"});
  EXPECT_TRUE(is_observing());
}

TEST_P(Observers, StayWhereARestoreIsRefused) {
  EXPECT_EQ(restore(red, "nowhere"), "");
  EXPECT_EQ(take_all_callbacks(red), Lines{"RequestFederationRestoreFailed nowhere"});
  EXPECT_TRUE(is_observing());
}

INSTANTIATE_TEST_SUITE_P(Core, Observers, testing::Bool(), transport_name);

}  // namespace
}  // namespace triad::test
