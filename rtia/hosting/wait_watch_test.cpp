#include "rtia/hosting/wait_watch.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Due = WaitWatch::Due;

const WaitWatch::Clock::time_point kBegan{seconds(1000)};

TEST(WaitWatch, ReportsOnceAndWheneverTheWaitHasDoubled) {
  WaitWatch watch({seconds(10), seconds(0)}, kBegan);
  std::vector<int> reported;
  for (int age = 1; age <= 100; ++age) {
    if (watch.due(kBegan + seconds(age)) == Due::report) reported.push_back(age);
  }
  EXPECT_EQ(reported, (std::vector{10, 20, 40, 80}));
  EXPECT_EQ(watch.next(), kBegan + seconds(160));
}

TEST(WaitWatch, EndsWhenThatIsSet) {
  WaitWatch watch({seconds(10), seconds(15)}, kBegan);
  EXPECT_EQ(watch.next(), kBegan + seconds(10));
  EXPECT_EQ(watch.due(kBegan + milliseconds(9'999)), Due::nothing);
  EXPECT_EQ(watch.due(kBegan + seconds(11)), Due::report);
  EXPECT_EQ(watch.next(), kBegan + seconds(15));
  EXPECT_EQ(watch.due(kBegan + seconds(15)), Due::end);
}

TEST(WaitWatch, WaitsForEverWhereNothingIsSet) {
  WaitWatch watch({}, kBegan);
  EXPECT_EQ(watch.next(), std::nullopt);
  EXPECT_EQ(watch.due(kBegan + seconds(1'000'000)), Due::nothing);
}

TEST(WaitWatch, EndsWithoutAReportWhereThatIsNotWanted) {
  WaitWatch watch({seconds(0), seconds(3)}, kBegan);
  EXPECT_EQ(watch.next(), kBegan + seconds(3));
  EXPECT_EQ(watch.due(kBegan + seconds(2)), Due::nothing);
  EXPECT_EQ(watch.due(kBegan + seconds(3)), Due::end);
}

}  // namespace
}  // namespace triad::rtia
