// Tests of long_link's options and their refusals.
#include "benchmarks/long_links/long_link_options.hpp"

#include <gtest/gtest.h>

namespace triad::long_links {
namespace {

using namespace std::chrono_literals;

command_line::Outcome<Options> options_given(const std::vector<std::string>& arguments) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return given.error();
  return options_of(*given);
}

std::string refusal(const std::vector<std::string>& arguments) {
  const auto options = options_given(arguments);
  return options ? "accepted" : options.error().text;
}

TEST(LongLinkOptions, WithoutAnyTheLinkIsShortAndLosesNothing) {
  const auto options = options_given({"a", "b"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->near, "a");
  EXPECT_EQ(options->far, "b");
  EXPECT_EQ(options->each_way.delay, 0ns);
  EXPECT_EQ(options->each_way.bits_per_second, 0U);
  EXPECT_EQ(options->each_way.loss, 0);
  EXPECT_EQ(options->ready_fd, -1);
}

TEST(LongLinkOptions, AreInTheUnitsThatTheirNamesSay) {
  const auto options =
      options_given({"--rtt", "0.5", "--rate", "1.5", "--queue", "64", "--loss", "2", "--seed", "9",
                     "--mtu", "9000", "--ready-fd", "3", "a", "b"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->each_way.delay, 250us);
  EXPECT_EQ(options->each_way.bits_per_second, 1'500'000U);
  EXPECT_EQ(options->each_way.queue_bytes, 64'000U);
  EXPECT_DOUBLE_EQ(options->each_way.loss, 0.02);
  EXPECT_EQ(options->each_way.seed, 9U);
  EXPECT_EQ(options->mtu, 9000);
  EXPECT_EQ(options->ready_fd, 3);
}

TEST(LongLinkOptions, WhatIsNoNumberInItsRangeIsRefused) {
  for (const auto& [option, text] : {std::pair{"--rtt", "-1"},
                                     {"--rtt", "fast"},
                                     {"--rate", "nan"},
                                     {"--queue", "1e9"},
                                     {"--loss", "101"},
                                     {"--loss", "2%"},
                                     {"--seed", "1.5"},
                                     {"--mtu", "100"},
                                     {"--ready-fd", "-1"}}) {
    const std::string said = refusal({std::string(option) + "=" + text, "a", "b"});
    EXPECT_NE(said.find(std::string(option) + ": \"" + text + "\" is not a number from"),
              std::string::npos)
        << said;
  }
}

TEST(LongLinkOptions, TwoNamespacesAreNeeded) {
  EXPECT_NE(refusal({"a"}).find("name two network namespaces"), std::string::npos);
  EXPECT_NE(refusal({"a", "a"}).find("\"a\" is named twice"), std::string::npos);
}

}  // namespace
}  // namespace triad::long_links
