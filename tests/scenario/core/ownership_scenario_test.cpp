// Ownership management in the cores (HLA 1.3 clause 7): each service and its effects. Races are in
// ownership_race_scenario_test.cpp.
#include "tests/scenario/core/ownership_scenario.hpp"

namespace triad::test {
namespace {

// --- Unowned attributes.

TEST_F(Ownership, ByNobodyOfWhatWasNotPublishedAtTheRegistrationIsOfferedToo) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  deliver_all();
  tank = register_object(a, kTank);
  const Lines lines = tick(b);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assumption_request("2 3"));
}

// --- Offers.

TEST_F(Ownership, AssumptionsHaveTheTagOfThePresentOffer) {
  EXPECT_EQ(offer(a, {kPosition}, "old"), "");
  EXPECT_EQ(withdraw(a, {kPosition}), "");
  EXPECT_EQ(offer(a, {kPosition}, "new"), "");
  EXPECT_EQ(tick(b), Lines{assumption_request("2", "new")});
  EXPECT_EQ(offer(a, {kSpeed}, "offered"), "");
  EXPECT_EQ(divest(a, {kSpeed}), "");
  EXPECT_EQ(tick(b), Lines{assumption_request("3")}) << "it is unowned now";
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

// A resignation deletes what the federate may delete in its own view.
TEST_F(Ownership, OfThePrivilegeToDeleteCountsForAResignationOnceItIsTold) {
  const AttributeSet privilege{harness.ambassador(a).state()->privilege_to_delete()};
  EXPECT_EQ(acquire(b, privilege), "");
  deliver_all();
  (void)release(a, privilege);
  harness.settle();
  EXPECT_EQ(owned_attributes(b), AttributeSet{});
  EXPECT_EQ(resign(b, ResignAction::delete_objects), "");
  for (const Federate f : {a, c}) {
    for (const std::string& line : tick(f)) EXPECT_FALSE(line.starts_with("RemoveObject")) << line;
  }
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
}

// --- Transportation and order.

TEST_F(Ownership, TakesTransportationAndOrderAlong) {
  EXPECT_EQ(call(a, wire::ChangeAttributeTransportationType{tank, {kPosition}, 2}), "");
  EXPECT_EQ(divest(a, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(update(b, tank, value(kPosition, "1")), "");
  const Lines lines = tick(a);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("transportation=reliable"), std::string::npos) << lines[0];
  EXPECT_EQ(offer(b, {kPosition}), "");
  EXPECT_EQ(acquire(a, {kPosition}), "");
  deliver_all();
  deliver_all();
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "");
  ASSERT_NE(tick(b).back().find("transportation=reliable"), std::string::npos);
}

TEST_F(Ownership, BringsAdvisoriesToTheNewOwner) {
  for (const Federate f : {a, b}) {
    EXPECT_EQ(set_switch(f, wire::AdvisorySwitch::attribute_relevance, true), "");
  }
  EXPECT_EQ(set_switch(b, wire::AdvisorySwitch::attribute_scope, true), "");
  deliver_all();
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{release_request("2")});
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  EXPECT_EQ(tick(b),
            (Lines{acquired_notification("2"), ownership_notification("AttributesOutOfScope", "2"),
                   ownership_notification("TurnUpdatesOnForObjectInstance", "2")}));
  EXPECT_EQ(call(a, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(c, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(tick(b), Lines{ownership_notification("TurnUpdatesOffForObjectInstance", "2")});
  EXPECT_EQ(divest(b, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(subscribe(c, kTank, kAll), "");
  EXPECT_EQ(acquire(b, {kPosition}), "");
  EXPECT_EQ(tick(b), (Lines{acquired_notification("2"),
                            ownership_notification("TurnUpdatesOnForObjectInstance", "2")}));
}

TEST_F(Ownership, LostAndAcquiredWhileTheAdvisoryIsOffIsAdvisedOfAnew) {
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{ownership_notification("TurnUpdatesOnForObjectInstance", "2 3 4")});
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, false), "");
  EXPECT_EQ(divest(a, {kPosition}), "");
  EXPECT_EQ(acquire(a, {kPosition}), "");
  EXPECT_EQ(tick(a), Lines{acquired_notification("2")});
  EXPECT_EQ(set_switch(a, wire::AdvisorySwitch::attribute_relevance, true), "");
  EXPECT_EQ(tick(a), Lines{ownership_notification("TurnUpdatesOnForObjectInstance", "2")});
}

TEST_F(Ownership, AtASuperclassEndsWithThePublicationThere) {
  const Federate d = join_without_advisories();
  EXPECT_EQ(publish(d, kVehicle, {kPosition}), "");
  EXPECT_EQ(subscribe(d, kVehicle, {kPosition, kSpeed}), "");
  deliver_all();
  EXPECT_EQ(acquire(d, {kTurret}), "AttributeNotDefined");
  EXPECT_EQ(acquire(d, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(release(a, {kPosition}), "{2}");
  deliver_all();
  EXPECT_EQ(owned_attributes(d), AttributeSet{kPosition});
  EXPECT_EQ(publish(d, kTank, {kSpeed}), "");
  EXPECT_EQ(call(d, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(owned_attributes(d), AttributeSet{kPosition}) << "it knows the tank as a vehicle";
  EXPECT_EQ(call(d, wire::UnpublishObjectClass{kVehicle}), "");
  EXPECT_EQ(owned_attributes(d), AttributeSet{});
  EXPECT_EQ(tick(c), Lines{assumption_request("2")});
}

// --- Late joiners.

TEST_F(Ownership, AndOffersAreToldToWhoJoinsLater) {
  EXPECT_EQ(acquire(b, {kTurret}), "");
  deliver_all();
  EXPECT_EQ(release(a, {kTurret}), "{4}");
  EXPECT_EQ(offer(a, {kPosition}, "still there"), "");
  deliver_all();
  const Federate d = join_without_advisories();
  EXPECT_EQ(publish(d, kTank, kAll), "");
  EXPECT_EQ(subscribe(d, kTank, kAll), "");
  const Lines lines = tick(d);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[1], assumption_request("2", "still there"));
  EXPECT_EQ(acquire(d, {kPosition, kTurret}, "d"), "");
  EXPECT_EQ(tick(a), Lines{divested_notification("2")});
  EXPECT_EQ(tick(b).back(), release_request("4", "d"));
  EXPECT_EQ(tick(d), Lines{acquired_notification("2")});
}

}  // namespace
}  // namespace triad::test
