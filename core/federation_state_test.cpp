// Tests a participant's copy of the federation: effects of declarations and resignations on
// instances, and the snapshot for a new member.
#include "core/federation_state.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"
#include "wire/generate.hpp"
#include "wire/record.hpp"

namespace triad::core {
namespace {

using namespace test;

constexpr ObjectHandle kFirst{101};
constexpr ObjectHandle kSecond{102};

using Released = std::vector<std::pair<ObjectHandle, AttributeSet>>;

wire::Buffer encoded(const FederationSnapshot& snapshot) {
  wire::Buffer bytes;
  wire::Encoder(bytes).put(snapshot);
  return bytes;
}

class FederationTest : public testing::Test {
 protected:
  FederationTest() {
    federation.apply(wire::FederateJoined{kOne, "one"});
    federation.apply(wire::FederateJoined{kTwo, "two"});
  }

  void register_instance(ObjectHandle object, ObjectClassHandle object_class, FederateHandle owner,
                         const AttributeSet& attributes) {
    ASSERT_TRUE(federation.apply(
        owner, wire::ObjectInstanceRegistered{object, object_class, {}, attributes}));
  }

  Federation federation{test_model()};
};

TEST_F(FederationTest, MakesPrivilegeToDeletePartOfEveryPublication) {
  EXPECT_EQ(federation.privilege_to_delete(), kPrivilege);
  federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret}});
  EXPECT_EQ(*federation.member(kOne)->declared.published(kTank),
            (AttributeSet{kPrivilege, kTurret}));
  EXPECT_EQ(federation.member(kOne)->declared.published(kVehicle), nullptr);
}

TEST_F(FederationTest, ReleasesWhatIsNoLongerPublished) {
  federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret, kPosition}});
  register_instance(kFirst, kTank, kOne, {kPrivilege, kTurret, kPosition});
  register_instance(kSecond, kVehicle, kOne, {kPrivilege, kPosition});

  EXPECT_TRUE(federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret, kPosition, kSpeed}})
                  .released.empty());
  EXPECT_EQ(federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret}}).released,
            (Released{{kFirst, {kPosition}}}));
  EXPECT_EQ(federation.objects().find(kFirst)->owner(kPosition), FederateHandle());
  EXPECT_EQ(federation.apply(kOne, wire::UnpublishObjectClass{kTank}).released,
            (Released{{kFirst, {kPrivilege, kTurret}}}));
  EXPECT_EQ(federation.objects().find(kSecond)->owner(kPosition), kOne);
}

TEST_F(FederationTest, TakesAnEmptyPublicationOrSubscriptionAsItsEnd) {
  federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret}});
  register_instance(kFirst, kTank, kOne, {kPrivilege, kTurret});
  EXPECT_EQ(federation.apply(kOne, wire::PublishObjectClass{kTank, {}}).released,
            (Released{{kFirst, {kPrivilege, kTurret}}}));
  EXPECT_EQ(federation.member(kOne)->declared.published(kTank), nullptr);
  EXPECT_TRUE(federation.apply(kOne, wire::PublishObjectClass{kPlane, {}}).released.empty());

  federation.apply(kTwo, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true});
  EXPECT_EQ(federation.interest().interested_in(kTank).size(), 1u);
  federation.apply(kTwo, wire::SubscribeObjectClassAttributes{kVehicle, {}, true});
  EXPECT_TRUE(federation.interest().interested_in(kTank).empty());
  EXPECT_EQ(federation.member(kTwo)->declared.find_subscription(kVehicle), nullptr);
}

TEST_F(FederationTest, ReplacesASubscriptionWithItsFlag) {
  federation.apply(kTwo, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true});
  federation.apply(kTwo, wire::SubscribeObjectClassAttributes{kVehicle, {kSpeed}, false});
  const auto& interest = federation.interest().interested_in(kVehicle);
  ASSERT_EQ(interest.size(), 1u);
  EXPECT_EQ(interest[0].attributes, AttributeSet{kSpeed});
  EXPECT_TRUE(interest[0].active_attributes.empty());
  federation.apply(kTwo, wire::SubscribeInteractionClass{kShot, true});
  federation.apply(kTwo, wire::SubscribeInteractionClass{kShot, false});
  EXPECT_FALSE(federation.interest().interested_in(kHit)[0].active);
  federation.apply(kTwo, wire::UnsubscribeInteractionClass{kShot});
  EXPECT_TRUE(federation.interest().interested_in(kHit).empty());
}

struct ResignCase {
  wire::ResignAction action;
  bool deletes;
};

class FederationResign : public FederationTest, public testing::WithParamInterface<ResignCase> {};

