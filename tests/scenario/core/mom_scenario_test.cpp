// Objects and answers of the MOM in the state machines: Manager.Federation, Manager.Federate,
// answers to Request interactions, and periodic updates.
#include "tests/scenario/core/mom_scenario.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using mom::FederateAttribute;
using mom::FederationAttribute;
using mom::Interaction;

class Mom : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  Mom() : MomScenario(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, Mom, kSharings, name_of_sharing);

TEST_P(Mom, ShowsTheFederationAndFollowsItsMembership) {
  const Federate observer = join("observer");
  observe_federation(observer, handles.all_attributes_of(handles.federation()));
  auto all = take_mom_callbacks(observer);
  ASSERT_EQ(all.others.size(), 1u);
  EXPECT_TRUE(all.others[0].starts_with("DiscoverObjectInstance{object=1 ")) << all.others[0];
  EXPECT_EQ(all.values["HLA1"], (Texts{{"FederationName", "Federation"},
                                       {"FederatesInFederation", "1"},
                                       {"RTIversion", "Triad 1.2"},
                                       {"FEDid", "test.fed"},
                                       {"LastSaveName", ""},
                                       {"LastSaveTime", "0"},
                                       {"NextSaveName", ""},
                                       {"NextSaveTime", "0"}}));
  const Federate second = join("second");
  EXPECT_EQ(take_mom_callbacks(observer).values["HLA1"], (Texts{{"FederatesInFederation", "1,2"}}));
  EXPECT_EQ(resign(second, ResignAction::no_action), "");
  EXPECT_EQ(take_mom_callbacks(observer).values["HLA1"], (Texts{{"FederatesInFederation", "1"}}));
}

TEST_P(Mom, ShowsWhatIsStaticOfEachMember) {
  const Federate before = join("before");
  const Federate observer = join("observer");
  observe_federates(observer, {FederateAttribute::FederateHandle, FederateAttribute::FederateType,
                               FederateAttribute::FederateHost, FederateAttribute::RTIversion,
                               FederateAttribute::FEDid});
  auto all = take_mom_callbacks(observer);
  EXPECT_EQ(all.others.size(), 2u);  // discovers both, including its own
  EXPECT_EQ(all.values[name_of_manager(before)], (Texts{{"FederateHandle", "1"},
                                                        {"FederateType", "before"},
                                                        {"FederateHost", "here"},
                                                        {"RTIversion", "Triad 0"},
                                                        {"FEDid", "test.fed"}}));
  EXPECT_EQ(all.values[name_of_manager(observer)]["FederateType"], "observer");
  const Federate after = join("after");
  all = take_mom_callbacks(observer);
  EXPECT_EQ(all.others.size(), 1u);
  EXPECT_EQ(all.values[name_of_manager(after)]["FederateType"], "after");
  const std::string manager_of_after =
      std::to_string(harness.rtig().state("Federation")->member(handle(after))->manager.value);
  EXPECT_EQ(resign(after, ResignAction::no_action), "");
  all = take_mom_callbacks(observer);
  ASSERT_EQ(all.others.size(), 1u);
  EXPECT_TRUE(all.others[0].starts_with("RemoveObjectInstance{object=" + manager_of_after))
      << all.others[0];
}

TEST_P(Mom, IsDiscoveredAtTheRootByThePrivilegeThatTheRtiOwns) {
  const Federate observer = join("observer");
  EXPECT_EQ(subscribe(observer, kObjectRoot, AttributeSet{kPrivilege}), "");
  const auto all = take_mom_callbacks(observer);
  EXPECT_EQ(all.others.size(), 2u);
  EXPECT_TRUE(all.values.empty());
}

TEST_P(Mom, OwnsItsAttributesAndReleasesNone) {
  const Federate observer = join("observer");
  observe_federates(observer, {FederateAttribute::FederateType});
  EXPECT_EQ(publish(observer, handles.federate(),
                    AttributeSet{handles.handle_of(FederateAttribute::FederateType)}),
            "");
  (void)take_mom_callbacks(observer);
  const ObjectHandle manager =
      harness.rtig().state("Federation")->member(handle(observer))->manager;
  const auto attribute = handles.handle_of(FederateAttribute::FederateType);
  EXPECT_EQ(call(observer, wire::QueryAttributeOwnership{manager, attribute}), "");
  const auto told = take_mom_callbacks(observer).others;
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].starts_with("AttributeOwnedByRTI{")) << told[0];
  EXPECT_EQ(
      call(observer,
           wire::AttributeOwnershipAcquisitionIfAvailable{manager, {}, AttributeSet{attribute}}),
      "");
  EXPECT_TRUE(
      take_mom_callbacks(observer).others.at(0).starts_with("AttributeOwnershipUnavailable{"));
  EXPECT_EQ(update(observer, manager, value(attribute, "mine")), "AttributeNotOwned");
  EXPECT_EQ(delete_object(observer, manager), "DeletePrivilegeNotHeld");
}

