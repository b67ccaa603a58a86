// Data distribution management in the cores (HLA 1.3 clause 9).
#include <map>

#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

using wire::Range;
using wire::RegionHandle;

constexpr std::uint64_t kMost = ~std::uint64_t{0};

// a sends, b receives; c is a third federate for some tests.
class Ddm : public CoreScenario {
 protected:
  using CoreScenario::CoreScenario;
  void SetUp() override {
    for (Federate* f : {&a, &b, &c}) {
      *f = join("federate");
      EXPECT_EQ(set_switch(*f, wire::AdvisorySwitch::class_relevance, false), "");
      EXPECT_EQ(set_switch(*f, wire::AdvisorySwitch::interaction_relevance, false), "");
    }
    EXPECT_EQ(publish(a, kTank, {kPosition, kSpeed, kTurret}), "");
    EXPECT_EQ(publish(a, kShot), "");
    EXPECT_EQ(publish(a, kHit), "");
  }

  RegionHandle create_region(Federate f, std::uint64_t extents = 1) {
    const auto result = harness.call(f, wire::CreateRegion{kTerrain, extents, {}});
    EXPECT_EQ(refusal(result), "");
    return result ? *result : RegionHandle{};
  }
  std::string notify(Federate f, RegionHandle region, const std::vector<Range>& ranges) {
    return call(f, wire::NotifyAboutRegionModification{region, ranges});
  }
  // Sets one extent, from `lower` to `upper` in both dimensions.
  std::string move(Federate f, RegionHandle region, std::uint64_t lower, std::uint64_t upper) {
    return notify(f, region, {{lower, upper}, {lower, upper}});
  }
  RegionHandle square(Federate f, std::uint64_t lower, std::uint64_t upper) {
    const RegionHandle region = create_region(f);
    EXPECT_EQ(move(f, region, lower, upper), "");
    return region;
  }
  std::string subscribe_in(Federate f, ObjectClassHandle at, RegionHandle region,
                           const AttributeSet& attributes, bool active = true) {
    return call(f, wire::SubscribeObjectClassAttributesWithRegion{at, region, attributes, active});
  }
  std::string unsubscribe_in(Federate f, ObjectClassHandle at, RegionHandle region) {
    return call(f, wire::UnsubscribeObjectClassWithRegion{at, region});
  }
  std::string associate(Federate f, RegionHandle region, ObjectHandle object,
                        const AttributeSet& attributes) {
    return call(f, wire::AssociateRegionForUpdates{region, object, attributes});
  }
  std::string unassociate(Federate f, RegionHandle region, ObjectHandle object) {
    return call(f, wire::UnassociateRegionForUpdates{region, object});
  }
  ObjectHandle enroll_in(Federate f, ObjectClassHandle at,
                         const std::vector<wire::AttributeRegion>& regions) {
    const auto result = harness.call(f, wire::RegisterObjectInstanceWithRegion{at, {}, regions});
    EXPECT_EQ(refusal(result), "");
    return result ? *result : ObjectHandle{};
  }
  std::string send_in(Federate f, InteractionClassHandle sent, RegionHandle region) {
    wire::SendInteraction request;
    request.interaction_class = sent;
    request.region = region;
    return call(f, request);
  }

  // Names of the callbacks, and the attributes of reflects.
  Lines take_callback_lines(Federate f) {
    Lines lines;
    harness.settle();
    harness.take_callbacks(f, [&](const rtia::Callback& callback) {
      std::visit(
          [&](const auto& message) {
            using Message = std::decay_t<decltype(message)>;
            std::string line(wire::name_of(wire::kind_of<Message>));
            if constexpr (requires { message.attributes; }) {
              line += " ";
              wire::print_value(line, message.attributes);
            }
            if constexpr (requires { message.values; }) {
              message.values.for_each([&](std::uint32_t handle, wire::Bytes, wire::Bytes) {
                line += " " + std::to_string(handle);
              });
            }
            lines.push_back(line);
          },
          callback);
    });
    harness.settle();
    return lines;
  }

  Federate a = 0, b = 0, c = 0;
};

// --- Regions.

