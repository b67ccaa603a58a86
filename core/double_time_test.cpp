#include "core/double_time.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace triad::core {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool is_last_before(double time, double bound) {
  return DoubleTime::is_last_before(DoubleTime::encode(time), DoubleTime::encode(bound));
}

TEST(DoubleTime, KnowsTheLastTimeBeforeAnother) {
  for (const double bound : {0.1, 1.0, 1.3000000000000003, 2.0, 1e17, 0.0, -1.0}) {
    const double last = std::nextafter(bound, -kInfinity);
    EXPECT_TRUE(is_last_before(last, bound)) << bound;
    EXPECT_FALSE(is_last_before(std::nextafter(last, -kInfinity), bound)) << bound;
    EXPECT_FALSE(is_last_before(bound, bound)) << bound;
    EXPECT_FALSE(is_last_before(bound, last)) << bound;
  }
  EXPECT_TRUE(is_last_before(1.3, 12 * 0.1 + 0.1));
}

TEST(DoubleTime, KnowsNoLastTimeBeforeInfinity) {
  EXPECT_FALSE(is_last_before(std::numeric_limits<double>::max(), kInfinity));
}

}  // namespace
}  // namespace triad::core
