// Scenarios of object management, HLA 1.3 clause 6: registration, updates, deletion, local
// deletion. Interactions, transportation and times are in exchange_api_test.cpp.
#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {
namespace {

// A publisher and a subscriber of tanks.
struct OwnerAndObserver {
  explicit OwnerAndObserver(Scenario& scenario)
      : owner(scenario.federate("owner")), observer(scenario.federate("observer")) {
    owner->disableClassRelevanceAdvisorySwitch();
    owner.publish("Vehicle.Tank", {"Speed", "Fuel", "Damage"});
    observer.subscribe("Vehicle.Tank", {"Speed", "Fuel", "Damage", "Position"});
  }
  Federate& owner;
  Federate& observer;
};

// --- Registration and discovery.

SCENARIO(ObjectManagement, OnlyAPublishedClassIsRegistered) {
  auto& member = federate();
  const auto vehicle = member.object_class("Vehicle");
  for (const RTI::ObjectClassHandle handle :
       {RTI::ObjectClassHandle{0}, RTI::ObjectClassHandle{9999}, ~RTI::ObjectClassHandle{0}}) {
    EXPECT_THROWS(ObjectClassNotDefined, member->registerObjectInstance(handle));
    EXPECT_THROWS(ObjectClassNotDefined, member->registerObjectInstance(handle, "Car"));
  }
  EXPECT_THROWS(ObjectClassNotPublished, member->registerObjectInstance(vehicle));
  EXPECT_THROWS(ObjectClassNotPublished, member->registerObjectInstance(vehicle, "Car"));
  member.publish("Vehicle", {"Speed"});
  member->registerObjectInstance(vehicle, "Car");
}

SCENARIO(ObjectManagement, AHandleIsTheSameAtEveryFederate) {
  OwnerAndObserver s(*this);
  const auto handle = s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"}));
  EXPECT_EQ(s.observer.object("Tank1"), handle);
  EXPECT_EQ(s.owner.object("Tank1"), handle);
  EXPECT_EQ(s.owner->getObjectInstanceHandle("Tank1"), handle);
  EXPECT_NE(handle, 0u);
}

SCENARIO(ObjectManagement, WithoutANameOneIsMade) {
  OwnerAndObserver s(*this);
  const auto tank = s.owner.object_class("Vehicle.Tank");
  Lines expected;
  for (const auto handle :
       {s.owner->registerObjectInstance(tank), s.owner->registerObjectInstance(tank, nullptr),
        s.owner->registerObjectInstance(tank, "")}) {
    const std::string name = "HLA" + std::to_string(handle);
    EXPECT_EQ(owned_text(s.owner->getObjectInstanceName(handle)), name);
    EXPECT_EQ(s.owner->getObjectInstanceHandle(name.c_str()), handle);
    expected.push_back("discoverObjectInstance " + name + " ObjectRoot.Vehicle.Tank");
  }
  EXPECT_EQ(s.observer.take_callbacks(), expected);
  for (const std::string& line : expected) {
    const std::string name = line.substr(23, line.find(' ', 23) - 23);
    EXPECT_EQ(s.observer->getObjectInstanceHandle(name.c_str()), s.observer.object(name));
  }
}

SCENARIO(ObjectManagement, ANameIsUsedOnceInAFederation) {
  OwnerAndObserver s(*this);
  s.observer.publish("Person", {"Rank"});
  s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_THROWS(ObjectAlreadyRegistered, s.owner.register_object("Vehicle.Tank", "Tank1"));
  EXPECT_THROWS(ObjectAlreadyRegistered, s.observer.register_object("Person", "Tank1"));
  s.observer.register_object("Person", "tank1");  // names of instances are case sensitive
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"}));
}

SCENARIO(ObjectManagement, NamesOfTheRtiAreRefused) {
  auto& member = federate();
  member.publish("Vehicle", {"Speed"});
  for (const char* name : {"HLA", "HLA7", "HLAx", "hla1", "Hla tank"}) {
    EXPECT_THROWS(ObjectAlreadyRegistered, member.register_object("Vehicle", name)) << name;
  }
}

SCENARIO(ObjectManagement, ANameOfBlanksIsAName) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "  ");
  s.owner.register_object("Vehicle.Tank", " with blanks ");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance    ObjectRoot.Vehicle.Tank",
                   "discoverObjectInstance  with blanks  ObjectRoot.Vehicle.Tank"}));
  EXPECT_EQ(s.observer->getObjectInstanceHandle("  "), s.owner.object("  "));
}

