// Reports of service calls and alerts of the MOM in the state machines.
#include <gtest/gtest.h>

#include "core/double_time.hpp"
#include "tests/scenario/core/mom_scenario.hpp"

namespace triad::test {
namespace {

using namespace core::test;
using mom::FederateAttribute;
using mom::Interaction;

class MomReports : public MomScenario, public testing::WithParamInterface<Sharing> {
 protected:
  MomReports() : MomScenario(GetParam()) {}
};
INSTANTIATE_TEST_SUITE_P(Members, MomReports, kSharings, name_of_sharing);

TEST_P(MomReports, ReportsServiceCallsAndCallbacks) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  subscribe_to(observer, Interaction::ReportServiceInvocation);
  EXPECT_EQ(publish(observer, kShot), "");
  EXPECT_EQ(command(observer, Interaction::SetServiceReporting, one, {{"ReportingState", "True"}}),
            "");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kSpeed}), "");
  EXPECT_EQ(only_report(observer), (Texts{{"=", "ReportServiceInvocation"},
                                          {"Federate", "1"},
                                          {"Service", "publishObjectClass"},
                                          {"Initiator", "Federate"},
                                          {"SuccessIndicator", "True"},
                                          {"SuppliedArgument1", "theClass=3"},
                                          {"SuppliedArgument2", "attributeList=3"},
                                          {"SuppliedArgument3", ""},
                                          {"SuppliedArgument4", ""},
                                          {"SuppliedArgument5", ""},
                                          {"ReturnedArgument", ""},
                                          {"ExceptionDescription", ""},
                                          {"ExceptionID", ""}}));
  // A named registration includes a round trip to reserve the name.
  const ObjectHandle tank = register_object(one, kTank, "Tiger");
  Texts report = only_report(observer);
  EXPECT_EQ(report["Service"], "registerObjectInstance");
  EXPECT_EQ(report["SuppliedArgument2"], "theObject=Tiger");
  EXPECT_EQ(report["ReturnedArgument"], text(tank));
  EXPECT_EQ(update(one, tank, value(kSpeed, "10"), "tag"), "");
  report = only_report(observer);
  EXPECT_EQ(report["SuppliedArgument1"], "theObject=" + text(tank));
  EXPECT_EQ(report["SuppliedArgument2"], "theAttributes=3:\"10\"");
  EXPECT_EQ(report["SuppliedArgument3"], "theTag=tag");
  EXPECT_EQ(report["ReturnedArgument"], "");
  advance(one, 4.5);
  report = only_report(observer);
  EXPECT_EQ(report["Service"], "timeAdvanceRequest");
  EXPECT_EQ(report["SuppliedArgument1"], "theTime=4.5");
  (void)take_mom_callbacks(one);
  report = only_report(observer);
  EXPECT_EQ(report["Service"], "timeAdvanceGrant");
  EXPECT_EQ(report["Initiator"], "RTI");
  EXPECT_EQ(report["SuppliedArgument1"], "theTime=4.5");
  // Refusals here, and refusals of the RTIG.
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  report = only_report(observer);
  EXPECT_EQ(report["SuccessIndicator"], "False");
  EXPECT_EQ(report["ExceptionDescription"], "InteractionClassNotPublished");
  EXPECT_FALSE(report["ExceptionID"].empty());
  EXPECT_EQ(call(one, wire::RegisterObjectInstance{kTank, "Tiger"}), "ObjectAlreadyRegistered");
  EXPECT_EQ(only_report(observer)["ExceptionDescription"], "ObjectAlreadyRegistered");
  EXPECT_EQ(refusal(harness.call(one, wire::QueryTime{wire::TimeQuery::federate_time})), "");
  report = only_report(observer);
  EXPECT_EQ(report["Service"], "queryFederateTime");
  EXPECT_EQ(report["ReturnedArgument"], "4.5");
  // The last report is of its resignation.
  EXPECT_EQ(resign(one, ResignAction::delete_objects), "");
  report = only_report(observer);
  EXPECT_EQ(report["Service"], "resignFederationExecution");
  EXPECT_EQ(report["SuppliedArgument1"], "theAction=Delete Objects");
}

TEST_P(MomReports, ReportsOnNobodyWhoListensToReports) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  subscribe_to(observer, Interaction::ReportServiceInvocation);
  subscribe_to(observer, Interaction::Alert);
  EXPECT_EQ(
      command(observer, Interaction::SetServiceReporting, observer, {{"ReportingState", "1"}}), "");
  const Texts alert = only_report(observer);
  EXPECT_EQ(alert.at("="), "Alert");
  EXPECT_TRUE(
      alert.at("AlertDescription").starts_with("SetServiceReporting: FederateLoggingServiceCalls"));
  EXPECT_EQ(command(observer, Interaction::SetServiceReporting, one, {{"ReportingState", "1"}}),
            "");
  EXPECT_EQ(subscribe(one, handles.handle_of(Interaction::ReportServiceInvocation)),
            "FederateLoggingServiceCalls");
  EXPECT_EQ(
      call(one,
           wire::SubscribeInteractionClassWithRegion{
               handles.handle_of(Interaction::ReportServiceInvocation), wire::RegionHandle(1)}),
      "FederateLoggingServiceCalls");
  EXPECT_EQ(command(observer, Interaction::SetServiceReporting, one, {{"ReportingState", "0"}}),
            "");
  EXPECT_EQ(subscribe(one, handles.handle_of(Interaction::ReportServiceInvocation)), "");
}

