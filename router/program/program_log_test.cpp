#include "router/program/program_log.hpp"
#include "router/program/log_file.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace triad::router {
namespace {

// Returns `text` with each digit as 'd' and the sign of the zone as 's'.
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

TEST(LogFile, SaysWhichFileItCannotWrite) {
  const auto file = LogFile::open("/no/such/directory/rtig.log");
  ASSERT_FALSE(file.has_value());
  EXPECT_NE(file.error().text.find("/no/such/directory/rtig.log"), std::string::npos);
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(LogFile, IsOpenedAgainByItsName) {
  const std::string path = testing::TempDir() + "rtig-log-" + std::to_string(::getpid());
  const std::string old = path + ".1";
  LogFile file = LogFile::open(path).value();
  Log log(LogLevel::info, file.sink());
  log.info("before");
  ASSERT_EQ(::rename(path.c_str(), old.c_str()), 0);
  log.info("to the renamed file");
  ASSERT_TRUE(file.reopen().has_value());
  log.info("after");
  EXPECT_NE(text_of(old).find("to the renamed file"), std::string::npos);
  EXPECT_EQ(text_of(old).find("after"), std::string::npos);
  EXPECT_NE(text_of(path).find("after"), std::string::npos);
  ::unlink(path.c_str());
  ::unlink(old.c_str());
}

TEST(LogFile, StaysTheOldOneWhereTheNewOneCannotBeOpened) {
  const std::string directory = testing::TempDir() + "rtig-logs-" + std::to_string(::getpid());
  const std::string renamed = directory + ".1";
  ASSERT_EQ(::mkdir(directory.c_str(), 0700), 0);
  LogFile file = LogFile::open(directory + "/log").value();
  Log log(LogLevel::info, file.sink());
  ASSERT_EQ(::rename(directory.c_str(), renamed.c_str()), 0);
  const auto reopened = file.reopen();
  ASSERT_FALSE(reopened.has_value());
  EXPECT_NE(reopened.error().text.find(directory + "/log"), std::string::npos);
  log.info("goes on");
  EXPECT_NE(text_of(renamed + "/log").find("goes on"), std::string::npos);
  ::unlink((renamed + "/log").c_str());
  ::rmdir(renamed.c_str());
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

// Charges every link to a stranger.
class Strangers final : public LineCauses {
 public:
  files::LineCause line_cause(std::uint64_t link) override {
    return {files::LineCause::Standing::stranger, "10.0.0." + std::to_string(link)};
  }
};

std::size_t bytes_of(const std::vector<std::string>& lines) {
  std::size_t bytes = 0;
  for (const std::string& line : lines) bytes += line.size();
  return bytes;
}

TEST(Log, APeerFillsASmallPartOfIt) {
  std::vector<std::string> lines;
  Log whole(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  Log part(whole, "router beta");
  Strangers strangers;
  constexpr int kLines = 100'000;
  {
    const CausedBy stranger(strangers, 7);
    for (int i = 0; i < kLines; ++i) part.info("closed the link from 10.0.0.7");
  }
  EXPECT_LT(bytes_of(lines), std::size_t{1} << 20);
  EXPECT_GT(lines.size(), 100u) << "the first lines are there";
  const auto is_of_stranger = [](const std::string& line) {
    return line.find("router beta: closed") != line.npos;
  };
  const auto shown = std::ranges::count_if(lines, is_of_stranger);
  lines.clear();
  part.warning("router gamma is gone");
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines.back().ends_with("warning: router beta: router gamma is gone"));
  part.tell_rest_left_out();
  std::uint64_t left_out = 0;
  for (const std::string& line : lines) {
    const auto at = line.find(" further line");
    if (at == line.npos) continue;
    EXPECT_NE(line.find(" warning: "), line.npos) << line;
    EXPECT_TRUE(line.ends_with(" like this from 10.0.0.7 were left out")) << line;
    left_out += std::stoull(line.substr(line.rfind(' ', at - 1) + 1));
  }
  EXPECT_LE(static_cast<std::uint64_t>(shown) + left_out, std::uint64_t{kLines});
  EXPECT_GT(left_out, 0u);
}

TEST(Log, AStrangerWhoFillsItsShareTakesNothingOfTheProgramsLines) {
  std::vector<std::string> lines;
  Log log(LogLevel::info, [&](std::string_view line) { lines.emplace_back(line); });
  Strangers strangers;
  constexpr int kLines = 1'000;
  for (int i = 0; i < kLines; ++i) {
    {
      const CausedBy stranger(strangers, 7);
      log.info(std::string(1'000, 'x'));
    }
    log.warning("router gamma is gone");
  }
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const std::string& line) { return line.ends_with("gamma is gone"); }),
            kLines);
}

class LogPipe : public testing::Test {
 protected:
  LogPipe() { EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0); }
  ~LogPipe() override { ::unlink(path_.c_str()); }

  const std::string path_ = testing::TempDir() + "rtig-log-pipe-" + std::to_string(::getpid());
};

TEST_F(LogPipe, IsRefusedWhereNobodyReadsIt) {
  const auto file = LogFile::open(path_);
  ASSERT_FALSE(file.has_value());
  EXPECT_NE(file.error().text.find("no process reads that pipe"), std::string::npos)
      << file.error().text;
}

TEST_F(LogPipe, StopsNobodyWhenItIsFullAndSaysWhatIsMissing) {
  const int reading = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  const LogFile file = LogFile::open(path_).value();
  Log log(LogLevel::info, file.sink());
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
  EXPECT_NE(second.find("warning: no reader took the log; " + std::to_string(kWritten - taken) +
                        " lines are missing here\n"),
            std::string::npos)
      << second;
  EXPECT_TRUE(second.ends_with(" again\n")) << second;
  ::close(reading);
}

}  // namespace
}  // namespace triad::router
