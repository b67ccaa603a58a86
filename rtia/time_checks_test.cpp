#include "rtia/time_checks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/double_time.hpp"

namespace triad::rtia {
namespace {

using core::DoubleTime;

constexpr bool kTolerant = true;

class TimeChecksTest : public testing::Test {
 protected:
  DoubleTime type;
  const TimeChecks strict{type, !kTolerant};
  const TimeChecks tolerant{type, kTolerant};
  const core::Time bound = DoubleTime::encode(1);
  const core::Time just_below = DoubleTime::encode(std::nextafter(1.0, 0.0));
  const core::Time far_below = DoubleTime::encode(0.5);
};

TEST_F(TimeChecksTest, ATimeThatIsNoNumberIsRefusedByName) {
  const core::Time no_number = DoubleTime::encode(std::numeric_limits<double>::quiet_NaN());
  const auto refused =
      strict.decode(no_number.bytes(), wire::ErrorCode::InvalidFederationTime, "the time stamp");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, wire::ErrorCode::InvalidFederationTime);
  EXPECT_EQ(refused.error().text, "the time stamp is no RTIfedTime (double) (or not a number)");
  EXPECT_FALSE(strict.is_valid({}));
}

TEST_F(TimeChecksTest, ALookaheadIsNeitherNegativeNorInfinite) {
  const auto is_accepted = [&](double lookahead) {
    return strict.decode_lookahead(DoubleTime::encode(lookahead).bytes()).has_value();
  };
  EXPECT_TRUE(is_accepted(0));
  EXPECT_TRUE(is_accepted(2));
  EXPECT_FALSE(is_accepted(-1));
  EXPECT_FALSE(is_accepted(std::numeric_limits<double>::infinity()));
}

TEST_F(TimeChecksTest, OnlyTheLastTimeBeforeTheBoundIsRaisedAndOnlyIfTolerated) {
  EXPECT_TRUE(type.equal(tolerant.raised(just_below, bound), bound));
  EXPECT_TRUE(type.equal(tolerant.raised(far_below, bound), far_below));
  EXPECT_TRUE(type.equal(strict.raised(just_below, bound), just_below));
}

TEST_F(TimeChecksTest, ARefusalNamesTheSettingIfRoundingIsTheCause) {
  EXPECT_NE(strict.rounding_hint(just_below, bound).find("RTI_TIME_TOLERANCE"), std::string::npos);
  EXPECT_EQ(strict.rounding_hint(far_below, bound), "");
}

}  // namespace
}  // namespace triad::rtia
