#include "tools/rtictl/trace/trace_names.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

NameTable table() {
  NameTable names;
  names.add_object_class(4,
                         {"Vehicle.Tank", {{1, "privilegeToDelete"}, {2, "Speed"}, {3, "Fuel"}}});
  names.add_interaction_class(5, {"Shot", {{1, "Target"}, {2, "Round"}}});
  names.add_space(2, "Plain");
  names.add_object(17, {"tiger", 4});
  names.add_federate(1, "alpha");
  names.add_federate(2, "bravo");
  return names;
}

// Returns "name=text" for each argument of the event, separated by blanks.
std::string arguments(const std::string& service, std::vector<std::string> given) {
  ServiceInvocation report;
  report.service = service;
  report.arguments = std::move(given);
  std::string text;
  for (const TraceArgument& argument : make_event(report, table()).arguments) {
    if (!text.empty()) text += ' ';
    text += argument.name + "=" + argument.text;
  }
  return text;
}

TEST(TraceNames, NameAttributesByTheClassOfTheObject) {
  EXPECT_EQ(arguments("updateAttributeValues",
                      {"theObject=17", "theAttributes=2:\"fast\",3:0x00ff...", "theTime=5"}),
            "theObject=tiger theAttributes={Speed=\"fast\" Fuel=0x00ff...} theTime=5");
  EXPECT_EQ(arguments("turnUpdatesOnForObjectInstance", {"theObject=17", "theAttributes=2,3"}),
            "theObject=tiger theAttributes={Speed Fuel}");
  EXPECT_EQ(arguments("queryAttributeOwnership", {"theObject=17", "theAttribute=3"}),
            "theObject=tiger theAttribute=Fuel");
}

TEST(TraceNames, NameAttributesByTheClassGiven) {
  EXPECT_EQ(arguments("publishObjectClass", {"theClass=4", "attributeList=2"}),
            "theClass=Vehicle.Tank attributeList=Speed");
  EXPECT_EQ(arguments("getAttributeName", {"theHandle=3", "whichClass=4"}),
            "theHandle=Fuel whichClass=Vehicle.Tank");
}

TEST(TraceNames, NameInteractionsAndTheirParameters) {
  EXPECT_EQ(arguments("sendInteraction", {"theInteraction=5", "theParameters=1:\"x\"", "theTag="}),
            "theInteraction=Shot theParameters={Target=\"x\"} theTag=");
  EXPECT_EQ(arguments("subscribeInteractionClass", {"theClass=5", "active=True"}),
            "theClass=Shot active=True");
  EXPECT_EQ(arguments("turnInteractionsOn", {"theHandle=5"}), "theHandle=Shot");
  EXPECT_EQ(arguments("changeInteractionOrderType", {"theClass=5", "theType=2"}),
            "theClass=Shot theType=timestamp");
}

TEST(TraceNames, NameFederatesAndSpaces) {
  EXPECT_EQ(arguments("informAttributeOwnership", {"theObject=17", "theAttribute=2", "theOwner=2"}),
            "theObject=tiger theAttribute=Speed theOwner=bravo");
  EXPECT_EQ(arguments("registerFederationSynchronizationPoint", {"label=go", "syncSet=1,2,9"}),
            "label=go syncSet=alpha, bravo, federate 9");
  EXPECT_EQ(arguments("createRegion", {"theSpace=2", "numberOfExtents=1"}),
            "theSpace=Plain numberOfExtents=1");
}

TEST(TraceNames, KeepHandlesThatTheyDoNotKnow) {
  EXPECT_EQ(arguments("updateAttributeValues", {"theObject=99", "theAttributes=2:\"fast\""}),
            "theObject=99 theAttributes={2=\"fast\"}");
  EXPECT_EQ(arguments("publishObjectClass", {"theClass=40", "attributeList=2,7"}),
            "theClass=40 attributeList={2 7}");
  EXPECT_EQ(arguments("updateAttributeValues", {"theObject=17", "theAttributes=8:\"?\""}),
            "theObject=tiger theAttributes={8=\"?\"}");
  EXPECT_EQ(arguments("updateAttributeValues", {"theObject=17", "theAttributes=?"}),
            "theObject=tiger theAttributes=?");
}

