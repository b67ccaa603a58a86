// Federation management in the cores (HLA 1.3 clause 4).
#include <algorithm>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

class Membership : public CoreScenario {};

TEST_F(Membership, BeginsWithCreateAndJoinAndEndsWithResignAndDestroy) {
  const Federate a = harness.add();
  EXPECT_EQ(call(a, create()), "");
  EXPECT_EQ(rejoin(a, "a"), "");
  EXPECT_EQ(handle(a), FederateHandle(1));
  EXPECT_TRUE(harness.ambassador(a).is_joined());
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  EXPECT_FALSE(harness.ambassador(a).is_joined());
  EXPECT_EQ(call(a, wire::DestroyFederationExecution{"Federation"}), "");
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
}

TEST_F(Membership, RefusesToDestroyWhatIsInUseOrNotThere) {
  const Federate a = join("a");
  std::string why;
  const wire::DestroyFederationExecution destroy{"Federation"};
  EXPECT_EQ(refusal(harness.call(a, destroy), &why), "FederatesCurrentlyJoined");
  EXPECT_EQ(why, "1 federate is joined to 'Federation': 1 'a' on here (pid 1)");
  (void)join("b");
  EXPECT_EQ(refusal(harness.call(a, destroy), &why), "FederatesCurrentlyJoined");
  EXPECT_EQ(why,
            "2 federates are joined to 'Federation': 1 'a' on here (pid 1), 2 'b' on here (pid 2)");
  EXPECT_EQ(call(a, wire::DestroyFederationExecution{"Nowhere"}),
            "FederationExecutionDoesNotExist");
}

TEST_F(Membership, RefusesToJoinTwiceOrNowhere) {
  const Federate a = join("a");
  std::string why;
  const wire::JoinFederationExecution again{"again", "Another", {}};
  EXPECT_EQ(refusal(harness.call(a, again), &why), "FederateAlreadyExecutionMember");
  EXPECT_EQ(why,
            "this RTIambassador is joined already, as 'a' in federation 'Federation', with "
            "handle " +
                std::to_string(handle(a).value));
  const Federate b = harness.add();
  EXPECT_EQ(call(b, wire::JoinFederationExecution{"b", "Nowhere", {}}),
            "FederationExecutionDoesNotExist");
  EXPECT_EQ(rejoin(b, "b"), "") << "a refused join leaves no trace";
}

TEST_F(Membership, GivesEveryMemberAHandleOfItsOwnAndTypesMayRepeat) {
  const Federate a = join("same");
  const Federate b = join("same");
  EXPECT_EQ(handle(a), FederateHandle(1));
  EXPECT_EQ(handle(b), FederateHandle(2));
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  EXPECT_EQ(rejoin(a, "same"), "");
  EXPECT_EQ(handle(a), FederateHandle(3)) << "handles are not used again";
}

TEST_F(Membership, IsNeededForEveryOtherService) {
  const Federate a = harness.add();
  const std::string refused = "FederateNotExecutionMember";
  EXPECT_EQ(resign(a, ResignAction::no_action), refused);
  EXPECT_EQ(call(a, wire::RegisterFederationSynchronizationPoint{"x", "", {}}), refused);
  EXPECT_EQ(call(a, wire::SynchronizationPointAchieved{"x"}), refused);
  EXPECT_EQ(publish(a, kTank, {}), refused);
  EXPECT_EQ(publish(a, kShot), refused);
  EXPECT_EQ(subscribe(a, kTank, {}), refused);
  EXPECT_EQ(subscribe(a, kShot), refused);
  EXPECT_EQ(call(a, wire::RegisterObjectInstance{kTank, {}}), refused);
  EXPECT_EQ(update(a, ObjectHandle(1), {}), refused);
  EXPECT_EQ(send_interaction(a, kShot, {}), refused);
  EXPECT_EQ(delete_object(a, ObjectHandle(1)), refused);
  EXPECT_EQ(call(a, wire::GetObjectClassHandle{"Vehicle"}), refused);
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::class_relevance, true), refused);
  EXPECT_EQ(tick(a), Lines{});
}

TEST_F(Membership, PassesOnWhyAFedIsNoGood) {
  HarnessOptions options;
  options.rtig.load_fed =
      [](std::string_view name,
         std::optional<std::string_view> text) -> wire::Result<core::ObjectModel> {
    if (!text) return wire::error(ErrorCode::CouldNotOpenFED, std::string(name) + " is not here");
    return wire::error(ErrorCode::ErrorReadingFED, "line 1");
  };
  options.rtig.identity.host = "rtighost";
  CoreHarness other(options);
  const Federate a = other.add();
  std::string why;
  EXPECT_EQ(refusal(other.call(a, create()), &why), "CouldNotOpenFED");
  EXPECT_EQ(why, "test.fed is not here (on rtighost, where the RTIG runs)");
  wire::CreateFederationExecution with_text{"Federation", "test.fed", true, {}};
  EXPECT_EQ(refusal(other.call(a, with_text)), "ErrorReadingFED");
  EXPECT_EQ(refusal(other.call(a, wire::JoinFederationExecution{"a", "Federation", {}})),
            "FederationExecutionDoesNotExist");
  EXPECT_EQ(other.faults(), Lines{});
}

