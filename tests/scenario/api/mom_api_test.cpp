// Scenarios of the Management Object Model. The observers are ordinary federates that use only
// services of the API.
#include <algorithm>
#include <cstdlib>
#include <fedtime.hh>

#include "tests/scenario/api/scenario.hpp"
#include "tests/scenario/api/text.hpp"

namespace triad::scenario {
namespace {

const std::string kCommands = "Manager.Federate.";

// Value as the RTI writes it: with one NUL after the text.
std::string ended(std::string text) {
  text.push_back('\0');
  return text;
}

// Values as the recorder writes them.
std::string shown(const Values& values) {
  constexpr std::size_t kRecordedBytes = 60;
  std::string text = "{";
  for (const auto& [name, value] : values) {
    const std::string bytes = ended(value);
    if (text.size() > 1) text += ' ';
    text += name + "=";
    text += bytes.size() <= kRecordedBytes ? '"' + bytes + '"'
                                           : std::to_string(bytes.size()) + " bytes";
  }
  return text + "} tag=\"MOM\"";
}

std::string reflected(const std::string& object, const Values& values) {
  return "reflectAttributeValues " + object + " " + shown(values);
}

std::string received(const std::string& interaction, const Values& values) {
  return "receiveInteraction InteractionRoot." + kCommands + interaction + " " + shown(values);
}

// Names of the objects discovered at the class, in order.
Names discovered(const Lines& lines, const std::string& object_class) {
  Names names;
  for (const std::string& line : lines) {
    const std::string prefix = "discoverObjectInstance ";
    const std::string suffix = " ObjectRoot." + object_class;
    if (!line.starts_with(prefix) || !line.ends_with(suffix)) continue;
    names.push_back(line.substr(prefix.size(), line.size() - prefix.size() - suffix.size()));
  }
  return names;
}

bool has(const Lines& lines, const std::string& line) {
  return std::ranges::find(lines, line) != lines.end();
}

// A federate that is observed, and the observer.
struct Pair {
  explicit Pair(Scenario& s) : scenario(s), one(s.federate("one")), boss(s.federate("boss")) {}

  // Name of the observed federate's object, after the observer has discovered it.
  std::string manager(const Names& attributes) {
    boss.subscribe("Manager.Federate", attributes);
    const Names names = discovered(boss.take_callbacks(), "Manager.Federate");
    EXPECT_EQ(names.size(), 2u);
    return names.empty() ? "" : names.front();
  }
  void command(const std::string& interaction, Values values = {}) {
    boss.publish_interaction(kCommands + interaction);
    values.insert(values.begin(), {"Federate", std::to_string(one.handle())});
    boss.send_interaction(kCommands + interaction, values);
  }
  void subscribe_to_report(const std::string& report) {
    boss.subscribe_interaction(kCommands + "Report." + report);
  }
  std::string id() { return std::to_string(one.handle()); }

