// Members move to another router when theirs is about to leave the mesh, and the federation goes on
// (docs/internals.md, "How a member moves"). Nothing is lost, doubled or discovered again, and a
// failed move harms no other member.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenario/core/move_scenario.hpp"

namespace triad::test {
namespace {

TEST_F(Move, AMemberGoesOnAtAnotherRouterAndTheOneThatLeavesMayEnd) {
  subscribe_all_to_shots();
  EXPECT_EQ(send_interaction(other, kShot, Values(), "before"), "");
  EXPECT_FALSE(harness.routers().may_end(kLeaving));
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_TRUE(harness.routers().may_end(kLeaving));
  harness.crash_router(kLeaving);
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover), Lines{"before"});
  EXPECT_EQ(take_callback_tags(at_rtig), Lines{"before"});
  expect_shots_between(all(), "after");
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
}

TEST_F(Move, ItsInstancesAndThoseThatItKnowsStayWhatTheyAre) {
  for (const Federate f : all()) {
    EXPECT_EQ(publish(f, kTank, {kPosition}), "");
    EXPECT_EQ(subscribe(f, kTank, {kPosition}), "");
  }
  const ObjectHandle own = register_object(mover, kTank);
  const ObjectHandle others = register_object(other, kTank);
  deliver_all();
  drain_leaving_router();
  for (const Federate f : all()) EXPECT_EQ(take_callback_tags(f), Lines{});  // no discovery
  EXPECT_EQ(update(mover, own, value(kPosition, "1"), "own"), "");
  EXPECT_EQ(update(other, others, value(kPosition, "2"), "others"), "");
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover), Lines{"others"});
  EXPECT_EQ(take_callback_tags(other), Lines{"own"});
  EXPECT_EQ(take_callback_tags(at_rtig).size(), 2u);
  EXPECT_EQ(delete_object(mover, own, "gone"), "");
  EXPECT_EQ(tick(at_rtig).size(), 1u);
}

TEST_F(Move, TimeGoesOnWhereItStoodInItsOrder) {
  subscribe_all_to_shots();
  for (const Federate f : {mover, at_rtig}) EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  for (const Federate f : {mover, other}) regulate(f, 0, 1);
  deliver_all();
  EXPECT_EQ(send_shot(other, 2), "");
  EXPECT_EQ(send_shot(other, 1), "");
  EXPECT_EQ(advance(mover, wire::Advance::next_event_request, 10), "");
  EXPECT_EQ(advance(at_rtig, wire::Advance::time_advance_request, 3), "");
  EXPECT_EQ(send_shot(mover, 11), "");
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_EQ(advance(other, wire::Advance::time_advance_request, 4), "");
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover), (Lines{"", "grant 1"}));
  EXPECT_EQ(advance(mover, wire::Advance::time_advance_request, 4), "");
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover), (Lines{"", "grant 4"}));
  EXPECT_EQ(take_callback_tags(at_rtig), (Lines{"", "", "grant 3"}));
  EXPECT_EQ(lbts(mover), 5);
  EXPECT_EQ(lbts(at_rtig), 5);
}

TEST_F(Move, WhoBeginsToRegulateMeanwhileUndercutsNoBoundThatWasTold) {
  for (const Federate f : {mover, at_rtig}) EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  regulate(other, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(other, wire::Advance::time_advance_request, 9), "");
  EXPECT_EQ(advance(at_rtig, wire::Advance::time_advance_request, 8), "");
  deliver_all();
  EXPECT_EQ(call(mover, wire::EnableTimeRegulation{at(0).bytes(), at(1).bytes()}), "");
  harness.routers().leave(kLeaving);  // the request is in transit
  harness.settle();
  EXPECT_EQ(harness.place_of(mover), kOther);
  std::optional<double> from;
  harness.take_callbacks(mover, [&](const rtia::Callback& callback) {
    if (const auto* enabled = std::get_if<wire::TimeRegulationEnabled>(&callback)) {
      from = core::DoubleTime::decode(core::Time(enabled->time));
    }
  });
  EXPECT_EQ(from, 8);
  EXPECT_EQ(lbts(at_rtig), 9);
}

