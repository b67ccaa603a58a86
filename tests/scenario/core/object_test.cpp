// Object management by the cores alone (HLA 1.3 clause 6).
#include "tests/scenario/core/core_scenario.hpp"

namespace triad::test {
namespace {

std::string discover(ObjectHandle object, ObjectClassHandle c, const std::string& name) {
  return "DiscoverObjectInstance{object=" + std::to_string(object.value) +
         " object_class=" + std::to_string(c.value) + " name=\"" + name + "\"}";
}
std::string removed(ObjectHandle object, const std::string& tag = "") {
  return "RemoveObjectInstance{object=" + std::to_string(object.value) + " tag=\"" + tag + "\"}";
}
std::string reflect(ObjectHandle object, const std::string& values, const std::string& tag = "",
                    const std::string& how = "reliable") {
  return "ReflectAttributeValues{object=" + std::to_string(object.value) +
         " transportation=" + how + " tag=\"" + tag + "\" values={" + values + "}}";
}
std::string receive(InteractionClassHandle c, const std::string& values,
                    const std::string& how = "reliable") {
  return "ReceiveInteraction{interaction_class=" + std::to_string(c.value) +
         " transportation=" + how + " tag=\"\" values={" + values + "}}";
}
std::string provide(ObjectHandle object, const std::string& attributes) {
  return "ProvideAttributeValueUpdate{object=" + std::to_string(object.value) + " attributes={" +
         attributes + "}}";
}

class Objects : public CoreScenario {
 protected:
  explicit Objects(HarnessOptions options = {}) : CoreScenario(std::move(options)) {}
  void SetUp() override {
    a = join("a");
    b = join("b");
  }
  // B subscribes, A registers a tank, both have ticked.
  ObjectHandle known_tank(const AttributeSet& published, const AttributeSet& subscribed,
                          ObjectClassHandle at = kTank) {
    EXPECT_EQ(publish(a, kTank, published), "");
    EXPECT_EQ(subscribe(b, at, subscribed), "");
    const ObjectHandle tank = enroll(a, kTank);
    (void)tick(a);
    EXPECT_EQ(tick(b), Lines{discover(tank, at, "HLA" + text(tank))});
    return tank;
  }
  Federate a = 0, b = 0;
};

// --- Registration and names.

TEST_F(Objects, AreRefusedWithoutClassPublicationOrAFreeName) {
  const auto enlist = [&](ObjectClassHandle c, std::string_view name) {
    return call(a, wire::RegisterObjectInstance{c, name});
  };
  EXPECT_EQ(enlist({}, {}), "ObjectClassNotDefined");
  EXPECT_EQ(enlist(kNoObjectClass, "x"), "ObjectClassNotDefined");
  EXPECT_EQ(enlist(kTank, "x"), "ObjectClassNotPublished");
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  for (const char* reserved : {"HLA", "hla7", "HLAx", "hLa"}) {
    EXPECT_EQ(enlist(kTank, reserved), "ObjectAlreadyRegistered") << reserved;
  }
  EXPECT_EQ(enlist(kTank, "tiger"), "");
  EXPECT_EQ(enlist(kTank, "tiger"), "ObjectAlreadyRegistered");
  EXPECT_EQ(publish(b, kPerson, {kPersonName}), "");
  EXPECT_EQ(call(b, wire::RegisterObjectInstance{kPerson, "tiger"}), "ObjectAlreadyRegistered");
  EXPECT_EQ(enlist(kTank, "Tiger"), "");
  EXPECT_EQ(enlist(kTank, " "), "") << "blanks are a name";
}

TEST_F(Objects, HaveTheNameGivenOrAGeneratedOne) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  const ObjectHandle named = enroll(a, kTank, "tiger");
  const ObjectHandle unnamed = enroll(a, kTank);
  EXPECT_NE(named, unnamed);
  const auto name = [&](ObjectHandle o) {
    return *harness.call(a, wire::GetObjectInstanceName{o});
  };
  EXPECT_EQ(name(named), "tiger");
  EXPECT_EQ(name(unnamed), "HLA" + text(unnamed));
  EXPECT_EQ(*harness.call(a, wire::GetObjectInstanceHandle{"tiger"}), named);
  EXPECT_EQ(*harness.call(a, wire::GetObjectInstanceHandle{"HLA" + text(unnamed)}), unnamed);
  EXPECT_EQ(call(a, wire::GetObjectInstanceHandle{"nobody"}), "ObjectNotKnown");
  EXPECT_EQ(call(b, wire::GetObjectInstanceHandle{"tiger"}), "ObjectNotKnown")
      << "in the directory, but not known";
}

TEST_F(Objects, GiveTheirNameFreeWhenTheyAreDeleted) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(publish(b, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  const ObjectHandle first = enroll(a, kTank, "tiger");
  (void)tick(b);
  EXPECT_EQ(erase(a, first), "");
  harness.settle();
  const ObjectHandle second = enroll(b, kTank, "tiger");
  EXPECT_NE(first, second);
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceHandle{"tiger"}), second);
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceName{first}), "tiger") << "not told yet";
  EXPECT_EQ(tick(b), Lines{removed(first)});
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceHandle{"tiger"}), second);
}

