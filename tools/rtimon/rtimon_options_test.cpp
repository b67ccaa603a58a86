#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tools/rtimon/rtimon.hpp"

namespace triad::rtimon {
namespace {

namespace fs = std::filesystem;

wire::Result<Options> parse(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--history", "h.sqlite"});
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return wire::error(wire::ErrorCode::RTIinternalError, given.error().text);
  return make_options(*given);
}

TEST(RtimonOptions, DefaultsAreLoopbackTwoSecondsAndADay) {
  const auto options = parse({});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->listen, "127.0.0.1:8040");
  EXPECT_EQ(options->poller.interval, std::chrono::seconds(2));
  EXPECT_EQ(options->limits.age, std::chrono::hours(24));
  EXPECT_EQ(options->history, "h.sqlite");
}

TEST(RtimonOptions, EachOptionIsRead) {
  const auto options =
      parse({"--connect", "tcp://beta:7", "--listen", "[::1]:9", "--interval", "0.5",
             "--history-age", "60", "--history-bytes", "2M", "--page", "p", "--token-file", "t"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->poller.rtig.url, "tcp://beta:7");
  EXPECT_EQ(options->listen, "[::1]:9");
  EXPECT_EQ(options->poller.interval, std::chrono::milliseconds(500));
  EXPECT_EQ(options->limits.age, std::chrono::seconds(60));
  EXPECT_EQ(options->limits.bytes, std::uint64_t{2} << 20);
  EXPECT_EQ(options->page, "p");
  EXPECT_EQ(options->token_file, "t");
}

TEST(RtimonOptions, WrongValuesAreRefused) {
  EXPECT_FALSE(parse({"--interval", "0.05"}));
  EXPECT_FALSE(parse({"--interval", "soon"}));
  EXPECT_FALSE(parse({"--history-age", "59"}));
  EXPECT_FALSE(parse({"--history-bytes", "1000"}));
}

TEST(RtimonToken, RandomTokensDifferAndAFileMustBePrivate) {
  const auto one = make_token("");
  const auto other = make_token("");
  ASSERT_TRUE(one && other);
  EXPECT_EQ(one->size(), 32u);
  EXPECT_NE(*one, *other);
  std::string pattern = (fs::temp_directory_path() / "rtimon-XXXXXX").string();
  const fs::path folder = ::mkdtemp(pattern.data());
  const std::string file = (folder / "token").string();
  std::ofstream(file) << "0123456789abcdef\n";
  ::chmod(file.c_str(), 0644);
  const auto open = make_token(file);
  ASSERT_FALSE(open);
  EXPECT_NE(open.error().text.find("chmod 600"), std::string::npos);
  ::chmod(file.c_str(), 0600);
  EXPECT_EQ(*make_token(file), "0123456789abcdef");
  std::ofstream(file) << "short\n";
  EXPECT_FALSE(make_token(file));
  std::ofstream(file) << "0123456789abcdef;Path\n";
  EXPECT_FALSE(make_token(file));
  EXPECT_FALSE(make_token((folder / "none").string()));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace triad::rtimon
