// Scenarios of data exchange: interactions, transportation and order types, and times given by a
// federate that does not regulate (HLA 1.3 clauses 6.4 to 6.12, 8.23, 8.24).
#include <fedtime.hh>

#include <algorithm>

#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {
namespace {

constexpr RTI::TransportationHandle kNoType = 77;

// --- Interactions.

SCENARIO(Interactions, AnInteractionIsReceivedByItsSubscribers) {
  auto& sender = federate();
  auto& receiver = federate();
  auto& other = federate();
  sender.publish_interaction("Report");
  receiver.subscribe_interaction("Report");
  sender.send_interaction("Report", {{"Text", "hello"}}, " a tag ");
  sender.send_interaction("Report", {}, nullptr);
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report {Text=\"hello\"} tag=\" a tag \"",
                   "receiveInteraction InteractionRoot.Report {} tag=\"\""}));
  EXPECT_EQ(other.take_callbacks(), Lines());
}

SCENARIO(Interactions, OnlyWhatIsPublishedAndDefinedIsSent) {
  auto& sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Report");
  const auto report = sender.interaction_class("Report");
  const auto good = sender.parameters("Report", {{"Text", "t"}});
  const auto of_subclass = sender.parameters("Report.Contact", {{"Text", "t"}, {"Range", "r"}});
  for (const RTI::InteractionClassHandle handle :
       {RTI::InteractionClassHandle{0}, RTI::InteractionClassHandle{9999},
        ~RTI::InteractionClassHandle{0}}) {
    EXPECT_THROWS(InteractionClassNotDefined, sender->sendInteraction(handle, *good, ""));
    EXPECT_THROWS(InteractionClassNotDefined, sender->sendInteraction(handle, *of_subclass, ""));
  }
  EXPECT_THROWS(InteractionClassNotPublished, sender->sendInteraction(report, *good, ""));
  sender.publish_interaction("Report.Contact");
  EXPECT_THROWS(InteractionClassNotPublished, sender->sendInteraction(report, *good, ""));
  sender.publish_interaction("Report");
  EXPECT_THROWS(InteractionParameterNotDefined, sender->sendInteraction(report, *of_subclass, ""));
  for (const RTI::ParameterHandle parameter :
       {RTI::ParameterHandle{0}, RTI::ParameterHandle{9999}, ~RTI::ParameterHandle{0}}) {
    ParameterValues set(RTI::ParameterSetFactory::create(1));
    set->add(parameter, "1", 1);
    EXPECT_THROWS(InteractionParameterNotDefined, sender->sendInteraction(report, *set, ""));
  }
  EXPECT_EQ(receiver.take_callbacks(), Lines());
}

SCENARIO(Interactions, ParametersOfAnySizeArrive) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Report.Contact.Urgent");
  receiver.subscribe_interaction("Report.Contact.Urgent");
  const std::string large(1 << 20, 'x');
  ParameterValues set(RTI::ParameterSetFactory::create(3));
  set->add(sender.parameter("Report.Contact.Urgent", "Deadline"), nullptr, 0);
  set->add(sender.parameter("Report.Contact.Urgent", "Text"), large.data(), large.size());
  set->add(sender.parameter("Report.Contact.Urgent", "Range"), "\0\xff", 2);
  sender->sendInteraction(sender.interaction_class("Report.Contact.Urgent"), *set, "");
  EXPECT_EQ(receiver.take_callbacks().size(), 1u);
  const auto& values = receiver.recorder().last_values();
  ASSERT_EQ(values.size(), 3u);
  EXPECT_EQ(values.at("Deadline"), "");
  EXPECT_TRUE(values.at("Text") == large);
  EXPECT_EQ(values.at("Range"), std::string("\0\xff", 2));
}

