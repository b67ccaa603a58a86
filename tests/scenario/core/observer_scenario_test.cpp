// Observers (RTIextensions::joinAsObserver): a federation is saved and restored without them.
#include "tests/scenario/core/save_scenario.hpp"

namespace triad::test {
namespace {

class Observers : public SaveScenario {
 protected:
  Observers() : red(join("red")), blue(join("blue")), viewer(harness.add()) { look_on(); }

  std::string try_to_look_on(std::string* why = nullptr) {
    const wire::JoinFederationExecution join{"viewer", "Federation", {}, true};
    return refusal(harness.call(viewer, join), why);
  }
  // Joins the observer, which then publishes and subscribes.
  void look_on() {
    EXPECT_EQ(try_to_look_on(), "");
    EXPECT_EQ(publish(viewer, kTalk), "");
    EXPECT_EQ(subscribe(viewer, kTank, {kPosition}), "");
    EXPECT_EQ(publish(viewer, kTank, {kPosition}), "");
    quiet();
  }
  bool looks_on() const { return harness_.ambassador(viewer).is_joined(); }
  void all_restore() {
    for (const Federate f : {red, blue}) {
      EXPECT_TRUE(heard(f).back().starts_with("InitiateFederateRestore"));
      EXPECT_EQ(restored(f), "");
    }
    for (const Federate f : {red, blue}) EXPECT_EQ(heard(f), Lines{"FederationRestored"});
  }

  CoreHarness& harness_ = harness;
  const Federate red, blue, viewer;
};

TEST_P(Observers, LeaveBeforeASaveAndJoinAgainAfterIt) {
  std::string why;
  EXPECT_EQ(save(red, "x"), "");
  harness.settle();
  EXPECT_FALSE(looks_on());
  EXPECT_EQ(refusal(harness.call(viewer, wire::PublishInteractionClass{kTalk}), &why),
            "FederateNotExecutionMember");
  EXPECT_NE(why.find("is an observer, and the federation is being saved"), std::string::npos)
      << why;
  EXPECT_EQ(try_to_look_on(), "SaveInProgress");
  all_save({red, blue}, "x");
  look_on();
  EXPECT_TRUE(looks_on());

  // Neither earlier nor present observers prevent the restore.
  EXPECT_EQ(restore(blue, "x"), "");
  harness.settle();
  EXPECT_FALSE(looks_on());
  EXPECT_EQ(try_to_look_on(), "RestoreInProgress");
  EXPECT_EQ(heard(blue).front(), "RequestFederationRestoreSucceeded x");
  EXPECT_EQ(restored(blue), "");
  EXPECT_EQ(heard(red).back(), "InitiateFederateRestore x 1");
  EXPECT_EQ(restored(red), "");
  for (const Federate f : {red, blue}) EXPECT_EQ(heard(f), Lines{"FederationRestored"});
  look_on();
}

TEST_P(Observers, AreNotWaitedForBeforeASaveAtATime) {
  constrain(red);
  EXPECT_EQ(call(viewer, wire::EnableTimeConstrained{}), "");
  quiet();
  EXPECT_EQ(save_at(red, "x", 2), "");
  quiet();
  EXPECT_TRUE(looks_on()) << "nobody saves yet";
  EXPECT_EQ(advance(red, 3), "");
  harness.settle();
  EXPECT_FALSE(looks_on());
  all_save({red, blue}, "x");
  EXPECT_EQ(try_to_look_on(), "");
}

TEST_P(Observers, LeaveInTheMiddleOfACall) {
  const auto published = harness.start(viewer, wire::PublishObjectClass{kTank, {kSpeed}});
  const auto saves = harness.start(red, wire::RequestFederationSave{"x", false, {}});
  harness.settle();
  ASSERT_TRUE(published->has_value() && saves->has_value());
  EXPECT_FALSE(looks_on());
  all_save({red, blue}, "x");
  EXPECT_EQ(try_to_look_on(), "");
}

TEST_P(Observers, RequestNoSaveAndNoRestore) {
  EXPECT_EQ(save(viewer, "x"), "RTIinternalError");
  EXPECT_EQ(restore(viewer, "x"), "");
  EXPECT_EQ(heard(viewer), Lines{"RequestFederationRestoreFailed x"});
  EXPECT_TRUE(looks_on());
}

TEST_P(Observers, StayWhereARestoreIsRefused) {
  EXPECT_EQ(restore(red, "nowhere"), "");
  EXPECT_EQ(heard(red), Lines{"RequestFederationRestoreFailed nowhere"});
  EXPECT_TRUE(looks_on());
}

INSTANTIATE_TEST_SUITE_P(Core, Observers, testing::Bool(), transport_name);

}  // namespace
}  // namespace triad::test
