// Synchronization points, saves and restores that wait for federates' answers, in the state
// machines: the RTIG's answers to rtictl, its log, and its Alerts.
#include <chrono>

#include "tests/scenario/core/mom_scenario.hpp"
#include "tests/scenario/core/save_scenario.hpp"

namespace triad::test {
namespace {

using mom::Interaction;
using std::chrono::milliseconds;
using std::chrono::seconds;

class OpenSteps : public SaveScenario {
 protected:
  OpenSteps() : SaveScenario(reporting()), red(join("red")), blue(join("blue")) {
    harness.set_watch([this](Federate, bool up, const wire::Record& record) {
      const auto kind = record.header.message_kind();
      if (up || (kind != wire::Kind::FederationTimeStatus && kind != wire::Kind::FederationList)) {
        return;
      }
      answer_bytes_.assign(record.payload.begin(), record.payload.end());
    });
    at_second(100);
  }
  static HarnessOptions reporting() {
    HarnessOptions given = options(GetParam());
    given.rtig.timeouts.report = seconds(10);
    return given;
  }

  void at_second(int second) { harness.rtig().set_time(seconds(second)); }

  // Asks as rtictl does, on a link of its own.
  template <class Answer, class Question>
  Answer request_answer(const Question& question) {
    harness.settle();
    const Federate rtictl = harness.add();
    wire::Buffer frame;
    wire::RecordHeader header;
    header.position = 1'000'000;
    wire::encode_record(header, question, frame);
    harness.inject_up(rtictl, frame);
    harness.settle();
    const auto answer = wire::decode<Answer>(answer_bytes_);
    EXPECT_TRUE(answer.has_value());
    return answer.value_or(Answer{});
  }
  // Each step as "kind label: awaited: federate since seconds, ...".
  static Lines lines_of(const std::vector<wire::OpenStep>& steps) {
    Lines lines;
    for (const wire::OpenStep& step : steps) {
      std::string line = std::string(step.kind) + " " + std::string(step.label) + " " +
                         std::to_string(step.open_ms / 1000) + ": " + std::string(step.awaited) +
                         ":";
      for (const auto& owed : step.owing) {
        line += " " + std::to_string(owed.federate.value) + " since " +
                std::to_string(owed.owed_ms / 1000);
      }
      EXPECT_EQ(step.owing_count, step.owing.size());
      lines.push_back(line);
    }
    return lines;
  }
  Lines steps() {
    return lines_of(
        request_answer<wire::FederationTimeStatus>(wire::QueryTimeStatus{"Federation", true})
            .steps);
  }
  std::string state_of(Federate f) {
    const auto list = request_answer<wire::FederationList>(wire::ListFederations{});
    for (const auto& info : list.federations.at(0).federates) {
      if (info.federate == handle(f)) return std::string(info.state);
    }
    return {};
  }
  Lines report() {
    const auto before = static_cast<std::ptrdiff_t>(harness.log().size());
    harness.rtig().request_time_status();
    harness.settle();
    harness.rtig().report_waits();
    return {harness.log().begin() + before, harness.log().end()};
  }

  const Federate red;
  const Federate blue;

 private:
  wire::Buffer answer_bytes_;
};
INSTANTIATE_TEST_SUITE_P(Transports, OpenSteps, testing::Bool(), transport_name);

TEST_P(OpenSteps, OfASynchronizationPointAreTheFederatesThatHaveNotAchievedIt) {
  EXPECT_EQ(steps(), Lines{});
  EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  at_second(103);
  const Federate late = join("late");
  (void)tick(late);
  at_second(112);
  EXPECT_EQ(steps(), Lines{"synchronization point ready 12: call synchronizationPointAchieved: 1 "
                           "since 12 2 since 12 3 since 9"});
  EXPECT_EQ(call(red, wire::SynchronizationPointAchieved{"ready"}), "");
  EXPECT_EQ(steps(), Lines{"synchronization point ready 12: call synchronizationPointAchieved: 2 "
                           "since 12 3 since 9"});
  const auto list = request_answer<wire::FederationList>(wire::ListFederations{});
  EXPECT_EQ(lines_of(list.federations.at(0).steps).size(), 1u);
  EXPECT_EQ(call(blue, wire::SynchronizationPointAchieved{"ready"}), "");
  EXPECT_EQ(call(late, wire::SynchronizationPointAchieved{"ready"}), "");
  EXPECT_EQ(steps(), Lines{});
}

TEST_P(OpenSteps, OfManyPointsAreTheOldest) {
  for (int i = 0; i < 70; ++i) {
    at_second(170 - i);
    const std::string label = "p" + std::to_string(i);
    EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{label, "", {}}), "");
    harness.settle();
  }
  at_second(200);
  const Lines lines = steps();
  ASSERT_EQ(lines.size(), wire::kOpenPointsMax);
  EXPECT_TRUE(lines.front().starts_with("synchronization point p69 ")) << lines.front();
}

