#include "tests/simulation/judge/class_model.hpp"

#include <array>
#include <iterator>
#include <string_view>

namespace triad::test {

namespace {

struct AttributeFacts {
  const char* name;
  Delivery delivery;
};
struct ObjectClassFacts {
  const char* name;
  std::uint32_t parent;
  std::uint32_t attributes;  // number of attributes, with inherited ones
  const AttributeFacts* own;
};
struct InteractionClassFacts {
  const char* name;
  std::uint32_t parent;
  Delivery delivery;
  std::uint32_t parameters;
  const char* const* names;
};

constexpr Delivery kReliableTimestamp{Ordering::timestamp, Transportation::reliable};
constexpr Delivery kReliableReceive{Ordering::receive, Transportation::reliable};
constexpr Delivery kBestEffortReceive{Ordering::receive, Transportation::best_effort};

constexpr AttributeFacts kTankAttributes[] = {{"privilegeToDelete", kReliableTimestamp},
                                              {"position", kReliableTimestamp},
                                              {"speed", kBestEffortReceive},
                                              {"turret", kReliableReceive},
                                              {"armour", kReliableReceive}};
constexpr AttributeFacts kPlaneAttributes[] = {{"privilegeToDelete", kReliableTimestamp},
                                               {"position", kReliableTimestamp},
                                               {"speed", kBestEffortReceive},
                                               {"altitude", kReliableReceive}};
constexpr AttributeFacts kPersonAttributes[] = {{"privilegeToDelete", kReliableTimestamp},
                                                {"name", kReliableReceive}};
constexpr ObjectClassFacts kObjectClassFacts[] = {
    {"ObjectRoot", 0, 1, kTankAttributes}, {"Vehicle", 1, 3, kTankAttributes},
    {"Tank", 2, 4, kTankAttributes},       {"Heavy", 3, 5, kTankAttributes},
    {"Plane", 2, 4, kPlaneAttributes},     {"Person", 1, 2, kPersonAttributes}};

constexpr const char* kHitParameters[] = {"target", "power", "damage"};
constexpr const char* kTalkParameters[] = {"words"};
constexpr InteractionClassFacts kInteractionClassFacts[] = {
    {"InteractionRoot", 0, kReliableReceive, 0, nullptr},
    {"Shot", 1, kReliableTimestamp, 2, kHitParameters},
    {"Hit", 2, kReliableTimestamp, 3, kHitParameters},
    {"Talk", 1, kBestEffortReceive, 1, kTalkParameters}};

const ObjectClassFacts& facts(ObjectClassHandle c) {
  return kObjectClassFacts[c.value - 1];
}
const InteractionClassFacts& facts(InteractionClassHandle c) {
  return kInteractionClassFacts[c.value - 1];
}

template <class Class>
std::string path(Class c) {
  const std::string name = facts(c).name;
  return parent_of(c) ? path(parent_of(c)) + "." + name : name;
}

}  // namespace

bool is_defined(ObjectClassHandle c) {
  return c.value >= 1 && c.value <= std::size(kObjectClassFacts);
}
bool is_defined(InteractionClassHandle c) {
  return c.value >= 1 && c.value <= std::size(kInteractionClassFacts);
}
ObjectClassHandle parent_of(ObjectClassHandle c) {
  return ObjectClassHandle(facts(c).parent);
}
InteractionClassHandle parent_of(InteractionClassHandle c) {
  return InteractionClassHandle(facts(c).parent);
}

bool is_a(ObjectClassHandle descendant, ObjectClassHandle ancestor) {
  while (descendant && descendant != ancestor) descendant = parent_of(descendant);
  return static_cast<bool>(descendant);
}

std::uint32_t attributes_at(ObjectClassHandle c) {
  return facts(c).attributes;
}
std::uint32_t parameters_at(InteractionClassHandle c) {
  return facts(c).parameters;
}
Delivery delivery_of(ObjectClassHandle c, AttributeHandle attribute) {
  return facts(c).own[attribute.value - 1].delivery;
}
Delivery delivery_of(InteractionClassHandle c) {
  return facts(c).delivery;
}

// Only the position of vehicles lies in the space.
bool is_in_space(AttributeHandle attribute, ObjectClassHandle c) {
  return is_a(c, kVehicleClass) && attribute == kPositionAttribute;
}
bool is_in_space(InteractionClassHandle c) {
  return c == kShotClass || c == kHitClass;
}

std::string path_of(ObjectClassHandle c) {
  return path(c);
}
std::string path_of(InteractionClassHandle c) {
  return path(c);
}
std::string name_of(ObjectClassHandle c, AttributeHandle attribute) {
  return facts(c).own[attribute.value - 1].name;
}
std::string name_of(InteractionClassHandle c, wire::ParameterHandle parameter) {
  return facts(c).names[parameter.value - 1];
}

std::string text_of(const AttributeSet& attributes) {
  std::string text;
  attributes.for_each([&](AttributeHandle attribute) {
    text += (text.empty() ? "{" : " ") + std::to_string(attribute.value);
  });
  return text.empty() ? "{}" : text + "}";
}

std::string text_of(ObjectHandle object) {
  return "object " + std::to_string(object.value);
}

}  // namespace triad::test
