// Calls in progress at a federate that loses its link: each has its effect once, and its result
// comes when the federate has returned by another link (docs/availability.md).
#include <gtest/gtest.h>

#include <string>

#include "tests/scenario/core/recovery_run.hpp"
#include "tests/scenario/core/recovery_scenario.hpp"

namespace triad::test {
namespace {

TEST_F(Recovery, ACallInProgressGetsItsReply) {
  for (std::uint64_t i = 0; i < 8; ++i) {
    const auto outcome = harness.begin_call(
        a, wire::RegisterFederationSynchronizationPoint{"point " + std::to_string(i), "", {}});
    for (std::uint64_t k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(a);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "");
    deliver_all();
  }
  expect_nothing_kept();
}

TEST_F(Recovery, ASubscriptionInProgressSeesAllInstances) {
  const ObjectHandle tank = register_object(a, kTank);
  deliver_all();
  EXPECT_EQ(call(c, wire::UnsubscribeObjectClass{kTank}), "");
  for (int i = 0; i < 10; ++i) {
    const wire::SubscribeObjectClassAttributes request{kTank, {kPosition}, true};
    const auto outcome = harness.begin_call(c, request);
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(c);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "");
    EXPECT_EQ(update(a, tank, value(kPosition, "1"), "u"), "");
    harness.settle();
    EXPECT_EQ(take_tags(c), Lines{"u"}) << "after " << i;
    EXPECT_EQ(call(c, wire::UnsubscribeObjectClass{kTank}), "");
    deliver_all();
  }
}

TEST_F(Recovery, AJoinInProgressAddsOneMember) {
  for (int i = 0; i < 12; ++i) {
    const Federate d = harness.add();
    const wire::JoinFederationExecution request{"newcomer", "Federation", {}};
    const auto outcome = harness.begin_call(d, request);
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(d);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "") << "after " << i;
    EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u) << "after " << i;
    EXPECT_EQ(count_logged(" joined federation "), 4 + i);
    EXPECT_EQ(subscribe(d, kShot), "");
    EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
    harness.settle();
    EXPECT_EQ(take_tags(d), Lines{"1"}) << "after " << i;
    EXPECT_EQ(resign(d, ResignAction::no_action), "");
    deliver_all();
  }
  EXPECT_GT(harness.losses().returns, 4u);
  EXPECT_EQ(count_logged("lost federate"), 0);
  expect_nothing_kept();
}

