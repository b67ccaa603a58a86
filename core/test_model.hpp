// A small object model for the tests of core, rtia and rtig, named constants for its handles, and
// two federates.
//
//   ObjectRoot (privilegeToDelete)            InteractionRoot
//     Vehicle (position, speed*)                Shot (target, power)
//       Tank (turret)                             Hit (damage)
//         Heavy (armour)                        Talk* (words)
//       Plane (altitude)
//     Person (name)
//
// * is best effort, all others are reliable. Vehicle.position and the interactions Shot and Hit
// have the routing space Terrain (x, y).
#pragma once

#include "core/object_model.hpp"

namespace triad::core::test {

inline constexpr wire::FederateHandle kOne{1};
inline constexpr wire::FederateHandle kTwo{2};

inline constexpr ObjectClassHandle kObjectRoot{1};
inline constexpr ObjectClassHandle kVehicle{2};
inline constexpr ObjectClassHandle kTank{3};
inline constexpr ObjectClassHandle kHeavy{4};
inline constexpr ObjectClassHandle kPlane{5};
inline constexpr ObjectClassHandle kPerson{6};
inline constexpr ObjectClassHandle kNoObjectClass{7};

inline constexpr AttributeHandle kPrivilege{1};
inline constexpr AttributeHandle kPosition{2};
inline constexpr AttributeHandle kSpeed{3};
inline constexpr AttributeHandle kTurret{4};
inline constexpr AttributeHandle kArmour{5};
inline constexpr AttributeHandle kAltitude{4};
inline constexpr AttributeHandle kPersonName{2};

inline constexpr InteractionClassHandle kInteractionRoot{1};
inline constexpr InteractionClassHandle kShot{2};
inline constexpr InteractionClassHandle kHit{3};
inline constexpr InteractionClassHandle kTalk{4};
inline constexpr InteractionClassHandle kNoInteractionClass{5};

inline constexpr ParameterHandle kTarget{1};
inline constexpr ParameterHandle kPower{2};
inline constexpr ParameterHandle kDamage{3};
inline constexpr ParameterHandle kWords{1};

inline constexpr SpaceHandle kTerrain{1};

// Handles that no federation of the tests has.
inline constexpr SpaceHandle kNoSpace{77};
inline constexpr AttributeHandle kNoAttribute{9};
inline constexpr wire::ObjectHandle kNoObject{99};
inline constexpr wire::RegionHandle kNoRegion{99};
inline constexpr wire::FederateHandle kNoFederate{99};

inline ObjectModel test_model() {
  const Attribute privilege{
      std::string(kPrivilegeToDelete), Transportation::reliable, Ordering::timestamp, {}};
  const Attribute position{"position", Transportation::reliable, Ordering::timestamp, kTerrain};
  const Attribute speed{"speed", Transportation::best_effort, Ordering::receive, {}};
  const Attribute turret{"turret", Transportation::reliable, Ordering::receive, {}};
  const Attribute armour{"armour", Transportation::reliable, Ordering::receive, {}};
  const Attribute altitude{"altitude", Transportation::reliable, Ordering::receive, {}};
  const Attribute name{"name", Transportation::reliable, Ordering::receive, {}};

  ObjectModel model;
  model.name = "Test";
  model.object_classes = {
      {"ObjectRoot", {}, {privilege}, 0},
      {"Vehicle", kObjectRoot, {privilege, position, speed}, 1},
      {"Tank", kVehicle, {privilege, position, speed, turret}, 3},
      {"Heavy", kTank, {privilege, position, speed, turret, armour}, 4},
      {"Plane", kVehicle, {privilege, position, speed, altitude}, 3},
      {"Person", kObjectRoot, {privilege, name}, 1},
  };
  const auto reliable = Transportation::reliable;
  model.interaction_classes = {
      {"InteractionRoot", {}, reliable, Ordering::receive, {}, {}, 0},
      {"Shot", kInteractionRoot, reliable, Ordering::timestamp, kTerrain, {"target", "power"}, 0},
      {"Hit", kShot, reliable, Ordering::timestamp, kTerrain, {"target", "power", "damage"}, 2},
      {"Talk", kInteractionRoot, Transportation::best_effort, Ordering::receive, {}, {"words"}, 0},
  };
  model.spaces = {{"Terrain", kTerrain, {{"x", DimensionHandle(2)}, {"y", DimensionHandle(3)}}}};
  return model;
}

}  // namespace triad::core::test