TEST_F(Objects, AreFoundByNameUntilTheFederateIsToldOfTheRemoval) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  const ObjectHandle tank = enroll(a, kTank, "tiger");
  (void)tick(b);
  EXPECT_EQ(erase(a, tank), "");
  harness.settle();
  const auto found = harness.call(b, wire::GetObjectInstanceHandle{"tiger"});
  ASSERT_EQ(refusal(found), "");
  EXPECT_EQ(*found, tank);
  (void)tick(b);
  EXPECT_EQ(call(b, wire::GetObjectInstanceHandle{"tiger"}), "ObjectNotKnown");
}

TEST_F(Objects, OfOneNameAreRegisteredByOneOfTwoWhoAskAtOnce) {
  for (const Federate f : {a, b}) EXPECT_EQ(publish(f, kTank, {kTurret}), "");
  const wire::RegisterObjectInstance request{kTank, "tiger"};
  const auto first = harness.start(a, request);
  const auto second = harness.start(b, request);
  harness.settle();
  ASSERT_TRUE(*first && *second);
  EXPECT_NE((*first)->has_value(), (*second)->has_value());
  EXPECT_EQ(refusal((*first)->has_value() ? **second : **first), "ObjectAlreadyRegistered");
}

TEST_F(Objects, KeepTheNameOfAReservationOnlyWhileTheFederateIsThere) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(publish(b, kTank, {kTurret}), "");
  wire::RecordHeader header;
  header.sender = handle(a).value;
  wire::Buffer frame;
  wire::encode_record(header, wire::ReserveObjectName{"tiger"}, frame);
  harness.inject_up(a, frame);
  harness.settle();
  EXPECT_EQ(call(b, wire::RegisterObjectInstance{kTank, "tiger"}), "ObjectAlreadyRegistered");
  harness.kill(a);
  harness.settle();
  EXPECT_EQ(call(b, wire::RegisterObjectInstance{kTank, "tiger"}), "");
}

// --- Discovery.

TEST_F(Objects, AreDiscoveredAtTheNearestSubscribedClass) {
  EXPECT_EQ(publish(a, kHeavy, {kPosition, kArmour}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle first = enroll(a, kHeavy);
  EXPECT_EQ(tick(b), Lines{discover(first, kVehicle, "HLA1")});
  EXPECT_EQ(subscribe(b, kHeavy, {kArmour}), "");
  EXPECT_EQ(tick(b), Lines{}) << "known already";
  const ObjectHandle second = enroll(a, kHeavy, "second");
  EXPECT_EQ(tick(b), Lines{discover(second, kHeavy, "second")});
  EXPECT_EQ(*harness.call(b, wire::GetObjectClass{first}), kVehicle);
  EXPECT_EQ(*harness.call(b, wire::GetObjectClass{second}), kHeavy);
  EXPECT_EQ(*harness.call(a, wire::GetObjectClass{first}), kHeavy);
}

TEST_F(Objects, AreDiscoveredByALaterSubscriptionAndByALateJoiner) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  const ObjectHandle tank = enroll(a, kTank, "tiger");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{discover(tank, kTank, "tiger")});
  const Federate late = join("late");
  EXPECT_EQ(tick(late), Lines{});
  EXPECT_EQ(subscribe(late, kObjectRoot, {kPrivilege}), "");
  EXPECT_EQ(tick(late), Lines{discover(tank, kObjectRoot, "tiger")});
}

TEST_F(Objects, AreDiscoveredOnlyIfAnOwnedAttributeIsSubscribed) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  const ObjectHandle tank = enroll(a, kTank);
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(update(a, tank, value(kTurret, "x")), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kPosition, kTurret}), "");
  EXPECT_EQ(tick(b), Lines{discover(tank, kTank, "HLA1")});
}

