#include "command_line/seconds.hpp"

#include <gtest/gtest.h>

namespace triad::command_line {
namespace {

using std::chrono::milliseconds;

TEST(Seconds, AreReadToTheMillisecondAbove) {
  EXPECT_EQ(read_seconds("2"), milliseconds(2000));
  EXPECT_EQ(read_seconds("0.25"), milliseconds(250));
  EXPECT_EQ(read_seconds("0"), milliseconds(0));
  EXPECT_EQ(read_seconds("0.0001"), milliseconds(1));  // rounded up, so that there is a wait
  EXPECT_EQ(read_seconds("3600"), milliseconds(3'600'000));
}

TEST(Seconds, AreNothingThatNobodyWouldWait) {
  for (const char* const text : {"", "x", "1s", "-1", "1e3", "nan", "inf", "3601", " 1", "1 "}) {
    EXPECT_EQ(read_seconds(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace triad::command_line
