// Tests that a peer cannot fill rtig's log, hide lines about others, or forge a line.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

using Clock = std::chrono::steady_clock;

// Returns the limit for one peer: 64 KB at once and 2 KB a second, in lines of more than 100 bytes.
std::size_t lines_of_a_stranger_since(Clock::time_point start) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(Clock::now() - start);
  return 656 + 21 * static_cast<std::size_t>(seconds.count());
}

TEST(RtigLog, AStrangerFillsLittleOfItAndHidesNoLoss) {
  const auto start = Clock::now();
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer stranger = Peer::after_handshake(server.url());
  {
    Peer alpha = Peer::after_handshake(server.url());
    create_federation(alpha, "battle");
    alpha.join("battle", "alpha");
    for (int batch = 0; batch < 10; ++batch) {
      for (int i = 0; i < 500; ++i) stranger.send(wire::TerminateFederation{"battle", true});
      for (int i = 0; i < 500; ++i) ASSERT_TRUE(stranger.next_record().has_value());
    }
  }
  server.log().wait_for("lost federate 1 'alpha' of federation 'battle'");
  server.stop();
  const std::size_t shown = server.log().count("refused tcp 127.0.0.1");
  EXPECT_GT(shown, 10u);
  EXPECT_LT(shown, lines_of_a_stranger_since(start));
  EXPECT_GT(server.log().count("further lines like this from 127.0.0.1 were left out"), 0u);
}

// The rtig reads FED files in another thread.
TEST(RtigLog, LinesAboutFedFilesAreChargedToThePeerThatNamesThem) {
  const auto start = Clock::now();
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer stranger = Peer::after_handshake(server.url());
  for (int i = 0; i < 2000; ++i) {
    const wire::CreateFederationExecution absent{"battle", "absent.fed", false, {}};
    ASSERT_TRUE(stranger.request_reply(absent).has_value());
  }
  server.stop();
  const std::size_t shown = server.log().count("absent.fed");
  EXPECT_GT(shown, 10u);
  EXPECT_LT(shown, lines_of_a_stranger_since(start));
}

TEST(RtigLog, ANameForgesNoLineAndDoesNotEndItsQuotation) {
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer alpha = Peer::after_handshake(server.url());
  create_federation(alpha, "battle");
  alpha.join("battle", "a' joined federation 'c'\u2028\u202e\xc2\x9b\n2026 forged");
  server.log().wait_for(
      "federate 1 'a\\' joined federation \\'c\\'\\xe2\\x80\\xa8\\xe2\\x80\\xae\\xc2\\x9b\\x0a2026 "
      "forged' joined federation 'battle' from ");
  for (const char* harmful : {"\u2028", "\u202e", "\xc2\x9b", "\n"}) {
    EXPECT_EQ(server.log().count(harmful), 0u);
  }
}

}  // namespace
}  // namespace triad::tests