TEST_P(FederationResign, DeletesOrReleasesAsTheActionSays) {
  register_instance(kFirst, kTank, kOne, {kPrivilege, kTurret});
  register_instance(kSecond, kTank, kTwo, {kPrivilege});
  federation.objects().find(kSecond)->add_ownership(kOne, {kTurret}, kTank);
  federation.apply(kOne, wire::SubscribeObjectClassAttributes{kVehicle, {kPosition}, true});

  const auto changes =
      federation.apply(wire::FederateResigned{kOne, GetParam().action, false, "resigned"});

  EXPECT_EQ(federation.member(kOne), nullptr);
  EXPECT_TRUE(federation.interest().interested_in(kTank).empty());
  if (GetParam().deletes) {
    EXPECT_EQ(changes.deleted, std::vector{kFirst});
    EXPECT_EQ(changes.released, (Released{{kSecond, {kTurret}}}));
  } else {
    EXPECT_TRUE(changes.deleted.empty());
    EXPECT_EQ(changes.released, (Released{{kFirst, {kPrivilege, kTurret}}, {kSecond, {kTurret}}}));
  }
  EXPECT_EQ(federation.objects().find(kSecond)->owner(kPrivilege), kTwo);
}

INSTANTIATE_TEST_SUITE_P(
    Actions, FederationResign,
    testing::Values(ResignCase{wire::ResignAction::release_attributes, false},
                    ResignCase{wire::ResignAction::delete_objects, true},
                    ResignCase{wire::ResignAction::delete_objects_and_release_attributes, true},
                    ResignCase{wire::ResignAction::no_action, false}),
    [](const auto& test) {
      switch (test.param.action) {
        case wire::ResignAction::release_attributes:
          return "ReleaseAttributes";
        case wire::ResignAction::delete_objects:
          return "DeleteObjects";
        case wire::ResignAction::delete_objects_and_release_attributes:
          return "DeleteObjectsAndReleaseAttributes";
        case wire::ResignAction::no_action:
          break;
      }
      return "NoAction";
    });

TEST_F(FederationTest, RefusesARegistrationThatMakesNoSense) {
  const auto registered = [&](ObjectHandle object, ObjectClassHandle object_class,
                              const AttributeSet& owned) {
    return federation.apply(kOne, wire::ObjectInstanceRegistered{object, object_class, {}, owned});
  };
  EXPECT_FALSE(registered({}, kTank, {kTurret}));
  EXPECT_FALSE(registered(kFirst, kNoObjectClass, {}));
  EXPECT_FALSE(registered(kFirst, {}, {}));
  EXPECT_FALSE(registered(kFirst, kVehicle, {kTurret}));
  EXPECT_FALSE(registered(kFirst, kTank, {AttributeHandle(0)}));
  EXPECT_FALSE(registered(kFirst, kTank, {AttributeHandle(0xffffffff)}));
  EXPECT_TRUE(registered(kFirst, kTank, {kTurret}));
  EXPECT_FALSE(registered(kFirst, kTank, {kTurret}));
}

TEST_F(FederationTest, RemembersThatAnAdvisorySwitchHasBeenOn) {
  const auto set = [&](wire::AdvisorySwitch which, bool enabled) {
    federation.apply(kOne, wire::SetAdvisorySwitch{which, enabled});
    return federation.member(kOne)->has_requested_relevance;
  };
  EXPECT_FALSE(set(wire::AdvisorySwitch::attribute_scope, true));
  EXPECT_FALSE(set(wire::AdvisorySwitch::attribute_relevance, false));
  EXPECT_TRUE(set(wire::AdvisorySwitch::attribute_relevance, true));
  EXPECT_TRUE(set(wire::AdvisorySwitch::attribute_relevance, false));
}

// --- The snapshot.

void declare_at_random(Federation& federation, wire::Random& random) {
  const FederateHandle by(static_cast<std::uint32_t>(1 + random.below(2)));
  const ObjectClassHandle at(static_cast<std::uint32_t>(1 + random.below(6)));
  const InteractionClassHandle sent(static_cast<std::uint32_t>(1 + random.below(4)));
  const auto last = static_cast<std::uint32_t>(federation.model().find(at)->attributes.size());
  const AttributeSet some{AttributeHandle(static_cast<std::uint32_t>(1 + random.below(last)))};
  switch (random.below(7)) {
    case 0:
      (void)federation.apply(by, wire::PublishObjectClass{at, some});
      break;
    case 1:
      federation.apply(by, wire::SubscribeObjectClassAttributes{at, some, random.one_in(2)});
      break;
    case 2:
      federation.apply(by, wire::PublishInteractionClass{sent});
      break;
    case 3:
      federation.apply(by, wire::SubscribeInteractionClass{sent, random.one_in(2)});
      break;
    case 4:
      federation.apply(by,
                       wire::SetAdvisorySwitch{wire::AdvisorySwitch::attribute_relevance, true});
      break;
    default: {
      const ObjectHandle object(1 + random.below(1000));
      const std::string name = "n" + std::to_string(object.value);
      (void)federation.apply(by, wire::ObjectInstanceRegistered{
                                     object, at, random.one_in(2) ? name : std::string(), some});
    }
  }
}