TEST_F(Recovery, ARequestToJoinOnAnOldLinkIsRefused) {
  const Federate d = harness.add();
  harness.settle();
  const wire::JoinFederationExecution request{"newcomer", "Federation", {}};
  const auto outcome = harness.begin_call(d, request);
  wire::JoinFederationExecution again = request;
  again.session = {1, d + 1};
  harness.settle();
  ASSERT_TRUE(*outcome);
  send_as_stranger(again, a);
  EXPECT_TRUE(is_logged("which is refused: it has joined by another link"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  harness.kill(d);
}

TEST_F(Recovery, AnOldRequestToJoinDoesNotEndAMemberThatCannotReturn) {
  const Federate d = join("newcomer");
  EXPECT_EQ(call(a, wire::EnableTimeConstrained{}), "");
  deliver_all();
  wire::JoinFederationExecution again{"newcomer", "Federation", {}};
  again.session = {1, d + 1};
  send_as_stranger(again, a);
  EXPECT_TRUE(is_logged("which is refused: it has joined by another link"));
  EXPECT_TRUE(is_member(d));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  harness.kill(d);
}

TEST_F(Recovery, ARequestToJoinOfAnotherIdentityIsRefused) {
  const Federate d = harness.add();
  harness.settle();
  const wire::JoinFederationExecution request{"newcomer", "Federation", {}};
  const auto outcome = harness.begin_call(d, request);
  wire::JoinFederationExecution again = request;
  again.session = {1, d + 1};
  harness.settle();
  ASSERT_TRUE(*outcome);
  harness.links().set_principal(policy::certificate_principal("user", "eve"));
  send_as_stranger(again, a);
  EXPECT_TRUE(is_logged("which is refused: it has another identity than that member"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  harness.kill(d);
}

TEST_F(Recovery, AJoinThatIsNotRepeatedIsResigned) {
  const Federate d = lose_in_join();
  harness.losses().pass_time(milliseconds(30'000));
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  harness.kill(d);
}

TEST_F(Recovery, AResignationInProgressEndsTheMembershipOnce) {
  for (int i = 0; i < 12; ++i) {
    const ObjectHandle tank = register_object(c, kTank);
    deliver_all();
    const auto outcome =
        harness.begin_call(c, wire::ResignFederationExecution{ResignAction::release_attributes});
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(c);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "") << "after " << i;
    EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
    EXPECT_NE(harness.rtig().state("Federation")->objects().find(tank), nullptr)
        << "the lost.action of the RTIG deletes instances";
    c = join("federate");  // its link may have ended after its resignation
    EXPECT_EQ(publish(c, kTank, {kPosition}), "");
    deliver_all();
  }
  EXPECT_EQ(count_logged("lost federate"), 0);
  expect_nothing_kept();
}

TEST_F(Recovery, AResignationInProgressIsAnsweredAfterTheEndOfTheFederation) {
  int answered_later = 0;
  for (int i = 0; i < 12; ++i) {
    const std::string name = "Short " + std::to_string(i);
    const Federate d = harness.add();
    EXPECT_EQ(refusal(harness.call(d, create(name))), "");
    EXPECT_EQ(refusal(harness.call(d, wire::JoinFederationExecution{"d", name, {}})), "");
    harness.settle();
    const auto outcome =
        harness.begin_call(d, wire::ResignFederationExecution{ResignAction::no_action});
    for (int k = 0; k < i % 3; ++k) (void)harness.deliver_one();
    lose(d);
    const bool has_resigned = harness.rtig().state(name)->members().empty();
    const wire::DestroyFederationExecution destroy{name};
    if (has_resigned) {
      EXPECT_EQ(refusal(harness.call(a, destroy)), "");
    }
    harness.losses().are_returns_stopped = false;
    if (!*outcome) {
      if (has_resigned) ++answered_later;
      harness.losses().return_now(d);
      harness.settle();
    }
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "") << "after " << i;
    if (!has_resigned) {
      EXPECT_EQ(refusal(harness.call(a, destroy)), "");
    }
    harness.kill(d);
  }
  EXPECT_GT(answered_later, 0);
}

// They belong to no federation, so no log has their replies.
TEST_F(Recovery, ACreationInProgressMakesOneFederation) {
  for (int i = 0; i < 8; ++i) {
    const std::string name = "Other " + std::to_string(i);
    const auto outcome = harness.begin_call(a, create(name));
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(a);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    EXPECT_EQ(refusal(**outcome), "") << "after " << i;
    const wire::DestroyFederationExecution destroy{name};
    const auto destroyed = harness.begin_call(a, destroy);
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(a);
    harness.settle();
    ASSERT_TRUE(*destroyed) << "after " << i;
    EXPECT_EQ(refusal(**destroyed), "") << "after " << i;
    EXPECT_EQ(harness.rtig().state(name), nullptr);
    EXPECT_EQ(refusal(harness.call(a, destroy)), "FederationExecutionDoesNotExist");
  }
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
  expect_nothing_kept();
}

// The RTIG still reads the FED when the recovery is over.
TEST_F(Recovery, ACreationThatTakesLongIsMadeOnce) {
  harness.fed_readings().separate();
  for (const Federate lost : {b, a}) {
    const std::string name = "Other " + std::to_string(lost);
    const auto outcome = harness.begin_call(a, create(name));
    harness.settle();
    EXPECT_FALSE(outcome->has_value());
    harness.losses().cut(lost);
    harness.settle();
    ASSERT_TRUE(is_member(a)) << "federate " << lost << " was lost";
    while (harness.fed_readings().read_next()) harness.settle();
    harness.settle();
    ASSERT_TRUE(outcome->has_value());
    EXPECT_EQ(refusal(**outcome), "");
    EXPECT_NE(harness.rtig().state(name), nullptr);
  }
  EXPECT_EQ(harness.losses().returns, 2u);
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(b), Lines{"1"});
}

// Acknowledgements do not count as records in transit.
TEST_F(Recovery, ASaveEnds) {
  EXPECT_EQ(call(a, wire::RequestFederationSave{"save", false, {}}), "");
  for (const Federate f : {a, b, c}) {
    deliver_all();
    EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
    EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
  }
  for (int i = 0; i < 10'000 && harness.deliver_one();) ++i;
  EXPECT_FALSE(harness.has_records_in_transit());
  EXPECT_TRUE(harness.store().saves.contains({"Federation", "save"}));
}

class RecoveryOfSaves : public Recovery {
 protected:
  void save() {
    EXPECT_EQ(call(a, wire::RequestFederationSave{"save", false, {}}), "");
    for (const Federate f : {a, b, c}) {
      deliver_all();
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    deliver_all();
  }
  // All federates have been told to restore.
  void begin_restore() {
    EXPECT_EQ(call(a, wire::RequestFederationRestore{"save"}), "");
    deliver_all();
    deliver_all();
  }
  void complete_restore(Federate f) { EXPECT_EQ(call(f, wire::FederateRestoreComplete{}), ""); }
  // Expects that only b was resigned, and that the others go on.
  void expect_only_b_resigned() {
    deliver_all();
    deliver_all();
    EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
    EXPECT_EQ(refusal(harness.call(b, wire::PublishInteractionClass{kShot})), "RTIinternalError");
    EXPECT_EQ(send_interaction(a, kShot, Values(), "on"), "");
    harness.settle();
    EXPECT_EQ(take_tags(c), Lines{"on"});
  }
};

TEST_F(RecoveryOfSaves, AFederateReturnsAfterARestore) {
  save();
  EXPECT_EQ(send_interaction(a, kShot, Values(), "not saved"), "");
  for (int round = 0; round < 3; ++round) {
    begin_restore();
    for (const Federate f : {a, b, c}) complete_restore(f);
    deliver_all();
    deliver_all();
    EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
    harness.losses().cut(b);
    EXPECT_EQ(send_interaction(a, kShot, Values(), "2"), "");
    harness.settle();
    EXPECT_EQ(take_tags(b), (Lines{"1", "2"}));
  }
  EXPECT_EQ(harness.losses().returns, 3u);
  deliver_all();
  expect_nothing_kept();
}

TEST_F(RecoveryOfSaves, AFederateLostDuringARestoreIsResigned) {
  save();
  begin_restore();
  for (const Federate f : {a, c}) complete_restore(f);
  harness.losses().cut(b);
  expect_only_b_resigned();
}

// The RTIG has restored the federation, and the federate has lost the record that says so.
TEST_F(RecoveryOfSaves, AFederateThatMissesTheEndOfARestoreIsResigned) {
  save();
  begin_restore();
  for (const Federate f : {a, b}) complete_restore(f);
  harness.settle();
  harness.links().set_stopped(b, true);
  complete_restore(c);
  harness.settle();
  harness.links().set_stopped(b, false);
  harness.losses().cut(b);
  expect_only_b_resigned();
}

TEST_F(Recovery, OwnershipIsTransferredOnce) {
  const ObjectHandle tank = register_object(a, kTank);
  deliver_all();
  for (int i = 0; i < 12; ++i) {
    const Federate from = i % 2 == 0 ? a : b;
    const Federate to = i % 2 == 0 ? b : a;
    EXPECT_EQ(update(from, tank, value(kPosition, "1"), "before"), "");
    EXPECT_EQ(call(from, wire::UnconditionalAttributeOwnershipDivestiture{tank, {kPosition}}), "");
    wire::AttributeOwnershipAcquisitionIfAvailable acquire;
    acquire.object = tank;
    acquire.attributes = {kPosition};
    const auto outcome = harness.begin_call(to, acquire);
    for (int k = 0; k < i; ++k) (void)harness.deliver_one();
    harness.losses().cut(i % 3 == 0 ? from : to);
    harness.settle();
    ASSERT_TRUE(*outcome) << "after " << i;
    deliver_all();
    EXPECT_EQ(update(to, tank, value(kPosition, "2"), "after"), "") << "after " << i;
    harness.settle();
    EXPECT_EQ(take_tags(c), Lines{"after"});
    deliver_all();
  }
  expect_nothing_kept();
}

class RecoveryBesideARouter : public Recovery {
 protected:
  // The fifth federate is behind a router.
  static HarnessOptions beside() {
    HarnessOptions options = Recovery::options();
    options.mesh = {.routers = {std::nullopt},
                    .members = {std::nullopt, std::nullopt, std::nullopt, std::nullopt, 0}};
    return options;
  }
  RecoveryBesideARouter() : Recovery(beside()) {}
};

TEST_F(RecoveryBesideARouter, AJoinThatIsRepeatedThereIsMadeOnce) {
  const Federate d = lose_in_join();
  rtia::AmbassadorOptions same;
  same.make_session = [d] { return wire::SessionSecret{1, d + 1}; };
  const Federate e = harness.add(same);
  EXPECT_EQ(rejoin(e, "newcomer"), "");
  deliver_all();
  EXPECT_FALSE(is_logged("cannot return"));
  EXPECT_EQ(count_logged(" joined federation "), 4);
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  EXPECT_EQ(subscribe(e, kShot), "");
  EXPECT_EQ(send_interaction(a, kShot, Values(), "1"), "");
  harness.settle();
  EXPECT_EQ(take_tags(e), Lines{"1"});
  harness.kill(d);
}

}  // namespace
}  // namespace triad::test
