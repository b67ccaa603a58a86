#include "rtig/program/log.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace triad::rtig {
namespace {

// `text` with each digit as 'd' and the sign of the zone as 's'.
std::string shape(std::string text) {
  for (char& c : text) {
    if (c >= '0' && c <= '9') c = 'd';
  }
  constexpr std::size_t kZone = 23;
  if (text.size() > kZone && (text[kZone] == '+' || text[kZone] == '-')) text[kZone] = 's';
  return text;
}

TEST(Log, BeginsEachLineWithTheIsoTimeAndItsZone) {
  std::vector<std::string> lines;
  Log log(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  log.info("federation 'a' created");
  log.error("no room");
  ASSERT_EQ(lines.size(), 2u);
  const std::string time = "dddd-dd-ddTdd:dd:dd.dddsdd:dd";
  EXPECT_EQ(shape(lines[0]), time + " federation 'a' created");
  EXPECT_EQ(shape(lines[1]), time + " error: no room");
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