// A federate without an interest in long interactions need not copy them, and misses nothing of its
// interest.
SCENARIO(Interactions, LongOnesReachWhoeverWantsThemThen) {
  auto& sender = federate();
  auto& always = federate();
  auto& sometimes = federate();
  sender.publish_interaction("Report");
  sender.publish("Vehicle", {"Speed"});
  sender.register_object("Vehicle", "Car");
  always.subscribe_interaction("Report");
  always.subscribe("Vehicle", {"Speed"});
  wait_until_quiet();
  always.take_callbacks();
  std::string last;
  const auto send_all = [&] {
    Lines lines;
    for (const std::size_t size : {3'000u, 100'000u, 1u << 20}) {
      last.assign(size, static_cast<char>('a' + (last.size() + size) % 7));
      sender.send_interaction("Report", {{"Text", last}});
      sender.update("Car", {{"Speed", last}});
      const std::string shown = std::to_string(size) + " bytes";
      lines.push_back("receiveInteraction InteractionRoot.Report {Text=" + shown + "} tag=\"\"");
      lines.push_back("reflectAttributeValues Car {Speed=" + shown + "} tag=\"\"");
    }
    return lines;
  };
  for (int round = 0; round < 3; ++round) {
    const Lines missed = send_all();
    EXPECT_EQ(always.take_callbacks(), missed);
    EXPECT_EQ(sometimes.take_callbacks(), Lines());
    sometimes.subscribe_interaction("Report");
    sometimes.subscribe("Vehicle", {"Speed"});
    wait_until_quiet();
    sometimes.take_callbacks();
    const Lines wanted = send_all();
    for (auto* const each : {&sometimes, &always}) {
      EXPECT_EQ(each->take_callbacks(), wanted);
      EXPECT_TRUE(each->recorder().last_values().at("Speed") == last);
    }
    sometimes.unsubscribe_interaction("Report");
    sometimes.unsubscribe("Vehicle");
    wait_until_quiet();
    sometimes.take_callbacks();
  }
}

SCENARIO(Interactions, InteractionsAndUpdatesOfOneSenderKeepTheirOrder) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Command");
  sender.publish("Vehicle", {"Speed"});
  receiver.subscribe_interaction("Command");
  receiver.subscribe("Vehicle", {"Speed"});
  sender.register_object("Vehicle", "Car");
  Lines expected{"discoverObjectInstance Car ObjectRoot.Vehicle"};
  for (int i = 0; i < 300; ++i) {
    const std::string number = std::to_string(i);
    sender.send_interaction("Command", {{"Verb", number}});
    sender.update("Car", {{"Speed", number}});
    expected.push_back("receiveInteraction InteractionRoot.Command {Verb=\"" + number +
                       "\"} tag=\"\"");
    expected.push_back("reflectAttributeValues Car {Speed=\"" + number + "\"} tag=\"\"");
  }
  EXPECT_EQ(receiver.take_callbacks(), expected);
}

// --- Transportation.

SCENARIO(Transportation, InteractionsTravelAsTheFedSays) {
  auto& sender = federate();
  auto& receiver = federate();
  for (const char* name : {"Report", "Report.Contact", "Report.Contact.Urgent"}) {
    sender.publish_interaction(name);
    receiver.subscribe_interaction(name);
  }
  for (const char* name : {"Report", "Report.Contact", "Report.Contact.Urgent"}) {
    sender.send_interaction(name, {{"Text", "t"}});
    wait_until_quiet();
  }
  EXPECT_EQ(
      receiver.take_callbacks(),
      Lines({"receiveInteraction InteractionRoot.Report {Text=\"t\"} tag=\"\"",
             "receiveInteraction InteractionRoot.Report.Contact {Text=\"t\"} tag=\"\" best_effort",
             "receiveInteraction InteractionRoot.Report.Contact.Urgent {Text=\"t\"} tag=\"\""}));
}

SCENARIO(Transportation, TheSentClassDecidesAlsoWhenItIsPromoted) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Report.Contact");
  receiver.subscribe_interaction("Report");
  sender.send_interaction("Report.Contact", {{"Text", "t"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report {Text=\"t\"} "
                   "tag=\"\" best_effort"}));
}