TEST_P(Mom, TellsStatesWhenTheyChange) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  observe_federates(observer,
                    {FederateAttribute::TimeConstrained, FederateAttribute::TimeRegulating,
                     FederateAttribute::AsynchronousDelivery, FederateAttribute::FederateState,
                     FederateAttribute::TimeManagerState});
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"TimeConstrained", "False"},
                                                  {"TimeRegulating", "False"},
                                                  {"AsynchronousDelivery", "False"},
                                                  {"FederateState", "Running"},
                                                  {"TimeManagerState", "Idle"}}));
  regulate(one, 1);
  EXPECT_EQ(take_values_of(observer, one), Texts{});  // not before the callback
  (void)take_mom_callbacks(one);
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"TimeRegulating", "True"}}));
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)take_mom_callbacks(one);
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"TimeConstrained", "True"}}));
  EXPECT_EQ(call(one, wire::SetAsynchronousDelivery{true}), "");
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"AsynchronousDelivery", "True"}}));
  advance(one, 5);
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"TimeManagerState", "Advance pending"}}));
  (void)take_mom_callbacks(one);
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"TimeManagerState", "Idle"}}));
  EXPECT_EQ(call(one, wire::DisableTimeRegulation{}), "");
  EXPECT_EQ(call(one, wire::DisableTimeConstrained{}), "");
  EXPECT_EQ(take_values_of(observer, one),
            (Texts{{"TimeConstrained", "False"}, {"TimeRegulating", "False"}}));
}

TEST_P(Mom, GivesPresentValuesOnRequest) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  observe_federates(observer, {FederateAttribute::FederateTime, FederateAttribute::Lookahead,
                               FederateAttribute::LBTS, FederateAttribute::MinNextEventTime});
  regulate(one, 0.5);
  (void)take_mom_callbacks(one);
  regulate(observer, 2);
  EXPECT_EQ(call(one, wire::EnableTimeConstrained{}), "");
  (void)take_mom_callbacks(observer);
  (void)take_mom_callbacks(one);
  (void)take_mom_callbacks(observer);
  advance(one, 1);
  (void)take_mom_callbacks(one);
  (void)take_mom_callbacks(observer);
  const ObjectHandle manager = harness.rtig().state("Federation")->member(handle(one))->manager;
  EXPECT_EQ(call(observer,
                 wire::RequestObjectAttributeValueUpdate{
                     manager, handles.all_attributes_of(handles.federate())}),
            "");
  EXPECT_EQ(
      take_values_of(observer, one),
      (Texts{
          {"FederateTime", "1"}, {"Lookahead", "0.5"}, {"LBTS", "2"}, {"MinNextEventTime", "2"}}));
  // A federate that is not constrained requests the others' promises.
  EXPECT_EQ(call(observer,
                 wire::RequestClassAttributeValueUpdate{
                     handles.federate(), handles.all_attributes_of(handles.federate())}),
            "");
  auto all = take_mom_callbacks(observer);
  EXPECT_EQ(all.values[name_of_manager(observer)]["LBTS"], "1.5");
  EXPECT_EQ(all.values[name_of_manager(one)]["LBTS"], "2");
}

// One federate has sent two updates and two interactions; another receives some of them.
class MomCounts : public Mom {
 protected:
  void SetUp() override {
    EXPECT_EQ(publish(one, kTank, AttributeSet{kPosition, kSpeed}), "");
    EXPECT_EQ(publish(one, kShot), "");
    EXPECT_EQ(publish(one, kTalk), "");
    EXPECT_EQ(subscribe(two, kVehicle, AttributeSet{kPosition, kSpeed}), "");
    EXPECT_EQ(subscribe(two, kShot), "");
    tank = register_object(one, kTank);
    (void)register_object(one, kTank);
    EXPECT_EQ(update(one, tank, Values().add(kPosition, "p").add(kSpeed, "s")), "");
    EXPECT_EQ(update(one, tank, value(kSpeed, "s")), "");
    EXPECT_EQ(send_interaction(one, kShot, value(kTarget, "t")), "");
    EXPECT_EQ(send_interaction(one, kTalk, value(kWords, "w")), "");
    harness.settle();
  }
  // Returns the reports that answer the request.
  std::vector<Texts> ask(Interaction request, Interaction report, Federate about) {
    subscribe_to(observer, report);
    (void)take_mom_callbacks(observer);
    EXPECT_EQ(command(observer, request, about), "");
    return take_mom_callbacks(observer).reports;
  }

