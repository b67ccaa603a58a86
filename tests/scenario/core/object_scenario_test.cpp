// Object management in the cores (HLA 1.3 clause 6).
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
    const ObjectHandle tank = register_object(a, kTank);
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
  const ObjectHandle named = register_object(a, kTank, "tiger");
  const ObjectHandle unnamed = register_object(a, kTank);
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
  const ObjectHandle first = register_object(a, kTank, "tiger");
  (void)tick(b);
  EXPECT_EQ(delete_object(a, first), "");
  harness.settle();
  const ObjectHandle second = register_object(b, kTank, "tiger");
  EXPECT_NE(first, second);
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceHandle{"tiger"}), second);
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceName{first}), "tiger") << "not told yet";
  EXPECT_EQ(tick(b), Lines{removed(first)});
  EXPECT_EQ(*harness.call(b, wire::GetObjectInstanceHandle{"tiger"}), second);
}

TEST_F(Objects, AreFoundByNameUntilTheFederateIsToldOfTheRemoval) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  const ObjectHandle tank = register_object(a, kTank, "tiger");
  (void)tick(b);
  EXPECT_EQ(delete_object(a, tank), "");
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
  const auto first = harness.begin_call(a, request);
  const auto second = harness.begin_call(b, request);
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
  header.position = 1'000'000;  // beyond all positions of its RTIA
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

