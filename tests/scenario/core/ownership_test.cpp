// Ownership management by the cores alone (HLA 1.3 clause 7): each service
// and what follows. Races are in ownership_race_test.cpp.
#include "tests/scenario/core/ownership_scenario.hpp"

namespace triad::test {
namespace {

// --- What nobody owns.

TEST_F(Ownership, IsGivenUpAtOnceAndOfferedToWhoeverPublishes) {
  EXPECT_EQ(divest(a, {kPosition, kSpeed}), "");
  EXPECT_EQ(owned(a), (AttributeSet{kPrivilege, kTurret}));
  EXPECT_EQ(tick(a), Lines{}) << "who gave it up is not asked to take it back";
  EXPECT_EQ(tick(b), Lines{assume("2 3")});
  EXPECT_EQ(tick(c), Lines{assume("2 3")});
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "AttributeNotOwned");
}

TEST_F(Ownership, OfWhatNobodyOwnsGoesToTheFirstWhoAsks) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(owned(b), AttributeSet{}) << "not told yet";
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "AttributeNotOwned");
  EXPECT_EQ(tick(b), Lines{acquired("2")});
  EXPECT_EQ(owned(b), AttributeSet{kPosition});
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "");
  EXPECT_EQ(acquire_if_available(c, {kPosition, kSpeed}), "");
  EXPECT_EQ(tick(c).back(), unavailable("2 3"));
}

TEST_F(Ownership, OfWhatNobodyOwnsIsTakenIfAvailable) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(acquire_if_available(c, {kPosition, kSpeed}), "");
  EXPECT_EQ(tick(c), (Lines{acquired("2"), unavailable("3")}));
  EXPECT_EQ(tick(a), Lines{}) << "the owner is not bothered";
}

TEST_F(Ownership, IsOfferedToWhoeverBeginsToPublishOrDiscoversLater) {
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(divest(a, {kPosition, kSpeed}), "");
  quiet();
  EXPECT_EQ(publish(b, kTank, {kSpeed}), "");
  EXPECT_EQ(tick(b), Lines{assume("3")});
  EXPECT_EQ(publish(b, kTank, kAll), "");
  EXPECT_EQ(tick(b), Lines{assume("2")}) << "the other it has been told of";
  const Federate late = join_quietly();
  EXPECT_EQ(publish(late, kTank, kAll), "");
  EXPECT_EQ(subscribe(late, kTank, kAll), "");
  const Lines lines = tick(late);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assume("2 3"));
}

TEST_F(Ownership, IsOfferedAnewWhenItIsGivenUpAnew) {
  EXPECT_EQ(divest(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  quiet();
  EXPECT_EQ(divest(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{assume("2")});
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(tick(c), Lines{assume("2")});
}

TEST_F(Ownership, ByNobodyOfWhatWasNotPublishedAtTheRegistrationIsOfferedToo) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  quiet();
  tank = enroll(a, kTank);
  const Lines lines = tick(b);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assume("2 3"));
}

TEST_F(Ownership, IsNotOfferedToWhoPublishesElsewhere) {
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(publish(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{});
}

// --- Push: the owner offers.

TEST_F(Ownership, IsOfferedByItsOwnerWhoKeepsItUntilSomebodyWantsIt) {
  EXPECT_EQ(offer(a, {kPosition, kSpeed}, "take it"), "");
  EXPECT_EQ(tick(b), Lines{assume("2 3", "take it")});
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "") << "its owner has not been told";
  EXPECT_EQ(tick(b).size(), 2u) << "both updates";
  EXPECT_EQ(tick(a), Lines{divested("2")});
  EXPECT_EQ(owned(a), (AttributeSet{kPrivilege, kSpeed, kTurret}));
  EXPECT_EQ(update(a, tank, value(kPosition, "3")), "AttributeNotOwned");
  EXPECT_EQ(tick(b), Lines{acquired("2")});
  EXPECT_EQ(offer(a, {kSpeed}), "AttributeAlreadyBeingDivested");
}

TEST_F(Ownership, OfWhatIsOfferedIsTakenIfAvailable) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{divested("2")});
  EXPECT_EQ(tick(b).back(), acquired("2"));
}

