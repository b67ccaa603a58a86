#include "tools/decoding/decoding_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::decoding {
namespace {

std::string faults_of(std::string_view text) {
  const auto table = read_decoding_table(text, "t.yaml");
  if (table) return "none";
  std::string all;
  for (const topology::Problem& problem : table.error()) all += problem.text() + "\n";
  return all;
}

TEST(DecodingTable, ASubclassHasTheMembersOfItsSuperclasses) {
  const auto table = read_decoding_table(
      "types:\n"
      "  Position: {record: [{x: float64be}, {y: float64be}]}\n"
      "objects:\n"
      "  ObjectRoot.Vehicle:\n"
      "    position: Position\n"
      "    crew: uint8\n"
      "  ObjectRoot.Vehicle.Tank:\n"
      "    crew: uint16be\n"
      "interactions:\n"
      "  InteractionRoot.Fire: {target: uint32be}\n",
      "t.yaml");
  ASSERT_TRUE(table);
  const auto* const position = table->attribute("ObjectRoot.Vehicle.Tank", "position");
  ASSERT_NE(position, nullptr);
  EXPECT_EQ(position->name, "Position");
  EXPECT_EQ(table->attribute("ObjectRoot.Vehicle", "crew")->name, "uint8");
  EXPECT_EQ(table->attribute("ObjectRoot.Vehicle.Tank", "crew")->name, "uint16be");
  EXPECT_EQ(table->attribute("ObjectRoot", "crew"), nullptr);
  EXPECT_EQ(table->attribute("ObjectRoot.Vehicle", "speed"), nullptr);
  EXPECT_NE(table->parameter("InteractionRoot.Fire", "target"), nullptr);
  EXPECT_EQ(table->attribute("InteractionRoot.Fire", "target"), nullptr);
}

TEST(DecodingTable, FaultsHaveTheirPlaceAndACure) {
  const struct {
    const char* text;
    const char* fault;
  } kCases[]{
      {"types: []", "t.yaml:1:8: `types` is a list"},
      {"typs: {}", "did you mean \"types\"?"},
      {"types: {int8: text}", "t.yaml:1:9: \"int8\" is a type of its own"},
      {"types: {A: text, A: bytes}", "t.yaml:1:18: the type \"A\" is there twice"},
      {"types: {A: flaot32be}", "did you mean \"float32be\"?"},
      {"types: {A: B, B: A}", "contains itself"},
      {"types: {A: {array: A}}", "contains itself"},
      {"types: {A: {record: []}}", "`record` has no fields"},
      {"types: {A: {record: [x]}}", "a field is no single NAME: TYPE"},
      {"types: {A: {record: [{x: int8}, {x: int8}]}}", "the field \"x\" is there twice"},
      {"types: {A: {record: [{padding: 0}]}}", "`padding` is no number from 1"},
      {"types: {A: {array: int8, size: 0}}", "`size` is no number from 1"},
      {"types: {A: {array: int8, size: 2, count: int8}}", "both `size` and `count`"},
      {"types: {A: {array: int8, count: float32be}}", "`count` is no integer type"},
      {"types: {A: {array: int8, sze: 2}}", "did you mean \"size\"?"},
      {"types: {A: {enumeration: int8}}", "an enumeration without `names`"},
      {"types: {A: {enumeration: int8, names: {x: y}}}", "\"x\" is no whole number"},
      {"types: {A: {enumeration: text, names: {1: y}}}", "`enumeration` is no integer type"},
      {"types: {A: {text: x}}", "or an integer type such as uint32be"},
      {"types: {A: {record: [{x: int8}], aligned: 1}}", "`aligned` is wrong"},
      {"types: {A: {}}", "a type without `record`"},
      {"types: {A: [int8]}", "a type is a list"},
      {"objects: {C: {x: Y}}", "there is no type \"Y\""},
      {"objects: {C: {x: int8, x: int8}}", "the name \"x\" is there twice"},
      {"objects: {C: {x: int8}, C: {y: int8}}", "the class \"C\" is there twice"},
      {"objects: {C: int8}", "the class \"C\" is a text"},
      {"interactions: 5", "`interactions` is a text"},
  };
  for (const auto& one : kCases) {
    const std::string faults = faults_of(one.text);
    EXPECT_NE(faults.find(one.fault), std::string::npos) << one.text << "\ngave: " << faults;
  }
}

TEST(DecodingTable, TypesMayBeDefinedAfterTheirUse) {
  EXPECT_EQ(faults_of("types: {A: {array: B}, B: int8}\nobjects: {C: {x: A}}"), "none");
}

// Each type is one level deeper than the one before; reading begins with the deepest.
TEST(DecodingTable, TypesAreNotDeeperThanTheLimit) {
  std::string types = "types:\n  t10: int8\n";
  for (std::size_t level = 11; level < 10 + kTypeDepthMax; ++level) {
    types += "  t" + std::to_string(level) + ": {array: t" + std::to_string(level - 1) + "}\n";
  }
  EXPECT_EQ(faults_of(types), "none");
  const std::size_t last = 10 + kTypeDepthMax;
  types += "  t" + std::to_string(last) + ": {array: t" + std::to_string(last - 1) + "}\n";
  EXPECT_NE(faults_of(types).find("more than 16 deep"), std::string::npos);
}

}  // namespace
}  // namespace triad::decoding