// Messages sent after the second subscription returned must arrive, regardless of callbacks queued
// before.
TEST_F(Objects, AreDiscoveredOnceWhereTheyAreSubscribedAtTheTick) {
  EXPECT_EQ(publish(a, kTank, {kTurret, kPosition}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  const ObjectHandle tank = register_object(a, kTank);
  harness.settle();
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(update(a, tank, value(kPosition, "x")), "");
  EXPECT_EQ(tick(b), (Lines{discover(tank, kVehicle, "HLA1"), reflect(tank, "2=1:78")}));
}

// A discovery at a class where no attribute is in scope would bind the instance to this class, and
// the subscription at its own class would bring no updates.
TEST_F(Objects, AreNotDiscoveredWhereNothingIsInScopeAtTheTick) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  const ObjectHandle tank = register_object(a, kTank);
  harness.settle();
  EXPECT_EQ(call(b, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(subscribe(b, kVehicle, {kPosition}), "");
  EXPECT_EQ(tick(b), Lines{});
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  EXPECT_EQ(update(a, tank, value(kTurret, "x")), "");
  EXPECT_EQ(tick(b), (Lines{discover(tank, kTank, "HLA1"), reflect(tank, "4=1:78")}));
}

TEST_F(Objects, AreNotDiscoveredForAttributesNoLongerSubscribedAtTheTick) {
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(subscribe(b, kTank, {kTurret}), "");
  (void)register_object(a, kTank);
  harness.settle();
  EXPECT_EQ(subscribe(b, kTank, {kSpeed}), "");
  EXPECT_EQ(tick(b), Lines{});
}

// --- Updates.

TEST_F(Objects, RefuseUpdatesOfWhatIsUnknownUndefinedOrNotOwned) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition}, kVehicle);
  EXPECT_EQ(update(a, kNoObject, value(kPosition, "x")), "ObjectNotKnown");
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

// The values of a callback stay unchanged while the federate sends inside it.
TEST_F(Objects, KeepTheValuesOfACallbackWhileItSends) {
  const ObjectHandle tank = known_tank({kPosition, kSpeed, kTurret}, {kTurret});
  EXPECT_EQ(publish(b, kPlane, {kPosition, kSpeed}), "");
  const ObjectHandle plane = register_object(b, kPlane);
  EXPECT_EQ(update(a, tank, value(kPosition, "xxxx").add(kTurret, "turret")), "");
  harness.settle();
  Lines lines;
  harness.take_callbacks(b, [&](const rtia::Callback& callback) {
    EXPECT_EQ(update(b, plane, value(kPosition, "ppppppppp").add(kSpeed, "sssssssss")), "");
    EXPECT_EQ(send_interaction(b, kShot, {}), "InteractionClassNotPublished");
    lines.push_back(callback_line(callback));
  });
  EXPECT_EQ(lines, Lines{reflect(tank, "4=6:747572726574")});
}

// --- Interactions.

TEST_F(Objects, RefuseInteractionsThatAreUndefinedOrUnpublished) {
  EXPECT_EQ(send_interaction(a, {}, {}), "InteractionClassNotDefined");
  EXPECT_EQ(send_interaction(a, kNoInteractionClass, value(kTarget, "x")),
            "InteractionClassNotDefined");
  EXPECT_EQ(send_interaction(a, kShot, {}), "InteractionClassNotPublished");
  EXPECT_EQ(publish(a, kShot), "");
  EXPECT_EQ(send_interaction(a, kHit, {}), "InteractionClassNotPublished");
  for (const ParameterHandle wild : {ParameterHandle(0), kDamage, ParameterHandle(0xffffffff)}) {
    EXPECT_EQ(send_interaction(a, kShot, value(wild, "x")), "InteractionParameterNotDefined");
  }
}

TEST_F(Objects, RefuseTransportationsAndOrdersThatAreNone) {
  const ObjectHandle tank = known_tank({kPosition}, {kPosition});
  using ByAttribute = wire::ChangeAttributeTransportationType;
  using OrderByAttribute = wire::ChangeAttributeOrderType;
  EXPECT_EQ(call(a, ByAttribute{kNoObject, {kPosition}, 1}), "ObjectNotKnown");
  EXPECT_EQ(call(a, ByAttribute{tank, {kArmour}, 1}), "AttributeNotDefined");
  EXPECT_EQ(call(a, ByAttribute{tank, {kTurret}, 1}), "AttributeNotOwned");
  EXPECT_EQ(call(a, ByAttribute{tank, {kPosition}, 0}), "InvalidTransportationHandle");
  EXPECT_EQ(call(a, ByAttribute{tank, {kPosition}, 3}), "InvalidTransportationHandle");
  EXPECT_EQ(call(a, OrderByAttribute{kNoObject, {kPosition}, 1}), "ObjectNotKnown");
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

// --- Update requests.

TEST_F(Objects, AreNotAskedForWhatIsUnpublishedOrDeletedByTheTick) {
  const ObjectHandle tank = known_tank({kPosition, kTurret}, {kPosition, kTurret});
  EXPECT_EQ(call(b, wire::RequestObjectAttributeValueUpdate{tank, {kPosition, kTurret}}), "");
  harness.settle();
  EXPECT_EQ(publish(a, kTank, {kTurret}), "");
  EXPECT_EQ(tick(a), Lines{provide(tank, "4")});
  EXPECT_EQ(call(b, wire::RequestObjectAttributeValueUpdate{tank, {kTurret}}), "");
  harness.settle();
  EXPECT_EQ(delete_object(a, tank), "");
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
  EXPECT_EQ(call(b, wire::IsAttributeOwnedByFederate{kNoObject, kPosition}), "ObjectNotKnown");
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

// The first lease, which the RTIG gives at the join, has 4096 handles.
TEST_P(SmallLeases, LastForAnyNumberOfRegistrations) {
  EXPECT_EQ(publish(a, kTank, {kPosition}), "");
  EXPECT_EQ(publish(b, kTank, {kPosition}), "");
  std::set<ObjectHandle> handles;
  for (int i = 0; i < 4200; ++i) {
    const Federate f = i % 70 == 0 ? b : a;
    handles.insert(
        register_object(f, kTank, i % 500 == 0 ? "named" + std::to_string(i) : std::string()));
  }
  harness.settle();
  EXPECT_EQ(handles.size(), 4200u);
  EXPECT_FALSE(handles.contains(ObjectHandle()));
  EXPECT_EQ(harness.rtig().state("Federation")->objects().size(), 4200u);
}

INSTANTIATE_TEST_SUITE_P(Counts, SmallLeases, testing::Values(0, 1, 2, 3, 4, 64, 0xffffffff));

}  // namespace
}  // namespace triad::test
