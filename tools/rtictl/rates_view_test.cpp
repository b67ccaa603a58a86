#include "tools/rtictl/rates_view.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

using std::chrono::milliseconds;

class Rates : public testing::Test {
 protected:
  Rates() {
    wire::FederationInfo battle;
    battle.federation = "battle";
    battle.objects = 1;
    battle.federates.push_back(
        {wire::FederateHandle(1), "tank", "host", 4711, "tcp", "lagging", 77});
    list.federations.push_back(battle);
    wire::FederateTimeStatus tank;
    tank.federate = wire::FederateHandle(1);
    tank.known = true;
    tank.dropped.by_priority = {0, 1, 0, 0, 1};
    tank.told.time = "30.5";
    statuses.push_back({"battle", {tank}});
  }
  wire::FederateTimeStatus& tank() { return statuses[0].federates[0]; }
  wire::FederateTraffic& traffic() { return tank().told.traffic; }
  std::string text(int now_ms) { return view.as_text({milliseconds(now_ms), list, statuses}); }

  wire::FederationList list;
  std::vector<wire::FederationTimeStatus> statuses;
  RatesView view;
};

const std::string kTitles =
    "battle: 1 object\n"
    "  FEDERATE  NAME  STATE    TIME  UPDATES/S  REFLECTS/S  SENT/S  RECEIVED/S  BYTES OUT/S  "
    "BYTES IN/S  CALLBACKS/S  RO  TSO  QUEUED BYTES         DROPPED\n";

TEST_F(Rates, AreKnownFromTheSecondLookOn) {
  traffic() = {100, 0, 0, 0, 50'000, 0, 0, 3, 4, 5};
  EXPECT_EQ(
      text(1000),
      kTitles +
          "         1  tank  lagging  30.5          -           -       -           -          "
          "  -           -            -   3    4            77  7 (1: 1, 4: 1)\n");
  traffic() = {300, 10, 4, 2, 2'050'000, 1'000, 7, 0, 0, 5};
  EXPECT_EQ(text(3000),
            kTitles +
                "         1  tank  lagging  30.5        100           2       5           1        "
                "1.00M         500            4   0    0            77  7 (1: 1, 4: 1)\n");
}

TEST_F(Rates, AreShownOfAFederateWithoutANameAsOfUnnamed) {
  list.federations[0].federates[0].federate_type = "";
  EXPECT_NE(text(1000).find("         1  (unnamed)  lagging  30.5 "), std::string::npos)
      << text(1000);
}

// Rates use the time at which the federate reported its counts.
TEST_F(Rates, AreByTheTimeWhenTheFederateSaidItsCounts) {
  (void)text(1000);
  traffic().updates_sent = 100;
  tank().told_ms = 1000;
  const std::string after = text(3000);
  EXPECT_NE(after.find(" 100 "), after.npos) << after;
  // No new answer.
  tank().told_ms = 2000;
  EXPECT_EQ(text(4000), after);
}

TEST_F(Rates, BeginAnewWithARestore) {
  traffic().updates_sent = 1000;
  (void)text(1000);
  traffic().updates_sent = 10;
  EXPECT_NE(text(2000).find("lagging  30.5          -"), std::string::npos);
}

// A federate that joins again under the same handle is another federate.
TEST_F(Rates, AreNotComparedWithAFederateThatHasLeft) {
  traffic().updates_sent = 100;
  (void)text(1000);
  const std::vector<wire::FederateInfo> tanks = std::exchange(list.federations[0].federates, {});
  (void)text(2000);
  list.federations[0].federates = tanks;
  traffic().updates_sent = 300;
  EXPECT_NE(text(3000).find("lagging  30.5          -"), std::string::npos) << text(3000);
}

TEST_F(Rates, AreUnknownOfWhoHasNotAnsweredYet) {
  tank().known = false;
  EXPECT_NE(text(1000).find("tank  lagging     ?          -"), std::string::npos) << text(1000);
}

// The federate may have stopped before the first request.
TEST_F(Rates, OfWhoHasNotAnsweredYetHaveWhatLinksHaveDropped) {
  tank().known = false;
  EXPECT_NE(text(1000).find("77  2 (1: 1, 4: 1)\n"), std::string::npos) << text(1000);
  const std::string json = view.as_json({milliseconds(1000), list, statuses});
  EXPECT_NE(json.find(R"("callbacks_per_s":null,"dropped_by_priority":[0,1,0,0,1,0,0,0])"),
            json.npos)
      << json;
  tank().dropped = {};
  EXPECT_NE(text(1000).find("77        ?\n"), std::string::npos) << text(1000);
}

// A federate that receives multicast knows its own losses.
TEST_F(Rates, CountWhatWasLostOnTheWay) {
  tank().dropped.on_the_way = 5;
  EXPECT_NE(text(1000).find("7 (1: 1, 4: 1)\n"), std::string::npos) << text(1000);
  const std::string json = view.as_json({milliseconds(1000), list, statuses});
  EXPECT_NE(json.find(R"("dropped":7,"dropped_by_priority":[0,1,0,0,1,0,0,0],"lost_on_the_way":5)"),
            json.npos)
      << json;
}

TEST_F(Rates, AreJsonForPrograms) {
  (void)text(1000);
  traffic().interactions_sent = 500;
  const std::string json = view.as_json({milliseconds(2000), list, statuses});
  EXPECT_NE(json.find(R"("type":"tank","state":"lagging","queued_bytes":77,"updates_per_s":0E0)"),
            json.npos)
      << json;
  EXPECT_NE(json.find(R"("interactions_sent_per_s":5E2)"), json.npos) << json;
  EXPECT_NE(json.find(R"("dropped":2,"dropped_by_priority":[0,1,0,0,1,0,0,0],"lost_on_the_way":0)"),
            json.npos)
      << json;
}

TEST_F(Rates, SaysWhenThereIsNoFederation) {
  list.federations.clear();
  statuses.clear();
  EXPECT_EQ(text(1), "No federations.\n");
}

}  // namespace
}  // namespace triad::rtictl