  const Federate one = join("one");
  const Federate two = join("two");
  const Federate observer = join("observer");
  ObjectHandle tank;
  const std::string tanks = std::to_string(kTank.value);
};
INSTANTIATE_TEST_SUITE_P(Members, MomCounts, kSharings, name_of_sharing);

TEST_P(MomCounts, StandInTheAttributesOfTheFederate) {
  observe_federates(observer,
                    {FederateAttribute::UpdatesSent, FederateAttribute::InteractionsSent,
                     FederateAttribute::ObjectsOwned, FederateAttribute::ObjectsUpdated,
                     FederateAttribute::ReflectionsReceived, FederateAttribute::ROlength,
                     FederateAttribute::TSOlength, FederateAttribute::InteractionsReceived,
                     FederateAttribute::ObjectsReflected});
  auto all = take_mom_callbacks(observer);
  Texts& sender = all.values[name_of_manager(one)];
  EXPECT_EQ(sender["UpdatesSent"], "2");
  EXPECT_EQ(sender["InteractionsSent"], "2");
  EXPECT_EQ(sender["ObjectsOwned"], "2");
  EXPECT_EQ(sender["ObjectsUpdated"], "1");
  EXPECT_EQ(sender["TSOlength"], "0");
  EXPECT_EQ(all.values[name_of_manager(two)]["ReflectionsReceived"], "0");
  // Two discoveries, the two parts of the first update, the second update, and an interaction.
  EXPECT_EQ(all.values[name_of_manager(two)]["ROlength"], "6");
  EXPECT_EQ(all.values[name_of_manager(observer)]["ObjectsReflected"], "0");
  (void)take_mom_callbacks(two);
  EXPECT_EQ(call(observer,
                 wire::RequestClassAttributeValueUpdate{
                     handles.federate(), handles.all_attributes_of(handles.federate())}),
            "");
  all = take_mom_callbacks(observer);
  EXPECT_EQ(all.values[name_of_manager(two)], (Texts{{"ROlength", "0"},
                                                     {"TSOlength", "0"},
                                                     {"ReflectionsReceived", "3"},
                                                     {"UpdatesSent", "0"},
                                                     {"InteractionsReceived", "1"},
                                                     {"InteractionsSent", "0"},
                                                     {"ObjectsOwned", "0"},
                                                     {"ObjectsUpdated", "0"},
                                                     {"ObjectsReflected", "1"}}));
  // Messages of the MOM do not count.
  EXPECT_EQ(all.values[name_of_manager(observer)]["ReflectionsReceived"], "0");
}

TEST_P(MomCounts, StandInReportsByClass) {
  (void)take_mom_callbacks(two);
  auto reports = ask(Interaction::RequestUpdatesSent, Interaction::ReportUpdatesSent, one);
  EXPECT_EQ(reports, (std::vector<Texts>{{{"=", "ReportUpdatesSent"},
                                          {"Federate", "1"},
                                          {"TransportationType", "Reliable"},
                                          {"UpdateCounts", tanks + "/1"}},
                                         {{"=", "ReportUpdatesSent"},
                                          {"Federate", "1"},
                                          {"TransportationType", "Best Effort"},
                                          {"UpdateCounts", tanks + "/2"}}}));
  reports =
      ask(Interaction::RequestReflectionsReceived, Interaction::ReportReflectionsReceived, two);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["ReflectCounts"], tanks + "/1");
  EXPECT_EQ(reports[1]["ReflectCounts"], tanks + "/2");
  reports = ask(Interaction::RequestInteractionsSent, Interaction::ReportInteractionsSent, one);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["InteractionCounts"], std::to_string(kShot.value) + "/1");
  EXPECT_EQ(reports[1]["InteractionCounts"], std::to_string(kTalk.value) + "/1");
  reports =
      ask(Interaction::RequestInteractionsReceived, Interaction::ReportInteractionsReceived, two);
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["InteractionCounts"], std::to_string(kShot.value) + "/1");
  EXPECT_EQ(reports[1]["InteractionCounts"], "");
  reports = ask(Interaction::RequestObjectsOwned, Interaction::ReportObjectsOwned, one);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0]["ObjectCounts"], tanks + "/2");
  reports = ask(Interaction::RequestObjectsUpdated, Interaction::ReportObjectsUpdated, one);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0]["ObjectCounts"], tanks + "/1");
  reports = ask(Interaction::RequestObjectsReflected, Interaction::ReportObjectsReflected, two);
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_EQ(reports[0]["ObjectCounts"], tanks + "/1");
}

