#include "transport/tls/psk_file.hpp"

#include <gtest/gtest.h>

namespace triad::transport {
namespace {

std::string problem_of(std::string_view text) {
  const auto keys = parse_psk_file(text);
  return keys ? "none" : keys.error().text;
}

const std::string kHex = "00112233445566778899aabbccddeeFF";

TEST(PskFile, HasOneKeyInEachLine) {
  const auto keys =
      parse_psk_file("# keys of the lab\n\nlab:" + kHex + "\r\nhall.2:" + kHex + kHex);
  ASSERT_TRUE(keys.has_value()) << keys.error().text;
  ASSERT_EQ(keys->size(), 2U);
  EXPECT_EQ((*keys)[0].first, "lab");
  EXPECT_EQ((*keys)[0].second.size(), 16U);
  EXPECT_EQ((*keys)[0].second[15], 0xff);
  EXPECT_EQ((*keys)[1].first, "hall.2");
  EXPECT_EQ((*keys)[1].second.size(), 32U);
}

TEST(PskFile, NamesTheFaultyLine) {
  EXPECT_TRUE(problem_of("lab:" + kHex + "\nx").starts_with("line 2: there is no colon"));
  EXPECT_TRUE(problem_of("l b:" + kHex).starts_with("line 1: the name before the colon must be"));
  EXPECT_TRUE(problem_of(":" + kHex).starts_with("line 1: the name before the colon must be"));
  const std::string hex_fault = "line 1: the key after the colon must be 32 to 128 hexadecimal";
  EXPECT_TRUE(problem_of("lab:" + kHex.substr(2)).starts_with(hex_fault));
  EXPECT_TRUE(problem_of("lab:" + kHex + "0").starts_with(hex_fault));
  EXPECT_TRUE(problem_of("lab:" + kHex + "0g").starts_with(hex_fault));
  EXPECT_TRUE(problem_of("lab:" + std::string(130, 'a')).starts_with(hex_fault));
  EXPECT_EQ(problem_of("lab:" + kHex + "\nlab:" + kHex),
            "line 2: the name lab is there twice; remove one of the two");
}

TEST(PskFile, MustContainAKey) {
  EXPECT_EQ(problem_of(""), "it contains no key");
  EXPECT_EQ(problem_of("# none\n\n"), "it contains no key");
}

}  // namespace
}  // namespace triad::transport