TEST_F(Objects, AreNeverDiscoveredByTheirRegistrant) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(a, kTank, {kTurret}), "");
  const ObjectHandle tank = enroll(a, kTank);
  EXPECT_EQ(update(a, tank, value(kTurret, "x")), "");
  EXPECT_EQ(tick(a), Lines{});
}

TEST_F(Objects, AreNotDiscoveredWhenUnsubscribedBeforeTheTick) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  const ObjectHandle tank = enroll(a, kTank);
  harness.settle();
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(tick(b), Lines{discover(tank, kTank, "HLA1")});
}

// What is sent after the second subscription returned must arrive, whatever waited before it.
TEST_F(Objects, AreDiscoveredOnceWhereTheyAreSubscribedAtTheTick) {
  EXPECT_EQ(publish(a, kTank, {kTurret, kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle tank = enroll(a, kTank);
  harness.settle();
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "");
  EXPECT_EQ(tick(b), (Lines{discover(tank, kVehicle, "HLA1"), reflect(tank, "2=1:78")}));
}

TEST_F(Objects, AreDiscoveredAgainAfterALocalDeletionAtTheClassSubscribedNow) {
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kPosition}, kVehicle);
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(call(b, wire::GetObjectClass{tank}), "ObjectNotKnown");
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "ObjectNotKnown");
  EXPECT_EQ(tick(b), Lines{discover(tank, kTank, "HLA1")}) << "no reflect from before";
  EXPECT_EQ(update(a, tank, value(kTurret, "y")), "");
  EXPECT_EQ(tick(b), Lines{reflect(tank, "4=1:79")});
}

TEST_F(Objects, RefuseALocalDeletionByAnOwner) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  EXPECT_EQ(call(a, wire::LocalDeleteObjectInstance{tank}), "FederateOwnsAttributes");
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{ObjectHandle(99)}), "ObjectNotKnown");
}

TEST_F(Objects, StayKnownAfterUnsubscribing) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(call(b, wire::GetObjectInstanceName{tank}), "");
  EXPECT_EQ(erase(a, tank), "");
  EXPECT_EQ(tick(b), Lines{removed(tank)});
}

// --- Updates.

TEST_F(Objects, ReflectTheSubscribedSubsetToEachFederate) {
  const Federate c = join("c");
  EXPECT_EQ(subscribe(c, kVehicle, {kPosition}), "");
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kTurret});
  EXPECT_EQ(tick(c), Lines{discover(tank, kVehicle, "HLA1")});
  EXPECT_EQ(update(a, tank, value(kPosition, "p").add(kTurret, "t"), "now"), "");
  EXPECT_EQ(tick(b), Lines{reflect(tank, "4=1:74", "now")});
  EXPECT_EQ(tick(c), Lines{reflect(tank, "2=1:70", "now")});
  EXPECT_EQ(tick(a), Lines{});
}

TEST_F(Objects, SplitAnUpdateByTransportation) {
  const ObjectHandle tank = known_tank({kPosition, kSpeed}, {kPosition, kSpeed});
  const Values both = value(kSpeed, "s").add(kPosition, "p");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(tick(b), (Lines{reflect(tank, "2=1:70"), reflect(tank, "3=1:73", "", "best_effort")}));
  EXPECT_EQ(call(a, wire::ChangeAttributeTransportationType{tank, {kSpeed}, 1}), "");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(tick(b), Lines{reflect(tank, "3=1:73 2=1:70")});
  EXPECT_EQ(call(a, wire::ChangeAttributeTransportationType{tank, {kSpeed, kPosition}, 2}), "");
  EXPECT_EQ(update(a, tank, both), "");
  EXPECT_EQ(tick(b), Lines{reflect(tank, "3=1:73 2=1:70", "", "best_effort")});
}

TEST_F(Objects, AreNotReflectedWhenUnsubscribedBeforeTheTick) {
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kPosition, kTurret});
  EXPECT_EQ(update(a, tank, value(kPosition, "p").add(kTurret, "t")), "");
  harness.settle();
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(tick(b), Lines{reflect(tank, "4=1:74")});
}

