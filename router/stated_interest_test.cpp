// What members state that they want, and what of it the Router tells those who share memory: the
// sum of what those at links want.
#include "router/interest_exchange.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "router/router.hpp"
#include "router/test_order.hpp"
#include "router/test_outlets.hpp"

namespace triad::router {
namespace {

constexpr FederateHandle kFar(1);
constexpr FederateHandle kOtherFar(2);
constexpr FederateHandle kNear(3);
constexpr FederateHandle kOtherNear(4);
constexpr wire::InterestKey kRoom = 3;
constexpr wire::InterestKey kOtherRoom = 5;
constexpr wire::InterestKey kKeysEnd = 8;
constexpr wire::Cell kHere = 4;
constexpr wire::Cell kInside = 5;
constexpr wire::Cell kThere = 12;

wire::InterestChanged in(wire::InterestKey key, wire::InterestMask mask) {
  return {false, {{key, mask, mask, {}}}, {}};
}
wire::InterestChanged at(wire::InterestKey key, std::vector<wire::Cell> cells) {
  return {false, {{key, 1, 0, {key}}}, {{key, std::move(cells), {}}}};
}

class StatedInterestTest : public ::testing::Test {
 protected:
  void come(FederateHandle member, bool on_fabric) {
    router.attach(member, {.link = LinkId{member.value * 10}, .on_fabric = on_fabric});
    router.send_interest_to_newcomer(member);
  }
  // What was wrong with it.
  std::string state(FederateHandle member, const wire::InterestChanged& changed) {
    wire::RecordHeader header;
    header.sender = member.value;
    header.position = ++position;
    wire::Buffer frame;
    wire::encode_record(header, changed, frame);
    return router.take(member, *wire::parse_record(frame)).fault.value_or("");
  }
  std::vector<FederateHandle> who_wants(const wire::Interest& interest) {
    std::vector<FederateHandle> all;
    router.interest().filter().for_each(interest, [&](FederateHandle one) { all.push_back(one); });
    return all;
  }
  wire::RecordHeader last_header() const { return wire::parse_record(outlets.last())->header; }
  // What the last record that was said tells.
  wire::InterestChanged told() const {
    return *wire::decode<wire::InterestChanged>(wire::parse_record(outlets.last())->payload);
  }

  TestOutlets outlets;
  NoOrder order;
  Router router{outlets, order, {{}, {kKeysEnd, 4}}};
  wire::Position position = 0;
};

using Wanting = std::vector<FederateHandle>;

TEST_F(StatedInterestTest, HoldsWhenItIsAcknowledged) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, in(kRoom, 1)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 10: InterestAcknowledged"}));
  EXPECT_EQ(last_header().cause(), kFar);
  EXPECT_EQ(last_header().after_position, position) << "it names the record that it answers";
  EXPECT_EQ(who_wants({kRoom, 1}), Wanting{kFar});
  EXPECT_EQ(who_wants({kRoom, 2}), Wanting{});
}

TEST_F(StatedInterestTest, IsReplacedByKeyAndEndsWithItsMember) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, in(kRoom, 1)), "");
  EXPECT_EQ(state(kFar, in(kOtherRoom, 1)), "");
  EXPECT_EQ(state(kFar, in(kRoom, 0)), "");
  EXPECT_EQ(who_wants({kRoom, 1}), Wanting{});
  EXPECT_EQ(who_wants({kOtherRoom, 1}), Wanting{kFar});
  router.detach(kFar);
  EXPECT_EQ(who_wants({kOtherRoom, 1}), Wanting{});
}

TEST_F(StatedInterestTest, CellsThatWereStatedTwiceAreGivenUpTwice) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, at(kRoom, {kHere, kHere})), "");
  EXPECT_EQ(state(kFar, {false, {}, {{kRoom, {}, {kHere}}}}), "");
  EXPECT_EQ(who_wants({kRoom, 1, {kInside}}), Wanting{kFar});
  EXPECT_EQ(state(kFar, {false, {}, {{kRoom, {}, {kHere}}}}), "");
  EXPECT_EQ(who_wants({kRoom, 1, {kInside}}), Wanting{});
}

// --- What is refused. Nothing has changed then.

TEST_F(StatedInterestTest, OfWhatThereIsNotIsRefused) {
  come(kFar, false);
  for (const wire::InterestKey key : {wire::InterestKey{0}, kKeysEnd, ~wire::InterestKey{0}}) {
    EXPECT_EQ(state(kFar, in(key, 1)), "an interest in something that there is not");
    EXPECT_EQ(state(kFar, {false, {{kRoom, 1, 0, {key}}}, {}}),
              "an interest in something that there is not");
    EXPECT_EQ(state(kFar, {false, {}, {{key, {kHere}, {}}}}),
              "cells of something that there is not");
  }
  EXPECT_EQ(state(kFar, {false, {{kRoom, 1, 2, {}}}, {}}), "an interest that contradicts itself");
  EXPECT_EQ(state(kFar, at(kRoom, {0})), "a number that is none of a cell");
  EXPECT_EQ(state(kFar, at(kRoom, {2})), "a number that is none of a cell");
  EXPECT_EQ(state(kFar, {false, {{kRoom, 1, 0, std::vector<wire::InterestKey>(65, 1)}}, {}}),
            "an interest with more sets of cells than 64");
  EXPECT_EQ(outlets.take(), Said{});
  EXPECT_EQ(router.interest().filter().keys_end(), 0u);
}

