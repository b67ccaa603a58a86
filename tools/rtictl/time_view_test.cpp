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
            "  FEDERATE  NAME   TIME  STATE         FOR  LOOKAHEAD  LBTS  NOT TICKING FOR\n"
            "         1  tank   30.5  granted    12.9 s        0.5     -\n"
            "         2  radar    30  NER to 40  12.3 s          -    31\n"
            "tank holds up 1 federate: granted at 30.5 for 12.9 s, lookahead 0.5.\n"
            "radar waits for tank, for 12.3 s now, in NER to 40.\n");
}

TEST(TimeView, ShowsAFederateWithoutANameAsUnnamed) {
  auto unnamed = tank();
  unnamed.federate_type = "";
  EXPECT_EQ(as_text({"battle", {unnamed, radar()}}),
            "battle: 2 federates\n"
            "  FEDERATE  NAME       TIME  STATE         FOR  LOOKAHEAD  LBTS  NOT TICKING FOR\n"
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
  // Whoever ticks has one for a moment now and then.
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
  EXPECT_TRUE(json.ends_with(R"("stalls":[{"blockers":[1],"more":0,"waiting":[2]}]})"
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
            "  FEDERATE  NAME  TIME  STATE       FOR  LOOKAHEAD  LBTS  NOT TICKING FOR\n"
            "         1  tank  30.5  granted  12.9 s        0.5     -           12.0 s\n"
            "tank does not tick: nothing came from it for 12.0 s; what is shown of it is 14.0 s "
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
            "  FEDERATE  NAME       TIME  STATE  FOR  LOOKAHEAD  LBTS  NOT TICKING FOR\n"
            "         3  new?comer     ?  ?        ?          ?     -            0.0 s\n"
            "new?comer does not tick: nothing came from it for 0.0 s; it has not said yet how its "
            "time stands.\n");
}

TEST(TimeView, TellsFederatesOfOneNameApartAndCountsWhoIsNotNamed) {
  auto other = tank();
  other.federate = wire::FederateHandle(3);
  auto waiting = radar();
  waiting.told.held_by = {wire::FederateHandle(1), wire::FederateHandle(3),
                          wire::FederateHandle(99)};  // has left
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
  EXPECT_TRUE(text.ends_with("Nobody waits.\n")) << text;
}

}  // namespace
}  // namespace triad::rtictl