TEST_F(Ddm, ARegionNeedsASpaceAndExtents) {
  EXPECT_EQ(call(a, wire::CreateRegion{kNoSpace, 1, {}}), "SpaceNotDefined");
  EXPECT_EQ(call(a, wire::CreateRegion{wire::SpaceHandle(4), 1, {}}), "SpaceNotDefined")
      << "the default space has no regions";
  EXPECT_EQ(call(a, wire::CreateRegion{kTerrain, 0, {}}), "InvalidExtents");
  EXPECT_EQ(call(a, wire::CreateRegion{kTerrain, wire::kExtentsMax + 1, {}}), "InvalidExtents");
  EXPECT_NE(create_region(a), create_region(a));
  EXPECT_NE(create_region(a), create_region(b));
}

TEST_F(Ddm, TheRegionsOfAFederateHaveALimitTogether) {
  const wire::CreateRegion largest{kTerrain, wire::kExtentsMax, {}};
  std::vector<wire::RegionHandle> regions;
  for (std::uint64_t i = 0; i < wire::kExtentsOfFederateMax / wire::kExtentsMax; ++i) {
    const auto made = harness.call(a, largest);
    ASSERT_TRUE(made) << made.error().text;
    regions.push_back(*made);
  }
  std::string why;
  EXPECT_EQ(refusal(harness.call(a, wire::CreateRegion{kTerrain, 1, {}}), &why),
            "RTIinternalError");
  EXPECT_NE(why.find("have 262144 already"), why.npos) << why;
  EXPECT_EQ(call(b, largest), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{regions.front()}), "");
  EXPECT_EQ(call(a, largest), "");
}

TEST_F(Ddm, ARegionIsItsCreatorsUntilItIsDeleted) {
  const auto region = square(a, 0, 10);
  EXPECT_EQ(move(b, region, 0, 10), "RegionNotKnown");
  EXPECT_EQ(call(b, wire::DeleteRegion{region}), "RegionNotKnown");
  EXPECT_EQ(subscribe_in(b, kTank, region, {kPosition}), "RegionNotKnown");
  EXPECT_EQ(call(a, wire::DeleteRegion{region}), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{region}), "RegionNotKnown");
  EXPECT_EQ(move(a, region, 0, 10), "RegionNotKnown");
}

TEST_F(Ddm, BoundsThatMakeNoSenseAreRefusedAndChangeNothing) {
  const auto wanted = square(b, 0, 10);
  EXPECT_EQ(subscribe_in(b, kTank, wanted, {kPosition}), "");
  const auto region = square(a, 5, 6);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  deliver_all();
  EXPECT_EQ(notify(a, region, {{20, 30}, {30, 20}}), "InvalidExtents");
  EXPECT_EQ(notify(a, region, {{20, 30}}), "InvalidExtents");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
}

TEST_F(Ddm, ARegionInUseIsNotDeleted) {
  const auto wanted = square(b, 0, 10);
  EXPECT_EQ(subscribe_in(b, kTank, wanted, {kPosition}), "");
  EXPECT_EQ(call(b, wire::DeleteRegion{wanted}), "RegionInUse");
  EXPECT_EQ(unsubscribe_in(b, kTank, wanted), "");
  EXPECT_EQ(call(b, wire::DeleteRegion{wanted}), "");

  const auto region = square(a, 0, 10);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  EXPECT_EQ(call(a, wire::DeleteRegion{region}), "RegionInUse");
  EXPECT_EQ(unassociate(a, region, tank), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{region}), "");

  const auto other = square(a, 0, 10);
  EXPECT_EQ(associate(a, other, tank, {kPosition}), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{other}), "RegionInUse");
  EXPECT_EQ(delete_object(a, tank), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{other}), "");

  const auto heard_in = square(b, 0, 10);
  EXPECT_EQ(call(b, wire::SubscribeInteractionClassWithRegion{kShot, heard_in, true}), "");
  EXPECT_EQ(call(b, wire::DeleteRegion{heard_in}), "RegionInUse");
}