// The router of its neighbour knows that the least promise is the mover's, and the second least.
TEST_F(Move, ItsPromiseHoldsBackWhoStaysAllTheWhile) {
  const Federate stays = harness.add_at(kLeaving);
  EXPECT_EQ(rejoin(stays, "federate"), "");
  EXPECT_EQ(call(stays, wire::EnableTimeConstrained{}), "");
  deliver_all();
  regulate(mover, 0, 1);
  regulate(other, 0, 40);
  deliver_all();
  EXPECT_EQ(advance(stays, wire::Advance::next_event_request, 100), "");
  harness.settle();
  harness.routers().leave(kLeaving);
  for (bool more = true; more; more = harness.deliver_one()) {
    const auto known = harness.ambassador(stays).known_lbts();
    ASSERT_TRUE(known.has_value());
    ASSERT_LE(core::DoubleTime::decode(*known), 1);
  }
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_EQ(lbts(stays), 1);
  EXPECT_EQ(advance(mover, wire::Advance::time_advance_request, 50), "");
  harness.settle();
  EXPECT_EQ(lbts(stays), 40);
}

// Its promise for a request is reported again, although the grant is decided and waits for a tick.
TEST_F(Move, ItsPromiseIsKnownWhileItsGrantWaits) {
  EXPECT_EQ(call(at_rtig, wire::EnableTimeConstrained{}), "");
  regulate(mover, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(mover, wire::Advance::time_advance_request, 5), "");
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_EQ(lbts(at_rtig), 6);
  EXPECT_EQ(take_grant(mover), 5);
}

// Two members at the RTIG share memory. They reported their received messages while the mover was
// at another router.
class MoveBesideAFabric : public Move {
 protected:
  static HarnessOptions on_fabric() {
    HarnessOptions options = Move::options();
    options.on_fabric = true;
    options.mesh.members.push_back(std::nullopt);
    return options;
  }
  MoveBesideAFabric() : Move(on_fabric()), beside(join("federate")) { deliver_all(); }

  const Federate beside;
};

TEST_F(MoveBesideAFabric, WhoWaitsForAnEventIsGrantedItBehindTheMove) {
  for (const Federate f : {at_rtig, other}) EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "");
  for (const Federate f : {at_rtig, beside, other}) regulate(f, 0, 1);
  deliver_all();
  EXPECT_EQ(advance(beside, wire::Advance::time_advance_request, 9), "");
  for (const Federate f : {at_rtig, other}) {
    EXPECT_EQ(advance(f, wire::Advance::next_event_request, 1'000'000), "");
  }
  deliver_all();
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_EQ(advance(beside, wire::Advance::time_advance_request, 2'000'000), "");
  harness.settle();
  EXPECT_EQ(take_grant(at_rtig), 1'000'000);
  EXPECT_EQ(take_grant(other), 1'000'000);
}

TEST_F(Move, ACallWaitsForTheEndOfThePauseAndIsCarriedOutOnce) {
  subscribe_all_to_shots();
  drain_until_all_pause();
  wire::SendInteraction request;
  request.interaction_class = kShot;
  request.tag = "waits";
  const auto of_other = harness.begin_call(other, request);
  const auto of_mover = harness.begin_call(mover, wire::PublishInteractionClass{kTalk});
  EXPECT_TRUE(harness.ambassador(other).pending_call().waits_for_pause());
  EXPECT_FALSE(of_other->has_value());
  harness.settle();
  ASSERT_TRUE(of_other->has_value() && of_mover->has_value());
  EXPECT_TRUE((**of_other).has_value());
  EXPECT_TRUE((**of_mover).has_value());
  EXPECT_EQ(take_callback_tags(mover), Lines{"waits"});
  EXPECT_EQ(take_callback_tags(at_rtig), Lines{"waits"});
}

TEST_F(Move, TheFarewellOfTheRouterThatItLeavesRefusesNoService) {
  subscribe_all_to_shots();
  drain_until_all_pause();
  const auto waits = harness.begin_call(mover, wire::PublishInteractionClass{kTalk});
  harness.settle();
  ASSERT_TRUE(waits->has_value());
  EXPECT_TRUE((**waits).has_value());
  EXPECT_FALSE(harness.ambassador(mover).is_leaving());
  EXPECT_FALSE(harness.ambassador(mover).is_link_ending());
  expect_shots_between(all(), "after");
}

