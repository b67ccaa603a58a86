// Scenarios of data distribution management, HLA 1.3 clause 9. Position and Contact lie in the
// space Battlefield (East, North), Urgent and Height in Sky (Height).
#include <fedtime.hh>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

class FieldOfRegions {
 public:
  explicit FieldOfRegions(Federate& federate)
      : federate_(federate),
        space_(federate->getRoutingSpaceHandle("Battlefield")),
        east_(federate->getDimensionHandle("East", space_)),
        north_(federate->getDimensionHandle("North", space_)) {}

  RTI::SpaceHandle space() const { return space_; }
  RTI::DimensionHandle east() const { return east_; }
  RTI::DimensionHandle north() const { return north_; }

  // Creates a square on the diagonal.
  RTI::Region& square(RTI::ULong lower, RTI::ULong upper) {
    RTI::Region& region = *federate_->createRegion(space_, 1);
    move(region, lower, upper);
    return region;
  }
  void move(RTI::Region& region, RTI::ULong lower, RTI::ULong upper) {
    for (const auto dimension : {east_, north_}) {
      region.setRangeLowerBound(0, dimension, lower);
      region.setRangeUpperBound(0, dimension, upper);
    }
    federate_->notifyAboutRegionModification(region);
  }
  void subscribe(RTI::Region& region, const char* object_class = "Vehicle",
                 RTI::Boolean active = RTI::RTI_TRUE) {
    federate_->subscribeObjectClassAttributesWithRegion(
        federate_.object_class(object_class), region,
        *federate_.attributes(object_class, {"Position"}), active);
  }
  void subscribe_contacts(RTI::Region& region, RTI::Boolean active = RTI::RTI_TRUE) {
    federate_->subscribeInteractionClassWithRegion(federate_.interaction_class("Report.Contact"),
                                                   region, active);
  }
  void register_in(const std::string& name, RTI::Region& region) {
    const auto object_class = federate_.object_class("Vehicle");
    RTI::AttributeHandle attributes[] = {federate_.attribute("Vehicle", "Position")};
    RTI::Region* regions[] = {&region};
    const auto object = federate_->registerObjectInstanceWithRegion(object_class, name.c_str(),
                                                                    attributes, regions, 1);
    federate_.recorder().add_object(object, object_class, name);
  }
  void associate(RTI::Region& region, const std::string& name) {
    federate_->associateRegionForUpdates(region, federate_.object(name),
                                         *federate_.attributes("Vehicle", {"Position"}));
  }
  void send_contact(RTI::Region& region, const char* bearing) {
    federate_->sendInteractionWithRegion(
        federate_.interaction_class("Report.Contact"),
        *federate_.parameters("Report.Contact", {{"Bearing", bearing}}), "", region);
  }

 private:
  Federate& federate_;
  RTI::SpaceHandle space_;
  RTI::DimensionHandle east_;
  RTI::DimensionHandle north_;
};

std::string reflected(const std::string& name, const std::string& position) {
  return "reflectAttributeValues " + name + " {Position=\"" + position + "\"} tag=\"\" best_effort";
}

const std::string kDiscovered = "discoverObjectInstance Car ObjectRoot.Vehicle";

// --- Regions.

SCENARIO(Regions, TheirBoundsAreReadAsTheyWereSet) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region& region = *owner->createRegion(field.space(), 2);
  EXPECT_EQ(region.getSpaceHandle(), field.space());
  EXPECT_EQ(region.getNumberOfExtents(), 2u);
  region.setRangeLowerBound(1, field.north(), 7);
  region.setRangeUpperBound(1, field.north(), MAX_EXTENT);
  EXPECT_EQ(region.getRangeLowerBound(1, field.north()), 7u);
  EXPECT_EQ(region.getRangeUpperBound(1, field.north()), MAX_EXTENT);
  EXPECT_EQ(region.getRangeLowerBoundNotificationLimit(1, field.north()), MIN_EXTENT);
  owner->notifyAboutRegionModification(region);
  EXPECT_EQ(region.getRangeLowerBoundNotificationLimit(1, field.north()), 7u);
  EXPECT_EQ(region.getRangeUpperBoundNotificationLimit(1, field.north()), MAX_EXTENT);
  region.setRangeLowerBound(1, field.north(), 8);
  EXPECT_EQ(region.getRangeLowerBoundNotificationLimit(1, field.north()), 7u);

  EXPECT_THROWS(ArrayIndexOutOfBounds, region.getRangeLowerBound(2, field.north()));
  EXPECT_THROWS(ArrayIndexOutOfBounds, region.getRangeUpperBound(0, 99));
  EXPECT_THROWS(ArrayIndexOutOfBounds, region.setRangeLowerBound(2, field.north(), 1));
  EXPECT_THROWS(ArrayIndexOutOfBounds, region.setRangeUpperBound(0, 99, 1));
  EXPECT_THROWS(ArrayIndexOutOfBounds,
                region.getRangeLowerBoundNotificationLimit(2, field.north()));
  EXPECT_THROWS(ArrayIndexOutOfBounds, region.getRangeUpperBoundNotificationLimit(0, 99));
}

