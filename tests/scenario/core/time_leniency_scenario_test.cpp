// Leniencies of time management in the state machines (rtia::TimeLeniency): advances that wait for
// regulation and constraint, and times that miss their bound by a rounding error.
#include <cmath>
#include <limits>

#include "tests/scenario/core/time_scenario.hpp"

namespace triad::test {
namespace {

using wire::Advance;

HarnessOptions lenient(Ways ways, rtia::TimeLeniency leniency) {
  HarnessOptions options = options_for_ways(ways);
  options.rtia.leniency = leniency;
  return options;
}

double just_below(double time) {
  return std::nextafter(time, -std::numeric_limits<double>::infinity());
}

class LenientTime : public TimeScenario, public testing::WithParamInterface<Ways> {
 protected:
  explicit LenientTime(rtia::TimeLeniency leniency) : TimeScenario(lenient(GetParam(), leniency)) {}

  static std::string when(wire::Bytes time) { return core::DoubleTime().text(core::Time(time)); }
  static std::string brief(const rtia::Callback& callback) {
    if (const auto* m = std::get_if<wire::TimeRegulationEnabled>(&callback)) {
      return "regulation " + when(m->time);
    }
    if (const auto* m = std::get_if<wire::TimeConstrainedEnabled>(&callback)) {
      return "constrained " + when(m->time);
    }
    if (const auto* m = std::get_if<wire::TimeAdvanceGrant>(&callback)) {
      return "grant " + when(m->time);
    }
    if (const auto* m = std::get_if<wire::ReceiveInteraction>(&callback)) {
      return "interaction " + when(m->time);
    }
    if (const auto* m = std::get_if<wire::ReflectAttributeValues>(&callback)) {
      return "reflect " + when(m->time);
    }
    if (const auto* m = std::get_if<wire::RemoveObjectInstance>(&callback)) {
      return "remove " + when(m->time);
    }
    return {};
  }
  // Takes callbacks until no more come; returns those of time and of messages with a time.
  Lines heard(Federate f) {
    Lines lines;
    for (bool more = true; more;) {
      more = false;
      harness.settle();
      harness.take_callbacks(f, [&](const rtia::Callback& callback) {
        more = true;
        if (std::string line = brief(callback); !line.empty()) lines.push_back(std::move(line));
      });
    }
    return lines;
  }
  void constrain(Federate f) { EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), ""); }
};

// --- time.pending = wait

class WaitingAdvance : public LenientTime {
 protected:
  WaitingAdvance() : LenientTime({.advances_wait = true}) {}
};
INSTANTIATE_TEST_SUITE_P(All, WaitingAdvance,
                         testing::Values(Ways::links, Ways::shared_memory, Ways::both,
                                         Ways::reduced),
                         way_name);

TEST_P(WaitingAdvance, BeginsWhenRegulationAndConstraintHaveBeenEnabled) {
  const Federate f = join("f");
  regulate(f, 2, 1);
  constrain(f);
  EXPECT_EQ(advance(f, Advance::time_advance_request, 5), "");
  EXPECT_EQ(heard(f), Lines({"regulation 2", "constrained 2", "grant 5"}));
}

TEST_P(WaitingAdvance, BeginsBehindEitherOfTheTwoAlone) {
  const Federate regulating = join("regulating");
  const Federate constrained = join("constrained");
  regulate(regulating, 0, 1);
  EXPECT_EQ(advance(regulating, Advance::next_event_request, 5), "");
  EXPECT_EQ(heard(regulating), Lines({"regulation 0", "grant 5"}));
  constrain(constrained);
  EXPECT_EQ(advance(constrained, Advance::next_event_request, 5), "");
  EXPECT_EQ(heard(constrained), Lines({"constrained 0", "grant 5"}));
}

TEST_P(WaitingAdvance, TwoThatWaitHoldNeitherBack) {
  const Federate a = join("a");
  const Federate b = join("b");
  for (const Federate f : {a, b}) {
    regulate(f, 0, 1);
    constrain(f);
    EXPECT_EQ(advance(f, Advance::time_advance_request, 0.5), "");
  }
  EXPECT_EQ(heard(a), Lines({"regulation 0", "constrained 0", "grant 0.5"}));
  EXPECT_EQ(heard(b), Lines({"regulation 0", "constrained 0", "grant 0.5"}));
}