TEST_F(Objects, RefuseUpdatesOfWhatIsUnknownUndefinedOrNotOwned) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition}, kVehicle);
  EXPECT_EQ(update(a, ObjectHandle(99), value(kPosition, "x")), "ObjectNotKnown");
  EXPECT_EQ(update(a, ObjectHandle(), {}), "ObjectNotKnown");
  EXPECT_EQ(update(a, tank, value(kArmour, "x")), "AttributeNotDefined");
  EXPECT_EQ(update(a, tank, value(AttributeHandle(0), "x")), "AttributeNotDefined");
  EXPECT_EQ(update(a, tank, value(AttributeHandle(0xffffffff), "x")), "AttributeNotDefined");
  EXPECT_EQ(update(a, tank, value(kTurret, "x")), "AttributeNotOwned");
  EXPECT_EQ(update(b, tank, value(kTurret, "x")), "AttributeNotDefined") << "known as a vehicle";
  EXPECT_EQ(update(b, tank, value(kPosition, "x")), "AttributeNotOwned");
  EXPECT_EQ(update(a, tank, value(kPosition, "x").add(kTurret, "y")), "AttributeNotOwned");
  EXPECT_EQ(tick(b), Lines{}) << "a refused call does nothing";
  EXPECT_EQ(update(a, tank, {}), "");
  EXPECT_EQ(tick(b), Lines{});
}

// The values of a callback stay as they are while the federate sends from within it.
TEST_F(Objects, KeepTheValuesOfACallbackWhileItSends) {
  const ObjectHandle tank = known_tank({kPosition, kSpeed, kTurret}, {kTurret});
  EXPECT_EQ(publish(b, kPlane, {kPosition, kSpeed}), "");
  const ObjectHandle plane = enroll(b, kPlane);
  EXPECT_EQ(update(a, tank, value(kPosition, "xxxx").add(kTurret, "turret")), "");
  harness.settle();
  Lines lines;
  harness.take_callbacks(b, [&](const rtia::Callback& callback) {
    EXPECT_EQ(update(b, plane, value(kPosition, "ppppppppp").add(kSpeed, "sssssssss")), "");
    EXPECT_EQ(send(b, kShot, {}), "InteractionClassNotPublished");
    lines.push_back(line_of(callback));
  });
  EXPECT_EQ(lines, Lines{reflect(tank, "4=6:747572726574")});
}

// --- Interactions.

TEST_F(Objects, ReceiveInteractionsPromotedToTheNearestSubscribedClass) {
  const Federate c = join("c");
  for (const auto sent : {kHit, kTalk}) EXPECT_EQ(publish(a, sent), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_EQ(subscribe(b, kInteractionRoot), "");
  EXPECT_EQ(subscribe(c, kHit), "");
  EXPECT_EQ(subscribe(a, kHit), "");
  const Values values = value(kTarget, "t").add(kDamage, "d");
  EXPECT_EQ(send(a, kHit, values), "");
  EXPECT_EQ(send(a, kTalk, value(kWords, "w")), "");
  EXPECT_EQ(send(a, kHit, {}), "") << "without parameters";
  EXPECT_EQ(tick(b), (Lines{receive(kShot, "1=1:74"), receive(kInteractionRoot, "", "best_effort"),
                            receive(kShot, "")}));
  EXPECT_EQ(tick(c), (Lines{receive(kHit, "1=1:74 3=1:64"), receive(kHit, "")}));
  for (const auto& line : tick(a)) {
    EXPECT_TRUE(line.starts_with("TurnInteractionsOn")) << "never to the sender: " << line;
  }
}

TEST_F(Objects, RefuseInteractionsThatAreUndefinedOrUnpublished) {
  EXPECT_EQ(send(a, {}, {}), "InteractionClassNotDefined");
  EXPECT_EQ(send(a, kNoInteractionClass, value(kTarget, "x")), "InteractionClassNotDefined");
  EXPECT_EQ(send(a, kShot, {}), "InteractionClassNotPublished");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(send(a, kHit, {}), "InteractionClassNotPublished");
  for (const ParameterHandle wild : {ParameterHandle(0), kDamage, ParameterHandle(0xffffffff)}) {
    EXPECT_EQ(send(a, kShot, value(wild, "x")), "InteractionParameterNotDefined");
  }
}

TEST_F(Objects, SendInteractionsByTheTransportationOfTheirClassOrTheOneChangedTo) {
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(subscribe(b, kShot), "");
  EXPECT_EQ(call(a, wire::ChangeInteractionTransportationType{kShot, 2}), "");
  EXPECT_EQ(send(a, kShot, {}), "");
  EXPECT_EQ(tick(b), Lines{receive(kShot, "", "best_effort")});
  EXPECT_EQ(call(a, wire::ChangeInteractionTransportationType{kShot, 1}), "");
  EXPECT_EQ(send(a, kShot, {}), "");
  EXPECT_EQ(tick(b), Lines{receive(kShot, "")});
}

TEST_F(Objects, RefuseTransportationsAndOrdersThatAreNone) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  using ByAttribute = wire::ChangeAttributeTransportationType;
  using OrderByAttribute = wire::ChangeAttributeOrderType;
  EXPECT_EQ(call(a, ByAttribute{ObjectHandle(99), {kPosition}, 1}), "ObjectNotKnown");
  EXPECT_EQ(call(a, ByAttribute{tank, {kArmour}, 1}), "AttributeNotDefined");
  EXPECT_EQ(call(a, ByAttribute{tank, {kTurret}, 1}), "AttributeNotOwned");
  EXPECT_EQ(call(a, ByAttribute{tank, {kPosition}, 0}), "InvalidTransportationHandle");
  EXPECT_EQ(call(a, ByAttribute{tank, {kPosition}, 3}), "InvalidTransportationHandle");
  EXPECT_EQ(call(a, OrderByAttribute{ObjectHandle(99), {kPosition}, 1}), "ObjectNotKnown");
  EXPECT_EQ(call(a, OrderByAttribute{tank, {kArmour}, 1}), "AttributeNotDefined");
  EXPECT_EQ(call(b, OrderByAttribute{tank, {kPosition}, 1}), "AttributeNotOwned");
  EXPECT_EQ(call(a, OrderByAttribute{tank, {kPosition}, 1u << 20}), "InvalidOrderingHandle");
  EXPECT_EQ(call(a, OrderByAttribute{tank, {kPosition}, 2}), "");
  using ByClass = wire::ChangeInteractionTransportationType;
  using OrderByClass = wire::ChangeInteractionOrderType;
  EXPECT_EQ(call(a, ByClass{kNoInteractionClass, 1}), "InteractionClassNotDefined");
  EXPECT_EQ(call(a, ByClass{kShot, 1}), "InteractionClassNotPublished");
  EXPECT_EQ(call(a, OrderByClass{kNoInteractionClass, 1}), "InteractionClassNotDefined");
  EXPECT_EQ(call(a, OrderByClass{kShot, 1}), "InteractionClassNotPublished");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(call(a, ByClass{kShot, 9}), "InvalidTransportationHandle");
  EXPECT_EQ(call(a, OrderByClass{kShot, 9}), "InvalidOrderingHandle");
}

