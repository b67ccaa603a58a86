#include "rtig/program/log.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <vector>

namespace triad::rtig {
namespace {

TEST(Log, BeginsEachLineWithTheIsoTimeAndItsZone) {
  std::vector<std::string> lines;
  Log log(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  log.info("federation 'a' created");
  log.error("no room");
  ASSERT_EQ(lines.size(), 2u);
  const std::string time = R"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d)";
  EXPECT_TRUE(std::regex_match(lines[0], std::regex(time + " federation 'a' created"))) << lines[0];
  EXPECT_TRUE(std::regex_match(lines[1], std::regex(time + " error: no room"))) << lines[1];
}

TEST(Log, ShowsNothingBelowItsLevel) {
  std::vector<std::string> lines;
  Log log(LogLevel::warning, [&](std::string_view line) { lines.emplace_back(line); });
  log.debug("a");
  log.info("b");
  log.warning("c");
  log.error("d");
  EXPECT_EQ(lines.size(), 2u);
}

TEST(Log, KeepsALineOneLineWhateverAPeerIsCalled) {
  std::vector<std::string> lines;
  Log log(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  log.info("federate 'a\n2026 forged\x1b[2J' joined");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_NE(lines[0].find("'a\\x0a2026 forged\\x1b[2J' joined"), std::string::npos) << lines[0];
}

TEST(Log, KnowsItsLevelsByName) {
  EXPECT_EQ(log_level("debug"), LogLevel::debug);
  EXPECT_EQ(log_level("loud"), std::nullopt);
}

TEST(Log, SaysWhichFileItCannotWrite) {
  const auto log = Log::to_file(LogLevel::info, "/no/such/directory/rtig.log");
  ASSERT_FALSE(log.has_value());
  EXPECT_NE(log.error().text.find("/no/such/directory/rtig.log"), std::string::npos);
}

}  // namespace
}  // namespace triad::rtig
