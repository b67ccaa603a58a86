// Races of ownership management in the cores: a federate changes its mind, or leaves, while others
// act on its earlier calls.
#include "core/double_time.hpp"
#include "tests/scenario/core/ownership_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

// --- An offer and a request.

TEST_F(Ownership, OfferedWhileARequestIsUnderWayMoves) {
  const AttributeSet position{kPosition};
  const auto request =
      harness.begin_call(b, wire::AttributeOwnershipAcquisition{tank, {}, position, {}});
  const auto offer =
      harness.begin_call(a, wire::NegotiatedAttributeOwnershipDivestiture{tank, position, "offer"});
  harness.settle();
  ASSERT_TRUE(request->has_value() && offer->has_value());
  Lines lines = tick(a);
  std::erase_if(lines, [](const auto& line) { return line.starts_with("RequestAttribute"); });
  EXPECT_EQ(lines, Lines{divested_notification("2")});
  EXPECT_EQ(tick(b).back(), acquired_notification("2"));
}

TEST_F(Ownership, OfferedAndWantedMayStillBeGivenUpOrUnpublished) {
  EXPECT_EQ(offer(a, {kPosition, kSpeed}), "");
  EXPECT_EQ(acquire(b, {kPosition, kSpeed}), "");
  harness.settle();
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{}) << "it has been told by its calls";
  EXPECT_EQ(tick(b), (Lines{acquired_notification("2"), acquired_notification("3")}));
}

// --- Cancellation and grant.

TEST_F(Ownership, CancelledBeforeTheOwnerIsToldStays) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{cancelled_notification("2")});
  EXPECT_EQ(tick(a), Lines{}) << "not divested for nobody";
  EXPECT_TRUE(owned_attributes(a).contains(kPosition));
  EXPECT_EQ(acquire(c, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{divested_notification("2")}) << "it is still offered";
  EXPECT_EQ(tick(c).back(), acquired_notification("2"));
}

TEST_F(Ownership, CancelledWhenTheOwnerHasYieldedIsAcquired) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(harness.callbacks(a), Lines{divested_notification("2")})
      << "and its word is on its way";
  EXPECT_EQ(owned_attributes(a), (AttributeSet{kPrivilege, kSpeed, kTurret}));
  EXPECT_EQ(cancel(b, {kPosition}), "");
  Lines lines = tick(b);
  std::erase(lines, assumption_request("2", "offer"));
  EXPECT_EQ(lines, Lines{acquired_notification("2")})
      << "one of the two, and nobody is left without an owner";
  EXPECT_EQ(owned_attributes(b), AttributeSet{kPosition});
  EXPECT_EQ(cancel(b, {kPosition}), "AttributeAlreadyOwned");
}

TEST_F(Ownership, CancelledWhenItIsOnItsWayIsAcquired) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(cancel(b, {kPosition}), "") << "it has not been told";
  EXPECT_EQ(cancel(b, {kPosition}), "AttributeAcquisitionWasNotRequested");
  EXPECT_EQ(tick(b), Lines{acquired_notification("2")});
}

TEST_F(Ownership, CancelledAndAskedForAgainIsConfirmedAndAcquired) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  harness.links().set_stopped(a, true);
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(cancel(b, {kPosition}), "AttributeAcquisitionWasNotRequested");
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "AttributeAlreadyBeingAcquired");
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "OwnershipAcquisitionPending");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.links().set_stopped(a, false);
  EXPECT_EQ(tick(a), Lines{divested_notification("2")});
  EXPECT_EQ(tick(b), (Lines{cancelled_notification("2"), acquired_notification("2")}));
}

TEST_F(Ownership, CancelledByOneGoesToTheNext) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(acquire(c, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(tick(b).back(), cancelled_notification("2"));
  EXPECT_EQ(tick(a), Lines{divested_notification("2")});
  EXPECT_EQ(tick(c).back(), acquired_notification("2"));
}

// --- Departures.

TEST_F(Ownership, OfOneWhoDiesInTheMiddleOfANegotiationGoesToWhoWaits) {
  EXPECT_EQ(acquire(c, {kPrivilege}), "");
  deliver_all();
  EXPECT_EQ(release(a, {kPrivilege}), "{1}");
  EXPECT_EQ(offer(a, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition, kSpeed}), "");
  harness.settle();
  harness.kill(a);
  Lines lines = tick(b);
  std::erase_if(lines, [](const auto& line) { return line.starts_with("RequestAttribute"); });
  EXPECT_EQ(lines, Lines{acquired_notification("2 3")});
}

TEST_F(Ownership, WantedByOneWhoDiesStaysWithItsOwner) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  harness.kill(b);
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_TRUE(owned_attributes(a).contains(kPosition));
  EXPECT_EQ(acquire(c, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{divested_notification("2")});
}

