#include "files/line_shares.hpp"

#include <gtest/gtest.h>

namespace triad::files {
namespace {

using Standing = LineCause::Standing;
using Time = LineShares::Time;

constexpr Time kStart{1'000'000};

// Writes lines of 100 bytes until one finds no room, and returns their number.
std::size_t fill(LineShares& shares, const LineCause& cause, Time now) {
  std::size_t lines = 0;
  while (lines < 1'000'000 && shares.admit_line(cause, 100, now)) ++lines;
  return lines;
}

TEST(LineShares, AnAddressHasABurstAndThenSoMuchASecond) {
  LineShares shares;
  const LineCause stranger{Standing::stranger, "10.0.0.7"};
  EXPECT_EQ(fill(shares, stranger, kStart), (64u << 10) / 100);
  EXPECT_EQ(fill(shares, stranger, kStart), 0u);
  EXPECT_NEAR(static_cast<double>(fill(shares, stranger, kStart + Time(10'000))), 204, 2);
  EXPECT_EQ(fill(shares, stranger, kStart + Time(3'600'000)), (64u << 10) / 100);
}

TEST(LineShares, AllStrangersTogetherHaveALimit) {
  LineShares shares;
  std::size_t lines = 0;
  for (int i = 0; i < 1000; ++i) {
    lines += fill(shares, {Standing::stranger, "10.0.0." + std::to_string(i)}, kStart);
  }
  EXPECT_EQ(lines, (256u << 10) / 100);
}

TEST(LineShares, NoStrangerOrNewcomerTakesTheRoomOfAMember) {
  LineShares shares;
  for (int i = 0; i < 1000; ++i) {
    static_cast<void>(fill(shares, {Standing::stranger, "10.0.0." + std::to_string(i)}, kStart));
    static_cast<void>(fill(shares, {Standing::newcomer, "10.0.0." + std::to_string(i)}, kStart));
  }
  EXPECT_TRUE(shares.admit_line({Standing::member, "10.0.0.7:1"}, 4000, kStart));
  EXPECT_TRUE(shares.admit_line({Standing::program, ""}, 4000, kStart));
}

TEST(LineShares, AMemberHasARoomThatOtherMembersDoNotTake) {
  LineShares shares;
  for (int i = 0; i < 100; ++i) {
    static_cast<void>(fill(shares, {Standing::member, "flood " + std::to_string(i)}, kStart));
  }
  EXPECT_TRUE(shares.admit_line({Standing::member, "router beta"}, 1000, kStart));
}

TEST(LineShares, ItIsSaidHowManyLinesWereLeftOutOfWhom) {
  LineShares shares;
  const LineCause stranger{Standing::stranger, "10.0.0.7"};
  EXPECT_TRUE(shares.notes(kStart).empty());
  static_cast<void>(fill(shares, stranger, kStart));  // the last line finds no room
  EXPECT_FALSE(shares.admit_line(stranger, 4000, kStart));
  EXPECT_EQ(shares.notes(kStart),
            (std::vector<std::string>{"2 further lines like this from 10.0.0.7 were left out"}));
  EXPECT_FALSE(shares.admit_line(stranger, 4000, kStart));
  EXPECT_TRUE(shares.notes(kStart + Time(9'999)).empty()) << "not with every line";
  EXPECT_EQ(shares.notes(kStart + Time(10'000)),
            (std::vector<std::string>{"1 further line like this from 10.0.0.7 was left out"}));
  EXPECT_TRUE(shares.notes(kStart + Time(30'000)).empty());
}

TEST(LineShares, ManyAddressesMakeFewNotes) {
  LineShares shares;
  for (int i = 0; i < 3000; ++i) {
    static_cast<void>(fill(shares, {Standing::stranger, std::to_string(i)}, kStart));
  }
  const auto notes = shares.last_notes();
  EXPECT_EQ(notes.size(), LineShares::kNotesMax + 1);
  EXPECT_EQ(notes.back(), "2984 further lines like this from other addresses were left out");
}

// Memory is bounded for any number of addresses.
TEST(LineShares, BeyondSoManyAddressesTheRestSharesOneAccount) {
  LineShares shares;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < 3 * LineShares::kAccountsMax; ++i) {
    if (shares.admit_line({Standing::member, std::to_string(i)}, 4000, kStart)) ++lines;
  }
  // Each account uses its reserve when the common room is used up.
  EXPECT_LE(lines, LineShares::kAccountsMax + (4u << 20) / 4000 + (4u << 10) / 4000 + 1);
}

}  // namespace
}  // namespace triad::files