TEST_P(WaitingAdvance, IsTheOneAdvanceThatMayBeInProgress) {
  const Federate f = join("f");
  regulate(f, 0, 1);
  EXPECT_EQ(advance(f, Advance::time_advance_request, 5), "");
  EXPECT_EQ(advance(f, Advance::time_advance_request, 6), "TimeAdvanceAlreadyInProgress");
  EXPECT_EQ(call(f, wire::EnableTimeConstrained{}), "TimeAdvanceAlreadyInProgress");
  EXPECT_EQ(heard(f), Lines({"regulation 0", "grant 5"}));
  EXPECT_EQ(advance(f, Advance::time_advance_request, 6), "");
  EXPECT_EQ(heard(f), Lines({"grant 6"}));
}

TEST_P(WaitingAdvance, IsRefusedForATimeThatHasPassed) {
  const Federate f = join("f");
  EXPECT_EQ(advance(f, Advance::time_advance_request, 5), "");
  EXPECT_EQ(heard(f), Lines({"grant 5"}));
  regulate(f, 5, 1);
  EXPECT_EQ(advance(f, Advance::time_advance_request, 4), "FederationTimeAlreadyPassed");
  EXPECT_EQ(heard(f), Lines({"regulation 5"}));
}

// The request has returned, so it is too late for FederationTimeAlreadyPassed.
TEST_P(WaitingAdvance, IsGrantedWhereRegulationBeginsIfThatIsLater) {
  const Federate early = join_constrained("early");
  EXPECT_EQ(advance(early, Advance::time_advance_request, 20), "");
  EXPECT_EQ(heard(early), Lines({"grant 20"}));
  const Federate late = join("late");
  regulate(late, 0, 1);
  EXPECT_EQ(advance(late, Advance::time_advance_request, 7), "");
  EXPECT_EQ(heard(late), Lines({"regulation 20", "grant 20"}));
}

TEST_P(WaitingAdvance, PromisesNothingBeforeItBegins) {
  const Federate other = join_constrained("other");
  const Federate f = join("f");
  EXPECT_EQ(subscribe(other, kShot), "");
  EXPECT_EQ(publish(f, kShot), "");
  regulate(f, 0, 1);
  EXPECT_EQ(advance(f, Advance::time_advance_request, 50), "");
  harness.settle();
  EXPECT_LE(lbts(other), 1);
  EXPECT_EQ(heard(f), Lines({"regulation 0", "grant 50"}));
  harness.settle();
  EXPECT_EQ(lbts(other), 51);
  EXPECT_EQ(send_shot(f, 50.5), "InvalidFederationTime");
}

TEST_P(WaitingAdvance, FlushesTheQueueWithWhatCameBefore) {
  const Federate sender = join("sender");
  EXPECT_EQ(publish(sender, kShot), "");
  regulate(sender, 0, 1);
  deliver_all();
  const Federate f = join_constrained("f");
  EXPECT_EQ(subscribe(f, kShot), "");
  EXPECT_EQ(send_shot(sender, 3), "");
  harness.settle();
  regulate(f, 0, 1);
  EXPECT_EQ(advance(f, Advance::flush_queue_request, 9), "");
  EXPECT_EQ(heard(f), Lines({"regulation 0", "interaction 3", "grant 1"}));
}

// A save contains the waiting advance.
TEST_P(WaitingAdvance, BeginsAgainAfterARestore) {
  const Federate f = join("f");
  const Federate other = join("other");
  const auto report_all = [&](const auto&... reports) {
    harness.settle();
    for (const Federate each : {f, other}) {
      harness.take_callbacks(each, [](const rtia::Callback&) {});
      for (const std::string& refused : {call(each, reports)...}) EXPECT_EQ(refused, "");
    }
  };
  // Constraint waits for the others' time, and the advance with it.
  EXPECT_EQ(advance(f, Advance::time_advance_request, 4), "");
  EXPECT_EQ(heard(f), Lines({"grant 4"}));
  regulate(other, 0, 1);
  EXPECT_EQ(heard(other), Lines({"regulation 0"}));
  constrain(f);
  EXPECT_EQ(advance(f, Advance::time_advance_request, 5), "");
  EXPECT_EQ(heard(f), Lines());
  EXPECT_EQ(call(f, wire::RequestFederationSave{"x", false, {}, {}}), "");
  report_all(wire::FederateSaveBegun{}, wire::FederateSaveComplete{});
  deliver_all();
  EXPECT_EQ(advance(other, Advance::time_advance_request, 10), "");
  EXPECT_EQ(heard(other), Lines({"grant 10"}));
  EXPECT_EQ(heard(f), Lines({"constrained 4", "grant 5"}));

  EXPECT_EQ(call(f, wire::RequestFederationRestore{"x"}), "");
  deliver_all();
  report_all(wire::FederateRestoreComplete{});
  deliver_all();
  EXPECT_EQ(advance(f, Advance::time_advance_request, 6), "TimeAdvanceAlreadyInProgress");
  EXPECT_EQ(advance(other, Advance::time_advance_request, 10), "");
  EXPECT_EQ(heard(other), Lines({"grant 10"}));
  EXPECT_EQ(heard(f), Lines({"constrained 4", "grant 5"}));
}

