// Alerts of the MOM about federates that lose their connections and return.
#include <gtest/gtest.h>

#include "tests/scenario/core/mom_scenario.hpp"
#include "tests/scenario/core/recovery_run.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using mom::Interaction;

HarnessOptions options_of_returns() {
  HarnessOptions options = options_with_mom(Sharing::none, model_with_mom());
  options.rtig.timeouts.resume = std::chrono::seconds(30);
  return options;
}

class AlertsAboutLosses : public MomScenario {
 protected:
  AlertsAboutLosses() : MomScenario(options_of_returns(), model_with_mom()) {
    for (Federate* f : {&a, &b, &c}) *f = join("federate");
    for (const Federate f : {b, c}) subscribe_to(f, Interaction::Alert);
    deliver_all();
  }
  void lose(Federate f) {
    harness.losses().are_returns_stopped = true;
    harness.losses().cut(f);
    harness.settle();
  }
  void let_return(Federate f) {
    harness.losses().return_now(f);
    harness.settle();
  }
  // Returns the descriptions of the alerts since the last call, which are warnings about `about`.
  Lines take_warnings(Federate f, Federate about) {
    Lines texts;
    for (Texts& report : take_mom_callbacks(f).reports) {
      EXPECT_EQ(report["="], "Alert");
      EXPECT_EQ(report["AlertSeverity"], "RTI warning");
      EXPECT_EQ(report["Federate"], std::to_string(handle(about).value));
      texts.push_back(report["AlertDescription"]);
    }
    return texts;
  }

  Federate a = 0, b = 0, c = 0;
  const std::string lost =
      "the federate is away: closed its connection; it may return for at most 30.0 s "
      "(resume.timeout)";
};

TEST_F(AlertsAboutLosses, TellWhileTheFederateIsAwayAndWhenItReturns) {
  lose(a);
  EXPECT_EQ(take_warnings(b, a), Lines{lost});
  let_return(a);
  const Lines returned = take_warnings(b, a);
  ASSERT_EQ(returned.size(), 1u);
  EXPECT_EQ(returned[0].find("the federate has returned from "), 0u) << returned[0];
  EXPECT_EQ(take_warnings(c, a).size(), 2u);
}

TEST_F(AlertsAboutLosses, ReachTheFederateItselfAfterItsReturn) {
  lose(b);
  EXPECT_EQ(take_warnings(c, b), Lines{lost});
  let_return(b);
  EXPECT_EQ(take_warnings(b, b).size(), 2u);
  EXPECT_EQ(take_warnings(c, b).size(), 1u);
}

TEST_F(AlertsAboutLosses, AreNotSentForResignations) {
  EXPECT_EQ(call(a, wire::ResignFederationExecution{wire::ResignAction::no_action}), "");
  harness.settle();
  EXPECT_EQ(take_mom_callbacks(b).reports.size(), 0u);
}

class RandomAlerts : public testing::TestWithParam<RecoveryRun::Mesh> {};

TEST_P(RandomAlerts, DisturbNoRecovery) {
  std::uint64_t alerts = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    for (const auto time : {RecoveryRun::Time::absent, RecoveryRun::Time::managed}) {
      RecoveryRun run(seed, 2 + seed % 4, time, RecoveryRun::Saves::absent, GetParam(),
                      RecoveryRun::Alerts::watched);
      ASSERT_EQ(run.execute(), "") << "seed " << seed;
      alerts += run.alert_count();
    }
  }
  EXPECT_GT(alerts, 200u);
}

INSTANTIATE_TEST_SUITE_P(AllMeshes, RandomAlerts,
                         testing::Values(RecoveryRun::Mesh::absent, RecoveryRun::Mesh::routers,
                                         RecoveryRun::Mesh::restarts));

}  // namespace
}  // namespace triad::test