TEST_P(Mom, CountsAnInstanceOnceWhateverTheFederateForgets) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  EXPECT_EQ(subscribe(two, kTank, AttributeSet{kTurret}), "");
  const ObjectHandle tank = register_object(one, kTank);
  EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
  (void)take_mom_callbacks(two);
  EXPECT_EQ(call(two, wire::LocalDeleteObjectInstance{tank}), "");
  (void)take_mom_callbacks(two);
  EXPECT_EQ(update(one, tank, value(kTurret, "2")), "");
  (void)take_mom_callbacks(two);
  observe_federates(one, {FederateAttribute::ObjectsReflected});
  EXPECT_EQ(take_values_of(one, two), (Texts{{"ObjectsReflected", "1"}}));
}

TEST_P(Mom, ReportsWhatAFederateHasPublishedAndSubscribed) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  for (const auto report :
       {Interaction::ReportInteractionPublication, Interaction::ReportObjectPublication,
        Interaction::ReportInteractionSubscription, Interaction::ReportObjectSubscription}) {
    subscribe_to(observer, report);
  }
  EXPECT_EQ(command(observer, Interaction::RequestPublications, one), "");
  auto reports = take_mom_callbacks(observer).reports;
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0], (Texts{{"=", "ReportInteractionPublication"},
                               {"Federate", "1"},
                               {"InteractionClassList", ""}}));
  EXPECT_EQ(reports[1], (Texts{{"=", "ReportObjectPublication"},
                               {"Federate", "1"},
                               {"NumberOfClasses", "0"},
                               {"ObjectClass", ""},
                               {"AttributeList", ""}}));
  EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(publish(one, kPerson, AttributeSet{kPersonName}), "");
  EXPECT_EQ(publish(one, kShot), "");
  EXPECT_EQ(publish(one, kTalk), "");
  EXPECT_EQ(subscribe(one, kTank, AttributeSet{kSpeed, kTurret}, false), "");
  EXPECT_EQ(subscribe(one, kHit), "");
  EXPECT_EQ(subscribe(one, kTalk, false), "");
  EXPECT_EQ(command(observer, Interaction::RequestPublications, one), "");
  reports = take_mom_callbacks(observer).reports;
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0]["InteractionClassList"], "2,4");
  EXPECT_EQ(reports[1]["NumberOfClasses"], "2");
  EXPECT_EQ(reports[1]["ObjectClass"], "3");
  EXPECT_EQ(reports[1]["AttributeList"], "1,3");
  EXPECT_EQ(reports[2]["ObjectClass"], "6");
  EXPECT_EQ(command(observer, Interaction::RequestSubscriptions, one), "");
  reports = take_mom_callbacks(observer).reports;
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_EQ(reports[0]["InteractionClassList"], "3/active,4/passive");
  EXPECT_EQ(reports[1], (Texts{{"=", "ReportObjectSubscription"},
                               {"Federate", "1"},
                               {"NumberOfClasses", "1"},
                               {"ObjectClass", "3"},
                               {"Active", "False"},
                               {"AttributeList", "3,4"}}));
}