SCENARIO(ObjectManagement, ALongNameIsAName) {
  OwnerAndObserver s(*this);
  const std::string name(5000, 'n');
  s.owner.register_object("Vehicle.Tank", name);
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance " + name + " ObjectRoot.Vehicle.Tank"}));
}

SCENARIO(ObjectManagement, AnInstanceCanBeLookedUpWhileItIsDiscovered) {
  OwnerAndObserver s(*this);
  std::string name;
  RTI::ObjectClassHandle object_class = 0;
  bool owned = true;
  s.observer.run_in_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank", [&] {
    const auto handle = s.observer->getObjectInstanceHandle("Tank1");
    name = owned_text(s.observer->getObjectInstanceName(handle));
    object_class = s.observer->getObjectClass(handle);
    owned = s.observer.owns("Tank1", "Speed");
  });
  s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_EQ(s.observer.take_callbacks().size(), 1u);
  EXPECT_EQ(name, "Tank1");
  EXPECT_EQ(object_class, s.observer.object_class("Vehicle.Tank"));
  EXPECT_FALSE(owned);
}

SCENARIO(ObjectManagement, ALateJoinerMayMeetManyInstances) {
  auto& owner = federate();
  owner.publish("Vehicle", {"Speed"});
  const auto vehicle = owner.object_class("Vehicle");
  constexpr std::size_t kCount = 1000;
  for (std::size_t i = 0; i < kCount; ++i) {
    (void)owner->registerObjectInstance(vehicle, ("Car" + std::to_string(i)).c_str());
  }
  auto& late = federate();
  late.subscribe("Vehicle", {"Speed"});
  const Lines told = late.take_callbacks();
  ASSERT_EQ(told.size(), kCount);
  EXPECT_EQ(told.back(), "discoverObjectInstance Car999 ObjectRoot.Vehicle");
  owner.resign(RTI::DELETE_OBJECTS);
  EXPECT_EQ(late.take_callbacks().size(), kCount);
}

SCENARIO(ObjectManagement, ManyInstancesAreRegisteredInARow) {
  OwnerAndObserver s(*this);
  const auto tank = s.owner.object_class("Vehicle.Tank");
  constexpr int kCount = 6000;  // more than one lease of handles
  for (int i = 0; i < kCount; ++i) (void)s.owner->registerObjectInstance(tank);
  EXPECT_EQ(s.observer.take_callbacks().size(), static_cast<std::size_t>(kCount));
}

// --- Updates.

SCENARIO(ObjectManagement, AnUpdateIsReflected) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.update("Tank1", {{"Speed", "10"}, {"Fuel", "3"}}, "t");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Speed=\"10\" Fuel=\"3\"} tag=\"t\""}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines()) << "nothing comes back to its sender";
}

SCENARIO(ObjectManagement, EachObserverGetsWhatItSubscribed) {
  OwnerAndObserver s(*this);
  auto& of_fuel = federate();
  auto& of_nothing_owned = federate();
  of_fuel.subscribe("Vehicle.Tank", {"Fuel"});
  of_nothing_owned.subscribe("Vehicle.Tank", {"Turret"});
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.update("Tank1", {{"Speed", "10"}, {"Fuel", "3"}}, "both");
  s.owner.update("Tank1", {{"Speed", "11"}}, "speed");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Speed=\"10\" Fuel=\"3\"} tag=\"both\"",
                   "reflectAttributeValues Tank1 {Speed=\"11\"} tag=\"speed\""}));
  EXPECT_EQ(of_fuel.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Fuel=\"3\"} tag=\"both\""}));
  EXPECT_EQ(of_nothing_owned.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, TagsComeAsGiven) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const std::string long_tag(3000, 't');
  for (const char* tag : {static_cast<const char*>(nullptr), "", " with blanks ", "\xc3\xa4\xff"}) {
    s.owner.update("Tank1", {{"Speed", "1"}}, tag);
  }
  s.owner.update("Tank1", {{"Speed", "1"}}, long_tag.c_str());
  s.owner.remove("Tank1", nullptr);
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\"",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\"",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\" with blanks \"",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\xc3\xa4\xff\"",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"" + long_tag + "\"",
                   "removeObjectInstance Tank1 tag=\"\""}));
}

