#include "tools/rtictl/trace/view.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <time.h>

namespace triad::rtictl {
namespace {

using EventKind = TraceEvent::Kind;
using namespace std::chrono_literals;

class TraceView : public testing::Test {
 protected:
  TraceView() {
    ::setenv("TZ", "XYZ-01:30", 1);
    ::tzset();
  }

  const WallTime at_{1'700'000'000s + 123456us};  // 22:13:20 UTC
  TraceEvent update_{
      at_,
      EventKind::call,
      3,
      "alpha",
      "4.5",
      "updateAttributeValues",
      {{"theObject", "tiger"}, {"theAttributes", "{Speed=\"fast\"}"}, {"theTag", ""}},
      "5/3",
      ""};
};

TEST_F(TraceView, ShowsACallInALine) {
  EXPECT_EQ(line_of(update_, 8),
            "23:43:20.123456  alpha     t=4.5     -> "
            "updateAttributeValues(theObject=tiger, theAttributes={Speed=\"fast\"}) = 5/3\n");
}

TEST_F(TraceView, ShowsCallbacksAndExceptions) {
  TraceEvent grant{
      at_, EventKind::callback, 3, "alpha", "5", "timeAdvanceGrant", {{"theTime", "5"}}, "", ""};
  EXPECT_EQ(line_of(grant, 5),
            "23:43:20.123456  alpha  t=5       <- timeAdvanceGrant(theTime=5)\n");
  update_.exception = "ObjectNotKnown";
  EXPECT_EQ(
      call_text(update_, 6),
      "updateAttributeValues(theObject=tiger, theAttributes={Speed...) throws ObjectNotKnown");
}

TEST_F(TraceView, ShowsWhoComesAndGoes) {
  TraceEvent joined{at_, EventKind::joined, 3, "alpha", "", "", {}, "", ""};
  EXPECT_EQ(line_of(joined, 5), "23:43:20.123456  alpha            -- joined\n");
  TraceEvent note{at_, EventKind::note, 0, "", "", "the output takes too long", {}, "", ""};
  EXPECT_EQ(line_of(note, 5), "23:43:20.123456                   -- the output takes too long\n");
}

TEST_F(TraceView, LetsNobodyDriveTheTerminal) {
  update_.federate_name = "a\x1b[2J";
  update_.arguments[0].text = "b\nc";
  const std::string line = line_of(update_, 0);
  EXPECT_NE(line.find("a\\x1b[2J"), line.npos) << line;
  EXPECT_NE(line.find("theObject=b\\x0ac"), line.npos) << line;
}

TEST_F(TraceView, CutsTextsBetweenCharacters) {
  update_.arguments = {{"theTag", "a\xc3\xa4\xc3\xa4"}};
  EXPECT_EQ(call_text(update_, 4), "updateAttributeValues(theTag=a\xc3\xa4...) = 5/3");
}

TEST_F(TraceView, GivesJsonALineEach) {
  EXPECT_EQ(json_line_of(update_),
            R"({"at":"2023-11-14T23:43:20.123456+01:30","event":"call","federate":3,)"
            R"("name":"alpha","time":"4.5","service":"updateAttributeValues","arguments":)"
            R"({"theObject":"tiger","theAttributes":"{Speed=\"fast\"}","theTag":""},)"
            R"("returned":"5/3"})"
            "\n");
  TraceEvent left{at_, EventKind::left, 3, "al\xffpha", "", "", {}, "", ""};
  EXPECT_EQ(json_line_of(left),
            "{\"at\":\"2023-11-14T23:43:20.123456+01:30\",\"event\":\"left\",\"federate\":3,"
            "\"name\":\"al\xef\xbf\xbdpha\"}\n");
}

TEST_F(TraceView, SaysWhoIsSilentLongestFirst) {
  std::vector<TracedFederate> federates{{3, "alpha", "4.5", false, 12, at_, update_},
                                        {4, "bravo", "", false, 0, at_ - 10s, {}},
                                        {5, "charlie", "9", true, 2, at_ - 20s, {}}};
  EXPECT_EQ(
      summary_of(federates, at_ + 1s),
      "  FEDERATE  NAME     TIME  EVENTS  SILENT FOR  LAST\n"
      "         4  bravo       -       0      11.0 s  nothing since the trace began\n"
      "         3  alpha     4.5      12       1.0 s  -> updateAttributeValues(theObject=tiger, "
      "theAttributes={Speed=\"fast\"}) = 5/3\n"
      "         5  charlie     9       2        left  nothing since the trace began\n");
}

}  // namespace
}  // namespace triad::rtictl
