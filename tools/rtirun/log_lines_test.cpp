#include "tools/rtirun/log_lines.hpp"

#include <gtest/gtest.h>

namespace triad::rtirun {
namespace {

constexpr WallClock kTime{1'795'917'784'123};  // 2026-11-29T02:03:04.123Z
const std::string kText = "2026-11-29T02:03:04.123Z";

TEST(LogLines, TimesAreWrittenAndReadBack) {
  EXPECT_EQ(time_text(kTime), kText);
  EXPECT_EQ(parse_time(kText), kTime);
  EXPECT_EQ(parse_time("2026-11-29T02:03:04Z"), kTime - WallClock(123));
  EXPECT_EQ(parse_time("1970-01-01T00:00:00.000Z"), WallClock(0));
}

TEST(LogLines, OtherTextsAreNoTimes) {
  for (const char* text :
       {"", "Z", "2026-11-29", "2026-13-29T02:03:04Z", "2026-02-30T02:03:04Z",
        "2026-11-29T24:03:04Z", "2026-11-29T02:60:04Z", "2026-11-29 02:03:04Z",
        "2026-11-29T02:03:04.12Z", "2026-11-29T02:03:04.123", "2026-11-29T02:03:-4.123Z"}) {
    EXPECT_FALSE(parse_time(text)) << text;
  }
}

TEST(LogLines, SinceTakesAnAgeOrATime) {
  EXPECT_EQ(parse_since("90s", kTime), kTime - WallClock(90'000));
  EXPECT_EQ(parse_since("2h", kTime), kTime - WallClock(7'200'000));
  EXPECT_EQ(parse_since("1d", kTime), kTime - WallClock(86'400'000));
  EXPECT_EQ(parse_since(kText, WallClock(0)), kTime);
  for (const char* text : {"", "s", "-1s", "1", "1w", "1.5h", "yesterday"}) {
    EXPECT_FALSE(parse_since(text, kTime)) << text;
  }
}

TEST(LogLines, EachLineGetsItsTime) {
  LogStamper lines;
  EXPECT_EQ(lines.stamp("one\n\nth", kTime), kText + " one\n" + kText + " \n");
  EXPECT_EQ(lines.stamp("ree", kTime), "");
  EXPECT_EQ(lines.stamp("\n", kTime), kText + " three\n");
  EXPECT_EQ(lines.finish(kTime), "");
  EXPECT_EQ(lines.stamp("rest", kTime), "");
  EXPECT_EQ(lines.finish(kTime), kText + " rest\n");
}

TEST(LogLines, ALineWithoutAnEndDoesNotFillTheMemory) {
  LogStamper lines;
  const std::string part(LogStamper::kLineBytes, 'x');
  EXPECT_EQ(lines.stamp(part + part + "y", kTime),
            kText + " " + part + "\n" + kText + " " + part + "\n");
  EXPECT_EQ(lines.stamp("\n", kTime), kText + " y\n");
  EXPECT_EQ(lines.stamp(part + "\nz\n", kTime), kText + " " + part + "\n" + kText + " z\n");
}

TEST(LogLines, ALineIsSplitIntoTimeAndText) {
  const std::string line = kText + " the text";
  EXPECT_EQ(split_line(line).time, kTime);
  EXPECT_EQ(split_line(line).text, "the text");
  EXPECT_EQ(split_line("no time").text, "no time");
  EXPECT_EQ(split_line("").time, WallClock(0));
}

}  // namespace
}  // namespace triad::rtirun