SCENARIO(Regions, AreCreatedInASpaceWithExtents) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  EXPECT_THROWS(SpaceNotDefined, owner->createRegion(99, 1));
  EXPECT_THROWS(SpaceNotDefined, owner->createRegion(-1, 1));
  EXPECT_THROWS(InvalidExtents, owner->createRegion(field.space(), 0));
  EXPECT_THROWS(InvalidExtents, owner->createRegion(field.space(), MAX_EXTENT));
  RTI::Region& region = *owner->createRegion(field.space(), 1);
  region.setRangeLowerBound(0, field.east(), 10);
  region.setRangeUpperBound(0, field.east(), 9);
  EXPECT_THROWS(InvalidExtents, owner->notifyAboutRegionModification(region));
}

SCENARIO(Regions, AreNamedByTheirTokensToTheirCreatorAlone) {
  auto& owner = federate();
  auto& other = federate();
  FieldOfRegions field(owner);
  RTI::Region& region = field.square(3, 4);
  const RTI::RegionToken token = owner->getRegionToken(&region);
  EXPECT_EQ(owner->getRegionToken(owner->getRegion(token)), token);
  EXPECT_NE(owner->getRegionToken(&field.square(3, 4)), token);
  EXPECT_THROWS(RegionNotKnown, other->getRegion(token));
  EXPECT_THROWS(RegionNotKnown, other->getRegionToken(&region));
  EXPECT_THROWS(RegionNotKnown, owner->getRegion(token + 1000));
  EXPECT_THROWS(RegionNotKnown, owner->getRegionToken(nullptr));
  owner->deleteRegion(&region);
  EXPECT_THROWS(RegionNotKnown, owner->getRegion(token));
  EXPECT_THROWS(RegionNotKnown, owner->deleteRegion(&region));
}

SCENARIO(Regions, OutliveTheirRegionObjects) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region* const region = &field.square(3, 4);
  const RTI::RegionToken token = owner->getRegionToken(region);
  delete region;
  RTI::Region* const again = owner->getRegion(token);
  EXPECT_EQ(again->getRangeLowerBound(0, field.east()), 3u);
  owner->deleteRegion(again);
  delete again;  // some federates do this
}

SCENARIO(Regions, MayBeDeletedAsOftenAsTheyWereHandedOut) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region* const created = &field.square(3, 4);
  const RTI::RegionToken token = owner->getRegionToken(created);
  RTI::Region* const second = owner->getRegion(token);
  RTI::Region* const third = owner->getRegion(token);
  delete created;
  delete third;
  EXPECT_EQ(second->getRangeLowerBound(0, field.east()), 3u);
  EXPECT_EQ(owner->getRegionToken(second), token);
  owner->notifyAboutRegionModification(*second);
  delete second;
  for (RTI::Region* const stale : {created, second, third}) {
    EXPECT_THROWS(RegionNotKnown, owner->getRegionToken(stale));
    EXPECT_THROWS(RegionNotKnown, owner->notifyAboutRegionModification(*stale));
    EXPECT_THROWS(RegionNotKnown, owner->deleteRegion(stale));
    delete stale;
  }

  RTI::Region* const again = owner->getRegion(token);
  EXPECT_EQ(again->getRangeLowerBound(0, field.east()), 3u);
  EXPECT_THROWS(RegionNotKnown, owner->getRegionToken(created));
  RTI::Region* const once_more = owner->getRegion(token);
  owner->deleteRegion(again);
  EXPECT_THROWS(RegionNotKnown, owner->deleteRegion(once_more));
  delete once_more;
  delete again;
}

