#include "tools/rtirun/control.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

TEST(Control, PacketsGiveRequestsAndRepliesBack) {
  const auto request =
      parse_request(as_packet(ControlRequest{ControlRequest::Command::restart, "a-1"}));
  ASSERT_TRUE(request);
  EXPECT_EQ(request->command, ControlRequest::Command::restart);
  EXPECT_EQ(request->process, "a-1");
  const auto reply = parse_reply(as_packet(ControlReply{true, "a-1 is ready"}));
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->is_done);
  EXPECT_EQ(reply->text, "a-1 is ready");
}

TEST(Control, OtherPacketsAreRefused) {
  for (const char* text :
       {"", "{", "[]", "{}", R"({"command":"stop"})", R"({"command":"halt","process":"a"})",
        R"({"command":1,"process":"a"})", R"({"command":"stop","process":["a"]})"}) {
    EXPECT_FALSE(parse_request(text)) << text;
    EXPECT_FALSE(parse_reply(text)) << text;
  }
  EXPECT_FALSE(parse_reply(R"({"done":1,"text":"a"})"));
}

}  // namespace
}  // namespace triad::rtirun
