#include "tools/rtictl/federation_view.hpp"

#include <gtest/gtest.h>

namespace triad::rtictl {
namespace {

wire::FederationList two_federations() {
  wire::FederateInfo tank;
  tank.federate = wire::FederateHandle(1);
  tank.federate_type = "tank";
  tank.host = "alpha";
  tank.process = 4711;
  tank.transport = "tcp 127.0.0.1:51234";
  tank.principal = "user anna";
  tank.state = "joined";
  tank.queued_bytes = 12;
  wire::FederationInfo battle;
  battle.federation = "battle";
  battle.fed = "battle.fed";
  battle.objects = 1;
  battle.federates = {tank};
  wire::FederationInfo empty;
  empty.federation = "empty";
  empty.fed = "empty.fed";
  return {{battle, empty}};
}

TEST(FederationView, ShowsEachFederationWithItsFederates) {
  EXPECT_EQ(as_tables(two_federations()),
            "battle: FED battle.fed, 1 object, 1 federate\n"
            "  FEDERATE  NAME  HOST    PID  TRANSPORT            PRINCIPAL  STATE   QUEUED BYTES\n"
            "         1  tank  alpha  4711  tcp 127.0.0.1:51234  user anna  joined            12\n"
            "\n"
            "empty: FED empty.fed, 0 objects, 0 federates\n");
}

TEST(FederationView, ShowsAFederateWithoutANameAsUnnamed) {
  wire::FederationInfo battle;
  battle.federates = {wire::FederateInfo{}};
  EXPECT_NE(as_tables({{battle}}).find(" 0  (unnamed)  "), std::string::npos)
      << as_tables({{battle}});
  EXPECT_NE(as_json({{battle}}).find(R"("type":"")"), std::string::npos);
}

TEST(FederationView, NamesTheFederatesThatAStepWaitsFor) {
  auto list = two_federations();
  wire::OpenStep step;
  step.kind = "save";
  step.label = "s1";
  step.awaited = "call federateSaveComplete";
  step.open_ms = 12'345;
  step.owing = {{wire::FederateHandle(1), 12'345}, {wire::FederateHandle(9), 2'000}};
  step.owing_count = 3;
  list.federations[0].steps = {step};
  const std::string text = as_tables(list);
  EXPECT_NE(text.find("joined            12\nSave 's1' has waited 12.3 s for tank (1) (12.3 s), "
                      "federate 9 (2.0 s) and 1 more to call federateSaveComplete.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(as_json(list).find(R"("federates":[{"federate":1,"owed_ms":12345},)"
                               R"({"federate":9,"owed_ms":2000}],"more":1}])"),
            std::string::npos)
      << as_json(list);
}

TEST(FederationView, SaysWhenThereIsNone) {
  EXPECT_EQ(as_tables({}), "No federations.\n");
}

TEST(FederationView, GivesTheSameAsJson) {
  EXPECT_EQ(
      as_json(two_federations()),
      R"({"federations":[{"federation":"battle","fed":"battle.fed","objects":1,"federates":[)"
      R"({"federate":1,"type":"tank","host":"alpha","pid":4711,)"
      R"("transport":"tcp 127.0.0.1:51234","principal":"user anna","state":"joined","queued_bytes":12}],"steps":[]},)"
      R"({"federation":"empty","fed":"empty.fed","objects":0,"federates":[],"steps":[]}]})"
      "\n");
}

TEST(FederationView, KeepsJsonUtf8WhateverAFederateIsCalled) {
  wire::FederationInfo federation;
  federation.federation = "caf\xe9 \xc3\xa9";
  EXPECT_NE(as_json({{federation}}).find("caf\xef\xbf\xbd \xc3\xa9"), std::string::npos);
}

wire::FederationList harmful_names() {
  wire::FederateInfo federate;
  federate.federate = wire::FederateHandle(1);
  federate.federate_type =
      "a\x9b"
      "2Jb";
  federate.host = "h\xc2\x9b";
  federate.transport = "t\u202e";
  federate.principal = "user \x1b[2J";
  federate.state = "s\u2028";
  wire::FederationInfo federation;
  federation.federation = "f\x1b[2J";
  federation.fed = "g\u2029";
  federation.federates = {federate};
  return {{federation}};
}

bool is_harmful_to_a_terminal(const std::string& text) {
  for (const char* part : {"\x9b", "\x1b", "\u202e", "\u2028", "\u2029"}) {
    if (text.find(part) != text.npos) return true;
  }
  return false;
}

TEST(FederationView, NoNameOfAPeerControlsTheTerminal) {
  const std::string tables = as_tables(harmful_names());
  EXPECT_FALSE(is_harmful_to_a_terminal(tables)) << tables;
  EXPECT_NE(tables.find("a\\x9b2Jb  h\\xc2\\x9b"), tables.npos) << tables;
  const std::string json = as_json(harmful_names());
  EXPECT_FALSE(is_harmful_to_a_terminal(json)) << json;
  EXPECT_NE(json.find(R"("host":"h\u009b")"), json.npos) << json;
  EXPECT_NE(json.find(R"("transport":"t\u202e")"), json.npos) << json;
}

}  // namespace
}  // namespace triad::rtictl
