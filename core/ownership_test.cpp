// Tests the rules for grants and notices of ownership (core/ownership.hpp), without a federation.
#include "core/ownership.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "core/federation_state.hpp"
#include "core/test_model.hpp"

namespace triad::core {
namespace {

using namespace test;
using NoticeKind = OwnershipNotice::Kind;

const AttributeSet kEverything{kPrivilege, kPosition, kSpeed, kTurret};

class NegotiationTest : public testing::Test {
 protected:
  NegotiationTest() {
    tank.object_class = kTank;
    tank.add_ownership(kOne, kEverything, kTank);
  }
  void acquire(FederateHandle federate, const AttributeSet& attributes, bool if_available = false) {
    negotiation.acquire({federate, kTank, if_available, "tag", attributes});
  }
  // Returns the notices in short form.
  std::string take_notice_text() {
    static const char* const kNames[] = {"release", "yield", "keep", "unavailable", "cancelled"};
    std::string text;
    for (const auto& notice : negotiation.take_notices(tank)) {
      text += std::string(kNames[static_cast<int>(notice.kind)]) + " " +
              std::to_string(notice.federate.value) + ":";
      notice.attributes.for_each([&](AttributeHandle a) { text += std::to_string(a.value); });
      text += " ";
    }
    return text;
  }
  // Carries out the grants, as the log would.
  std::string take_grant_text(const AttributeSet& given_up) {
    std::string text;
    const auto grants = negotiation.take_grants(tank, kEverything, given_up);
    tank.remove_owners(given_up);
    for (const auto& grant : grants) {
      text += std::to_string(grant.federate.value) + ":";
      grant.attributes.for_each([&](AttributeHandle a) { text += std::to_string(a.value); });
      text += " ";
      tank.add_ownership(grant.federate, grant.attributes, grant.known_class);
    }
    return text;
  }
  void offer(const AttributeSet& attributes) { tank.add_offer(attributes, "offer"); }