  Scenario& scenario;
  Federate& one;
  Federate& boss;
};

// --- Objects.

SCENARIO(ManagementObjects, TheFederationFollowsItsMembers) {
  auto& observer = federate("observer");
  observer.subscribe("Manager.Federation", {"FederationName", "FederatesInFederation", "FEDid"});
  const Lines lines = observer.take_callbacks();
  const Names names = discovered(lines, "Manager.Federation");
  ASSERT_EQ(names.size(), 1u);
  const std::string self = std::to_string(observer.handle());
  EXPECT_TRUE(has(lines, reflected(names[0], {{"FederationName", federation()},
                                              {"FederatesInFederation", self},
                                              {"FEDid", fed_file()}})))
      << lines.back();
  auto& second = federate("second");
  const std::string both = self + "," + std::to_string(second.handle());
  EXPECT_EQ(observer.take_callbacks(),
            Lines({reflected(names[0], {{"FederatesInFederation", both}})}));
  second.resign();
  EXPECT_EQ(observer.take_callbacks(),
            Lines({reflected(names[0], {{"FederatesInFederation", self}})}));
}

SCENARIO(ManagementObjects, EveryMemberIsAnObject) {
  Pair s(*this);
  s.boss.subscribe("Manager.Federate", {"FederateHandle", "FederateType"});
  const Lines lines = s.boss.take_callbacks();
  const Names names = discovered(lines, "Manager.Federate");
  ASSERT_EQ(names.size(), 2u);
  EXPECT_TRUE(
      has(lines, reflected(names[0], {{"FederateHandle", s.id()}, {"FederateType", "one"}})));
  s.one.resign();
  EXPECT_EQ(s.boss.take_callbacks(), Lines({"removeObjectInstance " + names[0] + " tag=\"\""}));
}

SCENARIO(ManagementObjects, AFederateWithoutANameHasAnEmptyType) {
  auto& unnamed = federate("");
  auto& observer = federate("observer");
  observer.subscribe("Manager.Federate", {"FederateHandle", "FederateType"});
  const Lines lines = observer.take_callbacks();
  const Names names = discovered(lines, "Manager.Federate");
  ASSERT_EQ(names.size(), 2u);
  EXPECT_TRUE(has(lines, reflected(names[0], {{"FederateHandle", std::to_string(unnamed.handle())},
                                              {"FederateType", ""}})));
}

SCENARIO(ManagementObjects, ItsValuesAreGivenOnRequest) {
  Pair s(*this);
  const auto manager = s.manager({"FederateType", "ObjectsOwned"});
  s.one->disableClassRelevanceAdvisorySwitch();
  s.one.publish("Vehicle.Tank", {"Speed"});
  s.one.register_object("Vehicle.Tank", "Tank1");
  s.boss->requestObjectAttributeValueUpdate(
      s.boss.object(manager), *s.boss.attributes("Manager.Federate", {"ObjectsOwned"}));
  EXPECT_EQ(s.boss.take_callbacks(), Lines({reflected(manager, {{"ObjectsOwned", "1"}})}));
}

SCENARIO(ManagementObjects, TheRtiOwnsThem) {
  Pair s(*this);
  const auto manager = s.manager({"FederateType"});
  const auto type = s.boss.attribute("Manager.Federate", "FederateType");
  s.boss->queryAttributeOwnership(s.boss.object(manager), type);
  EXPECT_EQ(s.boss.take_callbacks(), Lines({"attributeOwnedByRTI " + manager + " FederateType"}));
  EXPECT_FALSE(s.boss.owns(manager, "FederateType"));
  EXPECT_THROWS(DeletePrivilegeNotHeld, s.boss->deleteObjectInstance(s.boss.object(manager), ""));
}

SCENARIO(ManagementObjects, StatesAreToldWhenTheyChange) {
  Pair s(*this);
  const auto manager = s.manager({"TimeRegulating", "TimeManagerState"});
  s.one.time().regulate(0, 1);
  EXPECT_EQ(s.boss.take_callbacks(), Lines({reflected(manager, {{"TimeRegulating", "True"}})}));
  s.one->timeAdvanceRequest(RTIfedTime(3));
  EXPECT_EQ(s.boss.take_callbacks(),
            Lines({reflected(manager, {{"TimeManagerState", "Advance pending"}}),
                   reflected(manager, {{"TimeManagerState", "Idle"}})}));
}

SCENARIO(ManagementObjects, PeriodicValuesComeByTheClock) {
  Pair s(*this);
  const auto manager = s.manager({"FederateTime"});
  s.command("Adjust.SetTiming", {{"ReportPeriod", "0.02"}});
  const std::string update = reflected(manager, {{"FederateTime", "0"}});
  for (int i = 0; i < 4; ++i) s.boss.wait_for_callback(update);
  s.command("Adjust.SetTiming", {{"ReportPeriod", "0"}});
}

// --- Reports.

SCENARIO(ManagementReports, DeclarationsAreReported) {
  Pair s(*this);
  s.subscribe_to_report("ReportObjectPublication");
  s.one.publish("Vehicle", {"Speed"});
  const std::string vehicle = std::to_string(s.boss.object_class("Vehicle"));
  const std::string attributes = std::to_string(s.boss.attribute("Vehicle", "privilegeToDelete")) +
                                 "," + std::to_string(s.boss.attribute("Vehicle", "Speed"));
  s.command("Request.RequestPublications");
  EXPECT_EQ(s.boss.take_callbacks(),
            Lines({received("Report.ReportObjectPublication", {{"Federate", s.id()},
                                                               {"NumberOfClasses", "1"},
                                                               {"ObjectClass", vehicle},
                                                               {"AttributeList", attributes}})}));
}

SCENARIO(ManagementReports, ServiceCallsAndCallbacksAreReported) {
  Pair s(*this);
  s.subscribe_to_report("ReportServiceInvocation");
  s.command("Adjust.SetServiceReporting", {{"ReportingState", "True"}});
  wait_until_quiet();
  s.boss.recorder().take_lines();
  EXPECT_THROWS(FederateLoggingServiceCalls,
                s.one.subscribe_interaction("Manager.Federate.Report.ReportServiceInvocation"));
  s.one.publish("Vehicle", {"Speed"});
  wait_until_quiet();
  const Lines lines = s.boss.recorder().take_lines();
  const auto find = [&](const std::string& service) {
    return std::ranges::find_if(lines, [&](const std::string& line) {
      return line.find("Service=\"" + ended(service) + '"') != line.npos;
    });
  };
  const auto publish = find("publishObjectClass");
  ASSERT_NE(publish, lines.end());
  const std::string vehicle = std::to_string(s.boss.object_class("Vehicle"));
  const std::string argument = "SuppliedArgument1=\"" + ended("theClass=" + vehicle) + '"';
  EXPECT_NE(publish->find(argument), publish->npos) << *publish;
  const auto refused = find("subscribeInteractionClass");
  ASSERT_NE(refused, lines.end());
  const std::string exception =
      "ExceptionDescription=\"" + ended("FederateLoggingServiceCalls") + '"';
  EXPECT_NE(refused->find(exception), refused->npos) << *refused;
  // The markers of the fixture.
  EXPECT_NE(find("receiveInteraction"), lines.end());
}

SCENARIO(ManagementReports, ExceptionsAreAlertedWhileTheyAreLogged) {
  Pair s(*this);
  s.subscribe_to_report("Alert");
  s.command("Adjust.SetExceptionLogging", {{"LoggingState", "True"}});
  wait_until_quiet();
  EXPECT_THROWS(ObjectNotKnown, s.one->getObjectInstanceName(kNoObject));
  wait_until_quiet();
  const auto& values = s.boss.recorder().last_values();
  EXPECT_EQ(values.at("AlertSeverity"), ended("RTI exception"));
  EXPECT_TRUE(values.at("AlertDescription").starts_with("ObjectNotKnown in getObjectInstanceName"))
      << values.at("AlertDescription");
}

SCENARIO(ManagementReports, ACreationOfARegionInNoSpaceIsAlerted) {
  Pair s(*this);
  s.subscribe_to_report("Alert");
  s.command("Adjust.SetExceptionLogging", {{"LoggingState", "True"}});
  wait_until_quiet();
  EXPECT_THROWS(SpaceNotDefined, s.one->createRegion(99, 1));
  wait_until_quiet();
  const auto& values = s.boss.recorder().last_values();
  EXPECT_TRUE(values.at("AlertDescription").starts_with("SpaceNotDefined in createRegion"))
      << values.at("AlertDescription");
}

// --- Services on behalf of a federate.

SCENARIO(ManagementServices, AFederateDeclaresByOrder) {
  Pair s(*this);
  s.one->disableClassRelevanceAdvisorySwitch();
  const auto tank = s.one.object_class("Vehicle.Tank");
  EXPECT_THROWS(ObjectClassNotPublished, s.one->registerObjectInstance(tank));
  s.command("Service.PublishObjectClass",
            {{"ObjectClass", std::to_string(tank)},
             {"AttributeList", std::to_string(s.one.attribute("Vehicle.Tank", "Speed"))}});
  wait_until_quiet();
  EXPECT_NE(s.one->registerObjectInstance(tank), 0u);
}

SCENARIO(ManagementServices, AFederateAdvancesByOrder) {
  Pair s(*this);
  s.command("Service.TimeAdvanceRequest", {{"FederationTime", "7.5"}});
  s.one.wait_for_callback("timeAdvanceGrant 7.5");
  EXPECT_EQ(s.one.time().federate_time(), 7.5);
}

SCENARIO(ManagementServices, AFederateFlushesByOrderWhatWasSentBefore) {
  ::setenv("RTI_BACKGROUND", "no", 1);
  Pair s(*this);
  ::unsetenv("RTI_BACKGROUND");
  auto& sender = federate();
  s.one.subscribe_interaction("Report");
  s.one.time().constrain();
  sender.publish_interaction("Report");
  sender.time().regulate(0, 1);
  settle();
  constexpr int kSent = 400;
  for (int i = 1; i <= kSent; ++i) sender.send_interaction_at(i, "Report", {});
  sender.publish_interaction("Marker");
  s.command("Service.FlushQueueRequest", {{"FederationTime", "1"}});
  while (s.one.recorder().lines().empty() ||
         s.one.recorder().lines().back() != "timeAdvanceGrant 1") {
    (void)s.one->tick(3600.0, 3600.0);
  }
  EXPECT_EQ(s.one.recorder().take_lines().size(), kSent + 1u);
}

SCENARIO(ManagementServices, AFederateResignsByOrder) {
  Pair s(*this);
  s.boss.subscribe("Manager.Federate", {"FederateType"});
  const Names names = discovered(s.boss.take_callbacks(), "Manager.Federate");
  s.command("Service.ResignFederationExecution", {{"ResignAction", "No Action"}});
  // Only the observer remains: the other is no longer a member, and its tick says so.
  s.one.mark_resigned();
  s.boss.wait_for_callback("removeObjectInstance " + names.front() + " tag=\"\"");
  const auto next_call = [&] {
    s.one->publishInteractionClass(s.boss.interaction_class("Report"));
  };
  EXPECT_THROWS(FederateNotExecutionMember, next_call());
  EXPECT_THROWS(FederateNotExecutionMember, s.one->resignFederationExecution(RTI::NO_ACTION));
  EXPECT_THROWS(FederateNotExecutionMember, s.one->resignFederationExecution(RTI::NO_ACTION));
  s.one.join(federation());
  EXPECT_TRUE(s.one.is_joined());
}

// A registration needs no reply of the RTIG, so the member's own RTIA must refuse it.
SCENARIO(ManagementServices, AFederateRegistersNothingAfterOthersHaveSeenThatItIsResigned) {
  Pair s(*this);
  s.boss.subscribe("Person", {"Rank"});
  for (int round = 0; round < 10; ++round) {
    s.one.publish("Person", {"Rank"});
    const std::string name = "person " + std::to_string(round);
    const auto person = s.one.object_class("Person");
    s.one.register_object("Person", name);
    s.boss.wait_for_callback("discoverObjectInstance " + name + " ObjectRoot.Person");
    s.command("Service.ResignFederationExecution",
              {{"ResignAction", "Delete Objects And Release Attributes"}});
    s.one.mark_resigned();
    s.boss.wait_for_callback("removeObjectInstance " + name + " tag=\"\"");
    EXPECT_THROWS(FederateNotExecutionMember, (void)s.one->registerObjectInstance(person));
    s.one.join(federation());
  }
}

// Without the background thread, only the federate's own services read the order.
SCENARIO(ManagementServices, AFederateWithoutABackgroundThreadRegistersNothingOnceTheOrderHasCome) {
  if (const char* host = std::getenv("RTI_RTIA");
      host != nullptr && host == std::string("process")) {
    GTEST_SKIP() << "when the order has arrived at the rtia cannot be seen from here";
  }
  ::setenv("RTI_BACKGROUND", "no", 1);
  Pair s(*this);
  ::unsetenv("RTI_BACKGROUND");
  const std::string manager = s.manager({"FederateHandle"});
  s.one.publish("Person", {"Rank"});
  const auto person = s.one.object_class("Person");
  s.command("Service.ResignFederationExecution",
            {{"ResignAction", "Delete Objects And Release Attributes"}});
  // The order may take other routers than the replies to `boss`, and arrive after them.
  const auto is_refused = [&] {
    return throws<RTI::FederateNotExecutionMember>(
        [&] { (void)s.one->registerObjectInstance(person); });
  };
  for (int i = 0; i < 1'000 && !is_refused(); ++i) s.boss.publish_interaction("Report");
  EXPECT_THROWS(FederateNotExecutionMember, (void)s.one->registerObjectInstance(person));
  s.one.mark_resigned();
  s.boss.wait_for_callback("removeObjectInstance " + manager + " tag=\"\"");
}

SCENARIO(ManagementServices, WhatFailsIsAlerted) {
  Pair s(*this);
  s.subscribe_to_report("Alert");
  s.command("Service.UnpublishObjectClass",
            {{"ObjectClass", std::to_string(s.one.object_class("Vehicle"))}});
  wait_until_quiet();
  const auto& values = s.boss.recorder().last_values();
  EXPECT_TRUE(
      values.at("AlertDescription").starts_with("UnpublishObjectClass: ObjectClassNotPublished"))
      << values.at("AlertDescription");
}

}  // namespace
}  // namespace triad::scenario
