// An interest is stated to the Router before the request that needs it, and withdrawn when the log
// has the request (rtia/interest_statement.hpp). Both follow the order in which the RTIG receives
// records.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {
namespace {

using mom::Interaction;

const wire::InterestKey kTanks = wire::interest_key(kTank);
const wire::InterestMask kOfPosition = wire::interest_mask(AttributeSet{kPosition});
const wire::InterestMask kOfSpeed = wire::interest_mask(AttributeSet{kSpeed});

class InterestScenario : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  explicit InterestScenario(std::uint64_t seed = 1) : MomScenario(GetParam()) {
    harness.random() = wire::Random(seed);
    harness.set_watch([this](Federate of, bool up, const wire::Record& record) {
      const auto kind = record.header.message_kind();
      const bool own = up ? record.header.from() == handle(one) && of == one
                          : of == one && record.header.cause() == handle(one);
      if (!own) return;
      const bool in_log = (record.header.flags & wire::kLogRecord) != 0;
      if (up && kind == wire::Kind::InterestChanged) {
        record_statement(*wire::decode<wire::InterestChanged>(record.payload));
      } else if (up ? is_request(kind) : in_log && is_request(kind)) {
        statement_lines.push_back((up ? "asks: " : "log: ") + std::string(wire::name_of(kind)));
      }
    });
    deliver_all();
  }
  static bool is_request(wire::Kind kind) {
    return kind == wire::Kind::SubscribeObjectClassAttributes ||
           kind == wire::Kind::UnsubscribeObjectClass ||
           kind == wire::Kind::NotifyAboutRegionModification;
  }
  // Notes statements about tanks only.
  void record_statement(const wire::InterestChanged& changed) {
    const auto at = std::ranges::find(changed.entries, kTanks, &wire::InterestEntry::key);
    if (at != changed.entries.end()) {
      stated_masks.push_back(at->mask);
      statement_lines.push_back("states " + std::to_string(at->mask));
    }
    for (const wire::CellsChanged& cells : changed.cells) {
      statement_lines.push_back("states +" + std::to_string(cells.added.size()) + " -" +
                                std::to_string(cells.removed.size()) + " cells");
    }
  }
  static std::string states(wire::InterestMask mask) { return "states " + std::to_string(mask); }
  Lines take_statements() {
    harness.settle();
    return std::exchange(statement_lines, {});
  }

  Lines statement_lines;
  std::vector<wire::InterestMask> stated_masks;
  const Federate one = join("one");
  const Federate boss = join("boss");
};
INSTANTIATE_TEST_SUITE_P(Members, InterestScenario, kSharings, name_of_sharing);

// An invalid cell number would count at a level that does not exist.
TEST_P(InterestScenario, InCellsThatThereAreNotIsTheFaultOfWhoSaysSo) {
  for (const wire::Cell none : {wire::Cell{0}, wire::Cell{2}, wire::Cell{1} << 62}) {
    wire::Buffer record;
    wire::encode_record({}, wire::InterestChanged{false, {}, {{kTanks, {4, none}, {}}}}, record);
    const Federate told = join("told " + std::to_string(none));
    harness.inject_down(told, record);
    harness.settle();
    EXPECT_FALSE(harness.faults().empty()) << none;
    harness.clear_faults();
  }
}

TEST_P(InterestScenario, IsStatedBeforeItIsAskedForAndGivenUpWhenTheLogHasIt) {
  EXPECT_EQ(subscribe(one, kTank, {kPosition}), "");
  EXPECT_EQ(take_statements(), (Lines{states(kOfPosition), "asks: SubscribeObjectClassAttributes",
                                      "log: SubscribeObjectClassAttributes"}));
  EXPECT_EQ(subscribe(one, kTank, {kSpeed}), "");
  EXPECT_EQ(take_statements(),
            (Lines{states(kOfPosition | kOfSpeed), "asks: SubscribeObjectClassAttributes",
                   "log: SubscribeObjectClassAttributes", states(kOfSpeed)}));
  EXPECT_EQ(call(one, wire::UnsubscribeObjectClass{kTank}), "");
  EXPECT_EQ(take_statements(),
            (Lines{"asks: UnsubscribeObjectClass", "log: UnsubscribeObjectClass", states(0)}));
}