TEST_F(FederationTest, IsTheSameAfterSnapshotAndRestore) {
  wire::Random random(9);
  for (int step = 0; step < 200; ++step) {
    declare_at_random(federation, random);
    const wire::Buffer bytes = encoded(snapshot_of(federation));
    const auto snapshot = wire::decode<FederationSnapshot>(bytes);
    ASSERT_TRUE(snapshot);
    Federation copy(test_model());
    ASSERT_TRUE(copy.restore(*snapshot));
    ASSERT_EQ(encoded(snapshot_of(copy)), bytes) << "step " << step;
    ASSERT_EQ(copy.interest().interested_in(kHeavy).size(),
              federation.interest().interested_in(kHeavy).size());
    ASSERT_EQ(copy.objects().size(), federation.objects().size());
  }
}

TEST_F(FederationTest, IsReplacedByASnapshot) {
  federation.apply(kOne, wire::PublishObjectClass{kTank, {kTurret}});
  register_instance(kFirst, kTank, kOne, {kPrivilege, kTurret});
  Federation other(test_model());
  other.apply(wire::FederateJoined{kOne, "another"});
  other.apply(kOne, wire::SubscribeObjectClassAttributes{kTank, {kTurret}, true});
  ASSERT_TRUE(other.restore(snapshot_of(federation)));
  EXPECT_EQ(encoded(snapshot_of(other)), encoded(snapshot_of(federation)));
  EXPECT_TRUE(other.interest().interested_in(kTank).empty());
}

bool is_restorable(const FederationSnapshot& snapshot) {
  Federation federation(test_model());
  return federation.restore(snapshot);
}

TEST(FederationSnapshot, IsRefusedWhenItDoesNotFitTheObjectModel) {
  FederationSnapshot good;
  good.members.resize(1);
  good.members[0].federate = kOne;
  good.instances.push_back({kFirst, kTank, "tiger", {{kOne, {kTurret}, kTank}}, {}});
  ASSERT_TRUE(is_restorable(good));

  auto bad = good;
  bad.members[0].published_object_classes.push_back({kNoObjectClass, {}});
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.members[0].published_object_classes.push_back({kVehicle, {kTurret}});
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.members[0].published_interaction_classes.push_back(kNoInteractionClass);
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.members[0].subscribed_object_classes.push_back({kVehicle, {AttributeHandle(70000)}, true});
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.members[0].subscribed_interaction_classes.push_back({InteractionClassHandle(), true});
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.instances[0].object_class = kVehicle;
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.instances[0].object = {};
  EXPECT_FALSE(is_restorable(bad));
  bad = good;
  bad.instances.push_back(bad.instances[0]);
  EXPECT_FALSE(is_restorable(bad));
}

TEST(FederationSnapshot, IsRefusedWhenItContradictsItself) {
  FederationSnapshot good;
  good.members.resize(2);
  good.members[0].federate = kOne;
  good.members[1].federate = kTwo;
  good.instances.push_back(
      {kFirst, kTank, "tiger", {{kOne, {kTurret}, kTank}, {kTwo, {kSpeed}, kTank}}, {}});
  ASSERT_TRUE(is_restorable(good));

  auto bad = good;
  bad.members[1].federate = kOne;
  EXPECT_FALSE(is_restorable(bad)) << "a member twice";
  bad = good;
  bad.members[1].federate = wire::kRtig;
  EXPECT_FALSE(is_restorable(bad)) << "the RTIG as a member";
  bad = good;
  bad.instances[0].owners[1].attributes = {kTurret};
  EXPECT_FALSE(is_restorable(bad)) << "two owners of one attribute";
  bad = good;
  bad.instances[0].owners[1].federate = FederateHandle(3);
  EXPECT_FALSE(is_restorable(bad)) << "an owner that is no member";
  bad = good;
  bad.instances[0].owners[0].known_class = kPerson;
  EXPECT_FALSE(is_restorable(bad)) << "a tank that is known as a person";
  bad = good;
  bad.instances[0].offers = {{{kPosition}, "offer"}};
  EXPECT_FALSE(is_restorable(bad)) << "an offer of attributes without an owner";
  bad = good;
  bad.instances[0].offers = {{{kSpeed}, "offer"}, {{kSpeed}, "twice"}};
  EXPECT_FALSE(is_restorable(bad)) << "offered twice";
  bad = good;
  bad.instances.push_back({kSecond, kTank, "tiger", {}, {}});
  EXPECT_FALSE(is_restorable(bad)) << "one name for two";
  bad = good;
  bad.instances[0].name = "HLA5";
  EXPECT_FALSE(is_restorable(bad)) << "a name that no federate can give";
}

}  // namespace
}  // namespace triad::core