TEST_P(Mom, ReportsSubscriptionsWithRegions) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  subscribe_to(observer, Interaction::ReportInteractionSubscription);
  subscribe_to(observer, Interaction::ReportObjectSubscription);
  const auto near = harness.call(one, wire::CreateRegion{kTerrain, 1, {}});
  const auto far = harness.call(one, wire::CreateRegion{kTerrain, 1, {}});
  ASSERT_EQ(refusal(near), "");
  ASSERT_EQ(refusal(far), "");
  const auto subscribe_in = [&](wire::RegionHandle region, bool active) {
    return call(one, wire::SubscribeObjectClassAttributesWithRegion{
                         kTank, region, AttributeSet{kPosition}, active});
  };
  EXPECT_EQ(subscribe(one, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(subscribe_in(*near, true), "");
  EXPECT_EQ(subscribe_in(*far, false), "");
  EXPECT_EQ(call(one, wire::SubscribeInteractionClassWithRegion{kShot, *near, false}), "");
  EXPECT_EQ(call(one, wire::SubscribeInteractionClassWithRegion{kHit, *near, false}), "");
  EXPECT_EQ(call(one, wire::SubscribeInteractionClassWithRegion{kHit, *far, true}), "");
  EXPECT_EQ(command(observer, Interaction::RequestSubscriptions, one), "");
  auto reports = take_mom_callbacks(observer).reports;
  ASSERT_EQ(reports.size(), 3u);
  EXPECT_EQ(reports[0]["InteractionClassList"], "2/passive,3/active");
  EXPECT_EQ(reports[1]["NumberOfClasses"], "1");
  EXPECT_EQ(reports[1]["ObjectClass"], "3");
  EXPECT_EQ(reports[1]["Active"], "True");
  EXPECT_EQ(reports[1]["AttributeList"], "2,3");
  EXPECT_EQ(reports[2]["ObjectClass"], "3");
  EXPECT_EQ(reports[2]["Active"], "False");
  EXPECT_EQ(reports[2]["AttributeList"], "2");
}

TEST_P(Mom, ReportsWhatAFederateKnowsOfAnInstance) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(subscribe(two, kVehicle, AttributeSet{kSpeed}), "");
  const ObjectHandle tank = register_object(one, kTank, "Tiger");
  (void)take_mom_callbacks(two);
  subscribe_to(two, Interaction::ReportObjectInformation);
  const auto ask = [&](Federate about, const std::string& instance) {
    EXPECT_EQ(
        command(two, Interaction::RequestObjectInformation, about, {{"ObjectInstance", instance}}),
        "");
    return only_report(two);
  };
  Texts report = ask(one, "Tiger");
  EXPECT_EQ(report["OwnedAttributeList"], "1,3");
  EXPECT_EQ(report["RegisteredClass"], "3");
  EXPECT_EQ(report["KnownClass"], "3");
  report = ask(two, text(tank));
  EXPECT_EQ(report["ObjectInstance"], "Tiger");
  EXPECT_EQ(report["OwnedAttributeList"], "");
  EXPECT_EQ(report["KnownClass"], "2");
  report = ask(one, "Leopard");
  EXPECT_EQ(report["ObjectInstance"], "Leopard");
  EXPECT_EQ(report["RegisteredClass"], "");
}

TEST_P(Mom, UpdatesEveryReportPeriod) {
  using std::chrono::milliseconds;
  const Federate one = join("one");
  const Federate observer = join("observer");
  observe_federates(observer, {FederateAttribute::FederateTime, FederateAttribute::FederateType});
  (void)take_mom_callbacks(observer);
  auto& rtig = harness.rtig();
  rtig.set_time(milliseconds(1'000));
  EXPECT_EQ(rtig.next_report(), std::nullopt);
  EXPECT_EQ(command(observer, Interaction::SetTiming, one, {{"ReportPeriod", "2"}}), "");
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"FederateTime", "0"}}));  // the first at once
  EXPECT_EQ(rtig.next_report(), milliseconds(3'000));
  rtig.set_time(milliseconds(2'999));
  rtig.request_manager_values();
  EXPECT_EQ(take_values_of(observer, one), Texts{});
  rtig.set_time(milliseconds(3'000));
  rtig.request_manager_values();
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"FederateTime", "0"}}));
  // Missed reports are not sent later.
  rtig.set_time(milliseconds(9'500));
  rtig.request_manager_values();
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"FederateTime", "0"}}));
  EXPECT_EQ(rtig.next_report(), milliseconds(11'000));
  EXPECT_EQ(command(observer, Interaction::SetTiming, one, {{"ReportPeriod", "0"}}), "");
  EXPECT_EQ(rtig.next_report(), std::nullopt);
}

TEST_P(Mom, AsksAStoppedFederateOnce) {
  using std::chrono::milliseconds;
  const Federate one = join("one");
  const Federate observer = join("observer");
  observe_federates(observer, {FederateAttribute::FederateTime});
  EXPECT_EQ(command(observer, Interaction::SetTiming, one, {{"ReportPeriod", "1"}}), "");
  (void)take_mom_callbacks(observer);
  harness.links().set_stopped(one, true);
  int asked = 0;
  for (int second = 1; second <= 5; ++second) {
    harness.rtig().set_time(milliseconds(1'000 * second));
    harness.rtig().request_manager_values();
  }
  harness.links().set_stopped(one, false);
  harness.set_watch([&](Federate to, bool up, const wire::Record& record) {
    const bool request = record.header.message_kind() == wire::Kind::ProvideManagerAttributes;
    if (!up && to == one && request && record.header.to() == handle(one)) ++asked;
  });
  EXPECT_EQ(take_values_of(observer, one), (Texts{{"FederateTime", "0"}}));
  EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace triad::test