TEST_F(Ownership, OfferedGoesToWhoWaitsAlready) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{to_release("2")});
  EXPECT_EQ(offer(a, {kPosition, kSpeed}), "");
  EXPECT_EQ(tick(a), Lines{divested("2")});
  EXPECT_EQ(tick(b), (Lines{assume("3", "offer"), acquired("2")}));
}

TEST_F(Ownership, OfferedAndWithdrawnStays) {
  EXPECT_EQ(offer(a, {kPosition, kSpeed}), "");
  EXPECT_EQ(withdraw(a, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{assume("3", "offer")})
      << "what had been withdrawn meanwhile is left out";
  EXPECT_EQ(withdraw(a, {kPosition}), "AttributeDivestitureWasNotRequested");
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{unavailable("2")});
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(offer(a, {kPosition}, "again"), "");
  EXPECT_EQ(tick(b), Lines{assume("2", "again")});
}

TEST_F(Ownership, OfferedMayStillBeGivenUpUnconditionally) {
  EXPECT_EQ(offer(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{});
  EXPECT_EQ(tick(b), Lines{}) << "it has been asked to assume it";
  EXPECT_EQ(owner(c, kPosition), "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}");
}

// --- Pull: somebody asks.

TEST_F(Ownership, IsReleasedByTheOwnerWhoIsAsked) {
  EXPECT_EQ(acquire(b, {kPosition, kSpeed}, "please"), "");
  EXPECT_EQ(tick(a), Lines{to_release("2 3", "please")});
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(tick(a), Lines{}) << "no notification";
  EXPECT_EQ(tick(b), Lines{acquired("2")});
  EXPECT_EQ(owned(b), AttributeSet{kPosition});
  EXPECT_EQ(release(a, {kSpeed, kTurret}), "FederateWasNotAskedToReleaseAttribute");
  EXPECT_EQ(release(a, {kPosition}), "AttributeNotOwned");
}

TEST_F(Ownership, ThatNobodyWantsAnyMoreIsNotReleased) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{to_release("2")});
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{cancelled("2")});
  EXPECT_EQ(release(a, {kPosition}), "{}");
  EXPECT_TRUE(owned(a).contains(kPosition));
}

TEST_F(Ownership, GoesToThoseWhoWaitInTheOrderOfTheirRequests) {
  EXPECT_EQ(acquire(b, {kPosition, kSpeed}, "b"), "");
  harness.settle();
  EXPECT_EQ(acquire(c, {kPosition, kTurret}, "c"), "");
  EXPECT_EQ(tick(a), (Lines{to_release("2 3", "b"), to_release("2 4", "c")}));
  EXPECT_EQ(release(a, {kPosition, kTurret}), "{2 4}");
  EXPECT_EQ(tick(c), Lines{acquired("4")});
  EXPECT_EQ(tick(b), (Lines{acquired("2"), to_release("2", "c")})) << "put to the new owner";
  EXPECT_EQ(release(b, {kPosition}), "{2}");
  EXPECT_EQ(tick(c), Lines{acquired("2")});
}

TEST_F(Ownership, GivenUpGoesToWhoWaits) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  harness.settle();
  EXPECT_EQ(divest(a, {kPosition, kSpeed}), "");
  EXPECT_EQ(tick(b), (Lines{acquired("2"), assume("3")}));
  EXPECT_EQ(tick(c), Lines{assume("3")});
}

TEST_F(Ownership, AskedForIfAvailableIsOverriddenByPlainAcquisition) {
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{}) << "no word that it is not available";
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "AttributeAlreadyBeingAcquired");
  EXPECT_EQ(tick(a), Lines{to_release("2")});
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(tick(b), Lines{acquired("2")});
}

TEST_F(Ownership, AskedForAgainAsksTheOwnerAgain) {
  EXPECT_EQ(acquire(b, {kPosition}, "once"), "");
  EXPECT_EQ(acquire(b, {kPosition}, "twice"), "");
  EXPECT_EQ(tick(a), (Lines{to_release("2", "once"), to_release("2", "twice")}));
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(tick(b), Lines{acquired("2")});
}

// --- Refusals.

