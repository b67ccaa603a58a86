#include "tools/decoding/decode_value.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tools/decoding/decoding_table.hpp"

namespace triad::decoding {
namespace {

std::vector<std::byte> bytes_of_hex(std::string_view digits) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(
        static_cast<std::byte>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
  }
  return bytes;
}

// Decodes by the type of the attribute `value`; returns JSON text or the fault.
std::string decoded(const std::string& type, std::string_view hex, const std::string& types = "") {
  const auto table =
      read_decoding_table("types: {" + types + "}\nobjects: {A: {value: " + type + "}}", "t.yaml");
  if (!table) return table.error().front().text();
  const auto value = decode_value(*table->objects().at("A").at("value"), bytes_of_hex(hex));
  return value ? boost::json::serialize(*value) : value.error().text;
}

TEST(DecodeValue, NumbersHaveTheOrderOfTheirType) {
  EXPECT_EQ(decoded("int8", "ff"), "-1");
  EXPECT_EQ(decoded("uint8", "ff"), "255");
  EXPECT_EQ(decoded("int16be", "fffe"), "-2");
  EXPECT_EQ(decoded("int16le", "feff"), "-2");
  EXPECT_EQ(decoded("uint32be", "00000102"), "258");
  EXPECT_EQ(decoded("uint32le", "02010000"), "258");
  EXPECT_EQ(decoded("int64be", "8000000000000000"), "-9223372036854775808");
  EXPECT_EQ(decoded("uint64le", "ffffffffffffffff"), "18446744073709551615");
  EXPECT_EQ(decoded("float32be", "3fc00000"), "1.5E0");
  EXPECT_EQ(decoded("float64le", "000000000000f8bf"), "-1.5E0");
  EXPECT_EQ(decoded("boolean32be", "00000001"), "true");
  EXPECT_EQ(decoded("boolean", "00"), "false");
}

TEST(DecodeValue, RealsThatJsonDoesNotHaveAreTexts) {
  EXPECT_EQ(decoded("float32be", "7fc00000"), "\"nan\"");
  EXPECT_EQ(decoded("float32be", "7f800000"), "\"inf\"");
  EXPECT_EQ(decoded("float64be", "fff0000000000000"), "\"-inf\"");
}

TEST(DecodeValue, TextsEndAtAZeroOrAfterTheirLength) {
  EXPECT_EQ(decoded("text", "626f6200"), "\"bob\"");
  EXPECT_EQ(decoded("text", "626f62"), "\"bob\"");
  EXPECT_EQ(decoded("text", ""), "\"\"");
  EXPECT_EQ(decoded("{text: 6}", "626f62000000"), "\"bob\"");
  EXPECT_EQ(decoded("{text: uint16be}", "0003626f62"), "\"bob\"");
  EXPECT_EQ(decoded("{array: text}", "61006200"), R"(["a","b"])");
  EXPECT_EQ(decoded("text", "ff41"),
            "\"\xef\xbf\xbd"
            "A\"");
  EXPECT_EQ(decoded("text", "610062"), "text ends at byte 2, and 1 byte is left");
}

TEST(DecodeValue, EnumerationsAreNamesOrElseNumbers) {
  const std::string force = "{enumeration: uint8, names: {0: other, 1: friendly}}";
  EXPECT_EQ(decoded(force, "01"), "\"friendly\"");
  EXPECT_EQ(decoded(force, "07"), "7");
  EXPECT_EQ(decoded("{enumeration: int16le, names: {-1: none}}", "ffff"), "\"none\"");
  EXPECT_EQ(
      decoded("{enumeration: uint64be, names: {18446744073709551615: none}}", "ffffffffffffffff"),
      "\"none\"");
}

TEST(DecodeValue, ArraysHaveTheirSizeTheirCountOrTheRest) {
  EXPECT_EQ(decoded("{array: uint8, size: 3}", "010203"), "[1,2,3]");
  EXPECT_EQ(decoded("{array: uint8, count: uint16be}", "00020908"), "[9,8]");
  EXPECT_EQ(decoded("{array: uint16be}", "00010002"), "[1,2]");
  EXPECT_EQ(decoded("{array: uint8, count: uint32be}", "00000000"), "[]");
  EXPECT_EQ(decoded("{array: uint16be}", "000100"),
            "[1]: uint16be at byte 2 needs 2 bytes, and 1 byte is left");
  EXPECT_EQ(decoded("{array: uint8, count: uint16be}", "00"),
            "the count at byte 0 needs 2 bytes, and 1 byte is left");
  EXPECT_EQ(decoded("{array: uint8, count: int8}", "c8"), "the count is -56");
}

TEST(DecodeValue, RecordsMayHavePaddingOrBeAligned) {
  EXPECT_EQ(decoded("{record: [{a: uint8}, {padding: 3}, {b: uint32be}]}", "0100000000000002"),
            R"({"a":1,"b":2})");
  EXPECT_EQ(decoded("{record: [{a: uint8}, {b: uint32be}], aligned: true}", "01ffffff00000002"),
            R"({"a":1,"b":2})");
  EXPECT_EQ(decoded("{array: Pair, count: uint8, aligned: true}", "02ff000102ff000304",
                    "Pair: {record: [{a: uint16be}, {b: uint8}], aligned: true}"),
            R"([{"a":1,"b":2},{"a":3,"b":4}])");
}

TEST(DecodeValue, BytesAreDigits) {
  EXPECT_EQ(decoded("{record: [{a: uint8}, {rest: bytes}]}", "01c0ff"), R"({"a":1,"rest":"c0ff"})");
}

TEST(DecodeValue, ALargeCountMakesNoElementsWithoutBytes) {
  EXPECT_EQ(decoded("{array: text, count: uint32be}", "ffffffff"), "[0]: no byte is left for it");
  EXPECT_EQ(decoded("{text: uint64be}", "ffffffffffffffff61"),
            "text at byte 8 needs 18446744073709551615 bytes, and 1 byte is left");
}

// A table can make long JSON of few bytes.
TEST(DecodeValue, RefusesJsonThatIsMuchLongerThanTheValue) {
  std::string types;
  for (int level = 1; level < 8; ++level) {
    types += (level > 1 ? ", T" : "T") + std::to_string(level) + ": {record: [";
    for (int field = 0; field < 10; ++field) {
      types += std::string(field > 0 ? ", " : "") + "{" + std::string(100, 'a') +
               std::to_string(field) + ": T" + std::to_string(level - 1) + "}";
    }
    types += "]}";
  }
  const std::string fault = decoded("T7", "616263", "T0: text, " + types);
  EXPECT_NE(fault.find("its JSON would be longer than 66304 bytes"), std::string::npos) << fault;
}

TEST(DecodeValue, FloatsAreAsShortAsTheyArePrinted) {
  EXPECT_EQ(decoded("float32be", "3dcccccd"), "1E-1");
}

TEST(DecodeValue, NamesTheTypeAndTheByteWhereBytesAreMissing) {
  EXPECT_EQ(decoded("Position", "0000000000000000ff",
                    "Position: {record: [{x: float64be}, {y: float64be}]}"),
            ".y: float64be at byte 8 needs 8 bytes, and 1 byte is left");
  EXPECT_EQ(decoded("{record: [{a: uint8}, {p: {array: Position}}]}", "01" + std::string(18, '0'),
                    "Position: {record: [{x: float64be}, {y: float64be}]}"),
            ".p[0].y: float64be at byte 9 needs 8 bytes, and 1 byte is left");
}

}  // namespace
}  // namespace triad::decoding
