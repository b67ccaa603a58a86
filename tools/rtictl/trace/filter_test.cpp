#include "tools/rtictl/trace/filter.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

TraceEvent call(const std::string& service, const std::string& of_class = {}) {
  TraceEvent event;
  event.service = service;
  event.of_class = of_class;
  return event;
}

TEST(TraceFilter, LetsAllThroughUnlessTold) {
  const Filter filter;
  EXPECT_TRUE(filter.is_selected_event(call("tick")));
  EXPECT_TRUE(filter.is_selected_federate("tank", "tank(3)", 3));
}

TEST(TraceFilter, ChoosesServicesByPattern) {
  Filter filter;
  EXPECT_TRUE(filter.add_only("update*"));
  EXPECT_TRUE(filter.add_only("service=*Advance*"));
  EXPECT_TRUE(filter.add_except("*Avail?ble"));
  for (const char* wanted : {"updateAttributeValues", "timeAdvanceGrant", "timeAdvanceRequest"}) {
    EXPECT_TRUE(filter.is_selected_event(call(wanted))) << wanted;
  }
  for (const char* other : {"timeAdvanceRequestAvailable", "provideupdate", "Update", ""}) {
    EXPECT_FALSE(filter.is_selected_event(call(other))) << other;
  }
  TraceEvent left = call("");
  left.kind = TraceEvent::Kind::left;
  EXPECT_TRUE(filter.is_selected_event(left));
}

TEST(TraceFilter, TriesAStarAtEveryPlace) {
  Filter filter;
  EXPECT_TRUE(filter.add_only("a*bc*d"));
  EXPECT_TRUE(filter.is_selected_event(call("aXbXbcXd")));
  EXPECT_TRUE(filter.is_selected_event(call("abcd")));
  EXPECT_FALSE(filter.is_selected_event(call("abXcd")));
  EXPECT_FALSE(filter.is_selected_event(call("abcdX")));
}

TEST(TraceFilter, ChoosesClassesWithThoseBelow) {
  Filter filter;
  EXPECT_TRUE(filter.add_only("class=Vehicle"));
  EXPECT_TRUE(filter.add_except("class=Jeep"));
  EXPECT_TRUE(filter.is_selected_event(call("x", "Vehicle")));
  EXPECT_TRUE(filter.is_selected_event(call("x", "Vehicle.Tank")));
  EXPECT_TRUE(filter.is_selected_event(call("x", "Thing.Vehicle.Tank")));
  EXPECT_FALSE(filter.is_selected_event(call("x", "Vehicle.Jeep")));
  EXPECT_FALSE(filter.is_selected_event(call("x", "Vehicles")));
  EXPECT_FALSE(filter.is_selected_event(call("x")));  // Without a class.
  Filter path;
  EXPECT_TRUE(path.add_only("class=Vehicle.T*"));
  EXPECT_TRUE(path.is_selected_event(call("x", "Vehicle.Tank.Big")));
  EXPECT_FALSE(path.is_selected_event(call("x", "Vehicle.Jeep")));
  Filter without;
  EXPECT_TRUE(without.add_except("class=*"));
  EXPECT_TRUE(without.is_selected_event(call("x")));
  EXPECT_FALSE(without.is_selected_event(call("x", "A")));
}

TEST(TraceFilter, ChoosesFederatesByNameOrHandle) {
  Filter filter;
  EXPECT_TRUE(filter.add_only("federate=tank*"));
  EXPECT_TRUE(filter.add_only("federate=7"));
  EXPECT_TRUE(filter.add_except("federate=tank(4)"));
  EXPECT_TRUE(filter.is_selected_federate("tank", "tank", 1));
  EXPECT_TRUE(filter.is_selected_federate("radar", "radar", 7));
  EXPECT_FALSE(filter.is_selected_federate("radar", "radar", 8));
  EXPECT_FALSE(filter.is_selected_federate("tank", "tank(4)", 4));
  EXPECT_TRUE(filter.is_selected_event(call("x")));
}

TEST(TraceFilter, RefusesWhatIsNoPattern) {
  Filter filter;
  for (const char* bad : {"", "class=", "service=", "=x", "colour=red"}) {
    EXPECT_FALSE(filter.add_only(bad)) << bad;
    EXPECT_FALSE(filter.add_except(bad)) << bad;
  }
}

}  // namespace
}  // namespace triad::rtictl