// --- Deletion.

TEST_F(Objects, AreRemovedAfterTheirUpdatesAndUnknownAtOnceToTheDeleter) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(erase(a, tank, "boom"), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "2")), "ObjectNotKnown");
  EXPECT_EQ(erase(a, tank), "ObjectNotKnown");
  EXPECT_EQ(tick(b), (Lines{reflect(tank, "2=1:31"), removed(tank, "boom")}));
  EXPECT_EQ(call(b, wire::GetObjectClass{tank}), "ObjectNotKnown");
}

TEST_F(Objects, AreDiscoveredReflectedAndRemovedInOneTick) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kPosition}), "");
  const ObjectHandle tank = enroll(a, kTank, "tiger");
  EXPECT_EQ(update(a, tank, value(kPosition, "1")), "");
  EXPECT_EQ(erase(a, tank), "");
  EXPECT_EQ(tick(b),
            (Lines{discover(tank, kTank, "tiger"), reflect(tank, "2=1:31"), removed(tank)}));
}

TEST_F(Objects, AreDeletedOnlyByWhoHoldsThePrivilege) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  EXPECT_EQ(erase(b, tank), "DeletePrivilegeNotHeld");
  EXPECT_EQ(erase(b, ObjectHandle(99)), "ObjectNotKnown");
  EXPECT_EQ(call(a, wire::UnpublishObjectClass{kTank}), "");
  EXPECT_EQ(erase(a, tank), "DeletePrivilegeNotHeld");
}

TEST_F(Objects, AreNotRemovedTwiceWhenDeletedLocallyMeanwhile) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  EXPECT_EQ(erase(a, tank), "");
  harness.settle();
  EXPECT_EQ(call(b, wire::LocalDeleteObjectInstance{tank}), "");
  EXPECT_EQ(tick(b), Lines{});
}

// --- Update requests.