TEST_F(Move, ACallThatWasUnderWayEndsBeforeAnybodyGoes) {
  const auto outcome = harness.begin_call(mover, wire::SubscribeInteractionClass{kShot, true});
  EXPECT_FALSE(outcome->has_value());
  drain_leaving_router();
  ASSERT_TRUE(outcome->has_value());
  EXPECT_TRUE((**outcome).has_value());
  EXPECT_EQ(publish(other, kShot), "");
  EXPECT_EQ(send_interaction(other, kShot, Values(), "heard"), "");
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover).back(), "heard");
}

TEST_F(Move, CallbacksWaitAndLookUpsDoNot) {
  subscribe_all_to_shots();
  EXPECT_EQ(send_interaction(other, kShot, Values(), "came before"), "");
  drain_until_all_pause();
  EXPECT_EQ(harness.ambassador(mover).callbacks_waiting(), 0u);
  EXPECT_EQ(harness.ambassador(mover).take_callback(), nullptr);
  EXPECT_TRUE(harness.ambassador(mover).call(wire::GetInteractionClassName{kShot}).has_value());
  harness.settle();
  EXPECT_EQ(take_callback_tags(mover), Lines{"came before"});
}

TEST_F(Move, WhoJoinsMeanwhileIsAMemberWhenItIsOver) {
  drain_until_all_pause();
  const Federate late = harness.add_at(std::nullopt);
  const auto joined =
      harness.begin_call(late, wire::JoinFederationExecution{"late", "Federation", {}});
  harness.settle();
  ASSERT_TRUE(joined->has_value());
  EXPECT_TRUE((**joined).has_value());
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 4u);
  EXPECT_EQ(harness.place_of(mover), kOther);
}

TEST_F(Move, WhoWouldJoinMeanwhileIsRefusedWhenTheFederationEnds) {
  harness.links().set_stopped(other, true);
  drain_leaving_router();
  ASSERT_TRUE(harness.rtig().is_paused("Federation"));
  const Federate late = harness.add_at(std::nullopt);
  const auto joined =
      harness.begin_call(late, wire::JoinFederationExecution{"late", "Federation", {}});
  const Federate operators = harness.add_at(std::nullopt);
  harness.settle();
  EXPECT_FALSE(joined->has_value());
  wire::Buffer frame;
  wire::encode_record({}, wire::TerminateFederation{"Federation", true}, frame);
  harness.inject_up(operators, frame);
  harness.settle();
  EXPECT_EQ(harness.rtig().state("Federation"), nullptr);
  ASSERT_TRUE(joined->has_value());
  EXPECT_EQ(refusal(**joined), "FederationExecutionDoesNotExist");
}

TEST_F(Move, WaitsForASaveThatHasBegun) {
  EXPECT_EQ(call(other, wire::RequestFederationSave{"save", false, {}}), "");
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kLeaving);
  complete_all_saves();
}

TEST_F(Move, ASaveThatIsAskedForMeanwhileIsMadeBehindIt) {
  const auto saved = harness.begin_call(other, wire::RequestFederationSave{"save", false, {}});
  drain_leaving_router();
  ASSERT_TRUE(saved->has_value());
  complete_all_saves();
}

TEST_F(Move, WhoHasNowhereToGoStaysAndItsRouterSaysWhy) {
  harness.moves().clear_target(mover);
  subscribe_all_to_shots();
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kLeaving);
  EXPECT_FALSE(harness.routers().may_end(kLeaving));
  ASSERT_EQ(harness.routers().move_refusals().size(), 1u);
  EXPECT_EQ(harness.routers().move_refusals().front(),
            "federate 1 'federate' of federation 'Federation' stays at router router0: its "
            "RTI_URL has no URL of another router");
  expect_shots_between(all(), "all the same");
  harness.moves().set_target(mover, kOther);  // when the router is asked again, it moves
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
  expect_shots_between(all(), "after");
}

// --- Failures.

TEST_F(Move, WhoDoesNotReturnIsResignedAndTheOthersGoOn) {
  subscribe_all_to_shots();
  harness.routers().leave(kLeaving);
  harness.crash_router(kOther);
  harness.settle();
  EXPECT_TRUE(harness.rtig().is_paused("Federation"));
  EXPECT_TRUE(harness.ambassador(at_rtig).is_paused());
  harness.moves().end_overdue();
  harness.settle();
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 1u);
  EXPECT_TRUE(
      is_logged("has not continued at another router within 45 s (move.timeout) since "
                "its router was asked to leave the mesh"));
  EXPECT_TRUE(harness.routers().may_end(kLeaving));
  deliver_all();
  expect_shots_between({at_rtig}, "alone");
}