TEST_P(OpenSteps, OfASaveAreTheFederatesThatHaveNotReported) {
  EXPECT_EQ(save(red, "monday"), "");
  (void)take_all_callbacks(red);
  (void)take_all_callbacks(blue);
  at_second(105);
  EXPECT_EQ(steps(), Lines{"save monday 5: call federateSaveComplete or federateSaveNotComplete: 1 "
                           "since 5 2 since 5"});
  EXPECT_EQ(state_of(red), "saving");
  EXPECT_EQ(begin_save(red), "");
  EXPECT_EQ(complete_save(red), "");
  EXPECT_EQ(
      steps(),
      Lines{"save monday 5: call federateSaveComplete or federateSaveNotComplete: 2 since 5"});
  EXPECT_EQ(state_of(red), "waiting for the save");
  EXPECT_EQ(state_of(blue), "saving");
  EXPECT_EQ(begin_save(blue), "");
  EXPECT_EQ(complete_save(blue), "");
  EXPECT_EQ(take_all_callbacks(red), Lines{"FederationSaved"});
  EXPECT_EQ(steps(), Lines{});
  EXPECT_EQ(state_of(blue), "joined");
}

TEST_P(OpenSteps, OfASaveThatSettlesAreTheFederatesThatDoNotAnswer) {
  EXPECT_EQ(save(red, "monday"), "");
  for (const Federate f : {red, blue}) {
    (void)take_all_callbacks(f);
    EXPECT_EQ(begin_save(f), "");
  }
  EXPECT_EQ(complete_save(red), "");
  harness.settle();
  harness.links().set_stopped(blue, true);
  at_second(105);
  EXPECT_EQ(complete_save(blue), "");
  harness.settle();
  at_second(109);
  EXPECT_EQ(steps(), Lines{"save monday 9: handle the records sent before the save: 2 since 4"});
  EXPECT_EQ(state_of(red), "waiting for the save");
  EXPECT_EQ(state_of(blue), "saving");
  harness.links().set_stopped(blue, false);
  EXPECT_EQ(take_all_callbacks(red), Lines{"FederationSaved"});
}

TEST_P(OpenSteps, OfASaveThatIsWrittenIsThatOfTheDisk) {
  harness.store().delays = true;
  EXPECT_EQ(save(red, "monday"), "");
  for (const Federate f : {red, blue}) {
    (void)take_all_callbacks(f);
    EXPECT_EQ(begin_save(f), "");
    EXPECT_EQ(complete_save(f), "");
  }
  harness.settle();
  at_second(112);
  EXPECT_EQ(steps(), Lines{"save monday 12: be written to the disk of rtig:"});
  EXPECT_EQ(report(), Lines{"federation 'Federation': save 'monday' has waited 12.0 s to be "
                            "written to the disk of rtig"});
  harness.store().finish();
  EXPECT_EQ(take_all_callbacks(red), Lines{"FederationSaved"});
  EXPECT_EQ(steps(), Lines{});
}

TEST_P(OpenSteps, AreToldWithTheBeginningAloneOfALongLabel) {
  const std::string label(60'000, 'x');
  for (const char* each : {"1", "2"}) {
    const std::string own = each + label;
    EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{own, "", {}}), "");
  }
  deliver_all();
  at_second(120);
  const auto list = request_answer<wire::FederationList>(wire::ListFederations{});
  ASSERT_EQ(list.federations.at(0).steps.size(), 2u);
  EXPECT_LE(list.federations.at(0).steps[0].label.size(), 1024u);
  EXPECT_EQ(report().size(), 2u);
  for (const Federate f : {red, blue}) {
    EXPECT_EQ(call(f, wire::SynchronizationPointAchieved{"1" + label}), "");
  }
  harness.settle();
  const Lines over = report();
  ASSERT_EQ(over.size(), 1u) << "the points are told apart by the whole of their labels";
  EXPECT_NE(over[0].find("has ended"), std::string::npos);
}

TEST_P(OpenSteps, OfASaveAtATimeAreTheFederatesThatHaveNotReachedIt) {
  constrain(blue);
  regulate(red, 0, 1);
  EXPECT_EQ(save_at(red, "noon", 10), "");
  harness.settle();
  at_second(107);
  EXPECT_EQ(steps(), Lines{"save noon 7: reach its time: 2 since 7"});
}

TEST_P(OpenSteps, OfARestoreAreTheFederatesThatHaveNotReported) {
  EXPECT_EQ(save(red, "monday"), "");
  complete_all_saves({red, blue}, "monday");
  EXPECT_EQ(restore(red, "monday"), "");
  (void)take_all_callbacks(red);
  (void)take_all_callbacks(blue);
  at_second(104);
  EXPECT_EQ(complete_restore(blue), "");
  EXPECT_EQ(steps(), Lines{"restore monday 4: call federateRestoreComplete or "
                           "federateRestoreNotComplete: 1 since 4"});
  EXPECT_EQ(state_of(red), "restoring");
  EXPECT_EQ(state_of(blue), "waiting for the restore");
  EXPECT_EQ(complete_restore(red), "");
  EXPECT_EQ(take_all_callbacks(red), Lines{"FederationRestored"});
  EXPECT_EQ(steps(), Lines{});
}