TEST_F(Objects, AskTheOwnersForUpdates) {
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kPosition});
  using Request = wire::RequestObjectAttributeValueUpdate;
  EXPECT_EQ(call(b, Request{tank, {kPosition, kSpeed}}), "");
  EXPECT_EQ(tick(a), Lines{provide(tank, "2")});
  EXPECT_EQ(call(b, Request{tank, {kSpeed}}), "");
  EXPECT_EQ(tick(a), Lines{}) << "nobody owns it";
  EXPECT_EQ(call(a, Request{tank, {kPosition, kTurret}}), "");
  EXPECT_EQ(tick(a), Lines{provide(tank, "2 4")}) << "one's own";
  EXPECT_EQ(call(b, Request{ObjectHandle(99), {kPosition}}), "ObjectNotKnown");
  EXPECT_EQ(call(b, Request{tank, {kArmour}}), "AttributeNotDefined");
  EXPECT_EQ(call(b, Request{ObjectHandle(99), {kArmour}}), "ObjectNotKnown");
}

TEST_F(Objects, AskForUpdatesOfAClassAndItsSubclasses) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(a, kPlane, {kPosition}), "");
  EXPECT_EQ(publish(b, kHeavy, {kPosition, kArmour}), "");
  EXPECT_EQ(publish(a, kPerson, {kPersonName}), "");
  const ObjectHandle tank = enroll(a, kTank);
  const ObjectHandle plane = enroll(a, kPlane);
  enroll(a, kPerson);
  const ObjectHandle heavy = enroll(b, kHeavy);
  harness.settle();
  using Request = wire::RequestClassAttributeValueUpdate;
  EXPECT_EQ(call(b, Request{kVehicle, {kPosition}}), "") << "not subscribed";
  EXPECT_EQ(tick(a), (Lines{provide(tank, "2"), provide(plane, "2")}));
  EXPECT_EQ(tick(b), Lines{provide(heavy, "2")});
  EXPECT_EQ(call(a, Request{kTank, {kTurret}}), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(call(a, Request{kNoObjectClass, {kTurret}}), "ObjectClassNotDefined");
  EXPECT_EQ(call(a, Request{kVehicle, {kTurret}}), "AttributeNotDefined");
}

TEST_F(Objects, AreNotAskedForWhatIsGoneByTheTick) {
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kPosition, kTurret});
  EXPECT_EQ(call(b, wire::RequestObjectAttributeValueUpdate{tank, {kPosition, kTurret}}), "");
  harness.settle();
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{provide(tank, "4")});
  EXPECT_EQ(call(b, wire::RequestObjectAttributeValueUpdate{tank, {kTurret}}), "");
  harness.settle();
  EXPECT_EQ(erase(a, tank), "");
  EXPECT_EQ(tick(a), Lines{});
}

TEST_F(Objects, SayWhetherAnAttributeIsOwnedHere) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition}, kVehicle);
  const auto owned = [&](Federate f, AttributeHandle attribute) {
    const auto result = harness.call(f, wire::IsAttributeOwnedByFederate{tank, attribute});
    return result ? std::string(*result ? "yes" : "no") : refusal(result);
  };
  EXPECT_EQ(owned(a, kPosition), "yes");
  EXPECT_EQ(owned(a, kTurret), "no");
  EXPECT_EQ(owned(b, kPosition), "no");
  EXPECT_EQ(owned(b, kTurret), "AttributeNotDefined");
  EXPECT_EQ(owned(a, AttributeHandle(0)), "AttributeNotDefined");
  EXPECT_EQ(call(b, wire::IsAttributeOwnedByFederate{ObjectHandle(99), kPosition}),
            "ObjectNotKnown");
}

// --- Leases.

class SmallLeases : public Objects, public testing::WithParamInterface<std::uint32_t> {
 protected:
  SmallLeases() : Objects(options()) {}
  static HarnessOptions options() {
    HarnessOptions options;
    options.rtia.lease_count = GetParam();
    return options;
  }
};

// The first lease, which the RTIG gives at the join, is of 4096 handles.
TEST_P(SmallLeases, LastForAnyNumberOfRegistrations) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(b, kTank, {kPosition}), "");
  std::set<ObjectHandle> handles;
  for (int i = 0; i < 4200; ++i) {
    const Federate f = i % 70 == 0 ? b : a;
    handles.insert(enroll(f, kTank, i % 500 == 0 ? "named" + std::to_string(i) : std::string()));
  }
  harness.settle();
  EXPECT_EQ(handles.size(), 4200u);
  EXPECT_FALSE(handles.contains(ObjectHandle()));
  EXPECT_EQ(harness.rtig().state("Federation")->objects().size(), 4200u);
}

INSTANTIATE_TEST_SUITE_P(Counts, SmallLeases, testing::Values(0, 1, 2, 3, 4, 64, 0xffffffff));

}  // namespace
}  // namespace triad::test
