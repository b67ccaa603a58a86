#include "tools/rtirun/agent_messages.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

TEST(AgentMessages, OrdersAreReadBack) {
  const Order orders[] = {
      OpenOrder{"abc", true},
      StartOrder{3, 2, "a", {"p", "x y", "\xff\n"}, "d", {{"N", "v"}}, 7},
      TakeUpOrder{3, 2, "a", 1u << 31},
      SignalOrder{3, 15},
      FindOrder{"ws1", 1234},
  };
  for (const Order& order : orders) {
    const std::string line = as_message(order);
    EXPECT_EQ(line.find('\n'), line.size() - 1) << line;
    const auto again = parse_order(line.substr(0, line.size() - 1));
    ASSERT_TRUE(again) << line;
    EXPECT_EQ(as_message(*again), line);
  }
}

TEST(AgentMessages, ReportsAreReadBack) {
  const Report reports[] = {
      HostFacts{"ws1", "0.3.0", "0.3.0, commit x", 29, 8, 16000, 8000, 0.5},
      FailedReport{1, "no such file"},
      EndedReport{1, true, "ended with status 0"},
      NotStartedReport{2},
      GoneReport{1},
      OwnerReport{"ws1", 77, 4},
      LogReport{1, std::string("a\0b\xfe\n", 5)},
      FaultReport{"no room"},
  };
  for (const Report& report : reports) {
    const std::string line = as_message(report);
    const auto again = parse_report(line);
    ASSERT_TRUE(again) << line;
    EXPECT_EQ(as_message(*again), line);
  }
}

TEST(AgentMessages, OtherLinesAreRefused) {
  for (const char* line :
       {"", "{}", "[]", "{\"signal\":1}", "{\"signal\":{}}", "{\"signal\":{\"process\":1}}",
        "{\"signal\":{\"process\":-1,\"number\":2}}",
        "{\"signal\":{\"process\":1,\"number\":\"2\"}}", "{\"kill\":{\"process\":1}}",
        "{\"gone\":{\"process\":1.5}}", "{\"gone\":{\"process\":1},\"ended\":{}}"}) {
    EXPECT_FALSE(parse_order(line)) << line;
    EXPECT_FALSE(parse_report(line)) << line;
  }
}

TEST(AgentMessages, BytesAreDividedIntoLines) {
  LineBuffer lines;
  lines.append("on");
  EXPECT_FALSE(lines.take_line());
  lines.append("e\ntwo\nthr");
  EXPECT_EQ(lines.take_line(), "one");
  EXPECT_EQ(lines.take_line(), "two");
  EXPECT_FALSE(lines.take_line());
  EXPECT_FALSE(lines.is_overlong());
  lines.append(std::string(kAgentLineBytesMax, 'x'));
  EXPECT_TRUE(lines.is_overlong());
}

}  // namespace
}  // namespace triad::rtirun
