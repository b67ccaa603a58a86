// Tests the directory of object instances and the ownership of their attributes.
#include "core/object_directory.hpp"

#include <gtest/gtest.h>

#include "core/test_model.hpp"

namespace triad::core {
namespace {

using namespace test;

ObjectInstance instance_of(ObjectClassHandle object_class, std::string name = {}) {
  ObjectInstance instance;
  instance.object_class = object_class;
  if (!name.empty()) instance.name.edit() = std::move(name);
  return instance;
}

TEST(ObjectInstance, KnowsTheOwnerOfEachAttribute) {
  ObjectInstance instance;
  instance.add_ownership(kOne, {kPosition, kSpeed}, kTank);
  instance.add_ownership(kTwo, {kPrivilege}, kTank);
  instance.add_ownership(kTwo, {kTurret}, kTank);
  instance.add_ownership(kTwo, {}, kTank);
  EXPECT_EQ(instance.owners.size(), 2u);
  EXPECT_EQ(instance.owner(kSpeed), kOne);
  EXPECT_EQ(instance.owner(kTurret), kTwo);
  EXPECT_EQ(instance.owner(kArmour), FederateHandle());
  EXPECT_EQ(instance.owned_by(kTwo), (AttributeSet{kPrivilege, kTurret}));
  EXPECT_EQ(instance.owned_by_others(kTwo), (AttributeSet{kPosition, kSpeed}));
  EXPECT_EQ(instance.owned_by_others(FederateHandle(3)),
            (AttributeSet{kPrivilege, kPosition, kSpeed, kTurret}));
}

TEST(ObjectInstance, TakesOnlyWhatIsOwnedAndForgetsOwnersOfNothing) {
  ObjectInstance instance;
  instance.add_ownership(kOne, {kPosition, kSpeed}, kTank);
  EXPECT_EQ(instance.remove_ownership(kOne, {kSpeed, kTurret}), AttributeSet{kSpeed});
  EXPECT_TRUE(instance.remove_ownership(kTwo, {kPosition}).empty());
  EXPECT_TRUE(instance.owns_any(kOne));
  EXPECT_EQ(instance.remove_ownership(kOne, {kPosition}), AttributeSet{kPosition});
  EXPECT_FALSE(instance.owns_any(kOne));
  EXPECT_TRUE(instance.owners.empty());
}

TEST(ObjectDirectory, FindsByHandleAndByName) {
  ObjectDirectory directory;
  EXPECT_TRUE(directory.insert(ObjectHandle(7), instance_of(kTank, "tiger")));
  EXPECT_TRUE(directory.insert(ObjectHandle(3), instance_of(kPlane)));
  EXPECT_FALSE(directory.insert(ObjectHandle(7), instance_of(kPlane, "other")));
  EXPECT_EQ(directory.find("tiger"), ObjectHandle(7));
  EXPECT_EQ(directory.find("other"), ObjectHandle());
  EXPECT_EQ(directory.find(ObjectHandle(7))->object_class, kTank);
  EXPECT_EQ(directory.find(ObjectHandle(8)), nullptr);
  EXPECT_EQ(directory.name(ObjectHandle(7)), "tiger");
  EXPECT_EQ(directory.name(ObjectHandle(3)), "HLA3");
  EXPECT_EQ(directory.handles(), (std::vector{ObjectHandle(3), ObjectHandle(7)}));
}

TEST(ObjectDirectory, ReadsGeneratedNamesExactly) {
  ObjectDirectory directory;
  directory.insert(ObjectHandle(7), instance_of(kTank));
  directory.insert(ObjectHandle(8), instance_of(kTank, "named"));
  EXPECT_EQ(directory.find("HLA7"), ObjectHandle(7));
  for (const char* wrong : {"HLA", "HLA07", "HLA7x", "HLA+7", "HLA-7", "hla7", "HLA8", "HLA9",
                            "HLA18446744073709551623", "", "7"}) {
    EXPECT_EQ(directory.find(wrong), ObjectHandle()) << wrong;
  }
}

TEST(ObjectDirectory, LetsANameBeUsedAgainWhenItIsReleased) {
  ObjectDirectory directory;
  directory.insert(ObjectHandle(1), instance_of(kTank, "tiger"));
  directory.release_name(ObjectHandle(1));
  EXPECT_EQ(directory.find("tiger"), ObjectHandle());
  EXPECT_EQ(directory.name(ObjectHandle(1)), "tiger");
  directory.insert(ObjectHandle(2), instance_of(kTank, "tiger"));
  directory.erase(ObjectHandle(1));
  EXPECT_EQ(directory.find("tiger"), ObjectHandle(2));
  directory.erase(ObjectHandle(2));
  EXPECT_EQ(directory.find("tiger"), ObjectHandle());
  EXPECT_EQ(directory.size(), 0u);
  directory.erase(ObjectHandle(2));
  directory.release_name(ObjectHandle(2));
}

TEST(ObjectDirectory, GivesANameThatTwoInstancesHaveToTheLast) {
  const std::string name = "a name that is longer than a string keeps in itself";
  ObjectDirectory directory;
  directory.insert(ObjectHandle(1), instance_of(kTank, name));
  directory.insert(ObjectHandle(2), instance_of(kTank, name));
  directory.erase(ObjectHandle(1));
  EXPECT_EQ(directory.find(name), ObjectHandle(2));
  for (std::uint64_t handle = 3; handle < 100; ++handle) {
    directory.insert(ObjectHandle(handle), instance_of(kTank, "other " + std::to_string(handle)));
  }
  EXPECT_EQ(directory.find(name), ObjectHandle(2));
  EXPECT_EQ(directory.find("other 42"), ObjectHandle(42));
  directory.erase(ObjectHandle(2));
  EXPECT_EQ(directory.find(name), ObjectHandle());
}

TEST(ObjectInstance, HasNothingOfWhatIsRareUntilItIsChanged) {
  ObjectInstance instance;
  EXPECT_TRUE(instance.name->empty());
  EXPECT_TRUE(instance.offers->empty());
  instance.add_offer({}, "nothing");
  instance.withdraw_offer({kSpeed});
  instance.dissociate(kOne, {kSpeed});
  EXPECT_EQ(instance.offers.value_if_created(), nullptr);
  EXPECT_EQ(instance.regions.value_if_created(), nullptr);
  instance.add_offer({kSpeed}, "tag");
  EXPECT_EQ(instance.offered(), AttributeSet{kSpeed});
  instance.withdraw_offer({kSpeed});
  EXPECT_TRUE(instance.offers->empty());
}

TEST(ReservedNames, BeginWithHlaInAnyCase) {
  for (const char* reserved : {"HLA", "hla", "HlA12", "hLAx"}) {
    EXPECT_TRUE(is_reserved_name(reserved)) << reserved;
  }
  for (const char* free : {"", "HL", "xHLA", "H1A", "(LA", "\xc8LA"}) {
    EXPECT_FALSE(is_reserved_name(free)) << free;
  }
}

}  // namespace
}  // namespace triad::core