SCENARIO(Transportation, AnUpdateOfBothKindsIsReflectedInTwoParts) {
  auto& owner = federate();
  auto& observer = federate();
  auto& of_best_effort = federate();
  owner.publish("Vehicle.Tank", {"Speed", "Position", "Damage", "Turret"});
  observer.subscribe("Vehicle.Tank", {"Speed", "Position", "Damage", "Turret"});
  of_best_effort.subscribe("Vehicle.Tank", {"Turret"});
  owner.register_object("Vehicle.Tank", "Tank");
  observer.wait_for_callback("discoverObjectInstance Tank ObjectRoot.Vehicle.Tank");
  owner.update("Tank", {{"Speed", "1"}, {"Position", "2"}, {"Damage", "3"}, {"Turret", "4"}}, "t");
  Lines parts = observer.take_callbacks();
  std::sort(parts.begin(), parts.end());
  EXPECT_EQ(parts, Lines({"reflectAttributeValues Tank {Position=\"2\" Turret=\"4\"} tag=\"t\" "
                          "best_effort",
                          "reflectAttributeValues Tank {Speed=\"1\" Damage=\"3\"} tag=\"t\""}));
  EXPECT_EQ(of_best_effort.take_callbacks(),
            Lines({"discoverObjectInstance Tank ObjectRoot.Vehicle.Tank",
                   "reflectAttributeValues Tank {Turret=\"4\"} tag=\"t\" best_effort"}));
}

SCENARIO(Transportation, TheOwnerChangesItForItsUpdates) {
  auto& owner = federate();
  auto& observer = federate();
  const auto reliable = owner->getTransportationHandle("reliable");
  const auto best_effort = owner->getTransportationHandle("best_effort");
  owner.publish("Vehicle", {"Speed", "Position", "Damage"});
  observer.subscribe("Vehicle", {"Speed", "Position", "Damage"});
  owner.register_object("Vehicle", "Car");
  owner.register_object("Vehicle", "Other");
  wait_until_quiet();
  observer.take_callbacks();
  const auto car = owner.object("Car");
  owner->changeAttributeTransportationType(car, *owner.attributes("Vehicle", {"Position"}),
                                           reliable);
  owner->changeAttributeTransportationType(car, *owner.attributes("Vehicle", {"Speed"}),
                                           best_effort);
  owner->changeAttributeTransportationType(car, *owner.attributes("Vehicle", {}), best_effort);
  owner.update("Car", {{"Position", "1"}, {"Damage", "1"}});
  wait_until_quiet();
  owner.update("Car", {{"Speed", "2"}});
  wait_until_quiet();
  owner.update("Other", {{"Speed", "3"}});
  wait_until_quiet();
  owner.update("Other", {{"Position", "4"}});
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Car {Position=\"1\" Damage=\"1\"} tag=\"\"",
                   "reflectAttributeValues Car {Speed=\"2\"} tag=\"\" best_effort",
                   "reflectAttributeValues Other {Speed=\"3\"} tag=\"\"",
                   "reflectAttributeValues Other {Position=\"4\"} tag=\"\" best_effort"}));
}

