#include "tools/rtictl/time_view.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

wire::FederateTimeStatus tank() {
  wire::FederateTimeStatus tank;
  tank.federate = wire::FederateHandle(1);
  tank.federate_type = "tank";
  tank.known = true;
  tank.told.time = "30.5";
  tank.told.state = "granted";
  tank.told.in_state_ms = 12'900;
  tank.told.regulating = true;
  tank.told.lookahead = "0.5";
  return tank;
}

wire::FederateTimeStatus radar() {
  wire::FederateTimeStatus radar;
  radar.federate = wire::FederateHandle(2);
  radar.federate_type = "radar";
  radar.known = true;
  radar.told.time = "30";
  radar.told.state = "NER to 40";
  radar.told.waits = true;
  radar.told.in_state_ms = 12'345;
  radar.told.constrained = true;
  radar.told.lbts = "31";
  radar.told.held_by = {wire::FederateHandle(1)};
  radar.told.holders = 1;
  return radar;
}

TEST(TimeView, ShowsTheTimesAndWhoWaitsForWhom) {
  EXPECT_EQ(as_text({"battle", {tank(), radar()}}),
            "battle: 2 federates\n"
            "  FEDERATE  NAME   TIME  STATE         FOR  LOOKAHEAD  LBTS  NOT TICKING FOR  OUTSIDE "
            "THE RTI FOR\n"
            "         1  tank   30.5  granted    12.9 s        0.5     -\n"
            "         2  radar    30  NER to 40  12.3 s          -    31\n"
            "tank holds up 1 federate: granted at 30.5 for 12.9 s, lookahead 0.5.\n"
            "radar waits for tank, for 12.3 s now, in NER to 40.\n");
}

TEST(TimeView, ShowsAFederateWithoutANameAsUnnamed) {
  auto unnamed = tank();
  unnamed.federate_type = "";
  EXPECT_EQ(
      as_text({"battle", {unnamed, radar()}}),
      "battle: 2 federates\n"
      "  FEDERATE  NAME       TIME  STATE         FOR  LOOKAHEAD  LBTS  NOT TICKING FOR  OUTSIDE "
      "THE RTI FOR\n"
      "         1  (unnamed)  30.5  granted    12.9 s        0.5     -\n"
      "         2  radar        30  NER to 40  12.3 s          -    31\n"
      "(unnamed) holds up 1 federate: granted at 30.5 for 12.9 s, lookahead 0.5.\n"
      "radar waits for (unnamed), for 12.3 s now, in NER to 40.\n");
}

TEST(TimeView, BeginsWithWhoHoldsUpOthersAndGathersThoseWhoWaitForTheSame) {
  wire::FederationTimeStatus status{"battle", {}};
  for (std::uint32_t i = 1; i <= 20; ++i) {
    status.federates.push_back(i == 13 ? tank() : radar());
    status.federates.back().federate = wire::FederateHandle(i);
    status.federates.back().told.held_by = {wire::FederateHandle(13)};
  }
  status.federates[4].told.in_state_ms = 60'000;
  const std::string text = as_text(status);
  EXPECT_TRUE(
      text.ends_with("tank holds up 19 federates: granted at 30.5 for 12.9 s, lookahead "
                     "0.5.\n19 federates wait for tank; longest radar (5), for 60.0 s "
                     "now, in NER to 40.\n"))
      << text;
  EXPECT_LT(text.find("13  tank"), text.find(" 1  radar"));
}

TEST(TimeView, SaysOfWhomAnAnswerWaitsThatItDoesNotTick) {
  auto silent = tank();
  silent.told.state = "enableTimeRegulation and enableTimeConstrained, enabled at its next tick";
  silent.told.undelivered = true;
  silent.told.in_state_ms = 7'000;
  const std::string why =
      "does not tick: answer undelivered for 7.0 s (enableTimeRegulation and "
      "enableTimeConstrained, enabled at its next tick).\n";
  EXPECT_NE(as_text({"battle", {silent, radar()}}).find("tank holds up 1 federate: it " + why),
            std::string::npos);
  const std::string alone = as_text({"battle", {silent}});
  EXPECT_TRUE(alone.ends_with("tank " + why)) << alone;
  // A federate that ticks may owe an answer for a moment.
  silent.told.in_state_ms = 20;
  EXPECT_EQ(as_text({"battle", {silent}}).find("does not tick"), std::string::npos);
}

TEST(TimeView, IsJsonForPrograms) {
  const std::string json = as_json({"battle", {tank(), radar()}});
  EXPECT_TRUE(
      json.starts_with(R"({"federation":"battle","federates":[{"federate":1,"type":"tank",)"))
      << json;
  EXPECT_NE(
      json.find(R"("state":"NER to 40","waits":true,"undelivered":false,"in_state_ms":12345)"),
      std::string::npos)
      << json;
  EXPECT_TRUE(json.ends_with(R"("stalls":[{"blockers":[1],"more":0,"waiting":[2]}],"steps":[]})"
                             "\n"))
      << json;
}