SCENARIO(ObjectManagement, ValuesOfAnySizeArrive) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  AttributeValues set(RTI::AttributeSetFactory::create(3));
  std::string large(1 << 20, '\0');
  for (std::size_t i = 0; i < large.size(); ++i) large[i] = static_cast<char>(i * 31 + i / 257);
  const std::string with_zeros("a\0b\0", 4);
  set->add(s.owner.attribute("Vehicle.Tank", "Speed"), nullptr, 0);
  set->add(s.owner.attribute("Vehicle.Tank", "Fuel"), large.data(), large.size());
  set->add(s.owner.attribute("Vehicle.Tank", "Damage"), with_zeros.data(), with_zeros.size());
  s.owner->updateAttributeValues(s.owner.object("Tank1"), *set, "large");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Speed=\"\" Fuel=1048576 bytes Damage=\"" +
                       with_zeros + "\"} tag=\"large\""}));
  EXPECT_TRUE(s.observer.recorder().last_values().at("Fuel") == large);

  s.owner.update("Tank1", {{"Speed", ""}}, "empty");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"\"} tag=\"empty\""}));
}

SCENARIO(ObjectManagement, AnUpdateOfNothingIsReflectedToNobody) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.update("Tank1", {}, "nothing");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"}));
}

SCENARIO(ObjectManagement, UpdatesKeepTheirOrder) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  Lines expected{"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"};
  for (int i = 0; i < 1000; ++i) {
    s.owner.update("Tank1", {{"Speed", std::to_string(i)}});
    expected.push_back("reflectAttributeValues Tank1 {Speed=\"" + std::to_string(i) +
                       "\"} tag=\"\"");
  }
  EXPECT_EQ(s.observer.take_callbacks(), expected);
}

SCENARIO(ObjectManagement, OnlyWhatIsKnownDefinedAndOwnedIsUpdated) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const auto good = s.owner.values("Vehicle.Tank", {{"Speed", "1"}});
  const auto of_subclass = s.owner.values("Vehicle.Tank.Leopard", {{"Speed", "1"}, {"Crew", "2"}});
  const auto not_owned = s.owner.values("Vehicle.Tank", {{"Speed", "1"}, {"Position", "2"}});
  const auto neither = s.owner.values("Vehicle.Tank.Leopard", {{"Position", "1"}, {"Crew", "2"}});
  const auto tank = s.owner.object("Tank1");
  for (const RTI::ObjectHandle object : {RTI::ObjectHandle{0}, kNoObject, ~RTI::ObjectHandle{0}}) {
    EXPECT_THROWS(ObjectNotKnown, s.owner->updateAttributeValues(object, *good, ""));
    EXPECT_THROWS(ObjectNotKnown, s.owner->updateAttributeValues(object, *of_subclass, ""));
  }
  EXPECT_THROWS(AttributeNotDefined, s.owner->updateAttributeValues(tank, *of_subclass, ""));
  EXPECT_THROWS(AttributeNotDefined, s.owner->updateAttributeValues(tank, *neither, ""));
  EXPECT_THROWS(AttributeNotOwned, s.owner->updateAttributeValues(tank, *not_owned, ""));
  EXPECT_THROWS(AttributeNotOwned, s.observer->updateAttributeValues(tank, *good, ""));
  const auto speed = s.owner.attribute("Vehicle.Tank", "Speed");
  for (const RTI::AttributeHandle attribute :
       {RTI::AttributeHandle{0}, RTI::AttributeHandle{9999}, ~RTI::AttributeHandle{0},
        speed + (RTI::AttributeHandle{1} << 32)}) {
    AttributeValues set(RTI::AttributeSetFactory::create(1));
    set->add(attribute, "1", 1);
    EXPECT_THROWS(AttributeNotDefined, s.owner->updateAttributeValues(tank, *set, ""));
  }
  EXPECT_EQ(s.observer.take_callbacks(), Lines()) << "nothing that was refused was sent in part";
}