SCENARIO(Transportation, TheSenderChangesItForExactlyOneInteractionClass) {
  auto& sender = federate();
  auto& other_sender = federate();
  auto& receiver = federate();
  receiver.subscribe_interaction("Report");
  for (auto* federate : {&sender, &other_sender}) {
    federate->publish_interaction("Report");
    federate->publish_interaction("Report.Contact");
  }
  sender->changeInteractionTransportationType(sender.interaction_class("Report"),
                                              sender->getTransportationHandle("best_effort"));
  sender->changeInteractionTransportationType(sender.interaction_class("Report.Contact"),
                                              sender->getTransportationHandle("reliable"));
  sender.send_interaction("Report", {{"Text", "1"}});
  wait_until_quiet();
  sender.send_interaction("Report.Contact", {{"Text", "2"}});
  wait_until_quiet();
  other_sender.send_interaction("Report", {{"Text", "3"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report {Text=\"1\"} tag=\"\" best_effort",
                   "receiveInteraction InteractionRoot.Report {Text=\"2\"} tag=\"\"",
                   "receiveInteraction InteractionRoot.Report {Text=\"3\"} tag=\"\""}));
}

SCENARIO(Transportation, OnlyOwnersAndPublishersChangeIt) {
  auto& owner = federate();
  auto& observer = federate();
  const auto reliable = owner->getTransportationHandle("reliable");
  owner.publish("Vehicle", {"Speed"});
  observer.subscribe("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  const auto car = owner.object("Car");
  const auto speed = owner.attributes("Vehicle", {"Speed"});
  EXPECT_THROWS(ObjectNotKnown,
                owner->changeAttributeTransportationType(
                    kNoObject, *owner.attributes("Vehicle.Tank", {"Fuel"}), reliable));
  EXPECT_THROWS(AttributeNotDefined,
                owner->changeAttributeTransportationType(
                    car, *owner.attributes("Vehicle.Tank", {"Fuel"}), reliable));
  EXPECT_THROWS(AttributeNotOwned, owner->changeAttributeTransportationType(
                                       car, *owner.attributes("Vehicle", {"Damage"}), reliable));
  EXPECT_THROWS(AttributeNotOwned,
                observer->changeAttributeTransportationType(car, *speed, reliable));
  for (const RTI::TransportationHandle type : {RTI::TransportationHandle{0}, kNoType, ~0UL}) {
    EXPECT_THROWS(InvalidTransportationHandle,
                  owner->changeAttributeTransportationType(car, *speed, type));
  }
  const auto report = owner.interaction_class("Report");
  EXPECT_THROWS(InteractionClassNotDefined,
                owner->changeInteractionTransportationType(9999, kNoType));
  EXPECT_THROWS(InteractionClassNotPublished,
                owner->changeInteractionTransportationType(report, reliable));
  owner.publish_interaction("Report");
  EXPECT_THROWS(InvalidTransportationHandle,
                owner->changeInteractionTransportationType(report, kNoType));
  owner->changeInteractionTransportationType(report, reliable);
}

// --- Order types. Without time management all messages are received in receive order.

SCENARIO(OrderTypes, ChangesAreCheckedAndAccepted) {
  auto& owner = federate();
  auto& observer = federate();
  const auto receive = owner->getOrderingHandle("receive");
  const auto timestamp = owner->getOrderingHandle("timestamp");
  owner.publish("Vehicle", {"Speed"});
  observer.subscribe("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  const auto car = owner.object("Car");
  const auto speed = owner.attributes("Vehicle", {"Speed"});
  owner->changeAttributeOrderType(car, *speed, timestamp);
  owner->changeAttributeOrderType(car, *speed, receive);
  EXPECT_THROWS(ObjectNotKnown, owner->changeAttributeOrderType(kNoObject, *speed, receive));
  EXPECT_THROWS(
      AttributeNotDefined,
      owner->changeAttributeOrderType(car, *owner.attributes("Vehicle.Tank", {"Fuel"}), receive));
  EXPECT_THROWS(AttributeNotOwned, owner->changeAttributeOrderType(
                                       car, *owner.attributes("Vehicle", {"Damage"}), receive));
  EXPECT_THROWS(AttributeNotOwned, observer->changeAttributeOrderType(car, *speed, receive));
  EXPECT_THROWS(InvalidOrderingHandle, owner->changeAttributeOrderType(car, *speed, kNoType));
  const auto report = owner.interaction_class("Report");
  EXPECT_THROWS(InteractionClassNotDefined, owner->changeInteractionOrderType(9999, receive));
  EXPECT_THROWS(InteractionClassNotPublished, owner->changeInteractionOrderType(report, receive));
  owner.publish_interaction("Report");
  EXPECT_THROWS(InvalidOrderingHandle, owner->changeInteractionOrderType(report, kNoType));
  owner->changeInteractionOrderType(report, timestamp);
}

// --- Times of a federate that does not regulate. They are delivered with the messages, in receive
// order regardless of the order type, and the stamps are not checked.

SCENARIO(TimedMessages, AnUpdateComesWithItsTime) {
  auto& owner = federate();
  auto& observer = federate();
  owner.publish("Vehicle.Tank", {"Speed", "Damage", "Turret"});
  observer.subscribe("Vehicle.Tank", {"Speed", "Damage", "Turret"});
  owner.register_object("Vehicle.Tank", "Tank");
  observer.wait_for_callback("discoverObjectInstance Tank ObjectRoot.Vehicle.Tank");
  const auto tank = owner.object("Tank");
  (void)owner->updateAttributeValues(
      tank, *owner.values("Vehicle.Tank", {{"Speed", "1"}, {"Damage", "2"}}), RTIfedTime(12.5),
      "t");
  wait_until_quiet();
  (void)owner->updateAttributeValues(tank, *owner.values("Vehicle.Tank", {{"Turret", "3"}}),
                                     RTIfedTime(1.0), nullptr);
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"reflectAttributeValues Tank {Speed=\"1\" Damage=\"2\"} tag=\"t\" time=" +
                       time_text(RTIfedTime(12.5)),
                   "reflectAttributeValues Tank {Turret=\"3\"} tag=\"\" time=" +
                       time_text(RTIfedTime(1.0)) + " best_effort"}));
}

