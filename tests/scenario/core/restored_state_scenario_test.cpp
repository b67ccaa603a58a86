// Restored state beside objects and time: regions with their associations, and the MOM's values and
// orders about a federate. Also the MOM's reports of saves and restores.
#include <gtest/gtest.h>

#include "core/double_time.hpp"
#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using mom::FederateAttribute;
using mom::FederationAttribute;
using mom::Interaction;
using wire::RegionHandle;

class RestoredState : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  RestoredState() : MomScenario(GetParam()), one(join("one")), two(join("two")) {}

  std::string ask_to_save(std::optional<double> at = {}) {
    if (!at) return call(one, wire::RequestFederationSave{"x", false, {}, {}});
    const core::Time time = core::DoubleTime::encode(*at);
    return call(one, wire::RequestFederationSave{"x", true, time.bytes(), {}});
  }
  void save() {
    EXPECT_EQ(ask_to_save(), "");
    deliver_all();
    for (const Federate f : {one, two}) {
      EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
      EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
    }
    deliver_all();
  }
  void restore() {
    EXPECT_EQ(call(one, wire::RequestFederationRestore{"x"}), "");
    deliver_all();
    for (const Federate f : {one, two}) EXPECT_EQ(call(f, wire::FederateRestoreComplete{}), "");
    deliver_all();
  }

  RegionHandle square(Federate f, std::uint64_t lower, std::uint64_t upper) {
    const auto region = harness.call(f, wire::CreateRegion{kTerrain, 1, {}});
    EXPECT_EQ(refusal(region), "");
    if (!region) return {};
    move(f, *region, lower, upper);
    return *region;
  }
  void move(Federate f, RegionHandle region, std::uint64_t lower, std::uint64_t upper) {
    EXPECT_EQ(
        call(f, wire::NotifyAboutRegionModification{region, {{lower, upper}, {lower, upper}}}), "");
  }
  std::size_t callbacks(Federate f) { return take_mom_callbacks(f).others.size(); }

  const Federate one;
  const Federate two;
};
INSTANTIATE_TEST_SUITE_P(Members, RestoredState, kSharings, name_of_sharing);

TEST_P(RestoredState, HasTheRegionsAndWhatTheyAreUsedFor) {
  EXPECT_EQ(publish(one, kTank, {kPosition}), "");
  const RegionHandle sent = square(one, 0, 10);
  const RegionHandle wanted = square(two, 5, 15);
  EXPECT_EQ(call(two, wire::SubscribeObjectClassAttributesWithRegion{kTank, wanted, {kPosition}}),
            "");
  const auto tank =
      harness.call(one, wire::RegisterObjectInstanceWithRegion{kTank, {}, {{kPosition, sent}}});
  ASSERT_EQ(refusal(tank), "");
  save();

  move(two, wanted, 20, 30);
  EXPECT_EQ(call(one, wire::UnassociateRegionForUpdates{sent, *tank}), "");
  EXPECT_EQ(call(one, wire::DeleteRegion{sent}), "");
  const RegionHandle later = square(one, 0, 1);
  deliver_all();
  restore();

  EXPECT_EQ(call(one, wire::DeleteRegion{later}), "RegionNotKnown");
  EXPECT_EQ(call(one, wire::DeleteRegion{sent}), "RegionInUse");
  const auto described = harness.call(two, wire::DescribeRegion{wanted});
  ASSERT_EQ(refusal(described), "");
  EXPECT_EQ(described->ranges, (std::vector<wire::Range>{{5, 15}, {5, 15}}));
  EXPECT_EQ(refusal(harness.call(two, wire::DescribeRegion{sent})), "RegionNotKnown");
  EXPECT_EQ(update(one, *tank, value(kPosition, "here")), "");
  EXPECT_EQ(callbacks(two), 1u);
  move(one, sent, 15, 20);  // beside the other region
  (void)take_mom_callbacks(two);
  EXPECT_EQ(update(one, *tank, value(kPosition, "there")), "");
  EXPECT_EQ(callbacks(two), 0u);
  EXPECT_EQ(square(one, 0, 1), later) << "counted on from the save";
}