// Otherwise a process that creates and does not join could exhaust the RTIG's memory.
TEST_F(Membership, RefusesToCreateMoreWhereThereIsMuchThatNobodyHasJoined) {
  HarnessOptions options;
  options.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
    core::ObjectModel model = core::test::test_model();
    model.name.assign(std::size_t{30} << 20, 'x');
    return wire::Result<core::ObjectModel>(std::move(model));
  };
  CoreHarness other(options);
  const Federate a = other.add();
  for (const char* name : {"1", "2", "3"}) EXPECT_EQ(refusal(other.call(a, create(name))), "");
  std::string why;
  EXPECT_EQ(refusal(other.call(a, create("4")), &why), "RTIinternalError");
  EXPECT_EQ(why,
            "the object models of federations without members have more than 64 MB: destroy some "
            "of them first");
  EXPECT_EQ(refusal(other.call(a, wire::DestroyFederationExecution{"1"})), "");
  EXPECT_EQ(refusal(other.call(a, create("4"))), "");
  EXPECT_EQ(other.faults(), Lines{});
}

// --- A FED that takes long to read.

class LongFed : public CoreScenario {
 protected:
  LongFed() { harness.fed_readings().separate(); }
  auto begin(Federate f) { return harness.begin_call(f, create("Long")); }
};

TEST_F(LongFed, LetsOthersGoOnWhileItIsRead) {
  const Federate a = harness.add();
  const Federate b = harness.add();
  const Federate c = harness.add();
  const auto created = begin(a);
  harness.settle();
  EXPECT_FALSE(created->has_value());
  EXPECT_EQ(call(b, wire::JoinFederationExecution{"b", "Long", {}}),
            "FederationExecutionDoesNotExist");
  const auto also = harness.begin_call(c, create("Other"));
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next());
  harness.settle();
  ASSERT_TRUE(created->has_value());
  EXPECT_EQ(refusal(**created), "");
  EXPECT_EQ(call(b, wire::JoinFederationExecution{"b", "Long", {}}), "");
  EXPECT_FALSE(also->has_value());
  ASSERT_TRUE(harness.fed_readings().read_next());
  harness.settle();
  EXPECT_EQ(refusal(**also), "");
}

TEST_F(LongFed, IsReadOnceForAllThatNameIt) {
  const Federate a = harness.add();
  const Federate b = harness.add();
  const auto first = begin(a);
  const auto second = begin(b);
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next());
  EXPECT_FALSE(harness.fed_readings().read_next());
  harness.settle();
  const bool a_was_first = refusal(**first).empty();
  std::string why;
  EXPECT_EQ(refusal(a_was_first ? **second : **first, &why), "FederationExecutionAlreadyExists");
  EXPECT_EQ(why, "a federation execution 'Long' exists already");
}

TEST_F(LongFed, OfOneThatHasGoneCreatesNothing) {
  const Federate a = harness.add();
  (void)begin(a);
  harness.settle();
  harness.cut(a);
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next());
  EXPECT_EQ(harness.rtig().state("Long"), nullptr);
}

TEST_F(LongFed, OfOneThatHasGoneCreatesItForTheNext) {
  const Federate a = harness.add();
  const Federate b = harness.add();
  (void)begin(a);
  harness.settle();
  const auto second = begin(b);
  harness.settle();
  harness.cut(a);
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next());
  harness.settle();
  EXPECT_EQ(refusal(**second), "");
}

// Each request holds memory until it is answered.
TEST_F(LongFed, IsOneForEachLink) {
  const Federate a = harness.add();
  (void)begin(a);
  harness.settle();
  wire::RecordHeader header;
  header.position = 100;
  wire::Buffer again;
  wire::encode_record(header, create("Another"), again);
  harness.inject_up(a, again);
  harness.settle();
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("sent a request before the reply to the last one") != line.npos;
  }));
  ASSERT_TRUE(harness.fed_readings().read_next());
  EXPECT_FALSE(harness.fed_readings().read_next());
  EXPECT_EQ(harness.rtig().state("Long"), nullptr);
}