TEST_F(Ownership, IsRefusedToWhoCannotHaveIt) {
  EXPECT_EQ(acquire(b, {kArmour}), "AttributeNotDefined");
  EXPECT_EQ(acquire(a, {kPosition}), "FederateOwnsAttributes");
  EXPECT_EQ(acquire_if_available(a, {kPosition}), "FederateOwnsAttributes");
  EXPECT_EQ(publish(b, kTank, {kTurret}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "AttributeNotPublished");
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "AttributeNotPublished");
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(acquire(b, {kPosition}), "ObjectClassNotPublished");
  EXPECT_EQ(acquire_if_available(b, {kPosition}), "ObjectClassNotPublished");
  EXPECT_EQ(cancel(a, {kPosition}), "AttributeAlreadyOwned");
  EXPECT_EQ(cancel(b, {kPosition}), "AttributeAcquisitionWasNotRequested");
  EXPECT_EQ(divest(b, {kPosition}), "AttributeNotOwned");
  EXPECT_EQ(offer(b, {kPosition}), "AttributeNotOwned");
  EXPECT_EQ(withdraw(b, {kPosition}), "AttributeNotOwned");
  EXPECT_EQ(withdraw(a, {kPosition}), "AttributeDivestitureWasNotRequested");
  EXPECT_EQ(release(a, {kPosition}), "FederateWasNotAskedToReleaseAttribute");
  EXPECT_EQ(release(a, {kArmour}), "AttributeNotDefined");
}

TEST_F(Ownership, CannotBeUnpublishedWhileItIsBeingAcquired) {
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "OwnershipAcquisitionPending");
  EXPECT_EQ(publish(b, kTank, {kSpeed}), "OwnershipAcquisitionPending");
  EXPECT_EQ(publish(b, kTank, {}), "OwnershipAcquisitionPending");
  EXPECT_EQ(publish(b, kTank, {kPosition}), "");
  EXPECT_EQ(cancel(b, {kPosition}), "");
  EXPECT_EQ(call(b, wire::UnpublishObjectClass{kTank}), "");
}

// --- privilegeToDelete.

TEST_F(Ownership, OfThePrivilegeToDeleteMoves) {
  EXPECT_EQ(acquire(b, {kPrivilege}), "");
  EXPECT_EQ(tick(a), Lines{to_release("1")});
  EXPECT_EQ(release(a, {kPrivilege}), "{1}");
  EXPECT_EQ(erase(a, tank), "DeletePrivilegeNotHeld");
  EXPECT_EQ(erase(b, tank), "DeletePrivilegeNotHeld") << "not told yet";
  EXPECT_EQ(tick(b), Lines{acquired("1")});
  EXPECT_EQ(erase(b, tank), "");
  const Lines removed{"RemoveObjectInstance{object=" + text(tank) + " tag=\"\"}"};
  EXPECT_EQ(tick(a), removed);
  EXPECT_EQ(tick(c), removed);
}

TEST_F(Ownership, OfThePrivilegeToDeleteIsCheckedByTheRtigToo) {
  wire::RecordHeader header;
  header.sender = handle(c).value;
  header.position = 100;
  wire::Buffer frame;
  wire::DeleteObjectInstance deletion;
  deletion.object = tank;
  wire::encode_record(header, deletion, frame);
  harness.inject_up(c, frame);
  harness.settle();
  ASSERT_FALSE(harness.log().empty());
  EXPECT_NE(harness.log().back().find("privilegeToDelete"), std::string::npos)
      << harness.log().back();
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
}

// --- Questions.