TEST_F(Move, WhoDoesNotAnswerEndsThePauseAndWhoWouldMoveStays) {
  subscribe_all_to_shots();
  harness.links().set_stopped(other, true);
  drain_leaving_router();
  EXPECT_TRUE(harness.rtig().is_paused("Federation"));
  harness.moves().end_overdue();
  harness.links().set_stopped(other, false);
  harness.settle();
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  EXPECT_EQ(harness.place_of(mover), kLeaving);
  ASSERT_EQ(harness.routers().move_refusals().size(), 1u);
  EXPECT_NE(harness.routers().move_refusals().front().find(
                "records were still in transit after 45 s (move.timeout): federate "),
            std::string::npos);
  expect_shots_between(all(), "after");
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kLeaving);
  EXPECT_FALSE(harness.rtig().is_paused("Federation")) << "it has just paused for long";
  harness.pass_time(std::chrono::minutes(6));
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(mover), kOther);
}

// A router that requested moves without end would stop the federation.
class MovesOfOneRouter : public Move {
 protected:
  MovesOfOneRouter() : Move(two_behind_it()) { harness.moves().clear_target(other); }
  static HarnessOptions two_behind_it() {
    HarnessOptions options = Move::options();
    options.mesh.members = {kLeaving, kLeaving, std::nullopt};
    return options;
  }
};

TEST_F(MovesOfOneRouter, WhenOneDidNotReturnTheOthersPauseNobodyForATime) {
  subscribe_all_to_shots();
  harness.crash_router(kOther);
  drain_leaving_router();
  harness.moves().end_overdue();
  harness.settle();
  EXPECT_FALSE(is_member(mover));
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  harness.moves().set_target(other, kOther);
  drain_leaving_router();
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  EXPECT_TRUE(
      is_logged("members behind router router0 stay there: the last members that were asked "
                "to move did not reach another router; drain it again in 361 s"));
  EXPECT_NE(harness.routers().move_refusals().back().find("drain it again in 361 s"),
            std::string::npos);
  expect_shots_between({other, at_rtig}, "meanwhile");
  harness.routers().restart(kOther);
  harness.pass_time(std::chrono::minutes(7));
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(other), kOther);
}

TEST_F(MovesOfOneRouter, AFederationGoesOnForALongTimeBetweenTwoPauses) {
  drain_until_all_pause();
  harness.pass_time(std::chrono::seconds(10));
  harness.settle();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_TRUE(
      is_logged("federation 'Federation' has paused for 10 s: it moves no further members for "
                "40 s"));
  harness.moves().set_target(other, kOther);
  drain_leaving_router();
  EXPECT_EQ(harness.place_of(other), kLeaving);
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  harness.pass_time(std::chrono::seconds(40));
  harness.settle();
  EXPECT_EQ(harness.place_of(other), kOther) << "it has waited for that";
}

TEST_F(Move, ALeavingRouterThatCrashesTakesAlongWhoHasNotGoneAndNobodyElse) {
  subscribe_all_to_shots();
  drain_until_all_pause();
  harness.crash_router(kLeaving);
  harness.settle();
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  EXPECT_FALSE(is_member(mover));
  expect_shots_between({other, at_rtig}, "after");
}

TEST_F(Move, AMemberThatIsLostMeanwhileIsWaitedForNoMore) {
  subscribe_all_to_shots();
  drain_until_all_pause();
  harness.cut(at_rtig);
  harness.settle();
  EXPECT_EQ(harness.place_of(mover), kOther);
  EXPECT_FALSE(harness.rtig().is_paused("Federation"));
  expect_shots_between({mover, other}, "after");
}

// --- A hostile member harms only itself.

class HostileMove : public Move {
 protected:
  template <class Message>
  void forge(Federate from, const Message& message) {
    wire::RecordHeader header;
    header.sender = handle(from).value;
    header.position = position++;
    header.after_position = harness.ambassador(from).log_position();
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    harness.inject_up(from, frame);
    harness.settle();
  }
  wire::Position position = 1'000'000;
  void expect_expelled(Federate liar, std::string_view why) {
    EXPECT_TRUE(is_logged(why)) << why;
    std::vector<Federate> honest = all();
    std::erase(honest, liar);
    expect_shots_between(honest, "after");
    EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 2u);
  }
};