TEST_P(InterestScenario, IsStatedOnlyWhereItChanges) {
  EXPECT_EQ(subscribe(one, kTank, {kPosition, kSpeed}), "");
  (void)take_statements();
  EXPECT_EQ(subscribe(one, kTank, {kPosition, kSpeed}, false), "");
  EXPECT_EQ(take_statements(),
            (Lines{"asks: SubscribeObjectClassAttributes", "log: SubscribeObjectClassAttributes"}));
}

TEST_P(InterestScenario, OfARegionThatMovesIsStatedBeforeAndGivenUpBehind) {
  const auto region = harness.call(one, wire::CreateRegion{kTerrain, 1, {}});
  ASSERT_TRUE(region);
  const auto move = [&](std::uint64_t lower, std::uint64_t upper) {
    const wire::NotifyAboutRegionModification modification{*region,
                                                           {{lower, upper}, {lower, upper}}};
    EXPECT_EQ(call(one, modification), "");
    return take_statements();
  };
  EXPECT_EQ(move(0, 1),
            (Lines{"asks: NotifyAboutRegionModification", "log: NotifyAboutRegionModification"}))
      << "nothing is subscribed with it";
  const wire::SubscribeObjectClassAttributesWithRegion subscription{
      kTank, *region, {kPosition}, true};
  EXPECT_EQ(call(one, subscription), "");
  EXPECT_EQ(take_statements(), (Lines{states(kOfPosition), "states +1 -0 cells"}));
  EXPECT_EQ(move(8, 9), (Lines{"states +1 -0 cells", "asks: NotifyAboutRegionModification",
                               "log: NotifyAboutRegionModification", "states +0 -1 cells"}));
  EXPECT_EQ(move(8, 9),
            (Lines{"asks: NotifyAboutRegionModification", "log: NotifyAboutRegionModification"}));
}

// The MOM's order comes first, also in the log. The withdrawal for the order must not withdraw the
// federate's own later request.
TEST_P(InterestScenario, OfACallOutlivesWhatTheMomOrdersBesideIt) {
  const Texts order{{"ObjectClass", std::to_string(kTank.value)},
                    {"AttributeList", std::to_string(kPosition.value)}};
  const std::string about = std::to_string(handle(one).value);
  int beside = 0;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    harness.random() = wire::Random(seed);
    EXPECT_EQ(subscribe(one, kTank, {kTurret}), "");
    statement_lines.clear();
    stated_masks.clear();
    EXPECT_EQ(send_command(boss, Interaction::SubscribeObjectClassAttributes, about, order), "");
    for (std::uint64_t i = 0; i < seed % 8; ++i) harness.deliver_one();
    const wire::SubscribeObjectClassAttributes request{kTank, {kSpeed}, true};
    const auto outcome = harness.begin_call(one, request);
    while (harness.is_in_call(one) && harness.deliver_one()) {
    }
    ASSERT_TRUE(*outcome && **outcome);
    const auto first = std::ranges::find_if(
        stated_masks, [](wire::InterestMask mask) { return (mask & kOfSpeed) != 0; });
    ASSERT_NE(first, stated_masks.end());
    EXPECT_TRUE(
        std::all_of(first, stated_masks.end(), [](auto mask) { return (mask & kOfSpeed) != 0; }))
        << "seed " << seed;
    const auto asks = std::ranges::count(statement_lines, "asks: SubscribeObjectClassAttributes");
    const auto logged = std::ranges::find(statement_lines, "log: SubscribeObjectClassAttributes");
    beside += asks == 2 && std::count(statement_lines.begin(), logged,
                                      "asks: SubscribeObjectClassAttributes") == 2
                  ? 1
                  : 0;
    harness.settle();
    EXPECT_EQ(call(one, wire::UnsubscribeObjectClass{kTank}), "");
    harness.settle();
  }
  EXPECT_GT(beside, 0) << "both have been under way together";
}

}  // namespace
}  // namespace triad::test
