// Two federates, of which one sends to the other: `rtictl list` shows which one holds up the other,
// and the rates of messages. Uses real programs and waits for their output.
#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <regex>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

// The parameter is the transport.
class List : public testing::TestWithParam<std::string> {
 protected:
  List()
      : rtig_({TRIAD_RTIG, "--listen", listen(), "--flow-hold", "1M", "--flow-resume", "512K"},
              {.environment = {}, .descriptors_max = {}, .ready = true}),
        url_(rtig_.ready_lines().at(0)),
        listener_(federate("listener"), surroundings()),
        talker_(federate("talker"), surroundings()) {
    EXPECT_NE(listener_.wait_for("listens"), "") << listener_.output();
    EXPECT_NE(talker_.wait_for("is ready"), "") << talker_.output();
  }

  static std::string listen() {
    if (GetParam() == "tcp") return "tcp://127.0.0.1:0";
    return "shm://list-" + std::to_string(::getpid());
  }
  static std::vector<std::string> federate(const std::string& name) {
    return {TRIAD_TALKING_FEDERATE, name, TRIAD_FED};
  }
  Program::Options surroundings() const {
    return {.environment = {"RTI_URL=" + url_}, .descriptors_max = {}, .ready = false};
  }
  std::vector<std::string> rtictl(std::vector<std::string> arguments) const {
    std::vector<std::string> command{TRIAD_RTICTL, "--url", url_, "list"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return command;
  }
  std::string listed() const {
    Program program(rtictl({}));
    EXPECT_EQ(program.wait(), 0) << program.output();
    return program.output();
  }
  // Returns the state of a federate and the bytes queued for it, from its row.
  static std::pair<std::string, std::uint64_t> row(const std::string& list,
                                                   const std::string& name) {
    std::smatch found;
    const std::regex columns(" " + name + " .*?(joined|lagging|waiting to send) +([0-9]+)");
    if (!std::regex_search(list, found, columns)) return {};
    return {found[1], std::stoull(found[2])};
  }

  Program rtig_;
  std::string url_;
  Program listener_;
  Program talker_;
};

TEST_P(List, ShowsWhoIsStoppedAndWhomItHolds) {
  std::string list = listed();
  EXPECT_EQ(row(list, "listener").first, "joined") << list;
  EXPECT_EQ(row(list, "talker").first, "joined") << list;
  listener_.signal(SIGSTOP);
  talker_.signal(SIGUSR1);
  do {
    list = listed();
  } while (row(list, "listener").first != "lagging" ||
           row(list, "talker").first != "waiting to send");
  EXPECT_GE(row(list, "listener").second, 500'000u) << list;
  EXPECT_EQ(row(list, "talker").second, 0u) << list;

  talker_.signal(SIGUSR1);
  listener_.signal(SIGCONT);
  EXPECT_EQ(talker_.wait(), 0) << talker_.output();
  do {
    list = listed();
  } while (row(list, "listener") != std::pair<std::string, std::uint64_t>("joined", 0));
  EXPECT_NE(list.find("1 federate\n"), list.npos) << list;
}

// Watches until the rates are positive. They are known from the second look on.
TEST_P(List, ShowsRatesOfMessagesWhileItWatches) {
  talker_.signal(SIGUSR1);
  const auto rate = [](const std::string& look, const std::string& federate,
                       const std::string& key) {
    std::smatch found;
    const std::regex value("\"type\":\"" + federate + "\".*?\"" + key + "\":([0-9.E]+)");
    return std::regex_search(look, found, value) ? std::stod(found[1]) : 0.0;
  };
  std::string look;
  do {
    Program watch(rtictl({"--watch", "0.1", "--json"}));
    look = watch.wait_for("\"updates_per_s\":0E0");
    ASSERT_NE(look, "") << watch.output();
  } while (rate(look, "talker", "interactions_sent_per_s") == 0 ||
           rate(look, "talker", "bytes_sent_per_s") == 0 ||
           rate(look, "listener", "interactions_received_per_s") == 0 ||
           rate(look, "listener", "callbacks_per_s") == 0);
  Program tables({"/bin/sh", "-c",
                  std::string(TRIAD_RTICTL) + " --url " + url_ +
                      " list --watch 0.05 | grep -m 2 -c CALLBACKS/S"});
  EXPECT_EQ(tables.wait(), 0);
  EXPECT_EQ(tables.output(), "2\n");
  talker_.signal(SIGUSR1);
  EXPECT_EQ(talker_.wait(), 0) << talker_.output();
}

INSTANTIATE_TEST_SUITE_P(Transports, List, testing::Values("tcp", "shm"),
                         [](const auto& transport) { return transport.param; });

}  // namespace
}  // namespace triad::tests
