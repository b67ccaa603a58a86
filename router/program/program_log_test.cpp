#include "router/program/program_log.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

namespace triad::router {
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

TEST(Log, CutsWhatIsTooLongInTheMiddle) {
  std::vector<std::string> lines;
  Log log(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  log.info("federate '" + std::string(1'000'000, '\n') + "' joined");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_LT(lines[0].size(), 4096u);
  EXPECT_NE(lines[0].find("federate '\\x0a"), std::string::npos) << lines[0];
  EXPECT_TRUE(lines[0].ends_with("' joined")) << lines[0];
}

TEST(Log, NamesThePartOfTheProgramThatALineIsOf) {
  std::vector<std::string> lines;
  Log whole(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  Log part(whole, "router beta");
  Log moved(std::move(part));
  moved.debug("is not shown");
  moved.warning("no connection");
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].ends_with(" warning: router beta: no connection")) << lines[0];
}

class LogPipe : public testing::Test {
 protected:
  LogPipe() { EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0); }
  ~LogPipe() override { ::unlink(path_.c_str()); }

  const std::string path_ = testing::TempDir() + "rtig-log-pipe-" + std::to_string(::getpid());
};

TEST_F(LogPipe, IsRefusedWhereNobodyReadsIt) {
  const auto log = Log::to_file(LogLevel::info, path_);
  ASSERT_FALSE(log.has_value());
  EXPECT_NE(log.error().text.find("nobody reads that pipe"), std::string::npos) << log.error().text;
}

TEST_F(LogPipe, StopsNobodyWhenItIsFullAndSaysWhatIsMissing) {
  const int reading = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  auto log = Log::to_file(LogLevel::info, path_).value();
  const auto take = [&] {
    std::string all;
    char bytes[4096];
    for (ssize_t n; (n = ::read(reading, bytes, sizeof bytes)) > 0;) {
      all.append(bytes, static_cast<std::size_t>(n));
    }
    return all;
  };
  constexpr std::ptrdiff_t kWritten = 1000;
  for (std::ptrdiff_t i = 0; i < kWritten; ++i) log.info(std::string(1000, 'x'));
  const std::string first = take();
  const auto taken = std::ranges::count(first, '\n');
  EXPECT_LT(taken, kWritten);
  EXPECT_EQ(first.back(), '\n');
  log.info("again");
  const std::string second = take();
  EXPECT_NE(second.find("warning: nobody took the log; " + std::to_string(kWritten - taken) +
                        " lines are missing here\n"),
            std::string::npos)
      << second;
  EXPECT_TRUE(second.ends_with(" again\n")) << second;
  ::close(reading);
}

}  // namespace
}  // namespace triad::router