SCENARIO(TimedMessages, AnInteractionComesWithItsTime) {
  auto& sender = federate();
  auto& receiver = federate();
  sender.publish_interaction("Report");
  receiver.subscribe_interaction("Report");
  (void)sender->sendInteraction(sender.interaction_class("Report"),
                                *sender.parameters("Report", {{"Text", "t"}}), RTIfedTime(3.0),
                                "tag");
  sender.send_interaction("Report", {{"Text", "without"}});
  EXPECT_EQ(receiver.take_callbacks(),
            Lines({"receiveInteraction InteractionRoot.Report {Text=\"t\"} tag=\"tag\" time=" +
                       time_text(RTIfedTime(3.0)),
                   "receiveInteraction InteractionRoot.Report {Text=\"without\"} tag=\"\""}));
}

SCENARIO(TimedMessages, ADeletionComesWithItsTime) {
  auto& owner = federate();
  auto& observer = federate();
  owner.publish("Vehicle", {"Speed"});
  observer.subscribe("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  const auto car = owner.object("Car");
  (void)owner->deleteObjectInstance(car, RTIfedTime(9.0), "gone");
  EXPECT_THROWS(ObjectNotKnown, owner->getObjectInstanceName(car));
  EXPECT_EQ(observer.take_callbacks(),
            Lines({"discoverObjectInstance Car ObjectRoot.Vehicle",
                   "removeObjectInstance Car tag=\"gone\" time=" + time_text(RTIfedTime(9.0))}));
}

SCENARIO(TimedMessages, TheirArgumentsAreCheckedTheSameWay) {
  auto& owner = federate();
  auto& observer = federate();
  const RTIfedTime time(1.0);
  owner.publish("Vehicle", {"Speed"});
  observer.subscribe("Vehicle", {"Speed"});
  owner.register_object("Vehicle", "Car");
  observer.wait_for_callback("discoverObjectInstance Car ObjectRoot.Vehicle");
  const auto car = owner.object("Car");
  const auto speed = owner.values("Vehicle", {{"Speed", "1"}});
  const auto damage = owner.values("Vehicle", {{"Damage", "1"}});
  const auto fuel = owner.values("Vehicle.Tank", {{"Fuel", "1"}});
  EXPECT_THROWS(ObjectNotKnown, owner->updateAttributeValues(kNoObject, *speed, time, ""));
  EXPECT_THROWS(AttributeNotDefined, owner->updateAttributeValues(car, *fuel, time, ""));
  EXPECT_THROWS(AttributeNotOwned, owner->updateAttributeValues(car, *damage, time, ""));
  EXPECT_THROWS(ObjectNotKnown, owner->deleteObjectInstance(kNoObject, time, ""));
  EXPECT_THROWS(DeletePrivilegeNotHeld, observer->deleteObjectInstance(car, time, ""));
  const auto report = owner.interaction_class("Report");
  const auto text = owner.parameters("Report", {{"Text", "t"}});
  const auto range = owner.parameters("Report.Contact", {{"Range", "r"}});
  EXPECT_THROWS(InteractionClassNotDefined, owner->sendInteraction(9999, *text, time, ""));
  EXPECT_THROWS(InteractionClassNotPublished, owner->sendInteraction(report, *text, time, ""));
  owner.publish_interaction("Report");
  EXPECT_THROWS(InteractionParameterNotDefined, owner->sendInteraction(report, *range, time, ""));
  EXPECT_EQ(observer.take_callbacks(), Lines());
}

// --- Sets of values: received sets know their transportation and order, own sets do not.

SCENARIO(TimedMessages, AnOwnSetHasNoTransportation) {
  auto& sender = federate();
  const auto attributes = sender.values("Vehicle", {{"Speed", "1"}});
  const auto parameters = sender.parameters("Report", {{"Text", "1"}});
  EXPECT_THROWS(InvalidHandleValuePairSetContext, (void)attributes->getTransportType(0));
  EXPECT_THROWS(InvalidHandleValuePairSetContext, (void)attributes->getOrderType(0));
  EXPECT_THROWS(InvalidHandleValuePairSetContext, (void)parameters->getTransportType());
  EXPECT_THROWS(InvalidHandleValuePairSetContext, (void)parameters->getOrderType());
}

}  // namespace
}  // namespace triad::scenario
