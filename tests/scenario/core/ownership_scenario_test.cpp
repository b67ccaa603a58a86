// Ownership management in the cores (HLA 1.3 clause 7): each service and its effects. Races are in
// ownership_race_scenario_test.cpp.
#include "tests/scenario/core/ownership_scenario.hpp"

namespace triad::test {
namespace {

// --- Unowned attributes.

TEST_F(Ownership, ByNobodyOfWhatWasNotPublishedAtTheRegistrationIsOfferedToo) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  quiet();
  tank = enroll(a, kTank);
  const Lines lines = tick(b);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assume("2 3"));
}

// --- privilegeToDelete.

TEST_F(Ownership, OfThePrivilegeToDeleteIsCheckedByTheRtigToo) {
  wire::RecordHeader header;
  header.sender = handle(c).value;
  header.position = 100;
  header.after_position = harness.ambassador(c).log_position();
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

// --- Transportation and order.

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