// --- Deletion.

SCENARIO(ObjectManagement, ADeletedInstanceIsRemovedEverywhere) {
  OwnerAndObserver s(*this);
  auto& stranger = federate();
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const auto tank = s.owner.object("Tank1");
  s.owner.update("Tank1", {{"Speed", "1"}}, "last");
  s.owner.remove("Tank1", "gone");
  EXPECT_THROWS(ObjectNotKnown, s.owner->getObjectInstanceName(tank)) << "at once";
  EXPECT_THROWS(ObjectNotKnown, s.owner->deleteObjectInstance(tank, ""));
  EXPECT_THROWS(ObjectNotKnown, s.owner.update("Tank1", {{"Speed", "2"}}));
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"last\"",
                   "removeObjectInstance Tank1 tag=\"gone\""}));
  EXPECT_THROWS(ObjectNotKnown, s.observer->getObjectInstanceName(tank));
  EXPECT_THROWS(ObjectNotKnown, s.observer->getObjectInstanceHandle("Tank1"));
  EXPECT_THROWS(ObjectNotKnown, s.observer->getObjectClass(tank));
  EXPECT_EQ(stranger.take_callbacks(), Lines());
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, AnInstanceOfAShortLifeIsToldInOrder) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.update("Tank1", {{"Speed", "1"}});
  s.owner.remove("Tank1");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\"",
                   "removeObjectInstance Tank1 tag=\"\""}));
}

SCENARIO(ObjectManagement, OnlyTheHolderOfThePrivilegeDeletes) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  EXPECT_THROWS(DeletePrivilegeNotHeld,
                s.observer->deleteObjectInstance(s.observer.object("Tank1"), ""));
  EXPECT_THROWS(ObjectNotKnown, s.observer->deleteObjectInstance(kNoObject, ""));
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
  EXPECT_TRUE(s.owner.owns("Tank1", "Speed"));
}

SCENARIO(ObjectManagement, ANameIsFreeWhenItsInstanceIsDeleted) {
  OwnerAndObserver s(*this);
  const auto first = s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.remove("Tank1");
  const auto second = s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_NE(first, second);
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "removeObjectInstance Tank1 tag=\"\"",
                   "discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"}));
  EXPECT_EQ(s.observer->getObjectInstanceHandle("Tank1"), second);
}

// --- Local deletion.

SCENARIO(ObjectManagement, ALocallyDeletedInstanceIsDiscoveredAgain) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const auto tank = s.observer.object("Tank1");
  s.observer->localDeleteObjectInstance(tank);
  EXPECT_THROWS(ObjectNotKnown, s.observer->getObjectInstanceName(tank));
  EXPECT_THROWS(ObjectNotKnown, s.observer->localDeleteObjectInstance(tank));
  s.owner.update("Tank1", {{"Speed", "1"}});
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"\""}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, ALocallyDeletedInstanceIsDiscoveredAtTheClassSubscribedSince) {
  OwnerAndObserver s(*this);
  auto& observer = federate();
  observer.subscribe("Vehicle", {"Speed"});
  s.owner.register_object("Vehicle.Tank", "Tank1");
  observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle");
  observer.subscribe("Vehicle.Tank", {"Fuel"});
  EXPECT_EQ(observer.take_callbacks(), Lines());
  observer->localDeleteObjectInstance(observer.object("Tank1"));
  s.owner.update("Tank1", {{"Speed", "1"}, {"Fuel", "2"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank1 {Fuel=\"2\"} tag=\"\""}));
}

SCENARIO(ObjectManagement, ALocallyDeletedInstanceStaysUnknownWithoutASubscription) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  s.observer.unsubscribe("Vehicle.Tank");
  s.observer->localDeleteObjectInstance(s.observer.object("Tank1"));
  s.owner.update("Tank1", {{"Speed", "1"}});
  s.owner.remove("Tank1");
  EXPECT_EQ(s.observer.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, ALocalDeletionForgetsWhatWasOnItsWay) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  s.owner.update("Tank1", {{"Speed", "1"}}, "old");
  s.observer.publish("Person", {"Rank"});  // a round trip: the update is there, but no tick
  s.observer->localDeleteObjectInstance(s.observer.object("Tank1"));
  s.owner.update("Tank1", {{"Speed", "2"}}, "new");
  const Lines told = s.observer.take_callbacks();
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front(), "discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank")
      << "nothing is reflected before the discovery";
  EXPECT_EQ(told.back(), "reflectAttributeValues Tank1 {Speed=\"2\"} tag=\"new\"");
}

