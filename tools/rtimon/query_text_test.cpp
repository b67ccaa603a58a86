#include "tools/rtimon/query_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace triad::rtimon {
namespace {

TEST(QueryText, ATargetHasAPathAndDecodedParameters) {
  const auto target = parse_target("/api/series?node=federate%3A1%3Amy+hall&figure=a,b&x&node=2#z");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/api/series");
  EXPECT_EQ(target->parameters.at("node"), "federate:1:my hall");
  EXPECT_EQ(target->parameters.at("figure"), "a,b");
  EXPECT_EQ(target->parameters.at("x"), "");
}

TEST(QueryText, MalformedTargetsAreRefused) {
  for (const char* const text : {"", "api", "/%", "/%4", "/%zz", "/a?b=%", "/%00", "/a?b=%00"}) {
    EXPECT_FALSE(parse_target(text)) << text;
  }
  std::string many = "/a?";
  for (std::size_t i = 0; i <= kParametersMax; ++i) many += "p" + std::to_string(i) + "=1&";
  EXPECT_FALSE(parse_target(many));
}

TEST(QueryText, ACookieIsFoundByItsWholeName) {
  EXPECT_EQ(cookie_value("a=1; rtimon-8040=abc; b=2", "rtimon-8040"), "abc");
  EXPECT_EQ(cookie_value("xrtimon-8040=abc", "rtimon-8040"), "");
  EXPECT_EQ(cookie_value("rtimon-8040", "rtimon-8040"), "");
  EXPECT_EQ(cookie_value("", "rtimon-8040"), "");
}

TEST(QueryText, OnlyTheSameSecretIsTheSame) {
  EXPECT_TRUE(is_same_secret("abcd", "abcd"));
  EXPECT_FALSE(is_same_secret("abce", "abcd"));
  EXPECT_FALSE(is_same_secret("abcdabcd", "abcd"));
  EXPECT_FALSE(is_same_secret("ab", "abab"));
  EXPECT_FALSE(is_same_secret("", "abcd"));
  EXPECT_FALSE(is_same_secret("", ""));
  EXPECT_EQ(bearer_token("Bearer abcd"), "abcd");
  EXPECT_EQ(bearer_token("Basic abcd"), "");
}

TEST(QueryText, NumbersAndListsHaveLimits) {
  EXPECT_EQ(parse_number("17", 20), 17u);
  EXPECT_FALSE(parse_number("21", 20));
  EXPECT_FALSE(parse_number("-1", 20));
  EXPECT_FALSE(parse_number("1x", 20));
  EXPECT_FALSE(parse_number("", 20));
  EXPECT_EQ(split_list("a,b,c", 2), (std::vector<std::string_view>{"a", "b"}));
}

}  // namespace
}  // namespace triad::rtimon
