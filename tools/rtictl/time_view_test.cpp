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
            "radar waits for tank, for 12.3 s now, in NER to 40.\n");
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
}

TEST(TimeView, SaysWhenNobodyWaits) {
  EXPECT_EQ(as_text({"battle", {}}), "battle: no federates.\n");
  const std::string text = as_text({"battle", {tank()}});
  EXPECT_TRUE(text.ends_with("Nobody waits.\n")) << text;
}

}  // namespace
}  // namespace triad::rtictl
