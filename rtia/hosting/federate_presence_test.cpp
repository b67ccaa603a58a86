#include "rtia/hosting/federate_presence.hpp"

#include <gtest/gtest.h>

namespace triad::rtia {
namespace {

using std::chrono::seconds;

const FederatePresence::Clock::time_point kStart{seconds(1000)};

TEST(FederatePresence, CountsFromTheLookThatFindsTheLastTick) {
  FederatePresence presence;
  presence.begin(kStart);
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(5)), seconds(5));
  presence.record_tick_begin();
  presence.record_tick_end();
  presence.update(kStart + seconds(6));
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(9)), seconds(3));
  presence.update(kStart + seconds(10));
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(11)), seconds(5));
}

TEST(FederatePresence, IsZeroDuringATickHoweverLongItWaits) {
  FederatePresence presence;
  presence.begin(kStart);
  presence.record_tick_begin();
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(1)), seconds(0));
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(60)), seconds(0));
  presence.record_tick_end();
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(61)), seconds(0));
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(63)), seconds(2));
}

TEST(FederatePresence, CountsACallbackThatDoesNotReturn) {
  FederatePresence presence;
  presence.begin(kStart);
  presence.record_tick_begin();
  presence.record_tick_end();  // a callback begins
  presence.update(kStart + seconds(1));
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(31)), seconds(30));
  presence.record_tick_begin();
  EXPECT_EQ(presence.not_ticking_for(kStart + seconds(32)), seconds(0));
}

TEST(FederatePresence, IsOutsideWhileTheBackgroundThreadStandsIn) {
  FederatePresence presence;
  EXPECT_EQ(presence.outside_for(kStart), seconds(0));
  presence.set_outside_since(kStart);
  EXPECT_EQ(presence.outside_for(kStart + seconds(7)), seconds(7));
  presence.set_outside_since(std::nullopt);
  EXPECT_EQ(presence.outside_for(kStart + seconds(8)), seconds(0));
}

}  // namespace
}  // namespace triad::rtia
