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
  EXPECT_TRUE(filter.shows(call("tick")));
  EXPECT_TRUE(filter.follows("tank", "tank(3)", 3));
}

TEST(TraceFilter, ChoosesServicesByPattern) {
  Filter filter;
  EXPECT_TRUE(filter.only("update*"));
  EXPECT_TRUE(filter.only("service=*Advance*"));
  EXPECT_TRUE(filter.except("*Avail?ble"));
  for (const char* wanted : {"updateAttributeValues", "timeAdvanceGrant", "timeAdvanceRequest"}) {
    EXPECT_TRUE(filter.shows(call(wanted))) << wanted;
  }
  for (const char* other : {"timeAdvanceRequestAvailable", "provideupdate", "Update", ""}) {
    EXPECT_FALSE(filter.shows(call(other))) << other;
  }
  TraceEvent left = call("");
  left.what = TraceEvent::What::left;
  EXPECT_TRUE(filter.shows(left));
}

TEST(TraceFilter, TriesAStarAtEveryPlace) {
  Filter filter;
  EXPECT_TRUE(filter.only("a*bc*d"));
  EXPECT_TRUE(filter.shows(call("aXbXbcXd")));
  EXPECT_TRUE(filter.shows(call("abcd")));
  EXPECT_FALSE(filter.shows(call("abXcd")));
  EXPECT_FALSE(filter.shows(call("abcdX")));
}

TEST(TraceFilter, ChoosesClassesWithThoseBelow) {
  Filter filter;
  EXPECT_TRUE(filter.only("class=Vehicle"));
  EXPECT_TRUE(filter.except("class=Jeep"));
  EXPECT_TRUE(filter.shows(call("x", "Vehicle")));
  EXPECT_TRUE(filter.shows(call("x", "Vehicle.Tank")));
  EXPECT_TRUE(filter.shows(call("x", "Thing.Vehicle.Tank")));
  EXPECT_FALSE(filter.shows(call("x", "Vehicle.Jeep")));
  EXPECT_FALSE(filter.shows(call("x", "Vehicles")));
  EXPECT_FALSE(filter.shows(call("x")));  // Without a class.
  Filter path;
  EXPECT_TRUE(path.only("class=Vehicle.T*"));
  EXPECT_TRUE(path.shows(call("x", "Vehicle.Tank.Big")));
  EXPECT_FALSE(path.shows(call("x", "Vehicle.Jeep")));
  Filter without;
  EXPECT_TRUE(without.except("class=*"));
  EXPECT_TRUE(without.shows(call("x")));
  EXPECT_FALSE(without.shows(call("x", "A")));
}

TEST(TraceFilter, ChoosesFederatesByNameOrHandle) {
  Filter filter;
  EXPECT_TRUE(filter.only("federate=tank*"));
  EXPECT_TRUE(filter.only("federate=7"));
  EXPECT_TRUE(filter.except("federate=tank(4)"));
  EXPECT_TRUE(filter.follows("tank", "tank", 1));
  EXPECT_TRUE(filter.follows("radar", "radar", 7));
  EXPECT_FALSE(filter.follows("radar", "radar", 8));
  EXPECT_FALSE(filter.follows("tank", "tank(4)", 4));
  EXPECT_TRUE(filter.shows(call("x")));
}

TEST(TraceFilter, RefusesWhatIsNoPattern) {
  Filter filter;
  for (const char* bad : {"", "class=", "service=", "=x", "colour=red"}) {
    EXPECT_FALSE(filter.only(bad)) << bad;
    EXPECT_FALSE(filter.except(bad)) << bad;
  }
}

}  // namespace
}  // namespace triad::rtictl