SCENARIO(ObjectManagement, ALocalDeletionMayMeetTheDeletion) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  s.owner.remove("Tank1");
  // Two round trips: the RTIG has the deletion, then the observer has it, but has not ticked.
  for (Federate* federate : {&s.owner, &s.observer}) federate->publish("Person", {"Rank"});
  s.observer->localDeleteObjectInstance(s.observer.object("Tank1"));
  EXPECT_EQ(s.observer.take_callbacks(), Lines());
  s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank"}));
}

SCENARIO(ObjectManagement, TheOwnInstanceIsNotDeletedLocally) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  EXPECT_THROWS(FederateOwnsAttributes,
                s.owner->localDeleteObjectInstance(s.owner.object("Tank1")));
  EXPECT_THROWS(ObjectNotKnown, s.owner->localDeleteObjectInstance(kNoObject));
  s.owner.unpublish("Vehicle.Tank");
  s.owner->localDeleteObjectInstance(s.owner.object("Tank1"));
}

// --- Requests for updates.

SCENARIO(ObjectManagement, TheOwnerIsAskedForAnUpdate) {
  OwnerAndObserver s(*this);
  auto& bystander = federate();
  bystander.subscribe("Vehicle.Tank", {"Speed"});
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  wait_until_quiet();
  bystander.recorder().take_lines();
  s.owner.run_in_callback("provideAttributeValueUpdate Tank1 {Speed Fuel}", [&] {
    s.owner.update("Tank1", {{"Speed", "1"}, {"Fuel", "2"}}, "provided");
  });
  s.observer->requestObjectAttributeValueUpdate(
      s.observer.object("Tank1"),
      *s.observer.attributes("Vehicle.Tank", {"Speed", "Fuel", "Position"}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines({"provideAttributeValueUpdate Tank1 {Speed Fuel}"}))
      << "nobody owns Position";
  EXPECT_EQ(s.observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"1\" Fuel=\"2\"} tag=\"provided\""}));
  EXPECT_EQ(bystander.take_callbacks(),
            Lines({"reflectAttributeValues Tank1 {Speed=\"1\"} tag=\"provided\""}));
}