SCENARIO(Regions, AreNotOthersToUse) {
  auto& owner = federate();
  auto& other = federate();
  FieldOfRegions field(owner);
  FieldOfRegions others(other);
  RTI::Region& region = field.square(0, 10);
  other.publish("Vehicle", {"Position"});
  other.publish_interaction("Report.Contact");
  other.register_object("Vehicle", "Car");
  EXPECT_THROWS(RegionNotKnown, other->notifyAboutRegionModification(region));
  EXPECT_THROWS(RegionNotKnown, other->deleteRegion(&region));
  EXPECT_THROWS(RegionNotKnown, others.subscribe(region));
  EXPECT_THROWS(RegionNotKnown, others.subscribe_contacts(region));
  EXPECT_THROWS(RegionNotKnown, others.associate(region, "Car"));
  EXPECT_THROWS(RegionNotKnown, others.register_in("Van", region));
  EXPECT_THROWS(RegionNotKnown, others.send_contact(region, "1"));
  EXPECT_THROWS(RegionNotKnown, other->unassociateRegionForUpdates(region, other.object("Car")));
  EXPECT_THROWS(RegionNotKnown,
                other->unsubscribeObjectClassWithRegion(other.object_class("Vehicle"), region));
  EXPECT_THROWS(RegionNotKnown, other->unsubscribeInteractionClassWithRegion(
                                    other.interaction_class("Report.Contact"), region));
  EXPECT_THROWS(RegionNotKnown, other->requestClassAttributeValueUpdateWithRegion(
                                    other.object_class("Vehicle"),
                                    *other.attributes("Vehicle", {"Position"}), region));
}

SCENARIO(Regions, EndWithTheMembership) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region& region = field.square(0, 10);
  owner.resign();
  EXPECT_THROWS(FederateNotExecutionMember, owner->getRegionToken(&region));
  owner.join(federation());
  EXPECT_THROWS(RegionNotKnown, owner->getRegionToken(&region));
  EXPECT_THROWS(RegionNotKnown, owner->notifyAboutRegionModification(region));
}

SCENARIO(Regions, FitTheirSpaceAlone) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region& region = field.square(0, 10);
  owner.publish("Vehicle", {"Speed", "Position"});
  owner.publish_interaction("Report.Contact.Urgent");
  owner.register_object("Vehicle", "Car");
  EXPECT_THROWS(InvalidRegionContext, owner->subscribeObjectClassAttributesWithRegion(
                                          owner.object_class("Vehicle"), region,
                                          *owner.attributes("Vehicle", {"Speed", "Position"})));
  EXPECT_THROWS(InvalidRegionContext,
                owner->associateRegionForUpdates(region, owner.object("Car"),
                                                 *owner.attributes("Vehicle", {"Speed"})));
  EXPECT_THROWS(InvalidRegionContext,
                owner->subscribeInteractionClassWithRegion(
                    owner.interaction_class("Report.Contact.Urgent"), region));
  EXPECT_THROWS(
      InvalidRegionContext,
      owner->sendInteractionWithRegion(owner.interaction_class("Report.Contact.Urgent"),
                                       *owner.parameters("Report.Contact.Urgent", {}), "", region));
  EXPECT_THROWS(InteractionClassNotSubscribed,
                owner->unsubscribeInteractionClassWithRegion(
                    owner.interaction_class("Report.Contact"), region));
  EXPECT_THROWS(ObjectClassNotSubscribed,
                owner->unsubscribeObjectClassWithRegion(owner.object_class("Vehicle"), region));
}

SCENARIO(Regions, InUseAreNotDeleted) {
  auto& owner = federate();
  FieldOfRegions field(owner);
  RTI::Region& wanted = field.square(0, 10);
  field.subscribe(wanted);
  EXPECT_THROWS(RegionInUse, owner->deleteRegion(&wanted));
  owner->unsubscribeObjectClassWithRegion(owner.object_class("Vehicle"), wanted);
  owner->deleteRegion(&wanted);
  owner.publish("Vehicle", {"Position"});
  RTI::Region& sent = field.square(0, 10);
  field.register_in("Car", sent);
  EXPECT_THROWS(RegionInUse, owner->deleteRegion(&sent));
  owner->unassociateRegionForUpdates(sent, owner.object("Car"));
  owner->deleteRegion(&sent);
}