TEST_F(Ddm, ARegionFitsWhatLiesInItsSpace) {
  const auto region = square(a, 0, 10);
  const auto tank = register_object(a, kTank);
  EXPECT_EQ(subscribe_in(a, kTank, region, {kPosition, kSpeed}), "InvalidRegionContext");
  EXPECT_EQ(subscribe_in(a, kTank, region, {kNoAttribute}), "AttributeNotDefined");
  EXPECT_EQ(subscribe_in(a, kNoObjectClass, region, {kPosition}), "ObjectClassNotDefined");
  EXPECT_EQ(associate(a, region, tank, {kSpeed}), "InvalidRegionContext");
  EXPECT_EQ(associate(a, region, tank, {kArmour}), "AttributeNotDefined");
  EXPECT_EQ(associate(a, region, kNoObject, {kPosition}), "ObjectNotKnown");
  EXPECT_EQ(associate(a, kNoRegion, tank, {kPosition}), "RegionNotKnown");
  EXPECT_EQ(unassociate(a, region, kNoObject), "ObjectNotKnown");
  EXPECT_EQ(unassociate(a, kNoRegion, tank), "RegionNotKnown");
  EXPECT_EQ(unassociate(a, region, tank), "") << "it has no effect";
  EXPECT_EQ(call(a, wire::SubscribeInteractionClassWithRegion{kTalk, region, true}),
            "InvalidRegionContext");
  EXPECT_EQ(call(a, wire::SubscribeInteractionClassWithRegion{kNoInteractionClass, region, true}),
            "InteractionClassNotDefined");
  EXPECT_EQ(call(a, wire::SubscribeInteractionClassWithRegion{kShot, kNoRegion, true}),
            "RegionNotKnown");
  EXPECT_EQ(publish(a, kTalk), "");
  EXPECT_EQ(send_in(a, kTalk, region), "InvalidRegionContext");
  EXPECT_EQ(send_in(a, kShot, kNoRegion), "RegionNotKnown");
}

TEST_F(Ddm, WhatIsNotSubscribedWithARegionIsNotUnsubscribed) {
  const auto region = square(b, 0, 10);
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_EQ(unsubscribe_in(b, kTank, region), "ObjectClassNotSubscribed");
  EXPECT_EQ(unsubscribe_in(b, kNoObjectClass, region), "ObjectClassNotDefined");
  EXPECT_EQ(unsubscribe_in(b, kTank, kNoRegion), "RegionNotKnown");
  EXPECT_EQ(call(b, wire::UnsubscribeInteractionClassWithRegion{kShot, region}),
            "InteractionClassNotSubscribed");
  EXPECT_EQ(call(b, wire::UnsubscribeInteractionClassWithRegion{kShot, kNoRegion}),
            "RegionNotKnown");
  EXPECT_EQ(subscribe_in(b, kPlane, region, {kPosition}), "");
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kPlane}), "ObjectClassNotSubscribed")
      << "that is for the subscription without region";
}

TEST_F(Ddm, ARegistrationWithRegionsChecksItsList) {
  const auto region = square(a, 0, 10);
  const auto enrolled = [&](ObjectClassHandle at, std::vector<wire::AttributeRegion> regions) {
    return call(a, wire::RegisterObjectInstanceWithRegion{at, {}, std::move(regions)});
  };
  EXPECT_EQ(enrolled(kNoObjectClass, {}), "ObjectClassNotDefined");
  EXPECT_EQ(enrolled(kPlane, {}), "ObjectClassNotPublished");
  EXPECT_EQ(enrolled(kTank, {{kArmour, region}}), "AttributeNotDefined");
  EXPECT_EQ(enrolled(kTank, {{kSpeed, region}}), "InvalidRegionContext");
  EXPECT_EQ(enrolled(kTank, {{kPosition, region}, {kPosition, region}}), "InvalidRegionContext");
  EXPECT_EQ(enrolled(kTank, {{kPosition, kNoRegion}}), "RegionNotKnown");
  EXPECT_EQ(publish(a, kTank, {kSpeed}), "");
  EXPECT_EQ(enrolled(kTank, {{kPosition, region}}), "AttributeNotPublished");
  EXPECT_EQ(call(a, wire::RegisterObjectInstanceWithRegion{kTank, "Tiger", {}}), "");
  EXPECT_EQ(call(a, wire::RegisterObjectInstanceWithRegion{kTank, "Tiger", {}}),
            "ObjectAlreadyRegistered");
}

// --- Updates.