// Most federates create, then join, so the RTIG compares the two FEDs.
TEST_F(LongFed, ThatDiffersFromTheOneInForceIsNamed) {
  const Federate a = harness.add();
  const Federate b = harness.add();
  (void)begin(a);
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next());
  harness.settle();
  const wire::CreateFederationExecution other{"Long", "other.fed", false, {}};
  const auto second = harness.begin_call(b, other);
  harness.settle();
  ASSERT_TRUE(harness.fed_readings().read_next()) << "it is compared";
  harness.settle();
  std::string why;
  EXPECT_EQ(refusal(**second, &why), "FederationExecutionAlreadyExists");
  EXPECT_EQ(why, "a federation execution 'Long' exists already") << "it has the same classes";
}

TEST_F(Membership, RefusesAResignActionThatIsNone) {
  const Federate a = join("a");
  EXPECT_EQ(resign(a, static_cast<ResignAction>(0)), "InvalidResignAction");
  EXPECT_EQ(resign(a, static_cast<ResignAction>(5)), "InvalidResignAction");
  EXPECT_TRUE(harness.ambassador(a).is_joined());
}

// --- Resign actions (HLA 1.3 clause 4.5).

class Resign : public CoreScenario {
 protected:
  // A owns all of `own`, B knows it.
  void SetUp() override {
    a = join("a");
    b = join("b");
    ASSERT_EQ(publish(a, kTank, {kPosition, kTurret}), "");
    ASSERT_EQ(subscribe(b, kTank, {kPosition}), "");
    own = register_object(a, kTank, "own");
    ASSERT_EQ(tick(b).size(), 1u);
    (void)tick(a);
  }
  Federate a = 0, b = 0;
  ObjectHandle own;
};

TEST_F(Resign, WithNoActionIsRefusedWhileAttributesAreOwned) {
  std::string why;
  EXPECT_EQ(
      refusal(harness.call(a, wire::ResignFederationExecution{ResignAction::no_action}), &why),
      "FederateOwnsAttributes");
  EXPECT_EQ(why,
            "attributes of 'own' are owned by this federate, and the resign action does not give "
            "them up; resign with DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES, or with "
            "RELEASE_ATTRIBUTES to leave the instances to others");
  EXPECT_TRUE(harness.ambassador(a).is_joined());
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(delete_object(a, own), "");
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
}

// --- Losses.

TEST_F(Resign, IsDoneForAFederateWhoseLinkIsCutAndItsCallsSayWhy) {
  harness.cut(a);
  EXPECT_EQ(tick(b), (Lines{"RemoveObjectInstance{object=1 tag=\"\"}"}));
  std::string why;
  EXPECT_EQ(refusal(harness.call(a, wire::PublishInteractionClass{kShot}), &why),
            "RTIinternalError");
  EXPECT_EQ(why, "the link to the RTIG is cut");
  EXPECT_EQ(call(a, create("Another")), "RTIinternalError");
}

TEST_F(Resign, FailsACallThatWaitsWhenTheLinkIsCut) {
  const wire::PublishInteractionClass request{kShot};
  const auto outcome = harness.begin_call(a, request);
  harness.links().set_stopped(a, true);
  harness.cut(a);
  harness.links().set_stopped(a, false);
  harness.settle();
  ASSERT_TRUE(*outcome);
  // Either the reply came before the cut, or the cut is the result.
  if (!**outcome) {
    EXPECT_EQ((*outcome)->error().code, ErrorCode::RTIinternalError);
  }
}

TEST_F(Resign, IsTheEndForAFederateThatSendsNonsense) {
  const wire::Buffer nonsense(5);
  harness.inject_up(a, nonsense);
  EXPECT_EQ(tick(b), (Lines{"RemoveObjectInstance{object=1 tag=\"\"}"}));
  harness.settle();
  std::string why;
  EXPECT_EQ(refusal(harness.call(a, wire::PublishInteractionClass{kShot}), &why),
            "RTIinternalError");
  EXPECT_NE(why.find("not a record of Triad's protocol"), why.npos) << why;
}

TEST_F(Resign, IsTheEndForAFederateThatSpeaksInAnothersName) {
  wire::RecordHeader header;
  header.sender = handle(b).value;
  wire::Buffer frame;
  wire::encode_record(header, wire::PublishInteractionClass{kShot}, frame);
  harness.inject_up(a, frame);
  EXPECT_EQ(tick(b), (Lines{"RemoveObjectInstance{object=1 tag=\"\"}"}));
  EXPECT_FALSE(harness.ambassador(a).is_joined());
}