SCENARIO(ObjectManagement, WhatNobodyOwnsNobodyIsAskedFor) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  s.observer->requestObjectAttributeValueUpdate(
      s.observer.object("Tank1"), *s.observer.attributes("Vehicle.Tank", {"Position"}));
  s.observer->requestObjectAttributeValueUpdate(s.observer.object("Tank1"),
                                                *s.observer.attributes("Vehicle.Tank", {}));
  s.observer->requestClassAttributeValueUpdate(s.observer.object_class("Vehicle.Tank"),
                                               *s.observer.attributes("Vehicle.Tank", {}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, TheRequesterIsAskedForWhatItOwnsItself) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner->requestObjectAttributeValueUpdate(
      s.owner.object("Tank1"), *s.owner.attributes("Vehicle.Tank", {"Speed", "Position"}));
  s.owner->requestClassAttributeValueUpdate(s.owner.object_class("Vehicle"),
                                            *s.owner.attributes("Vehicle", {"Speed", "Damage"}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines({"provideAttributeValueUpdate Tank1 {Speed}",
                                             "provideAttributeValueUpdate Tank1 {Speed Damage}"}));
}

SCENARIO(ObjectManagement, ARequestForAClassReachesTheInstancesOfItsSubclasses) {
  OwnerAndObserver s(*this);
  auto& second_owner = federate();
  second_owner.publish("Vehicle", {"Speed", "Damage"});
  second_owner.publish("Person", {"Rank"});
  second_owner->disableClassRelevanceAdvisorySwitch();
  second_owner.register_object("Vehicle", "Car");
  second_owner.register_object("Person", "Ann");
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.owner.register_object("Vehicle.Tank", "Tank2");
  auto& requester = federate();  // without subscriptions
  requester->requestClassAttributeValueUpdate(
      requester.object_class("Vehicle"), *requester.attributes("Vehicle", {"Speed", "Position"}));
  EXPECT_EQ(s.owner.take_callbacks(), Lines({"provideAttributeValueUpdate Tank1 {Speed}",
                                             "provideAttributeValueUpdate Tank2 {Speed}"}));
  EXPECT_EQ(second_owner.take_callbacks(), Lines({"provideAttributeValueUpdate Car {Speed}"}));
  requester->requestClassAttributeValueUpdate(requester.object_class("Vehicle.Tank"),
                                              *requester.attributes("Vehicle.Tank", {"Fuel"}));
  EXPECT_EQ(second_owner.take_callbacks(), Lines());
  EXPECT_EQ(s.owner.take_callbacks(), Lines({"provideAttributeValueUpdate Tank1 {Fuel}",
                                             "provideAttributeValueUpdate Tank2 {Fuel}"}));
}

SCENARIO(ObjectManagement, ARequestOfWhatIsNotKnownIsRefused) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const auto tank = s.observer.object("Tank1");
  const auto speed = s.observer.attributes("Vehicle.Tank", {"Speed"});
  const auto crew = s.observer.attributes("Vehicle.Tank.Leopard", {"Crew"});
  EXPECT_THROWS(ObjectNotKnown, s.observer->requestObjectAttributeValueUpdate(kNoObject, *speed));
  EXPECT_THROWS(ObjectNotKnown, s.observer->requestObjectAttributeValueUpdate(kNoObject, *crew));
  EXPECT_THROWS(AttributeNotDefined, s.observer->requestObjectAttributeValueUpdate(tank, *crew));
  EXPECT_THROWS(ObjectClassNotDefined, s.observer->requestClassAttributeValueUpdate(9999, *speed));
  EXPECT_THROWS(AttributeNotDefined, s.observer->requestClassAttributeValueUpdate(
                                         s.observer.object_class("Vehicle.Tank"), *crew));
  EXPECT_EQ(s.owner.take_callbacks(), Lines());
}

SCENARIO(ObjectManagement, OwnershipIsAskedOfKnownInstancesAndDefinedAttributes) {
  OwnerAndObserver s(*this);
  s.owner.register_object("Vehicle.Tank", "Tank1");
  s.observer.wait_for_callback("discoverObjectInstance Tank1 ObjectRoot.Vehicle.Tank");
  const auto tank = s.owner.object("Tank1");
  EXPECT_TRUE(s.owner.owns("Tank1", "Speed"));
  EXPECT_FALSE(s.owner.owns("Tank1", "Position"));
  EXPECT_FALSE(s.observer.owns("Tank1", "Speed"));
  EXPECT_THROWS(ObjectNotKnown, s.owner->isAttributeOwnedByFederate(kNoObject, 1));
  EXPECT_THROWS(AttributeNotDefined, s.owner->isAttributeOwnedByFederate(tank, 9999));
  EXPECT_THROWS(AttributeNotDefined, s.owner->isAttributeOwnedByFederate(tank, 0));
}

}  // namespace
}  // namespace triad::scenario