TEST_P(OpenSteps, AreInTheLogOnceAndWheneverTheWaitHasDoubled) {
  EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  EXPECT_EQ(call(red, wire::SynchronizationPointAchieved{"ready"}), "");
  harness.settle();
  std::vector<int> told;
  for (int second = 101; second <= 190; ++second) {
    at_second(second);
    if (!report().empty()) told.push_back(second - 100);
  }
  EXPECT_EQ(told, (std::vector{10, 20, 40, 80}));
  at_second(260);
  EXPECT_EQ(report(), Lines{"federation 'Federation': synchronization point 'ready' has waited "
                            "160.0 s for federate 2 'blue' (160.0 s) to call "
                            "synchronizationPointAchieved"});
  EXPECT_EQ(call(blue, wire::SynchronizationPointAchieved{"ready"}), "");
  harness.settle();
  EXPECT_EQ(report(), Lines{"federation 'Federation': synchronization point 'ready' has ended "
                            "after a wait of more than 160.0 s"});
  EXPECT_EQ(report(), Lines{});
}

// Only the first of many steps are reported, and these are the same at each look.
TEST_P(OpenSteps, AreNotSaidToBeOverWhileTheyAreOpen) {
  constexpr int kPoints = 200;
  for (int i = 0; i < kPoints; ++i) {
    const std::string label = "p" + std::to_string(i);
    EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{label, "", {}}), "");
  }
  deliver_all();
  at_second(111);
  EXPECT_EQ(report().size(), wire::kOpenPointsMax);
  for (int i = 0; i < kPoints; i += 7) {
    const std::string label = "p" + std::to_string(i);
    for (const Federate f : {red, blue}) {
      EXPECT_EQ(call(f, wire::SynchronizationPointAchieved{label}), "");
    }
    deliver_all();
    for (const std::string& line : report()) {
      if (line.find(" is over") == line.npos) continue;
      EXPECT_NE(line.find("'" + label + "'"), line.npos) << line << " after " << label;
    }
  }
}

TEST_P(OpenSteps, AreNotSaidToBeOverWhenTheFederationIsRestored) {
  EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  EXPECT_EQ(save(red, "monday"), "");
  complete_all_saves({red, blue}, "monday");
  at_second(111);
  EXPECT_EQ(report().size(), 1u);
  EXPECT_EQ(restore(red, "monday"), "");
  for (const Federate f : {red, blue}) (void)take_all_callbacks(f);
  for (const Federate f : {red, blue}) EXPECT_EQ(complete_restore(f), "");
  EXPECT_EQ(take_all_callbacks(red), Lines{"FederationRestored"});
  EXPECT_EQ(report(), Lines{});
  at_second(122);
  EXPECT_EQ(report().size(), 1u) << "it waits again";
}

TEST_P(OpenSteps, ThatEndEarlyAreNotInTheLog) {
  EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  at_second(109);
  EXPECT_EQ(report(), Lines{});
  for (const Federate f : {red, blue}) {
    EXPECT_EQ(call(f, wire::SynchronizationPointAchieved{"ready"}), "");
  }
  deliver_all();
  at_second(130);
  EXPECT_EQ(report(), Lines{});
}

TEST_P(OpenSteps, GoOnWithoutAFederateThatLeaves) {
  EXPECT_EQ(call(red, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  EXPECT_EQ(resign(blue, ResignAction::no_action), "");
  at_second(111);
  EXPECT_EQ(steps(), Lines{"synchronization point ready 11: call synchronizationPointAchieved: 1 "
                           "since 11"});
}

HarnessOptions with_mom_and_reports() {
  HarnessOptions options = options_with_mom(Sharing::none, model_with_mom());
  options.rtig.timeouts.report = seconds(10);
  return options;
}

class OpenStepAlerts : public MomScenario {
 protected:
  OpenStepAlerts() : MomScenario(with_mom_and_reports(), model_with_mom()) {}
};

TEST_F(OpenStepAlerts, AreWarningsAboutEachFederateThatOwesItsAnswer) {
  const Federate boss = join("boss");
  const Federate slow = join("slow");
  subscribe_to(boss, Interaction::Alert);
  harness.rtig().set_time(seconds(100));
  EXPECT_EQ(call(boss, wire::RegisterFederationSynchronizationPoint{"ready", "", {}}), "");
  deliver_all();
  EXPECT_EQ(call(boss, wire::SynchronizationPointAchieved{"ready"}), "");
  harness.settle();
  harness.rtig().set_time(seconds(112));
  harness.rtig().report_waits();
  const Texts alert = only_report(boss);
  EXPECT_EQ(alert.at("="), "Alert");
  EXPECT_EQ(alert.at("AlertSeverity"), "RTI warning");
  EXPECT_EQ(alert.at("Federate"), std::to_string(handle(slow).value));
  EXPECT_EQ(
      alert.at("AlertDescription"),
      "synchronization point 'ready' has waited 12.0 s for federate 2 'slow' (12.0 s) to call "
      "synchronizationPointAchieved");
}

}  // namespace
}  // namespace triad::test