TEST_F(Ddm, WhatOverlapsIsReflectedAndNothingElse) {
  const auto wanted = square(b, 10, 20);
  EXPECT_EQ(subscribe_in(b, kTank, wanted, {kPosition}), "");
  EXPECT_EQ(subscribe(c, kTank, {kPosition, kTurret}), "");
  const auto region = square(a, 15, 16);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  EXPECT_EQ(take_callback_lines(b), Lines{"DiscoverObjectInstance"});
  EXPECT_EQ(take_callback_lines(c), Lines{"DiscoverObjectInstance"});

  EXPECT_EQ(update(a, tank, value(kPosition, "1").add(kTurret, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
  EXPECT_EQ(take_callback_lines(c), (Lines{"ReflectAttributeValues 4", "ReflectAttributeValues 2"}))
      << "one reflect for each update region";

  EXPECT_EQ(move(a, region, 20, 30), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{}) << "what touches does not overlap";
  EXPECT_EQ(take_callback_lines(c), Lines{"ReflectAttributeValues 2"});

  EXPECT_EQ(move(b, wanted, 10, 21), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "3")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});

  EXPECT_EQ(unassociate(a, region, tank), "");
  EXPECT_EQ(move(b, wanted, 90, 91), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "4")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"})
      << "the default region overlaps all";
}

// The RTIG's setting region.cells applies to regions at all members.
class DdmOfCells : public Ddm {
 protected:
  DdmOfCells() : Ddm(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtig.load_fed = [](std::string_view, std::optional<std::string_view>) {
      core::ObjectModel model = test_model();
      model.spaces[0].cells_of_extent = 16;
      return model;
    };
    return options;
  }
};

TEST_F(DdmOfCells, AMessageMissesWhoWouldBeGivenItByFewerCells) {
  const auto beside = square(b, 25, 26);
  ASSERT_EQ(call(b, wire::SubscribeInteractionClassWithRegion{kShot, beside, true}), "");
  const auto around = square(c, 1, 2);
  ASSERT_EQ(call(c, wire::SubscribeInteractionClassWithRegion{kShot, around, true}), "");
  std::map<Federate, int> given;
  harness.set_watch([&](Federate of, bool up, const wire::Record& record) {
    if (!up && record.header.message_kind() == wire::Kind::SendInteraction) ++given[of];
  });
  EXPECT_EQ(send_in(a, kShot, square(a, 1, 18)), "");
  EXPECT_EQ(take_callback_lines(c), Lines{"ReceiveInteraction"});
  EXPECT_EQ(take_callback_lines(b), Lines{});
  EXPECT_EQ(given, (std::map<Federate, int>{{c, 1}}));
}

TEST_F(Ddm, ARegionWhoseBoundsWereNeverNotifiedOverlapsNone) {
  EXPECT_EQ(subscribe_in(b, kTank, create_region(b), {kPosition}), "");
  EXPECT_EQ(subscribe_in(c, kTank, square(c, 0, kMost), {kPosition}), "");
  const auto region = create_region(a);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  EXPECT_EQ(take_callback_lines(c), Lines{});
  EXPECT_EQ(move(a, region, 0, kMost), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{});
  EXPECT_EQ(take_callback_lines(c), (Lines{"DiscoverObjectInstance", "ReflectAttributeValues 2"}));
}

TEST_F(Ddm, EachSubscriptionHasAttributesOfItsOwn) {
  EXPECT_EQ(subscribe_in(b, kVehicle, square(b, 0, 10), {kPosition}), "");
  const auto wanted = square(b, 20, 30);
  EXPECT_EQ(subscribe_in(b, kVehicle, wanted, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kSpeed}), "");
  const auto region = square(a, 25, 26);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  deliver_all();
  const auto both = value(kPosition, "1").add(kSpeed, "2");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(take_callback_lines(b),
            (Lines{"ReflectAttributeValues 2", "ReflectAttributeValues 3"}));
  EXPECT_EQ(subscribe_in(b, kVehicle, wanted, {}), "") << "an empty set ends the subscription";
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 3"});
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kVehicle}), "");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(take_callback_lines(b), Lines{});
  EXPECT_EQ(move(a, region, 5, 6), "");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
}