class RefusedAdvance : public LenientTime {
 protected:
  RefusedAdvance() : LenientTime({}) {}
};
INSTANTIATE_TEST_SUITE_P(All, RefusedAdvance, testing::Values(Ways::links, Ways::shared_memory),
                         way_name);

TEST_P(RefusedAdvance, NamesTheSettingThatLetsItWait) {
  const Federate f = join("f");
  const core::Time five = at(5);
  const wire::AdvanceTime request{Advance::time_advance_request, five.bytes()};
  std::string why;
  regulate(f, 0, 1);
  EXPECT_EQ(refusal(harness.call(f, request), &why), "EnableTimeRegulationPending");
  EXPECT_NE(why.find("time.pending = wait, RTI_TIME_PENDING"), std::string::npos) << why;
  deliver_all();
  constrain(f);
  EXPECT_EQ(refusal(harness.call(f, request), &why), "EnableTimeConstrainedPending");
  EXPECT_NE(why.find("time.pending = wait, RTI_TIME_PENDING"), std::string::npos) << why;
}

TEST_P(RefusedAdvance, NamesTheSettingThatToleratesItsRoundingError) {
  const Federate f = join("f");
  EXPECT_EQ(publish(f, kShot), "");
  regulate(f, 12 * 0.1, 0.1);
  deliver_all();
  std::string why;
  EXPECT_EQ(send_shot(f, 1.2, &why), "InvalidFederationTime");
  EXPECT_EQ(why.find("time.tolerance"), std::string::npos) << why;
  EXPECT_EQ(send_shot(f, 1.3, &why), "InvalidFederationTime");
  EXPECT_EQ(
      why,
      "the time stamp 1.3 is too early: this federate is at 1.2000000000000002 with lookahead "
      "0.1, so that the least allowed is 1.3000000000000003; they differ by one unit in the "
      "last place: with time.tolerance = ulp (RTI_TIME_TOLERANCE) the time would count as "
      "1.3000000000000003");
  const core::Time early = at(1.2);
  EXPECT_EQ(
      refusal(harness.call(f, wire::AdvanceTime{Advance::time_advance_request, early.bytes()}),
              &why),
      "FederationTimeAlreadyPassed");
  EXPECT_EQ(why,
            "cannot advance to 1.2: the federate is at 1.2000000000000002; they differ by one unit "
            "in the last place: with time.tolerance = ulp (RTI_TIME_TOLERANCE) the time would "
            "count as 1.2000000000000002");
  EXPECT_EQ(
      refusal(harness.call(f, wire::RequestFederationSave{"x", true, early.bytes(), {}}), &why),
      "FederationTimeAlreadyPassed");
  EXPECT_NE(why.find("; they differ by one unit in the last place: with time.tolerance = ulp"),
            std::string::npos)
      << why;
}

// --- time.tolerance = ulp

class Tolerance : public LenientTime {
 protected:
  Tolerance() : LenientTime({.tolerates_ulp = true}), receiver(join_constrained("receiver")) {
    sender = join("sender");
    EXPECT_EQ(publish(sender, kShot), "");
    EXPECT_EQ(publish(sender, kTank, {kPosition, kPrivilege}), "");
    EXPECT_EQ(subscribe(receiver, kShot), "");
    EXPECT_EQ(subscribe(receiver, kTank, {kPosition}), "");
  }
  const Federate receiver;
  Federate sender = 0;
};
INSTANTIATE_TEST_SUITE_P(All, Tolerance,
                         testing::Values(Ways::links, Ways::shared_memory, Ways::both,
                                         Ways::reduced),
                         way_name);