TEST_F(StatedInterestTest, WithoutEndIsRefused) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, at(kRoom, {1, 3, 5})), "");
  EXPECT_EQ(state(kFar, at(kRoom, {7, 9})), "an interest in more cells than 4");
  EXPECT_EQ(state(kFar, {true, {}, {{kRoom, {1, 3, 5, 7, 9}, {}}}}),
            "an interest in more cells than 4");
  EXPECT_EQ(state(kFar, {false, {}, {{kRoom, {}, {1}}}}), "");
  EXPECT_EQ(state(kFar, at(kRoom, {7, 9})), "");
}

TEST_F(StatedInterestTest, ThatEndsBeforeItHasBegunHarmsNobodyElse) {
  come(kNear, true);
  come(kFar, false);
  come(kOtherFar, false);
  EXPECT_EQ(state(kOtherFar, at(kRoom, {kHere})), "");
  EXPECT_EQ(state(kFar, {false, {}, {{kRoom, {}, {kHere}}}}),
            "the end of an interest that it had not");
  (void)outlets.take();
  router.detach(kFar);
  EXPECT_EQ(outlets.take(), Said{}) << "the sum is as it was";
}

TEST_F(StatedInterestTest, InTheNameOfTheAuthorityIsRefused) {
  come(kFar, false);
  wire::RecordHeader header;
  header.sender = kFar.value;
  header.position = 1;
  wire::Buffer frame;
  wire::encode_record(header, wire::InterestAcknowledged{}, frame);
  EXPECT_TRUE(router.take(kFar, *wire::parse_record(frame)).for_authority)
      << "which takes none from a member";
}

// --- The sum for those who share memory.

TEST_F(StatedInterestTest, OfThoseAtLinksIsToldOnTheFabricBeforeItIsAcknowledged) {
  come(kNear, true);
  come(kOtherNear, true);
  come(kFar, false);
  EXPECT_EQ(state(kFar, in(kRoom, 1)), "");
  EXPECT_EQ(outlets.take(), (Said{"fabric: InterestChanged", "link 10: InterestAcknowledged"}));
  EXPECT_EQ(state(kNear, in(kRoom, 1)), "");
  EXPECT_EQ(outlets.take(), (Said{"fabric wakes 3: InterestAcknowledged"}))
      << "what neighbours want they know of each other";
}

TEST_F(StatedInterestTest, IsSummedWithCounts) {
  come(kNear, true);
  come(kFar, false);
  come(kOtherFar, false);
  EXPECT_EQ(state(kFar, in(kRoom, 1)), "");
  EXPECT_EQ(state(kOtherFar, in(kRoom, 3)), "");
  (void)outlets.take();
  EXPECT_EQ(state(kFar, in(kRoom, 2)), "");
  EXPECT_EQ(outlets.take(), (Said{"link 10: InterestAcknowledged"})) << "the other wants as much";
  router.detach(kOtherFar);
  EXPECT_EQ(outlets.take(), (Said{"fabric: InterestChanged"}));
  EXPECT_EQ(told().entries, (std::vector<wire::InterestEntry>{{kRoom, 2, 2, {}}}));
}

TEST_F(StatedInterestTest, InCellsIsToldOnce) {
  come(kNear, true);
  come(kFar, false);
  come(kOtherFar, false);
  EXPECT_EQ(state(kFar, at(kRoom, {kHere})), "");
  (void)outlets.take();
  EXPECT_EQ(state(kOtherFar, at(kRoom, {kHere})), "");
  EXPECT_EQ(outlets.take(), (Said{"link 20: InterestAcknowledged"}));
  router.detach(kFar);
  EXPECT_EQ(outlets.take(), Said{});
  router.detach(kOtherFar);
  EXPECT_EQ(outlets.take(), (Said{"fabric: InterestChanged"}));
  const wire::InterestChanged sum = told();
  ASSERT_EQ(sum.cells.size(), 1u);
  EXPECT_EQ(sum.cells.front().removed, std::vector<wire::Cell>{kHere});
}

TEST_F(StatedInterestTest, OfThoseAtLinksIsToldToANewcomerWhole) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, in(kOtherRoom, 6)), "");
  EXPECT_EQ(state(kFar, at(kRoom, {kHere, kThere})), "");
  (void)outlets.take();
  come(kNear, true);
  EXPECT_EQ(outlets.take(), (Said{"fabric wakes 3: InterestChanged"}));
  EXPECT_EQ(told().entries,
            (std::vector<wire::InterestEntry>{{kRoom, 1, 0, {kRoom}}, {kOtherRoom, 6, 6, {}}}));
  ASSERT_EQ(told().cells.size(), 1u);
  EXPECT_EQ(told().cells.front().added, (std::vector<wire::Cell>{kHere, kThere}));
}

// --- Restores.

TEST_F(StatedInterestTest, OfTheTimeAfterARestoreHoldsFromThenOn) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, in(kRoom, 1)), "");
  EXPECT_EQ(state(kFar, {true, {{kOtherRoom, 1, 1, {}}}, {}}), "");
  EXPECT_EQ(outlets.take(), (Said{"link 10: InterestAcknowledged"})) << "of the first alone";
  EXPECT_EQ(who_wants({kOtherRoom, 1}), Wanting{});
  (void)router.detach_all();
  EXPECT_EQ(who_wants({kRoom, 1}), Wanting{});
  // It is another member, at the same link.
  router.attach(kOtherFar, {.link = LinkId{10}});
  EXPECT_EQ(who_wants({kOtherRoom, 1}), Wanting{kOtherFar});
}

TEST_F(StatedInterestTest, OfARestoreThatNeverCameEndsWithItsMember) {
  come(kFar, false);
  EXPECT_EQ(state(kFar, {true, {{kRoom, 1, 1, {}}}, {}}), "");
  router.detach(kFar);
  come(kFar, false);
  EXPECT_EQ(who_wants({kRoom, 1}), Wanting{});
}

}  // namespace
}  // namespace triad::router