TEST_F(Ddm, WhatWasInReachWhenSentIsReflectedThoughTheSenderHasMovedSince) {
  EXPECT_EQ(subscribe_in(b, kTank, square(b, 0, 10), {kPosition}), "");
  const auto region = square(a, 5, 6);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  deliver_all();
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(move(a, region, 50, 60), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
}

TEST_F(Ddm, AnAttributeHasOneUpdateRegionAtATime) {
  EXPECT_EQ(subscribe_in(b, kTank, square(b, 0, 10), {kPosition}), "");
  const auto near = square(a, 5, 6);
  const auto far = square(a, 50, 60);
  const auto tank = enroll_in(a, kTank, {{kPosition, near}});
  deliver_all();
  EXPECT_EQ(associate(a, far, tank, {kPosition}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{});
  EXPECT_EQ(call(a, wire::DeleteRegion{near}), "") << "it has been replaced";
  EXPECT_EQ(associate(a, far, tank, {}), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{far}), "") << "an empty set ends the association";
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
}

TEST_F(Ddm, ANewOwnerBeginsInTheDefaultRegion) {
  EXPECT_EQ(subscribe_in(b, kTank, square(b, 0, 10), {kPosition}), "");
  EXPECT_EQ(publish(c, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  const auto region = square(a, 50, 60);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  deliver_all();
  EXPECT_EQ(call(a, wire::UnconditionalAttributeOwnershipDivestiture{tank, {kPosition}}), "");
  EXPECT_EQ(call(a, wire::DeleteRegion{region}), "") << "the divestiture has ended the association";
  EXPECT_EQ(call(c, wire::AttributeOwnershipAcquisition{tank, {}, {kPosition}, {}}), "");
  deliver_all();
  EXPECT_EQ(update(c, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"});
  EXPECT_EQ(associate(c, square(c, 50, 60), tank, {kPosition}), "");
  EXPECT_EQ(update(c, tank, value(kPosition, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{});
}

TEST_F(Ddm, AnAssociationMadeBeforeTheAttributeIsOwnedHoldsThen) {
  EXPECT_EQ(subscribe_in(b, kTank, square(b, 0, 10), {kPosition}), "");
  EXPECT_EQ(publish(c, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  const auto tank = register_object(a, kTank);
  deliver_all();
  EXPECT_EQ(associate(c, square(c, 50, 60), tank, {kPosition}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"ReflectAttributeValues 2"}) << "it is not the owner's";
  EXPECT_EQ(call(a, wire::UnconditionalAttributeOwnershipDivestiture{tank, {kPosition}}), "");
  EXPECT_EQ(call(c, wire::AttributeOwnershipAcquisition{tank, {}, {kPosition}, {}}), "");
  deliver_all();
  EXPECT_EQ(update(c, tank, value(kPosition, "2")), "");
  EXPECT_EQ(take_callback_lines(b), Lines{});
}

TEST_F(Ddm, ALocalDeletionEndsTheAssociationsOfTheFederate) {
  EXPECT_EQ(subscribe(c, kTank, {kPosition}), "");
  const auto tank = register_object(a, kTank);
  deliver_all();
  const auto region = square(c, 5, 6);
  EXPECT_EQ(associate(c, region, tank, {kPosition}), "");
  EXPECT_EQ(call(c, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(call(c, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(call(c, wire::DeleteRegion{region}), "");
  EXPECT_EQ(harness.rtig().state("Federation")->regions().size(), 0u);
}

// --- Late joiners and departures.

TEST_F(Ddm, ANewcomerKnowsTheRegionsThereAre) {
  const auto region = square(a, 5, 6);
  const auto tank = enroll_in(a, kTank, {{kPosition, region}});
  EXPECT_EQ(subscribe_in(b, kTank, square(b, 0, 10), {kPosition}), "");
  const Federate late = join("late");
  const auto wanted = square(late, 0, 5);
  EXPECT_EQ(subscribe_in(late, kTank, wanted, {kPosition}), "");
  EXPECT_EQ(take_callback_lines(late), Lines{});
  EXPECT_EQ(move(late, wanted, 0, 6), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(take_callback_lines(late),
            (Lines{"DiscoverObjectInstance", "ReflectAttributeValues 2"}));
  EXPECT_EQ(publish(late, kShot), "");
  EXPECT_EQ(call(b, wire::SubscribeInteractionClassWithRegion{kShot, square(b, 1, 2), true}), "");
  EXPECT_EQ(send_in(late, kShot, wanted), "");
  EXPECT_EQ(take_callback_lines(b).back(), "ReceiveInteraction");
}

TEST_F(Ddm, RegionsEndWithTheirCreator) {
  const auto wanted = square(b, 0, 10);
  EXPECT_EQ(subscribe_in(b, kTank, wanted, {kPosition}), "");
  const auto tank = enroll_in(a, kTank, {{kPosition, square(a, 5, 6)}});
  deliver_all();
  EXPECT_EQ(resign(b, ResignAction::no_action), "");
  EXPECT_EQ(harness.rtig().state("Federation")->regions().size(), 1u);
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(rejoin(b, "again"), "");
  EXPECT_EQ(move(b, wanted, 0, 10), "RegionNotKnown");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  deliver_all();
  EXPECT_EQ(resign(a, ResignAction::delete_objects), "");
  EXPECT_EQ(take_callback_lines(b), Lines{"RemoveObjectInstance"});
  EXPECT_EQ(harness.rtig().state("Federation")->regions().size(), 0u);
}

}  // namespace
}  // namespace triad::test