TEST_P(Tolerance, RaisesWhatIsSentToTheLeastPermittedTime) {
  regulate(sender, 12 * 0.1, 0.1);
  (void)heard(sender);
  const ObjectHandle tank = register_object(sender, kTank);
  const core::Time early = at(1.3);
  ASSERT_LT(1.3, 12 * 0.1 + 0.1);
  EXPECT_EQ(send_shot(sender, 1.3), "");
  const Values position = value(kPosition, "here");
  wire::UpdateAttributeValues update;
  update.object = tank;
  update.values = position;
  update.time = early.bytes();
  EXPECT_EQ(call(sender, update), "");
  wire::DeleteObjectInstance deletion;
  deletion.object = tank;
  deletion.time = early.bytes();
  EXPECT_EQ(call(sender, deletion), "");
  EXPECT_EQ(advance(sender, Advance::time_advance_request, 10), "");
  EXPECT_EQ(advance(receiver, Advance::time_advance_request, 1.3), "");
  EXPECT_EQ(heard(receiver), Lines({"grant 1.3"})) << "all was sent for a later time";
  EXPECT_EQ(advance(receiver, Advance::time_advance_request, 7), "");
  EXPECT_EQ(heard(receiver), Lines({"interaction 1.3000000000000003", "reflect 1.3000000000000003",
                                    "remove 1.3000000000000003", "grant 7"}));
}

TEST_P(Tolerance, IsOfOneUnitInTheLastPlace) {
  regulate(sender, 1, 1);
  (void)heard(sender);
  EXPECT_EQ(send_shot(sender, just_below(2)), "");
  EXPECT_EQ(send_shot(sender, just_below(just_below(2))), "InvalidFederationTime");
  EXPECT_EQ(send_shot(sender, 2), "");
  EXPECT_EQ(advance(sender, Advance::time_advance_request, just_below(just_below(1))),
            "FederationTimeAlreadyPassed");
}

TEST_P(Tolerance, MakesNoTimePermittedThatIsExcluded) {
  regulate(sender, 0, 0);
  (void)heard(sender);
  EXPECT_EQ(advance(sender, Advance::time_advance_request, 3), "");
  (void)heard(sender);
  EXPECT_EQ(send_shot(sender, 3), "InvalidFederationTime");
  EXPECT_EQ(send_shot(sender, just_below(3)), "InvalidFederationTime");
}

TEST_P(Tolerance, LetsTimeStandWhereItIs) {
  regulate(sender, 0, 1);
  (void)heard(sender);
  for (const auto kind : {Advance::time_advance_request, Advance::time_advance_request_available,
                          Advance::next_event_request, Advance::next_event_request_available,
                          Advance::flush_queue_request}) {
    EXPECT_EQ(advance(sender, Advance::time_advance_request, 5), "");
    EXPECT_EQ(heard(sender), Lines({"grant 5"}));
    EXPECT_EQ(advance(sender, kind, just_below(5)), "");
    EXPECT_EQ(heard(sender), Lines({"grant 5"}));
  }
  EXPECT_EQ(call(sender, wire::DisableTimeRegulation{}), "");
  regulate(sender, just_below(5), 1);
  EXPECT_EQ(heard(sender), Lines({"regulation 5"}));
  const core::Time early = at(just_below(5));
  EXPECT_EQ(call(sender, wire::RequestFederationSave{"x", true, early.bytes(), {}}), "");
}

// Steps of a program that counts in tenths: some stamps lie one unit below the bound.
TEST_P(Tolerance, CarriesStepsOfTenthsThrough) {
  regulate(sender, 0, 0.1);
  (void)heard(sender);
  double last = 0;
  int raised = 0;
  for (int i = 0; i < 200; ++i) {
    const double next = (i + 1) * 0.1;
    EXPECT_EQ(send_shot(sender, next), "") << i;
    raised += next < i * 0.1 + 0.1 ? 1 : 0;
    EXPECT_EQ(advance(sender, Advance::time_advance_request, next), "") << i;
    EXPECT_EQ(advance(receiver, Advance::next_event_request, 1000), "");
    (void)heard(sender);
    const auto time = take_grant(receiver);
    ASSERT_TRUE(time.has_value()) << i;
    EXPECT_GE(*time, last);
    EXPECT_GE(*time, next);
    last = *time;
  }
  EXPECT_GT(raised, 0) << "no stamp was below its bound";
}

}  // namespace
}  // namespace triad::test