TEST_F(Resign, IsAskedOfThoseWhoAreJoinedByNamesThatEndNoQuotation) {
  (void)join("x' on nowhere (pid 1), 9 'y");
  std::string why;
  EXPECT_EQ(refusal(harness.call(a, wire::DestroyFederationExecution{"Federation"}), &why),
            "FederatesCurrentlyJoined");
  EXPECT_NE(why.find("'x\\' on nowhere (pid 1), 9 \\'y'"), why.npos) << why;
}

TEST_F(Resign, IsForcedByAnOperatorWhoEndsTheFederation) {
  const Federate operators = harness.add();
  harness.settle();
  const auto ask = [&](bool force) {
    wire::Buffer frame;
    wire::encode_record({}, wire::TerminateFederation{"Federation", force}, frame);
    harness.inject_up(operators, frame);
    harness.settle();
  };
  ask(false);
  EXPECT_NE(harness.rtig().state("Federation"), nullptr);
  EXPECT_EQ(tick(b), Lines{});
  ask(true);
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  for (const Federate f : {a, b}) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(f, wire::PublishInteractionClass{kShot}), &why),
              "RTIinternalError");
    EXPECT_NE(why.find("operator"), why.npos) << why;
  }
}

class LateRecords : public CoreScenario {
 protected:
  LateRecords() : CoreScenario(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtig.late_records_max = 3;
    return options;
  }
  // Injects an update as if the RTIA of `link` had sent it in the name of `sender`.
  void update_as(Federate link, FederateHandle sender) {
    wire::RecordHeader header;
    header.sender = sender.value;
    wire::Buffer frame;
    wire::encode_record(header, wire::UpdateAttributeValues{}, frame);
    harness.inject_up(link, frame);
    harness.settle();
  }
  std::string refusal_text(Federate federate) {
    std::string why;
    EXPECT_EQ(refusal(harness.call(federate, create("Another")), &why), "RTIinternalError");
    return why;
  }
};

TEST_F(LateRecords, AreNoFaultOfAFederateThatHasJustLeft) {
  const Federate a = join("a");
  const FederateHandle former = handle(a);
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  for (int i = 0; i < 3; ++i) update_as(a, former);
  EXPECT_EQ(rejoin(a, "a"), "");
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  for (int i = 0; i < 3; ++i) update_as(a, FederateHandle(former.value + 1));
  EXPECT_EQ(rejoin(a, "a"), "") << "each membership has its own";
}

TEST_F(LateRecords, EndTheLinkOfWhoNeverStops) {
  const Federate a = join("a");
  const FederateHandle former = handle(a);
  EXPECT_EQ(resign(a, ResignAction::no_action), "");
  for (int i = 0; i < 4; ++i) update_as(a, former);
  const std::string why = refusal_text(a);
  EXPECT_NE(why.find("has sent 4 records as federate 1 since that federate left its federation"),
            why.npos)
      << why;
}

TEST_F(LateRecords, AreNoExcuseForWhoNeverJoined) {
  const Federate stays = join("stays");
  const Federate stranger = harness.add();
  update_as(stranger, handle(stays));
  const std::string why = refusal_text(stranger);
  EXPECT_NE(why.find("UpdateAttributeValues record without having joined"), why.npos) << why;
  EXPECT_TRUE(harness.ambassador(stays).is_joined());
}

// Handles begin with 1 in each federation: the link identifies a record's sender, not the header
// alone.
TEST_F(Membership, OfOneFederationIsNoneOfAnother) {
  const auto join_other = [&](Federate federate) {
    const wire::JoinFederationExecution other{"other", "Another", {}};
    EXPECT_EQ(call(federate, other), "");
    return federate;
  };
  const Federate sender = join("sender");
  const Federate listener = join("listener");
  EXPECT_EQ(call(sender, create("Another")), "");
  const Federate other_sender = join_other(harness.add());
  const Federate other_listener = join_other(harness.add());
  EXPECT_EQ(handle(other_sender), handle(sender));
  for (const Federate one : {sender, other_sender}) EXPECT_EQ(publish(one, kTalk), "");
  for (const Federate one : {listener, other_listener}) EXPECT_EQ(subscribe(one, kTalk), "");
  EXPECT_EQ(send_interaction(other_sender, kTalk, value(kWords, "hello")), "");
  EXPECT_EQ(harness.tick(listener), Lines{});
  EXPECT_EQ(harness.tick(other_listener).size(), 1u);
  EXPECT_EQ(resign(other_listener, ResignAction::no_action), "");
  EXPECT_EQ(resign(other_sender, ResignAction::no_action), "");
  EXPECT_EQ(send_interaction(sender, kTalk, value(kWords, "hello")), "");
  EXPECT_EQ(harness.tick(listener).size(), 1u);
}

}  // namespace
}  // namespace triad::test
