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

TEST(DecodingTable, HasTheTypesOfItsClasses) {
  const auto table = read_decoding_table(
      "types:\n"
      "  Position: {record: [{x: float64be}, {y: float64be}]}\n"
      "objects:\n"
      "  ObjectRoot.Vehicle:\n"
      "    position: Position\n"
      "    crew: uint8\n"
      "interactions:\n"
      "  InteractionRoot.Fire: {target: uint32be}\n",
      "t.yaml");
  ASSERT_TRUE(table);
  EXPECT_EQ(table->objects().at("ObjectRoot.Vehicle").at("position")->name, "Position");
  EXPECT_EQ(table->objects().at("ObjectRoot.Vehicle").at("crew")->name, "uint8");
  EXPECT_EQ(table->interactions().at("InteractionRoot.Fire").size(), 1u);
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
      {"types: {A: {record: [{padding: 0}]}}",
       "\"0\" is no number from 1 to 16777216 for `padding`"},
      {"types: {A: {array: int8, size: 0}}", "\"0\" is no number from 1 to 16777216 for `size`"},
      {"types: {A: {array: int8, size: 2, count: int8}}", "both `size` and `count`"},
      {"types: {A: {array: int8, count: float32be}}",
       "\"float32be\" is no integer type for `count`"},
      {"types: {A: {array: int8, sze: 2}}", "did you mean \"size\"?"},
      {"types: {A: {enumeration: int8}}", "an enumeration without `names`"},
      {"types: {A: {enumeration: int8, names: {x: y}}}", "\"x\" is no number of \"int8\""},
      {"types: {A: {enumeration: text, names: {1: y}}}",
       "\"text\" is no integer type for `enumeration`"},
      {"types: {A: {text: x}}", "or an integer type such as uint32be"},
      {"types: {A: {record: [{x: int8}], aligned: 1}}", "`aligned` is \"1\""},
      {"types: {A: {enumeration: uint8, names: {256: y}}}", "\"256\" is no number of \"uint8\""},
      {"types: {A: {enumeration: int8, names: {200: y}}}", "\"200\" is no number of \"int8\""},
      {"types: {A: {enumeration: uint8, names: {-1: y}}}", "\"-1\" is no number of \"uint8\""},
      {"types: {A: {enumeration: int8, names: {1: ~}}}", "in quotation marks if it is null"},
      {"types: {A: {enumeration: int8, names: [a]}}", "`names` is a list"},
      {"types: {A: {record: [{~: int8}]}}", "a name is empty"},
      {"types: {A: {record: {x: int8}}}", "`record` is a map"},
      {"types: {A: int16}", "write int16be or int16le"},
      {"objects: {~: {x: int8}}", "a name is empty"},
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

// Returns types A00 to A<last>, of which each contains the next one or, `upwards`, the one before.
std::string chain(std::size_t last, bool upwards) {
  const auto name = [](std::size_t i) { return (i < 10 ? "A0" : "A") + std::to_string(i); };
  std::string types = "types:\n";
  for (std::size_t i = 0; i <= last; ++i) {
    const bool is_end = upwards ? i == 0 : i == last;
    const std::string contained = is_end ? "int8" : name(upwards ? i - 1 : i + 1);
    types += "  " + name(i) + ": " + (is_end ? contained : "{array: " + contained + "}") + "\n";
  }
  return types;
}

TEST(DecodingTable, TypesAreNotDeeperThanTheLimitInEitherOrderOfNames) {
  for (const bool upwards : {false, true}) {
    EXPECT_EQ(faults_of(chain(kTypeDepthMax - 1, upwards)), "none");
    EXPECT_NE(faults_of(chain(kTypeDepthMax, upwards)).find("more than 16 deep"),
              std::string::npos);
  }
}

TEST(DecodingTable, OtherNamesOfATypeDoNotMakeItDeeper) {
  std::string types = "types:\n";
  for (int i = 10; i < 50; ++i)
    types += "  A" + std::to_string(i) + ": A" + std::to_string(i + 1) + "\n";
  EXPECT_EQ(faults_of(types + "  A50: text\n"), "none");
  for (int i = 100; i < 300; ++i)
    types += "  A" + std::to_string(i) + ": A" + std::to_string(i + 1) + "\n";
  EXPECT_NE(faults_of(types + "  A50: text\n  A300: text\n").find("types refer to each other"),
            std::string::npos);
}

TEST(DecodingTable, CountsMayHaveTypesOfTheTable) {
  EXPECT_EQ(faults_of("types: {N: M, M: uint16be, A: {array: int8, count: N}, T: {text: N}}"),
            "none");
}

}  // namespace
}  // namespace triad::decoding
