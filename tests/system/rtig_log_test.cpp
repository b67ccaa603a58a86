// What peers can do to rtig's log: not fill it, hide nothing of others in it, and forge no line.
#include <gtest/gtest.h>

#include <string>

#include "tests/system/rtig_support.hpp"

namespace triad::tests {
namespace {

TEST(RtigLog, AStrangerFillsLittleOfItAndHidesNoLoss) {
  RunningServer server({"tcp://127.0.0.1:0"});
  Peer stranger = Peer::after_handshake(server.url());
  {
    Peer alpha = Peer::after_handshake(server.url());
    create_federation(alpha, "battle");
    alpha.join("battle", "alpha");
    for (int i = 0; i < 5000; ++i) {
      ASSERT_TRUE(stranger.ask(wire::TerminateFederation{"battle", true}).has_value());
    }
  }
  server.log().wait_for("lost federate 1 'alpha' of federation 'battle'");
  server.stop();
  const std::size_t shown = server.log().count("refused tcp 127.0.0.1");
  EXPECT_GT(shown, 10u);
  EXPECT_LT(shown, 1000u) << "64 KB at once, and 2 KB a second";
  EXPECT_GT(server.log().count("further lines like this from 127.0.0.1 were left out"), 0u);
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
