// Two routers with different interests, because one has missed a statement, detect it by the
// digests of their link, report it, and agree again.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/scenario/core/core_scenario.hpp"
#include "tests/scenario/core/small_mesh.hpp"

namespace triad::test {
namespace {

class MeshDigests : public CoreScenario {
 protected:
  static HarnessOptions options() {
    HarnessOptions options;
    options.mesh = small_mesh();
    return options;
  }
  MeshDigests() : CoreScenario(options()) {
    for (Federate* f : {&near, &far, &at_rtig, &elsewhere}) {
      *f = join("federate");
      EXPECT_EQ(publish(*f, kShot), "");
    }
    deliver_all();
    EXPECT_EQ(harness.faults(), Lines{}) << "none has missed anything";
  }

  // Lets the federate subscribe, and loses the statements in transit that `lose` selects.
  template <class Lose>
  void subscribe_and(Federate f, Lose&& lose) {
    const wire::SubscribeInteractionClass request{kShot};
    const auto outcome = harness.begin_call(f, request);
    bool lost = false;
    do {
      lost = lost || lose(harness.routers());
    } while (harness.deliver_one());
    ASSERT_TRUE(lost);
    ASSERT_TRUE(*outcome && **outcome);
  }
  // Expects one fault, found by this router, with this text.
  void expect_found(std::string_view by, std::string_view what) {
    ASSERT_EQ(harness.faults().size(), 1u) << testing::PrintToString(harness.faults());
    EXPECT_TRUE(harness.faults().front().starts_with(by)) << harness.faults().front();
    EXPECT_NE(harness.faults().front().find(what), std::string::npos) << harness.faults().front();
    harness.clear_faults();
  }
  void expect_all_reach(Federate to) {
    for (const Federate from : {near, far, at_rtig, elsewhere}) {
      if (from == to) continue;
      EXPECT_EQ(send_interaction(from, kShot, Values()), "");
      EXPECT_EQ(tick(to).size(), 1u) << from;
    }
    EXPECT_EQ(harness.faults(), Lines{}) << "all is as it should be again";
  }

  static constexpr RouterPlace kRouter = 0;
  static constexpr RouterPlace kRouterBelow = 1;
  static constexpr std::string_view kOutside = "the interest that the router above stated";
  static constexpr std::string_view kMember = "has a different interest";
  Federate near = 0;       // at kRouter
  Federate far = 0;        // at kRouterBelow
  Federate at_rtig = 0;    // at no router
  Federate elsewhere = 0;  // at the third
};

TEST_F(MeshDigests, WhatARouterMissesOfTheOutsideItIsToldAnew) {
  subscribe_and(at_rtig, [](RouterTree& routers) { return routers.empty_interest_to(kRouter); });
  expect_found("router0 warns", kOutside);
  expect_all_reach(at_rtig);
}

TEST_F(MeshDigests, SoIsARouterBelowAnother) {
  subscribe_and(at_rtig,
                [](RouterTree& routers) { return routers.empty_interest_to(kRouterBelow); });
  expect_found("router1 warns", kOutside);
  expect_all_reach(at_rtig);
}

TEST_F(MeshDigests, WhatTheRtigMissesOfAFederateThatStatesAnew) {
  subscribe_and(near, [](RouterTree& routers) { return routers.empty_interest_from(kRouter); });
  expect_found("the RTIG warns", kMember);
  expect_all_reach(near);
}

TEST_F(MeshDigests, WhatARouterMissesOfAFederateBelowThatStatesAnew) {
  subscribe_and(far, [](RouterTree& routers) { return routers.empty_interest_from(kRouterBelow); });
  expect_found("router0 warns", kMember);
  expect_all_reach(far);
}

}  // namespace
}  // namespace triad::test