TEST(TraceNames, LeaveTextsAloneThatLookLikeHandles) {
  EXPECT_EQ(arguments("registerObjectInstance", {"theClass=4", "theObject=17"}),
            "theClass=Vehicle.Tank theObject=17");
  EXPECT_EQ(arguments("updateAttributeValues", {"theObject=17", "theAttributes=", "theTag=a=4"}),
            "theObject=tiger theAttributes={} theTag=a=4");
}

TEST(TraceNames, SeeWhereAValueEnds) {
  EXPECT_EQ(arguments("updateAttributeValues",
                      {"theObject=17", R"(theAttributes=2:"a\",3:\"b\\",3:"c")"}),
            R"(theObject=tiger theAttributes={Speed="a\",3:\"b\\" Fuel="c"})");
  // A value without an end.
  EXPECT_EQ(arguments("updateAttributeValues", {"theObject=17", R"(theAttributes=2:"a\)"}),
            R"(theObject=tiger theAttributes={Speed="a\})");
}

TEST(TraceNames, NameWhatWasRegistered) {
  ServiceInvocation report;
  report.service = "registerObjectInstance";
  report.returned = "17";
  EXPECT_EQ(make_event(report, table()).returned, "tiger (17)");
  report.returned = "18";
  EXPECT_EQ(make_event(report, table()).returned, "18");
}

TEST(TraceNames, SayNothingOfARetractionHandleThatIsNone) {
  ServiceInvocation report;
  report.service = "sendInteraction";
  report.returned = "0/0";
  EXPECT_EQ(make_event(report, table()).returned, "");
  report.returned = "7/1";
  EXPECT_EQ(make_event(report, table()).returned, "7/1");
}

TEST(TraceNames, AreLearntFromReports) {
  NameTable names = table();
  names.add_from_report({1,
                         true,
                         "discoverObjectInstance",
                         {"theObject=18", "theObjectClass=4", "theObjectName=lion"},
                         "",
                         ""});
  names.add_from_report(
      {1, false, "registerObjectInstance", {"theClass=4", "theObject=puma"}, "19", ""});
  // Known names stay. A report without a name adds nothing.
  names.add_from_report({1,
                         true,
                         "discoverObjectInstance",
                         {"theObject=17", "theObjectClass=1", "theObjectName=cat"},
                         "",
                         ""});
  names.add_from_report({1, false, "registerObjectInstance", {"theClass=4"}, "20", ""});
  ASSERT_NE(names.object(18), nullptr);
  EXPECT_EQ(names.object(18)->name, "lion");
  EXPECT_EQ(names.object(18)->object_class, 4u);
  ASSERT_NE(names.object(19), nullptr);
  EXPECT_EQ(names.object(19)->name, "puma");
  EXPECT_EQ(names.object(17)->name, "tiger");
  EXPECT_EQ(names.object(20), nullptr);
}

TEST(TraceNames, TellFederatesOfOneNameApart) {
  NameTable names = table();
  EXPECT_EQ(names.add_federate(7, "alpha"), "alpha(7)");
  EXPECT_EQ(names.add_federate(1, "alpha"), "alpha");
  EXPECT_EQ(names.federate(7), "alpha(7)");
}

TEST(TraceNames, RememberRemovedObjectsForAWhile) {
  NameTable names = table();
  names.remove_object(17);
  EXPECT_NE(names.object(17), nullptr);
  for (std::uint64_t other = 100; other < 10'100; ++other) names.remove_object(other);
  EXPECT_EQ(names.object(17), nullptr);
}

TEST(TraceNames, FollowTheTimeOfAFederate) {
  ServiceInvocation grant{1, true, "timeAdvanceGrant", {"theTime=4.5"}, "", ""};
  EXPECT_EQ(time_reached(grant), "4.5");
  ServiceInvocation request{1, false, "timeAdvanceRequest", {"theTime=4.5"}, "", ""};
  EXPECT_EQ(time_reached(request), "");
  EXPECT_EQ(time_reached({1, true, "timeRegulationEnabled", {"theFederateTime=3"}, "", ""}), "3");
}

}  // namespace
}  // namespace triad::rtictl