TEST_P(RestoredState, RefusesToChangeRegionsDuringSavesAndRestores) {
  const RegionHandle region = square(one, 0, 10);
  EXPECT_EQ(ask_to_save(), "");
  deliver_all();
  EXPECT_EQ(call(one, wire::CreateRegion{{}, 0, {}}), "SaveInProgress");
  EXPECT_EQ(call(one, wire::NotifyAboutRegionModification{{}, {}}), "SaveInProgress");
  EXPECT_EQ(call(one, wire::DeleteRegion{region}), "SaveInProgress");
  EXPECT_EQ(call(one, wire::DescribeRegion{region}), "");
  for (const Federate f : {one, two}) {
    EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
    EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
  }
  deliver_all();
  EXPECT_EQ(call(one, wire::RequestFederationRestore{"x"}), "");
  deliver_all();
  EXPECT_EQ(call(one, wire::DeleteRegion{region}), "RestoreInProgress");
  EXPECT_EQ(call(one, wire::DescribeRegion{region}), "");
}

TEST_P(RestoredState, HasTheCountsAndTheReportsOfTheMom) {
  EXPECT_EQ(publish(one, kTalk), "");
  EXPECT_EQ(send_interaction(one, kTalk, {}), "");
  EXPECT_EQ(command(two, Interaction::SetTiming, one, {{"ReportPeriod", "2"}}), "");
  EXPECT_EQ(command(two, Interaction::SetServiceReporting, one, {{"ReportingState", "True"}}), "");
  save();
  EXPECT_EQ(send_interaction(one, kTalk, {}), "");
  EXPECT_EQ(command(two, Interaction::SetTiming, one, {{"ReportPeriod", "0"}}), "");
  EXPECT_EQ(command(two, Interaction::SetServiceReporting, one, {{"ReportingState", "False"}}), "");
  EXPECT_EQ(harness.rtig().next_report(), std::nullopt);
  restore();
  EXPECT_EQ(harness.rtig().next_report(), std::chrono::milliseconds(2'000));
  observe_federates(two, {FederateAttribute::InteractionsSent});
  EXPECT_EQ(take_values_of(two, one), (Texts{{"InteractionsSent", "1"}}));
  subscribe_to(two, Interaction::ReportServiceInvocation);
  EXPECT_EQ(send_interaction(one, kTalk, {}), "");
  EXPECT_EQ(only_report(two)["Service"], "sendInteraction");
}

TEST_P(RestoredState, IsToldByTheMomAtEachStep) {
  const Federate observer = join("observer");
  AttributeSet of_saves;
  for (const auto attribute :
       {FederationAttribute::LastSaveName, FederationAttribute::LastSaveTime,
        FederationAttribute::NextSaveName, FederationAttribute::NextSaveTime}) {
    of_saves.insert(handles.handle_of(attribute));
  }
  observe_federation(observer, of_saves);
  observe_federates(observer, {FederateAttribute::FederateState});
  (void)take_mom_callbacks(observer);
  // No federate is constrained, so all are told to save at once.
  EXPECT_EQ(ask_to_save(7.5), "");
  harness.settle();
  auto all = take_mom_callbacks(observer);
  EXPECT_EQ(all.values["HLA1"], (Texts{{"NextSaveName", "x"}, {"NextSaveTime", "7.5"}}));
  (void)take_mom_callbacks(one);
  (void)take_mom_callbacks(two);
  for (const Federate f : {one, two, observer}) {
    EXPECT_EQ(call(f, wire::FederateSaveBegun{}), "");
    EXPECT_EQ(call(f, wire::FederateSaveComplete{}), "");
  }
  (void)take_mom_callbacks(one);
  // Callbacks of the MOM wait for the outcome like all others.
  all = take_mom_callbacks(observer);
  EXPECT_EQ(all.values["HLA1"], (Texts{{"LastSaveName", "x"},
                                       {"LastSaveTime", "7.5"},
                                       {"NextSaveName", ""},
                                       {"NextSaveTime", "0"}}));
  EXPECT_EQ(all.values[name_of_manager(one)], (Texts{{"FederateState", "Running"}}));
  EXPECT_EQ(all.values[name_of_manager(two)], (Texts{{"FederateState", "Saving"}}));
  (void)take_mom_callbacks(two);
  EXPECT_EQ(take_values_of(observer, two), (Texts{{"FederateState", "Running"}}));
}

TEST_P(RestoredState, IsSaidToBePendingUntilItsTime) {
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  deliver_all();
  observe_federates(two, {FederateAttribute::FederateState});
  (void)take_mom_callbacks(two);
  EXPECT_EQ(ask_to_save(5), "");
  EXPECT_EQ(take_values_of(two, one), (Texts{{"FederateState", "Save Pending"}}));
}

TEST_P(RestoredState, IsMadeThroughTheMom) {
  subscribe_to(two, Interaction::Alert);
  EXPECT_EQ(command(two, Interaction::FederateSaveBegun, one), "");
  EXPECT_TRUE(
      only_report(two)["AlertDescription"].starts_with("FederateSaveBegun: SaveNotInitiated"));
  EXPECT_EQ(ask_to_save(), "");
  (void)take_mom_callbacks(one);  // the other federate has not been told yet, and gives orders
  EXPECT_EQ(command(two, Interaction::PublishInteractionClass, one,
                    {{"InteractionClass", std::to_string(kTalk.value)}}),
            "");
  EXPECT_EQ(command(two, Interaction::FederateSaveBegun, one), "");
  EXPECT_EQ(command(two, Interaction::FederateSaveComplete, one, {{"SuccessIndicator", "True"}}),
            "");
  EXPECT_EQ(call(one, wire::FederateSaveComplete{}), "SaveNotInitiated") << "it has reported";
  (void)take_mom_callbacks(two);
  EXPECT_EQ(call(two, wire::FederateSaveBegun{}), "");
  EXPECT_EQ(call(two, wire::FederateSaveComplete{}), "");
  EXPECT_TRUE(
      only_report(two)["AlertDescription"].starts_with("PublishInteractionClass: SaveInProgress"));
  EXPECT_EQ(harness.store().saves.size(), 1u);
}

// The other federate has not been told yet, and gives orders.
TEST_P(RestoredState, FailsWhereTheMomReportsAFederatesFailure) {
  const auto last = [&](Federate f) {
    const auto others = take_mom_callbacks(f).others;
    return others.empty() ? std::string() : others.back().substr(0, others.back().find('{'));
  };
  subscribe_to(two, Interaction::Alert);
  EXPECT_EQ(ask_to_save(), "");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(command(two, Interaction::FederateSaveBegun, one), "");
  EXPECT_EQ(command(two, Interaction::FederateSaveComplete, one, {{"SuccessIndicator", "False"}}),
            "");
  EXPECT_EQ(take_mom_callbacks(two).reports, std::vector<Texts>{});
  EXPECT_EQ(call(two, wire::FederateSaveBegun{}), "");
  EXPECT_EQ(call(two, wire::FederateSaveComplete{}), "");
  EXPECT_EQ(last(one), "FederationNotSaved");
  (void)take_mom_callbacks(two);
  save();
  EXPECT_EQ(call(one, wire::RequestFederationRestore{"x"}), "");
  EXPECT_EQ(last(one), "InitiateFederateRestore");
  EXPECT_EQ(
      command(two, Interaction::FederateRestoreComplete, one, {{"SuccessIndicator", "False"}}), "");
  EXPECT_EQ(take_mom_callbacks(two).reports, std::vector<Texts>{});
  EXPECT_EQ(call(two, wire::FederateRestoreComplete{}), "");
  EXPECT_EQ(last(one), "FederationNotRestored");
}

}  // namespace
}  // namespace triad::test