TEST_F(Ownership, IsTold) {
  const auto informed = [&](Federate f) {
    return "InformAttributeOwnership{object=" + text(tank) +
           " attribute=2 owner=" + std::to_string(handle(f).value) + "}";
  };
  EXPECT_EQ(owner(b, kPosition), informed(a));
  EXPECT_EQ(owner(a, kPosition), informed(a));
  EXPECT_EQ(divest(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(owner(a, kPosition), "AttributeIsNotOwned{object=" + text(tank) + " attribute=2}");
  EXPECT_EQ(acquire(c, {kPosition}), "");
  quiet();
  EXPECT_EQ(owner(a, kPosition), informed(c));
  EXPECT_EQ(call(b, wire::QueryAttributeOwnership{tank, kArmour}), "AttributeNotDefined");
  EXPECT_EQ(call(b, wire::QueryAttributeOwnership{ObjectHandle(99), kPosition}), "ObjectNotKnown");
}

// --- What goes with it.

TEST_F(Ownership, TakesTransportationAndOrderAlong) {
  EXPECT_EQ(call(a, wire::ChangeAttributeTransportationType{tank, {kPosition}, 2}), "");
  EXPECT_EQ(divest(a, {kPosition}), "");
  quiet();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  quiet();
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "");
  const Lines lines = tick(a);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("transportation=reliable"), std::string::npos) << lines[0];
  EXPECT_EQ(offer(b, {kPosition}), "");
  EXPECT_EQ(acquire(a, {kPosition}), "");
  quiet();
  quiet();
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "");
  ASSERT_NE(tick(b).back().find("transportation=reliable"), std::string::npos);
}

TEST_F(Ownership, BringsAdvisoriesToTheNewOwner) {
  for (const Federate f : {a, b}) {
    EXPECT_EQ(set_switch(f, wire::AdvisorySwitch::attribute_relevance, true), "");
  }
  EXPECT_EQ(set_switch(b, wire::AdvisorySwitch::attribute_scope, true), "");
  quiet();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{to_release("2")});
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(tick(b), (Lines{acquired("2"), told("AttributesOutOfScope", "2"),
                            told("TurnUpdatesOnForObjectInstance", "2")}));
  EXPECT_EQ(call(a, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(c, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(tick(b), Lines{told("TurnUpdatesOffForObjectInstance", "2")});
  EXPECT_EQ(divest(b, {kPosition}), "");
  quiet();
  EXPECT_EQ(subscribe(c, kTank, kAll), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(b), (Lines{acquired("2"), told("TurnUpdatesOnForObjectInstance", "2")}));
}

TEST_F(Ownership, LostAndAcquiredWhileTheAdvisoryIsOffIsAdvisedOfAnew) {
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{told("TurnUpdatesOnForObjectInstance", "2 3 4")});
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, false), "");
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(acquire(a, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{acquired("2")});
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{told("TurnUpdatesOnForObjectInstance", "2")});
}

TEST_F(Ownership, AtASuperclassEndsWithThePublicationThere) {
  const Federate d = join_quietly();
  EXPECT_EQ(publish(d, kVehicle, {kPosition}), "");
  EXPECT_EQ(subscribe(d, kVehicle, {kPosition, kSpeed}), "");
  quiet();
  EXPECT_EQ(acquire(d, {kTurret}), "AttributeNotDefined");
  EXPECT_EQ(acquire(d, {kPosition}), "");
  quiet();
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  quiet();
  EXPECT_EQ(owned(d), AttributeSet{kPosition});
  EXPECT_EQ(publish(d, kTank, {kSpeed}), "");
  EXPECT_EQ(call(d, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(owned(d), AttributeSet{kPosition}) << "it knows the tank as a vehicle";
  EXPECT_EQ(call(d, wire::UnpublishObjectClass{kVehicle}), "");
  EXPECT_EQ(owned(d), AttributeSet{});
  EXPECT_EQ(tick(c), Lines{assume("2")});
}

// --- Late joiners.

TEST_F(Ownership, AndOffersAreToldToWhoJoinsLater) {
  EXPECT_EQ(acquire(b, {kTurret}), "");
  quiet();
  EXPECT_EQ(release(a, {kTurret}), "{4}");
  EXPECT_EQ(offer(a, {kPosition}, "still there"), "");
  quiet();
  const Federate d = join_quietly();
  EXPECT_EQ(publish(d, kTank, kAll), "");
  EXPECT_EQ(subscribe(d, kTank, kAll), "");
  const Lines lines = tick(d);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assume("2", "still there"));
  EXPECT_EQ(acquire(d, {kPosition, kTurret}, "d"), "");
  EXPECT_EQ(tick(a), Lines{divested("2")});
  EXPECT_EQ(tick(b).back(), to_release("4", "d"));
  EXPECT_EQ(tick(d), Lines{acquired("2")});
}

}  // namespace
}  // namespace triad::test