// --- Updates and interactions with regions.

SCENARIO(UpdatesWithRegions, AreReflectedWhereTheyOverlap) {
  auto& sender = federate();
  auto& receiver = federate();
  auto& everywhere = federate();
  sender->disableClassRelevanceAdvisorySwitch();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish("Vehicle", {"Speed", "Position"});
  RTI::Region& wanted = theirs.square(10, 20);
  theirs.subscribe(wanted);
  everywhere.subscribe("Vehicle", {"Position"});
  RTI::Region& place = ours.square(0, 10);
  ours.register_in("Car", place);
  sender.update("Car", {{"Position", "1"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  EXPECT_EQ(everywhere.take_callbacks(), Lines({kDiscovered, reflected("Car", "1")}));
  ours.move(place, 0, 11);
  sender.update("Car", {{"Speed", "9"}, {"Position", "2"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines({kDiscovered, reflected("Car", "2")}));
  theirs.move(wanted, 11, 20);
  sender.update("Car", {{"Position", "3"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  sender->unassociateRegionForUpdates(place, sender.object("Car"));
  sender.update("Car", {{"Position", "4"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines({reflected("Car", "4")}));
  ours.associate(place, "Car");
  sender.update("Car", {{"Position", "5"}});
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  EXPECT_EQ(everywhere.take_callbacks(), Lines({reflected("Car", "2"), reflected("Car", "3"),
                                                reflected("Car", "4"), reflected("Car", "5")}));
}

SCENARIO(UpdatesWithRegions, ComeWithTheirSendersRegion) {
  auto& sender = federate();
  auto& receiver = federate();
  sender->disableClassRelevanceAdvisorySwitch();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish("Vehicle", {"Position", "Speed"});
  receiver.subscribe("Vehicle", {"Position", "Speed"});
  ours.register_in("Car", ours.square(3, 5));
  Lines regions;
  receiver.recorder().on_region = [&](const RTI::Region* region) {
    if (region == nullptr) return regions.push_back("default");
    regions.push_back(std::to_string(region->getNumberOfExtents()) + " from " +
                      std::to_string(region->getRangeLowerBound(0, theirs.north())) + " to " +
                      std::to_string(region->getRangeUpperBound(0, theirs.east())));
  };
  sender.update("Car", {{"Position", "1"}});
  sender.update("Car", {{"Speed", "1"}});
  (void)receiver.take_callbacks();
  EXPECT_EQ(regions, Lines({"1 from 3 to 5", "default"}));
  receiver.recorder().on_region = nullptr;
}

SCENARIO(UpdatesWithRegions, AdviseBothSidesWhenTheOverlapChanges) {
  auto& sender = federate();
  auto& receiver = federate();
  sender->disableClassRelevanceAdvisorySwitch();
  sender->enableAttributeRelevanceAdvisorySwitch();
  receiver->enableAttributeScopeAdvisorySwitch();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish("Vehicle", {"Position"});
  RTI::Region& wanted = theirs.square(10, 20);
  theirs.subscribe(wanted);
  RTI::Region& place = ours.square(10, 20);
  ours.register_in("Car", place);
  EXPECT_EQ(receiver.take_callbacks(), Lines({kDiscovered, "attributesInScope Car {Position}"}));
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Position}"}));
  ours.move(place, 30, 40);
  EXPECT_EQ(receiver.take_callbacks(), Lines({"attributesOutOfScope Car {Position}"}));
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Position}"}));
  theirs.move(wanted, 30, 40);
  EXPECT_EQ(receiver.take_callbacks(), Lines({"attributesInScope Car {Position}"}));
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnUpdatesOnForObjectInstance Car {Position}"}));
  theirs.subscribe(wanted, "Vehicle", RTI::RTI_FALSE);
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnUpdatesOffForObjectInstance Car {Position}"}));
  EXPECT_EQ(receiver.take_callbacks(), Lines());
  receiver->unsubscribeObjectClassWithRegion(receiver.object_class("Vehicle"), wanted);
  EXPECT_EQ(receiver.take_callbacks(), Lines({"attributesOutOfScope Car {Position}"}));
}

SCENARIO(UpdatesWithRegions, AreAskedForWhereTheyOverlap) {
  auto& sender = federate();
  auto& receiver = federate();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish("Vehicle", {"Position", "Speed"});
  ours.register_in("Near", ours.square(0, 10));
  ours.register_in("Far", ours.square(100, 110));
  receiver->requestClassAttributeValueUpdateWithRegion(
      receiver.object_class("Vehicle"), *receiver.attributes("Vehicle", {"Position", "Speed"}),
      theirs.square(5, 6));
  EXPECT_EQ(sender.take_callbacks(), Lines({"provideAttributeValueUpdate Near {Position}"}));
}

SCENARIO(InteractionsWithRegions, AreReceivedWhereTheyOverlap) {
  auto& sender = federate();
  auto& receiver = federate();
  sender->disableInteractionRelevanceAdvisorySwitch();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish_interaction("Report.Contact");
  RTI::Region& wanted = theirs.square(10, 20);
  theirs.subscribe_contacts(wanted);
  RTI::Region& near = ours.square(19, 20);
  RTI::Region& far = ours.square(20, 21);
  ours.send_contact(near, "1");
  ours.send_contact(far, "2");
  sender.send_interaction("Report.Contact", {{"Bearing", "3"}});
  const auto received = [](const char* bearing) {
    return "receiveInteraction InteractionRoot.Report.Contact {Bearing=\"" + std::string(bearing) +
           "\"} tag=\"\" best_effort";
  };
  EXPECT_EQ(receiver.take_callbacks(), Lines({received("1"), received("3")}));
  theirs.move(wanted, 20, 30);
  ours.send_contact(near, "4");
  ours.send_contact(far, "5");
  EXPECT_EQ(receiver.take_callbacks(), Lines({received("5")}));
  receiver->unsubscribeInteractionClassWithRegion(receiver.interaction_class("Report.Contact"),
                                                  wanted);
  ours.send_contact(far, "6");
  EXPECT_EQ(receiver.take_callbacks(), Lines());
}

SCENARIO(InteractionsWithRegions, AreAReasonToSendWhateverTheBounds) {
  auto& sender = federate();
  auto& receiver = federate();
  FieldOfRegions theirs(receiver);
  sender.publish_interaction("Report.Contact");
  RTI::Region& wanted = theirs.square(10, 20);
  theirs.subscribe_contacts(wanted, RTI::RTI_FALSE);
  EXPECT_EQ(sender.take_callbacks(), Lines());
  theirs.subscribe_contacts(wanted);
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnInteractionsOn InteractionRoot.Report.Contact"}));
  receiver->unsubscribeInteractionClassWithRegion(receiver.interaction_class("Report.Contact"),
                                                  wanted);
  EXPECT_EQ(sender.take_callbacks(), Lines({"turnInteractionsOff InteractionRoot.Report.Contact"}));
}

SCENARIO(InteractionsWithRegions, MayHaveATime) {
  auto& sender = federate();
  auto& receiver = federate();
  sender->disableInteractionRelevanceAdvisorySwitch();
  FieldOfRegions ours(sender);
  FieldOfRegions theirs(receiver);
  sender.publish_interaction("Report.Contact");
  theirs.subscribe_contacts(theirs.square(10, 20));
  sender.time().regulate(0, 1);
  sender->sendInteractionWithRegion(sender.interaction_class("Report.Contact"),
                                    *sender.parameters("Report.Contact", {{"Bearing", "1"}}),
                                    RTIfedTime(5.0), "t", ours.square(15, 16));
  const Lines lines = receiver.take_callbacks();
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("{Bearing=\"1\"}"), std::string::npos) << lines[0];
  EXPECT_THROWS(InvalidFederationTime,
                sender->sendInteractionWithRegion(sender.interaction_class("Report.Contact"),
                                                  *sender.parameters("Report.Contact", {}),
                                                  RTIfedTime(0.5), "", ours.square(15, 16)));
}

}  // namespace
}  // namespace triad::scenario
