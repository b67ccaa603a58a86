// Tests of the options of `rtimesh up`.
#include "tools/rtimesh/up_options.hpp"

#include <gtest/gtest.h>

#include "tools/rtimesh/rtimesh.hpp"

namespace triad::rtimesh {
namespace {

Outcome<UpOptions> options_of(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "up");
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) return Fault{given.error().text};
  return read_up_options(*given);
}

TEST(UpOptions, NeedAFileAlone) {
  const auto options = options_of({"mesh.yaml"});
  ASSERT_TRUE(options);
  EXPECT_EQ(options->file, "mesh.yaml");
  EXPECT_EQ(options->host, std::nullopt);
  EXPECT_EQ(options->log_directory, std::nullopt);
  EXPECT_EQ(options->timeout, std::chrono::seconds(30));
  EXPECT_EQ(options->status_interval.count(), 0);
  EXPECT_EQ(options->ready_fd, -1);
  EXPECT_TRUE(options->command.empty());
}

TEST(UpOptions, LeaveTheCommandAsItIs) {
  const auto options =
      options_of({"--host", "n1", "--timeout", "2.5", "mesh.yaml", "--status=1", "--log-directory",
                  "logs", "--ready-fd", "1", "--", "sim", "--timeout", "x", "--"});
  ASSERT_TRUE(options) << options.error().text;
  EXPECT_EQ(options->host, "n1");
  EXPECT_EQ(options->log_directory, "logs");
  EXPECT_EQ(options->timeout, std::chrono::milliseconds(2500));
  EXPECT_EQ(options->status_interval, std::chrono::seconds(1));
  EXPECT_EQ(options->ready_fd, 1);
  EXPECT_EQ(options->command, (std::vector<std::string>{"sim", "--timeout", "x", "--"}));
}

TEST(UpOptions, AreRefusedWithTheReason) {
  const auto refusal = [](const std::vector<std::string>& arguments) {
    const auto options = options_of(arguments);
    return options ? "accepted" : options.error().text;
  };
  EXPECT_EQ(refusal({"f", "--timeout", "0"}),
            "--timeout needs a number of seconds, at most 3600 and not zero");
  EXPECT_EQ(refusal({"f", "--status", "soon"}),
            "--status needs a number of seconds, at most 3600 and not zero");
  EXPECT_EQ(refusal({"f", "--ready-fd", "x"}),
            "--ready-fd needs the number of an open file descriptor");
  EXPECT_EQ(refusal({"f", "--ready-fd", "100000"}),
            "--ready-fd needs the number of an open file descriptor");
  EXPECT_EQ(refusal({"f", "sim"}),
            "unexpected argument 'sim'; `rtimesh up --help` shows the "
            "usage");
}

}  // namespace
}  // namespace triad::rtimesh