TEST_F(Ownership, YieldedToOneWhoDiesIsOfferedToTheOthers) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(harness.callbacks(a), Lines{divested_notification("2")});
  EXPECT_EQ(resign(b, ResignAction::release_attributes), "");
  (void)tick(c);  // it is offered them once more, if they had reached b before b left
  EXPECT_EQ(owner_answer(c, kPosition),
            "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}");
  EXPECT_EQ(acquire_if_available(c, {kPosition}), "");
  EXPECT_EQ(tick(c), Lines{acquired_notification("2")});
}

// --- Instances that end.

TEST_F(Ownership, CallsForAnInstanceThatIsBeingDeletedReturn) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(acquire(c, {kPosition}), "");
  deliver_all();
  harness.links().set_stopped(b, true);
  harness.links().set_stopped(c, true);
  EXPECT_EQ(delete_object(a, tank), "");
  harness.settle();
  const AttributeSet position{kPosition};
  const auto offered =
      harness.begin_call(b, wire::NegotiatedAttributeOwnershipDivestiture{tank, position, {}});
  const auto cancelling =
      harness.begin_call(c, wire::CancelAttributeOwnershipAcquisition{tank, position});
  harness.settle();
  harness.links().set_stopped(b, false);
  harness.links().set_stopped(c, false);
  harness.settle();
  EXPECT_TRUE(offered->has_value());
  EXPECT_TRUE(cancelling->has_value());
}

TEST_F(Ownership, OfWhatAFederateNoLongerKnowsIsGivenBack) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  deliver_all();
  harness.links().set_stopped(b, true);
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  harness.links().set_stopped(b, false);
  harness.settle();
  (void)tick(c);
  EXPECT_EQ(owner_answer(c, kPosition),
            "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}");
  (void)tick(b);
  EXPECT_EQ(owned_attributes(b), AttributeSet{}) << "it has discovered it again and was never told";
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{acquired_notification("2")});
}

TEST_F(Ownership, GivenBackMayHaveBeenTakenAwayByAnUnpublication) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  deliver_all();
  harness.links().set_stopped(b, true);
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  const auto unpublished = harness.begin_call(b, wire::UnpublishObjectClass{kTank});
  harness.settle();
  harness.links().set_stopped(b, false);
  harness.settle();
  ASSERT_TRUE(unpublished->has_value());
  EXPECT_TRUE(harness.ambassador(b).is_joined());
  EXPECT_EQ(publish(b, kTank, kAll), "") << "nobody has taken it for a broken peer";
}

TEST_F(Ownership, CancelledIsNotConfirmedToOneWhoHasDiscoveredTheInstanceAnew) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  const Lines lines = tick(b);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("DiscoverObjectInstance"));
}

TEST_F(Ownership, AskedForByOneWhoNoLongerKnowsTheInstanceIsForgotten) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  deliver_all();
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{assumption_request("2")});
}

// Members at routers, in an order that the seed chooses.
class OwnershipAtRouters : public Ownership, public testing::WithParamInterface<std::uint64_t> {
 protected:
  OwnershipAtRouters() : Ownership(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.seed = GetParam();
    options.mesh = small_mesh();
    return options;
  }
};

// The grant and the end of the interest in the instance may meet between the router and the RTIG.
TEST_P(OwnershipAtRouters, OfWhatAFederateNoLongerWantsIsGivenBack) {
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  deliver_all();
  const wire::AttributeOwnershipReleaseResponse response{tank, {kPosition}};
  const auto released = harness.begin_call(a, response);
  for (std::uint64_t step = 0; step < GetParam() % 8; ++step) (void)harness.deliver_one();
  const auto deleted = harness.begin_call(b, wire::LocalDeleteObjectInstance{tank});
  harness.settle();
  ASSERT_TRUE(released->has_value() && deleted->has_value());
  deliver_all();
  const std::string is_not_owned = "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}";
  const std::string owner = owner_answer(c, kPosition);
  if (owned_attributes(a).contains(kPosition)) {
    EXPECT_NE(owner, is_not_owned) << "it was abandoned before the owner released it";
  } else {
    EXPECT_EQ(owner, is_not_owned);
  }
  EXPECT_FALSE(harness.ambassador(b).holds(tank)) << "its interest has ended";
}

INSTANTIATE_TEST_SUITE_P(Core, OwnershipAtRouters,
                         testing::Range(std::uint64_t{1}, std::uint64_t{81}));

// --- Deletions with a time, which may be retracted.

class TimedOwnership : public Ownership {
 protected:
  void regulate(Federate f) {
    const core::Time zero = core::DoubleTime::encode(0);
    EXPECT_EQ(call(f, wire::EnableTimeRegulation{zero.bytes(), zero.bytes()}), "");
    deliver_all();
  }
  wire::Result<wire::Retraction> erase_at(Federate f, double time) {
    const core::Time stamp = core::DoubleTime::encode(time);
    wire::DeleteObjectInstance request;
    request.object = tank;
    request.time = stamp.bytes();
    return harness.call(f, request);
  }
};