  const FederateHandle three{3};
  ObjectInstance tank;
  Negotiation negotiation;
};

TEST_F(NegotiationTest, GrantsAtTheClassOfEachRequest) {
  negotiation.acquire({kTwo, kVehicle, false, "tag", {kPosition}});
  acquire(kTwo, {kTurret});
  acquire(kTwo, {kSpeed});
  const auto grants = negotiation.take_grants(tank, kEverything, {kPosition, kSpeed, kTurret});
  ASSERT_EQ(grants.size(), 2u);
  EXPECT_EQ(grants[0].known_class, kVehicle);
  EXPECT_EQ(grants[0].attributes, AttributeSet{kPosition});
  EXPECT_EQ(grants[1].known_class, kTank);
  EXPECT_EQ(grants[1].attributes, (AttributeSet{kSpeed, kTurret}));
}

TEST_F(NegotiationTest, AsksTheOwnerOnceAndTheNextOwnerAgain) {
  acquire(kTwo, {kPosition, kSpeed});
  EXPECT_EQ(take_notice_text(), "release 1:23 ");
  EXPECT_EQ(take_notice_text(), "");
  acquire(three, {kPosition});
  EXPECT_EQ(take_notice_text(), "release 1:2 ");
  EXPECT_EQ(take_grant_text({kPosition}), "2:2 ");
  EXPECT_EQ(take_notice_text(), "release 2:2 ");
  EXPECT_EQ(take_grant_text({kPosition}), "3:2 ");
  EXPECT_EQ(take_notice_text(), "");
  EXPECT_EQ(negotiation.requested_attributes(), AttributeSet{kSpeed});
}

TEST_F(NegotiationTest, LetsAnOfferBeYieldedOnce) {
  offer({kPosition});
  acquire(kTwo, {kPosition}, true);
  EXPECT_EQ(take_notice_text(), "yield 1:2 ");
  acquire(three, {kPosition});
  EXPECT_EQ(take_notice_text(), "");
  EXPECT_EQ(take_grant_text({kPosition}), "2:2 ");
  EXPECT_EQ(take_notice_text(), "release 2:2 ");
}

TEST_F(NegotiationTest, TakesBackWhatNobodyWantsAnyMore) {
  offer({kPosition});
  acquire(kTwo, {kPosition});
  EXPECT_EQ(take_notice_text(), "yield 1:2 ");
  negotiation.cancel(kTwo, {kPosition});
  EXPECT_EQ(take_notice_text(), "keep 1:2 ");
  negotiation.record_not_yielded({kPosition});
  EXPECT_EQ(take_notice_text(), "cancelled 2:2 ");
  EXPECT_TRUE(negotiation.is_idle());
}

TEST_F(NegotiationTest, GivesWhatWasYieldedBeforeItCouldBeTakenBack) {
  offer({kPosition});
  acquire(kTwo, {kPosition});
  EXPECT_EQ(take_notice_text(), "yield 1:2 ");
  negotiation.cancel(kTwo, {kPosition});
  EXPECT_EQ(take_notice_text(), "keep 1:2 ");
  EXPECT_EQ(take_grant_text({kPosition}), "2:2 ");
  negotiation.record_not_yielded({kPosition});
  EXPECT_EQ(take_notice_text(), "");
  EXPECT_TRUE(negotiation.is_idle());
}

TEST_F(NegotiationTest, RefusesWhatIsToBeTakenIfAvailableOnly) {
  acquire(kTwo, {kPosition}, true);
  EXPECT_EQ(take_notice_text(), "unavailable 2:2 ");
  EXPECT_TRUE(negotiation.is_idle());
}

TEST_F(NegotiationTest, DoesNotAskTheRti) {
  tank.remove_owners({kPosition});
  tank.add_ownership(wire::kRtiOwner, {kPosition}, kTank);
  acquire(kTwo, {kPosition});
  acquire(three, {kPosition}, true);
  EXPECT_EQ(take_notice_text(), "unavailable 3:2 ");
  negotiation.cancel(kTwo, {kPosition});
  EXPECT_EQ(take_notice_text(), "cancelled 2:2 ");
}

TEST_F(NegotiationTest, ForgetsWhoLeaves) {
  acquire(kTwo, {kPosition});
  acquire(three, {kSpeed});
  negotiation.remove_federate(kTwo);
  EXPECT_EQ(take_grant_text({kPosition, kSpeed}), "3:3 ");
}

// --- Log records.

TEST(OwnershipLog, OfTheRtiIsPartOfASnapshot) {
  Federation federation(test_model());
  const ObjectHandle object(7);
  federation.apply(wire::FederateJoined{kOne, "one"});
  EXPECT_TRUE(federation.apply(
      kOne, wire::ObjectInstanceRegistered{object, kTank, {}, {kPosition, kSpeed}}));
  EXPECT_TRUE(federation.apply(wire::AttributeOwnershipTransferred{
      object, {{wire::kRtiOwner, kTank, {kPosition, kTurret}}, {wire::kNoOwner, {}, {kSpeed}}}}));
  Federation copy(test_model());
  EXPECT_TRUE(copy.restore(snapshot_of(federation)));
  const ObjectInstance& instance = *copy.objects().find(object);
  EXPECT_EQ(instance.owner(kPosition), wire::kRtiOwner);
  EXPECT_EQ(instance.owner(kTurret), wire::kRtiOwner);
  EXPECT_EQ(instance.owner(kSpeed), wire::kNoOwner);
}

TEST(OwnershipLog, IsRefusedWhereItMakesNoSense) {
  Federation federation(test_model());
  const ObjectHandle object(7);
  federation.apply(wire::FederateJoined{kOne, "one"});
  EXPECT_TRUE(
      federation.apply(kOne, wire::ObjectInstanceRegistered{object, kTank, {}, {kPosition}}));
  const auto transfer = [&](FederateHandle to, ObjectClassHandle at, const AttributeSet& what) {
    return federation.apply(wire::AttributeOwnershipTransferred{object, {{to, at, what}}});
  };
  EXPECT_FALSE(transfer(kTwo, kTank, {kPosition})) << "no member";
  EXPECT_FALSE(transfer(kOne, kPerson, {kPrivilege})) << "a tank is no person";
  EXPECT_FALSE(transfer(kOne, kVehicle, {kTurret})) << "a vehicle has no turret";
  EXPECT_FALSE(transfer(wire::kNoOwner, {}, {kArmour})) << "a tank has no armour";
  EXPECT_FALSE(federation.apply(
      kTwo, wire::NegotiatedAttributeOwnershipDivestiture{object, {kPosition}, {}}));
  EXPECT_FALSE(federation.apply(wire::AttributeOwnershipTransferred{ObjectHandle(8), {}}));
  EXPECT_TRUE(transfer(kOne, kVehicle, {kPosition}));
}

// The federate asked for attributes at one class, discovered the instance again at another one, and
// asked again, before it had the first.
TEST(OwnershipLog, HasOneClassOfEachOwnerWithAllItsAttributes) {
  for (const bool is_vehicle_first : {false, true}) {
    Federation federation(test_model());
    const ObjectHandle object(7);
    federation.apply(wire::FederateJoined{kOne, "one"});
    EXPECT_TRUE(federation.apply(kOne, wire::ObjectInstanceRegistered{object, kTank, {}, {}}));
    std::vector<wire::AttributeTransfer> transfers{{kOne, kTank, {kTurret}},
                                                   {kOne, kVehicle, {kPosition}}};
    if (is_vehicle_first) std::swap(transfers[0], transfers[1]);
    EXPECT_TRUE(federation.apply(wire::AttributeOwnershipTransferred{object, transfers}));
    const auto& owners = federation.objects().find(object)->owners;
    ASSERT_EQ(owners.size(), 1u);
    EXPECT_EQ(owners[0].known_class, kTank);
    EXPECT_EQ(owners[0].attributes, (AttributeSet{kPosition, kTurret}));
    Federation copy(test_model());
    EXPECT_TRUE(copy.restore(snapshot_of(federation)));
  }
}

TEST(OwnershipLog, OfAnOfferEndsWithTheOwnership) {
  Federation federation(test_model());
  const ObjectHandle object(7);
  federation.apply(wire::FederateJoined{kOne, "one"});
  federation.apply(wire::FederateJoined{kTwo, "two"});
  EXPECT_TRUE(federation.apply(
      kOne, wire::ObjectInstanceRegistered{object, kTank, {}, {kPosition, kSpeed}}));
  EXPECT_TRUE(federation.apply(
      kOne, wire::NegotiatedAttributeOwnershipDivestiture{object, {kPosition, kSpeed}, "t"}));
  EXPECT_TRUE(
      federation.apply(wire::AttributeOwnershipTransferred{object, {{kTwo, kTank, {kPosition}}}}));
  EXPECT_EQ(federation.objects().find(object)->offered(), AttributeSet{kSpeed});
  Federation copy(test_model());
  EXPECT_TRUE(copy.restore(snapshot_of(federation)));
  EXPECT_EQ(copy.objects().find(object)->offered(), AttributeSet{kSpeed});
}

}  // namespace
}  // namespace triad::core