TEST_F(HostileMove, AnAnswerThatNobodyAskedForEndsItsLink) {
  subscribe_all_to_shots();
  forge(at_rtig, wire::MoveAnswered{true});
  expect_expelled(at_rtig, "sent an answer without a request");
}

TEST_F(HostileMove, WordOfAMoveThatItDoesNotMakeIsVoidOutsideOfOne) {
  subscribe_all_to_shots();
  forge(at_rtig, wire::MoveCompleted{0});
  forge(at_rtig, wire::PauseSettled{7, 1, true});
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
}

TEST_F(HostileMove, TheSeatOfAMemberThatHasNotLeftItIsNobodyElses) {
  subscribe_all_to_shots();
  const Federate thief = harness.add_at(std::nullopt);
  forge(thief, wire::ReturnMember{"Federation", handle(mover), 1});
  EXPECT_TRUE(is_logged("asked to continue a member that is not moving here"));
  EXPECT_EQ(harness.rtig().state("Federation")->members().size(), 3u);
  expect_shots_between(all(), "after");
}

TEST_F(HostileMove, ASeatIsTakenUpByItsTokenAlone) {
  subscribe_all_to_shots();
  harness.routers().leave(kLeaving);
  while (harness.moves().count() == 0) ASSERT_TRUE(harness.deliver_one());
  const Federate thief = harness.add_at(std::nullopt);
  wire::Buffer frame;
  wire::encode_record({}, wire::ReturnMember{"Federation", handle(mover), 99}, frame);
  harness.inject_up(thief, frame);
  harness.settle();
  EXPECT_TRUE(is_logged("asked to continue a member that is not moving here"));
  expect_shots_between(all(), "after");
}

// The RTIG stores requests that wait for the end of a pause.
class ManyRestores : public HostileMove {
 protected:
  ManyRestores() {
    harness.set_watch([this](Federate to, bool up, const wire::Record& record) {
      const auto failed = wire::decode<wire::RequestFederationRestoreFailed>(record.payload);
      const bool is_one =
          record.header.message_kind() == wire::Kind::RequestFederationRestoreFailed;
      if (!up && to == at_rtig && is_one && failed) reasons.emplace_back(failed->reason);
    });
    harness.links().set_stopped(other, true);
    drain_leaving_router();
    EXPECT_TRUE(harness.rtig().is_paused("Federation"));
  }
  Lines reasons;
};

TEST_F(ManyRestores, OfOneMemberOneWaitsForThePauseAndTheOthersFail) {
  for (int i = 0; i < 3; ++i) forge(at_rtig, wire::RequestFederationRestore{"monday"});
  const std::string one_waits =
      "a restore that this federate has asked for waits for members that "
      "move to other routers";
  EXPECT_EQ(reasons, (Lines{one_waits, one_waits}));
  harness.links().set_stopped(other, false);
  harness.settle();
}

TEST_F(ManyRestores, NoneOfANameThatIsTooLongIsKept) {
  const std::string name(100'000, 'x');
  forge(at_rtig, wire::RequestFederationRestore{name});
  EXPECT_TRUE(is_logged("sent a RequestFederationRestore record in which "));
  harness.links().set_stopped(other, false);
  harness.settle();
}

// --- Rules of the mesh's file.

class MoveToRules : public Move {
 protected:
  static HarnessOptions with_rules() {
    HarnessOptions options = Move::options();
    options.rtig.mesh.rules["router1"].federates_regulate = false;
    return options;
  }
  MoveToRules() : Move(with_rules()) {}
};

TEST_F(MoveToRules, WhoDoesWhatNobodyMayThereIsResignedForThat) {
  subscribe_all_to_shots();
  regulate(mover, 0, 1);
  deliver_all();
  drain_leaving_router();
  EXPECT_FALSE(is_member(mover));
  EXPECT_TRUE(is_logged("is time-regulating, which router router1 forbids"));
  expect_shots_between({other, at_rtig}, "after");
}

}  // namespace
}  // namespace triad::test