TEST_F(TimedOwnership, EndsForWhoIsToldOfADeletionAndStaysSoIfThatIsRetracted) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  deliver_all();
  regulate(a);
  EXPECT_EQ(set_switch(b, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(b), Lines{ownership_notification("TurnUpdatesOnForObjectInstance", "2")});
  const auto deletion = erase_at(a, 5);
  ASSERT_TRUE(deletion);
  EXPECT_TRUE(tick(b).front().starts_with("RemoveObjectInstance"));
  EXPECT_EQ(tick(a), Lines{assumption_request("2")});
  EXPECT_EQ(owner_answer(a, kPosition),
            "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}");
  EXPECT_EQ(call(a, wire::Retract{*deletion}), "");
  const Lines lines = tick(b);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[0].starts_with("RequestRetraction"));
  EXPECT_TRUE(lines[1].starts_with("DiscoverObjectInstance"));
  EXPECT_EQ(lines[2], assumption_request("2"));
  EXPECT_EQ(owned_attributes(b), AttributeSet{});
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(b), (Lines{acquired_notification("2"),
                            ownership_notification("TurnUpdatesOnForObjectInstance", "2")}));
}

TEST_F(TimedOwnership, OfThePrivilegeMovesWhileADeletionWaitsForItsTime) {
  for (const Federate f : {a, b}) regulate(f);
  EXPECT_EQ(call(b, wire::EnableTimeConstrained{}), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPrivilege}), "");
  deliver_all();
  EXPECT_TRUE(erase_at(a, 5));
  EXPECT_EQ(release(a, {kPrivilege}), "{1}");
  EXPECT_EQ(tick(b), Lines{acquired_notification("1")});
  EXPECT_EQ(refusal(erase_at(b, 6)), "DeletePrivilegeNotHeld") << "it is being deleted";
  EXPECT_EQ(delete_object(b, tank, "at once"), "");
  EXPECT_EQ(tick(a), Lines{"RemoveObjectInstance{object=" + text(tank) + " tag=\"at once\"}"});
}

// A later owner that discovers the instance after its deletion has been sent may delete it, too.
TEST_F(TimedOwnership, OfThePrivilegeLetsALateSubscriberDeleteToo) {
  const auto advance = [&](Federate f, double time) {
    const core::Time to = core::DoubleTime::encode(time);
    EXPECT_EQ(call(f, wire::AdvanceTime{wire::Advance::time_advance_request, to.bytes()}), "");
  };
  EXPECT_EQ(call(c, wire::EnableTimeConstrained{}), "");
  regulate(a);
  EXPECT_TRUE(erase_at(a, 5));
  deliver_all();
  const Federate late = join_without_advisories();
  EXPECT_EQ(publish(late, kTank, kAll), "");
  EXPECT_EQ(subscribe(late, kTank, kAll), "");
  regulate(late);
  EXPECT_EQ(divest(a, {kPrivilege}), "");
  EXPECT_EQ(acquire(late, {kPrivilege}), "");
  deliver_all();
  EXPECT_TRUE(erase_at(late, 6));
  deliver_all();
  advance(a, 5);
  deliver_all();
  advance(late, 6);
  deliver_all();
  EXPECT_EQ(call(a, wire::DisableTimeRegulation{}), "");
  EXPECT_EQ(tick(c), Lines{});
  advance(c, 6);
  const Lines lines = tick(c);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_TRUE(lines[0].starts_with("RemoveObjectInstance"));
  EXPECT_TRUE(lines[1].starts_with("TimeAdvanceGrant"));
}

// --- Order.

TEST_F(Ownership, NeverLetsAnUpdateOfTheOldOwnerComeBehindOneOfTheNew) {
  for (int round = 0; round < 200; ++round) {
    EXPECT_EQ(offer(a, {kPosition}), "");
    EXPECT_EQ(acquire(b, {kPosition}), "");
    EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
    bool old_owner = true;
    bool new_owner = false;
    std::string reflected;
    for (int step = 0; step < 400 && !new_owner; ++step) {
      if (old_owner) old_owner = update(a, tank, value(kPosition, "1")).empty();
      (void)harness.deliver_one();
      if (step % 3 == 0) (void)harness.callbacks(a);
      (void)harness.callbacks(b);
      new_owner = update(b, tank, value(kPosition, "2")).empty();
      EXPECT_FALSE(new_owner && old_owner);
    }
    EXPECT_TRUE(new_owner);
    for (const std::string& line : tick(c)) {
      if (!line.starts_with("Reflect")) continue;
      reflected += line.find("2=1:31") != std::string::npos ? "1" : "2";
    }
    const auto first_new = reflected.find('2');
    EXPECT_EQ(reflected.find('1', first_new), std::string::npos) << reflected;
    deliver_all();
    EXPECT_EQ(offer(b, {kPosition}), "");
    EXPECT_EQ(acquire(a, {kPosition}), "");
    deliver_all();
    deliver_all();
  }
}

}  // namespace
}  // namespace triad::test