TEST_P(MomReports, ReportsNoReportsOfReports) {
  const Federate one = join("one");
  const Federate two = join("two");
  const Federate observer = join("observer");
  // Both receive all reports, at the superclass.
  const auto above = model.interaction_class("Manager.Federate.Report");
  EXPECT_EQ(subscribe(one, above), "");
  EXPECT_EQ(subscribe(two, above), "");
  subscribe_to(observer, Interaction::ReportServiceInvocation);
  for (const Federate f : {one, two}) {
    EXPECT_EQ(command(observer, Interaction::SetServiceReporting, f, {{"ReportingState", "1"}}),
              "");
  }
  EXPECT_EQ(publish(one, kShot), "");
  for (int i = 0; i < 5; ++i) {
    (void)take_mom_callbacks(one);
    (void)take_mom_callbacks(two);
  }
  EXPECT_EQ(take_mom_callbacks(observer).reports.size(), 1u);
}

TEST_P(MomReports, AlertsOfExceptionsWhileTheyAreLogged) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  subscribe_to(observer, Interaction::Alert);
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  EXPECT_TRUE(take_mom_callbacks(observer).reports.empty());
  EXPECT_EQ(command(observer, Interaction::SetExceptionLogging, one, {{"LoggingState", "true"}}),
            "");
  EXPECT_EQ(publish(one, kTalk), "");
  EXPECT_TRUE(take_mom_callbacks(observer).reports.empty());
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  Texts alert = only_report(observer);
  EXPECT_EQ(alert["Federate"], "1");
  EXPECT_EQ(alert["AlertSeverity"], "RTI exception");
  EXPECT_EQ(alert["AlertID"], "1");
  EXPECT_TRUE(
      alert["AlertDescription"].starts_with("InteractionClassNotPublished in sendInteraction: "));
  EXPECT_TRUE(std::ranges::any_of(harness.log(), [](const std::string& line) {
    return line.find("alert about federate 1 'one': InteractionClassNotPublished") != line.npos;
  }));
  EXPECT_EQ(send_interaction(one, kShot, {}), "InteractionClassNotPublished");
  EXPECT_EQ(only_report(observer)["AlertID"], "2");
}

TEST_P(MomReports, AlertsOfCommandsThatMakeNoSense) {
  const Federate one = join("one");
  const Federate observer = join("observer");
  subscribe_to(observer, Interaction::Alert);
  const auto described = [&] { return only_report(observer)["AlertDescription"]; };
  EXPECT_EQ(command(observer, Interaction::SetTiming, "", {{"ReportPeriod", "1"}}), "");
  EXPECT_EQ(described(), "SetTiming: the parameter Federate is missing");
  EXPECT_EQ(command(observer, Interaction::SetTiming, "77", {{"ReportPeriod", "1"}}), "");
  EXPECT_EQ(described(), "SetTiming: no federate with the handle '77' is joined");
  EXPECT_EQ(command(observer, Interaction::SetTiming, one, {{"ReportPeriod", "soon"}}), "");
  EXPECT_EQ(described(), "SetTiming: 'soon' is not a number of seconds");
  EXPECT_EQ(command(observer, Interaction::SetServiceReporting, one), "");
  EXPECT_EQ(described(),
            "SetServiceReporting: RTIinternalError: the parameter ReportingState is missing");
  EXPECT_EQ(command(observer, Interaction::RequestObjectInformation, one), "");
  EXPECT_EQ(described(), "RequestObjectInformation: the parameter ObjectInstance is missing");
}

TEST_P(MomReports, CostsNoRecordWhereNobodySubscribes) {
  const Federate one = join("one");
  const Federate two = join("two");
  EXPECT_EQ(publish(one, kTank, AttributeSet{kTurret}), "");
  EXPECT_EQ(subscribe(two, kTank, AttributeSet{kTurret}), "");
  const ObjectHandle tank = register_object(one, kTank);
  harness.settle();
  std::vector<std::string> records;
  harness.set_watch([&](Federate, bool, const wire::Record& record) {
    records.emplace_back(wire::name_of(record.header.message_kind()));
  });
  EXPECT_EQ(update(one, tank, value(kTurret, "1")), "");
  advance(one, 3);
  (void)take_mom_callbacks(one);
  harness.settle();
  for (const auto& name : records) EXPECT_EQ(name, "UpdateAttributeValues");
}

}  // namespace
}  // namespace triad::test