TEST(TimeView, ShowsWhoDoesNotTickAsItWasLast) {
  auto silent = tank();
  silent.owes_answer = true;
  silent.silent_ms = 12'000;
  silent.told_ms = 14'000;
  EXPECT_EQ(as_text({"battle", {silent}}),
            "battle: 1 federate\n"
            "  FEDERATE  NAME  TIME  STATE       FOR  LOOKAHEAD  LBTS  NOT TICKING FOR  OUTSIDE "
            "THE RTI FOR\n"
            "         1  tank  30.5  granted  12.9 s        0.5     -           12.0 s\n"
            "tank does not tick: no message from it for 12.0 s; its shown state is 14.0 s "
            "old.\n");
}

TEST(TimeView, ShowsWhoHasNeverAnswered) {
  wire::FederateTimeStatus silent;
  silent.federate = wire::FederateHandle(3);
  silent.federate_type = "new\ncomer";
  silent.owes_answer = true;
  silent.told.regulating = true;
  EXPECT_EQ(as_text({"battle", {silent}}),
            "battle: 1 federate\n"
            "  FEDERATE  NAME          TIME  STATE  FOR  LOOKAHEAD  LBTS  NOT TICKING FOR  OUTSIDE "
            "THE RTI FOR\n"
            "         3  new\\x0acomer     ?  ?        ?          ?     -            0.0 s\n"
            "new\\x0acomer does not tick: no message from it for 0.0 s; its time status is "
            "unknown.\n");
}

TEST(TimeView, TellsFederatesOfOneNameApartAndCountsWhoIsNotNamed) {
  auto other = tank();
  other.federate = wire::FederateHandle(3);
  auto waiting = radar();
  waiting.told.held_by = {wire::FederateHandle(1), wire::FederateHandle(3),
                          wire::FederateHandle(99)};  // Has left.
  waiting.told.holders = 20;
  const std::string text = as_text({"battle", {tank(), waiting, other}});
  EXPECT_NE(text.find("radar waits for tank (1), tank (3) and 17 more, for 12.3 s now"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("tank (3) holds up 1 federate: "), std::string::npos) << text;
}

TEST(TimeView, SaysWhenNobodyWaits) {
  EXPECT_EQ(as_text({"battle", {}}), "battle: no federates.\n");
  const std::string text = as_text({"battle", {tank()}});
  EXPECT_TRUE(
      text.ends_with("No federate waits for time, a synchronization point, a save or a restore.\n"))
      << text;
}

TEST(TimeView, ShowsAFederateThatSleepsWhileItsBackgroundThreadAnswers) {
  auto sleeping = tank();
  sleeping.told.not_ticking_ms = 12'900;
  sleeping.told.outside_ms = 12'500;
  EXPECT_EQ(
      as_text({"battle", {sleeping, radar()}}),
      "battle: 2 federates\n"
      "  FEDERATE  NAME   TIME  STATE         FOR  LOOKAHEAD  LBTS  NOT TICKING FOR  OUTSIDE "
      "THE RTI FOR\n"
      "         1  tank   30.5  granted    12.9 s        0.5     -           12.9 s           "
      "    12.5 s\n"
      "         2  radar    30  NER to 40  12.3 s          -    31\n"
      "tank holds up 1 federate: granted at 30.5 for 12.9 s, lookahead 0.5; it has not ticked "
      "for 12.9 s, outside the RTI for 12.5 s.\n"
      "radar waits for tank, for 12.3 s now, in NER to 40.\n");
  EXPECT_NE(as_json({"battle", {sleeping}}).find(R"("not_ticking_ms":12900,"outside_ms":12500)"),
            std::string::npos);
  EXPECT_NE(as_json({"battle", {tank()}}).find(R"("not_ticking_ms":null,"outside_ms":null)"),
            std::string::npos);
}

// Each federate has ticked within the last second.
TEST(TimeView, ShowsNoAgeOfLessThanASecond) {
  auto ticking = tank();
  ticking.told.not_ticking_ms = 900;
  ticking.told.outside_ms = 900;
  const std::string text = as_text({"battle", {ticking, radar()}});
  EXPECT_EQ(text.find("not ticked"), std::string::npos) << text;
  EXPECT_EQ(text.find("0.9 s"), std::string::npos) << text;
}

TEST(TimeView, NamesTheFederatesThatAStepWaitsFor) {
  wire::FederationTimeStatus status{"battle", {tank()}};
  wire::OpenStep step;
  step.kind = "synchronization point";
  step.label = "ready";
  step.awaited = "call synchronizationPointAchieved";
  step.open_ms = 20'100;
  step.owing = {{wire::FederateHandle(1), 12'000}};
  step.owing_count = 1;
  status.steps = {step};
  const std::string text = as_text(status);
  EXPECT_TRUE(
      text.ends_with("Synchronization point 'ready' has waited 20.1 s for tank (12.0 s) to "
                     "call synchronizationPointAchieved.\n"))
      << text;
  EXPECT_EQ(text.find("No federate waits"), std::string::npos) << text;
  EXPECT_TRUE(
      as_json(status).ends_with(R"("steps":[{"kind":"synchronization point","label":"ready",)"
                                R"("awaited":"call synchronizationPointAchieved","open_ms":20100,)"
                                R"("federates":[{"federate":1,"owed_ms":12000}],"more":0}]})"
                                "\n"))
      << as_json(status);
}

}  // namespace
}  // namespace triad::rtictl
