// Tests which known name is suggested for an unknown one (core/spelling).
#include "core/spelling.hpp"

#include <gtest/gtest.h>

#include <string>

#include "core/test_model.hpp"

namespace triad::core {
namespace {

using namespace test;

// Returns the index of the nearest of these names, or -1.
int nearest(std::string_view wanted, std::initializer_list<std::string_view> names) {
  NearestSpelling nearest(wanted);
  std::size_t place = 0;
  for (const std::string_view name : names) nearest.consider(name, place++);
  return nearest.index() ? static_cast<int>(*nearest.index()) : -1;
}

TEST(Spelling, ALetterMayBeLeftOutPutInReplacedOrSwapped) {
  for (const char* wanted : {"Postion", "Possition", "Pasition", "Psoition", "pOSITION"}) {
    EXPECT_EQ(nearest(wanted, {"Speed", "Position"}), 1) << wanted;
  }
}

TEST(Spelling, TheNearestIsTakenAndOfEqualsTheFirst) {
  EXPECT_EQ(nearest("Speeds", {"Spends", "Speed", "Speedy"}), 0);
  EXPECT_EQ(nearest("Positionx", {"Postionx2", "Position", "Positions"}), 1);
}

TEST(Spelling, WhatDiffersInMoreThanAThirdIsNotMeant) {
  EXPECT_EQ(nearest("Tank", {"Tent"}), -1);
  EXPECT_EQ(nearest("xy", {"xz"}), -1);
  EXPECT_EQ(nearest("abcdefghijkl", {"abcdefghi"}), 0);
  EXPECT_EQ(nearest("abcdefghijklmnop", {"abcdefghijkl"}), -1) << "four";
  EXPECT_EQ(nearest("", {"", "x"}), 0);
}

TEST(Spelling, ANameOfAnyLengthIsLookedFor) {
  const std::string vast(1u << 20, 'x');
  EXPECT_EQ(nearest(vast, {"x", vast}), -1);
}

TEST(Spelling, AClassIsFoundByAsMuchOfItsPathAsTheNameHas) {
  const ObjectModel model = test_model();
  for (const char* name : {"Heavey", "Tank.Haevy", "Vehicle.Tank.Hevy", "Vehicel.Tank.Heavy",
                           "ObjectRoot.Vehicle.Tonk.Heavy", "HLAobjectRoot.Vehicle.Tonk.Heavy",
                           "ObjectRoot.Heavy", "Plane.Heavy"}) {
    EXPECT_EQ(nearest_object_class(model, name), kHeavy) << name;
  }
  EXPECT_EQ(nearest_object_class(model, "ObjectRot"), kObjectRoot);
  EXPECT_EQ(nearest_object_class(model, "Submarine"), ObjectClassHandle());
  EXPECT_EQ(nearest_object_class(model, ""), ObjectClassHandle());
  EXPECT_EQ(nearest_object_class(ObjectModel(), "Heavy"), ObjectClassHandle());
  EXPECT_EQ(nearest_interaction_class(model, "Shot.Hitt"), kHit);
}

}  // namespace
}  // namespace triad::core
