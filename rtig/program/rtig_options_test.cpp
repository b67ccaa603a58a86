#include "rtig/program/rtig_options.hpp"

#include <gtest/gtest.h>

#include <map>

#include "transport/wait.hpp"

namespace triad::rtig {
namespace {

config::Sources surroundings(std::map<std::string, std::string> environment = {}) {
  return {.command_line = {},
          .environment =
              [variables = std::move(environment)](const char* name) -> std::optional<std::string> {
            const auto at = variables.find(name);
            if (at == variables.end()) return std::nullopt;
            return at->second;
          },
          .directory = "/nonexistent"};
}

std::string refusal_of(const std::vector<std::string>& arguments,
                       std::map<std::string, std::string> environment = {}) {
  const auto options = read_options(arguments, surroundings(std::move(environment)));
  return options ? "accepted" : options.error().text;
}

TEST(RtigOptions, ListensOnLoopbackAndLogsJoinsByDefault) {
  const auto options = read_options({}, surroundings());
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->listen, std::vector<std::string>{"tcp://127.0.0.1:60400"});
  EXPECT_EQ(options->log.level, LogLevel::info);
  EXPECT_EQ(options->server.rtig.lost_action,
            wire::ResignAction::delete_objects_and_release_attributes);
  EXPECT_EQ(options->ready_fd, -1);
  EXPECT_FALSE(options->fed.anywhere);
}

TEST(RtigOptions, LetNobodyElseOperateAndNobodyHoldForEver) {
  const auto options = read_options({}, surroundings());
  ASSERT_TRUE(options.has_value());
  EXPECT_FALSE(options->server.all_may_operate);
  EXPECT_EQ(options->server.rtig.timeouts.hold, std::chrono::minutes(5));
  const auto told =
      read_options({"--operators", "anybody", "--flow-patience", "0"}, surroundings());
  ASSERT_TRUE(told.has_value()) << told.error().text;
  EXPECT_TRUE(told->server.all_may_operate);
  EXPECT_EQ(told->server.rtig.timeouts.hold.count(), 0);
}

TEST(RtigOptions, ShareMemoryOnlyWithoutAJournal) {
  EXPECT_TRUE(read_options({}, surroundings())->server.fabric.has_value());
  const auto with =
      read_options({"--journal", "/var/lib/triad", "--resume-timeout", "30"}, surroundings());
  ASSERT_TRUE(with.has_value()) << with.error().text;
  EXPECT_FALSE(with->server.fabric.has_value());
}

TEST(RtigOptions, SayHowLongMembersMayMove) {
  EXPECT_EQ(read_options({}, surroundings())->server.rtig.timeouts.order, std::chrono::seconds(10));
  EXPECT_EQ(
      read_options({"--resign-patience", "0"}, surroundings())->server.rtig.timeouts.order.count(),
      0);
  EXPECT_EQ(read_options({}, surroundings())->server.rtig.timeouts.move, std::chrono::seconds(45));
  EXPECT_EQ(read_options({"--move-timeout", "2.5"}, surroundings())->server.rtig.timeouts.move,
            std::chrono::milliseconds(2'500));
}

TEST(RtigOptions, SayHowOftenMembersMayReturn) {
  EXPECT_EQ(read_options({}, surroundings())->server.rtig.resume_times, 5u);
  EXPECT_EQ(read_options({"--resume-times", "0"}, surroundings())->server.rtig.resume_times, 0u);
}

TEST(RtigOptions, SayHowLongASaveMayGoOn) {
  EXPECT_EQ(read_options({}, surroundings())->server.rtig.timeouts.save, std::chrono::minutes(5));
  EXPECT_EQ(read_options({"--save-timeout", "2.5"}, surroundings())->server.rtig.timeouts.save,
            std::chrono::milliseconds(2'500));
  EXPECT_EQ(
      read_options({"--save-timeout", "0"}, surroundings())->server.rtig.timeouts.save.count(), 0);
}

TEST(RtigOptions, ReadFedsAnywhereWhereTold) {
  EXPECT_TRUE(read_options({"--fom-anywhere", "yes"}, surroundings())->fed.anywhere);
  EXPECT_TRUE(read_options({}, surroundings({{"RTIG_FOM_ANYWHERE", "yes"}}))->fed.anywhere);
}

TEST(RtigOptions, TakesSeveralUrls) {
  const auto options = read_options(
      {"--listen", "tcp://127.0.0.1:0", "--listen=shm://a", "-l", "memory:b"}, surroundings());
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->listen,
            (std::vector<std::string>{"tcp://127.0.0.1:0", "shm://a", "memory:b"}));
}

TEST(RtigOptions, DescribeRegionsBySoManyCellsInEachRoutingSpace) {
  EXPECT_EQ(read_options({}, surroundings())->fed.cells.of_others, core::kCellsOfExtent);
  const auto given = read_options({"--region-cells", "9", "--region-cells", "Terrain=16 a=b=1"},
                                  surroundings({{"RTIG_REGION_CELLS", "2"}}));
  ASSERT_TRUE(given.has_value()) << given.error().text;
  EXPECT_EQ(given->fed.cells.of_others, 9u);
  EXPECT_EQ(given->fed.cells.by_space,
            (std::map<std::string, std::uint32_t>{{"Terrain", 16}, {"a=b", 1}}));
  const auto of_environment = read_options({}, surroundings({{"RTIG_REGION_CELLS", "2 Sea=3"}}));
  ASSERT_TRUE(of_environment.has_value());
  EXPECT_EQ(of_environment->fed.cells.of_others, 2u);
  for (const char* wrong : {"0", "17", "few", "4x", "=4", "Terrain=", "Terrain=0", "-1"}) {
    EXPECT_EQ(refusal_of({"--region-cells", wrong}),
              "command line, region.cells: \"" + std::string(wrong) +
                  "\" is not a value; give N, or SPACE=N for one routing space, with N from 1 to "
                  "16");
  }
}

TEST(RtigOptions, SendToGroupsWhereTold) {
  EXPECT_EQ(read_options({}, surroundings())->server.multicast, std::nullopt);
  const auto given = read_options({"--multicast", "239.192.7.0/16:60500"}, surroundings());
  ASSERT_TRUE(given.has_value()) << given.error().text;
  EXPECT_EQ(given->server.multicast, (transport::MulticastAddress{0xefc00700, 16, 60500}));
  EXPECT_EQ(refusal_of({}, {{"RTIG_MULTICAST", "lan:9"}}),
            "environment RTIG_MULTICAST: \"lan:9\" does not begin with an IPv4 address; write "
            "ADDRESS/GROUPS:PORT, such as 239.192.7.0/16:60500");
}

TEST(RtigOptions, TakesCertisBareAddressAndPort) {
  const auto options = read_options({"-l", "0.0.0.0"}, surroundings({{"CERTI_TCP_PORT", "7000"}}));
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->listen, std::vector<std::string>{"tcp://0.0.0.0:7000"});
  const auto port = read_options({}, surroundings({{"CERTI_TCP_PORT", "7000"}}));
  ASSERT_TRUE(port.has_value()) << port.error().text;
  EXPECT_EQ(port->listen, std::vector<std::string>{"tcp://127.0.0.1:7000"});
}

TEST(RtigOptions, TakesANumberAloneForAPortOnLoopback) {
  const auto options = read_options({"--listen", "62000"}, surroundings());
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->listen, std::vector<std::string>{"tcp://127.0.0.1:62000"});
}

TEST(RtigOptions, PrefersTheCommandLineToTheEnvironment) {
  const std::map<std::string, std::string> environment{{"RTIG_LOST_ACTION", "delete_objects"},
                                                       {"CERTI_FOM_PATH", "/a:/b"}};
  const auto of_environment = read_options({}, surroundings(environment));
  ASSERT_TRUE(of_environment.has_value());
  EXPECT_EQ(of_environment->server.rtig.lost_action, wire::ResignAction::delete_objects);
  EXPECT_EQ(of_environment->fed.directories, (std::vector<std::string>{"/a", "/b"}));
  const auto given =
      read_options({"--lost-action", "release_attributes"}, surroundings(environment));
  ASSERT_TRUE(given.has_value());
  EXPECT_EQ(given->server.rtig.lost_action, wire::ResignAction::release_attributes);
}

TEST(RtigOptions, RefusesAWrongValueWithTheAllowedOnes) {
  const std::string text = refusal_of({"--lost-action", "explode"});
  EXPECT_NE(text.find("explode"), std::string::npos) << text;
  EXPECT_NE(text.find("release_attributes"), std::string::npos) << text;
  EXPECT_NE(refusal_of({"-v", "7"}).find("0, 1 or 2"), std::string::npos);
  EXPECT_NE(refusal_of({"--ready-fd", "x"}).find("file descriptor"), std::string::npos);
  EXPECT_NE(refusal_of({"--flow-hold", "much"}).find("64K"), std::string::npos);
}

TEST(RtigOptions, HasNoHeartbeatUnlessAsked) {
  EXPECT_EQ(read_options({}, surroundings())->server.heartbeat.count(), 0);
  EXPECT_EQ(read_options({"--heartbeat", "10"}, surroundings())->server.heartbeat.count(), 10);
  EXPECT_EQ(read_options({}, surroundings({{"RTIG_HEARTBEAT", "20"}}))->server.heartbeat.count(),
            20);
  EXPECT_EQ(read_options({"--heartbeat", "10"}, surroundings({{"RTIG_HEARTBEAT", "20"}}))
                ->server.heartbeat.count(),
            10);
}

TEST(RtigOptions, ReportsWaitsOfTenSecondsUnlessToldOtherwise) {
  EXPECT_EQ(read_options({}, surroundings())->server.rtig.timeouts.report.count(), 10'000);
  EXPECT_EQ(
      read_options({"--report-waits", "0.5"}, surroundings())->server.rtig.timeouts.report.count(),
      500);
  EXPECT_EQ(
      read_options({"--report-waits", "0"}, surroundings())->server.rtig.timeouts.report.count(),
      0);
  // Rounded up, because 0 would mean never.
  EXPECT_EQ(read_options({"--report-waits", "0.0001"}, surroundings())
                ->server.rtig.timeouts.report.count(),
            1);
  EXPECT_EQ(read_options({}, surroundings({{"RTIG_REPORT_WAITS", "20"}}))
                ->server.rtig.timeouts.report.count(),
            20'000);
  EXPECT_NE(refusal_of({"--report-waits", "soon"}).find("a number of seconds"), std::string::npos);
}

TEST(RtigOptions, RefusesAHeartbeatThatTcpCannotCount) {
  EXPECT_EQ(refusal_of({"--heartbeat", "0.1"}),
            "command line, heartbeat: \"0.1\" is not a value of \"heartbeat\"; give a whole "
            "number of seconds, at most 32767");
  EXPECT_EQ(refusal_of({"--heartbeat", "32767"}), "accepted");
  EXPECT_EQ(refusal_of({}, {{"RTIG_HEARTBEAT", "32768"}}),
            "environment RTIG_HEARTBEAT: \"32768\" is not a value of \"heartbeat\"; give a whole "
            "number of seconds, at most 32767");
}

TEST(RtigOptions, RefusesWhatItDoesNotKnow) {
  EXPECT_NE(refusal_of({"--lisen", "tcp://127.0.0.1:1"}).find("rtig --help"), std::string::npos);
  EXPECT_NE(refusal_of({"extra"}).find("rtig --help"), std::string::npos);
  EXPECT_NE(refusal_of({"--listen"}).find("rtig --help"), std::string::npos);
  EXPECT_NE(refusal_of({"--log-level", "info", "--log-level", "debug"}).find("twice"),
            std::string::npos);
}

TEST(RtigOptions, RefusesLimitsOutOfOrder) {
  const std::string text = refusal_of({"--flow-hold", "1M"});
  EXPECT_NE(text.find("flow.resume (16M, default)"), std::string::npos) << text;
  EXPECT_EQ(refusal_of({"--flow-hold", "1M", "--flow-resume", "64K"}), "accepted");
}

TEST(RtigOptions, TakesTheSizeOfItsLogInSharedMemory) {
  EXPECT_EQ(read_options({}, surroundings())->server.fabric->outbox_bytes, 1u << 20);
  EXPECT_EQ(read_options({"--fabric-log", "4M"}, surroundings())->server.fabric->outbox_bytes,
            4u << 20);
  EXPECT_NE(refusal_of({"--fabric-log", "1K"}).find("at least 65536"), std::string::npos);
}

TEST(RtigOptions, TakesHowLongItLooksBeforeItSleeps) {
  EXPECT_EQ(read_options({}, surroundings())->server.spin,
            transport::sensible_spin(std::chrono::microseconds(20)));
  EXPECT_EQ(read_options({"--wait-spin", "0"}, surroundings())->server.spin.count(), 0);
  EXPECT_NE(refusal_of({"--wait-spin", "long"}).find("wait.spin"), std::string::npos);
}

TEST(RtigOptions, UnderstandsCertisVerbosity) {
  EXPECT_EQ(read_options({"-v", "0"}, surroundings())->log.level, LogLevel::warning);
  EXPECT_EQ(read_options({"--verbose", "2"}, surroundings())->log.level, LogLevel::debug);
}

TEST(RtigOptions, HelpNamesEachOptionWithItsVariableAndDefault) {
  EXPECT_EQ(read_options({"--version"}, surroundings())->answer.find("rtig (Triad RTI) "), 0u);
  const std::string text = read_options({"--help"}, surroundings())->answer;
  for (const char* part :
       {"--listen URL", "--lost-action ACTION", "CERTI_FOM_PATH", "RTIG_LISTEN",
        "--heartbeat SECONDS", "RTIG_HEARTBEAT", "--report-waits SECONDS", "RTIG_REPORT_WAITS",
        "default tcp://127.0.0.1:60400", "one of release_attributes"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
}

TEST(RtigOptions, LimitsMessagesFramesAndMemory) {
  const auto options =
      read_options({"--message-max", "1M", "--frame-timeout=0.5", "--memory-federation", "3G"},
                   surroundings({{"RTIG_MEMORY_TOTAL", "5G"}}));
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->server.message_bytes_max, 1u << 20);
  EXPECT_EQ(options->server.frame_timeout, std::chrono::milliseconds(500));
  EXPECT_EQ(options->server.memory.unjoined, std::size_t{256} << 20);
  EXPECT_EQ(options->server.memory.federation, std::size_t{3} << 30);
  EXPECT_EQ(options->server.memory.total, std::size_t{5} << 30);
}

TEST(RtigOptions, LimitsTheSpaceOfSaves) {
  const auto options =
      read_options({"--saves-federation", "1M"}, surroundings({{"RTIG_SAVES_TOTAL", "0"}}));
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(options->saves.quotas.federation, 1u << 20);
  EXPECT_EQ(options->saves.quotas.total, 0u);
  const auto usual = read_options({}, surroundings());
  EXPECT_EQ(usual->saves.quotas.federation, std::uint64_t{4} << 30);
  EXPECT_EQ(usual->saves.quotas.total, std::uint64_t{16} << 30);
}

TEST(RtigOptions, RefusesMessagesForWhichTheirReceiverWouldBeResigned) {
  EXPECT_NE(refusal_of({"--message-max", "512M", "--flow-resign", "256M"}).find("flow.resign"),
            std::string::npos);
  EXPECT_NE(refusal_of({"--message-max", "2G"}).find("at most 1073741824"), std::string::npos)
      << refusal_of({"--message-max", "2G"});
}

// The queue of a federate must be able to reach flow.hold before the federate is disconnected.
TEST(RtigOptions, FitAMeshWhoseQueuesHoldWhatTheyAllow) {
  const auto options = read_options(
      {"--message-max", "1M", "--flow-resume", "1M", "--flow-hold", "2M"}, surroundings());
  ASSERT_TRUE(options.has_value()) << options.error().text;
  EXPECT_EQ(rules_conflict(options->server, {{"alpha", {}}, {"beta", {false, {}, 2u << 20}}}),
            std::nullopt);
  EXPECT_EQ(rules_conflict(options->server, {{"alpha", {}}, {"beta", {true, {}, (2u << 20) - 1}}}),
            "router beta: `queue-bytes` (2097151) may not be below flow.hold (2097152): federates "
            "there would be disconnected before their senders are held; raise it, or give "
            "rtig a smaller flow.hold");
  const auto long_messages = read_options(
      {"--message-max", "8M", "--flow-resume", "1M", "--flow-hold", "2M"}, surroundings());
  ASSERT_TRUE(long_messages.has_value()) << long_messages.error().text;
  EXPECT_EQ(
      rules_conflict(long_messages->server, {{"beta", {true, {}, 4u << 20}}}),
      "router beta: `queue-bytes` (4194304) may not be below message.max (8388608): the receiver "
      "of such a message would be disconnected; raise it, or give rtig a smaller message.max");
}

}  // namespace
}  // namespace triad::rtig
