// The classes of records, and the table of their rules in docs/internals.md.
#include "records/record_class.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>

namespace triad::records {
namespace {

using wire::Kind;

const char* text(Turn turn) {
  switch (turn) {
    case Turn::each_router:
      return "as far as others want it";
    case Turn::reducer:
      return "to the router that reduces promises";
    case Turn::root:
      return "to the RTIG's router";
    case Turn::authority:
      return "to the RTIG";
    case Turn::none:
      return "no";
  }
  return "";
}

const char* text(Receivers receivers) {
  switch (receivers) {
    case Receivers::interested:
      return "members that want it";
    case Receivers::all:
      return "all other members";
    case Receivers::addressee:
      return "one member";
    case Receivers::routers:
      return "routers on its way";
    case Receivers::answered_by_log:
      return "none; the log answers";
    case Receivers::next_router:
      return "the other router";
  }
  return "";
}

const char* yes(bool value) {
  return value ? "yes" : "";
}

std::string table() {
  std::string lines =
      "| record | goes up | goes to | once per router | answered | waits for peers |\n"
      "| --- | --- | --- | --- | --- | --- |\n";
  for (const RecordRules& rules : kRecordRules) {
    const bool for_all = rules.record_class == RecordClass::log;
    lines += "| " + std::string(rules.name) + " | " + text(rules.turn) + " | " +
             (for_all ? "all members, or those that want it" : text(rules.receivers)) + " | " +
             yes(rules.is_chosen_at_each_hop) + " | " + yes(rules.is_answered) + " | " +
             yes(rules.waits_for_peers) + " |\n";
  }
  return lines;
}

TEST(RecordClass, ItsRulesStandInTheDocuments) {
  const std::string path = std::string(TRIAD_SOURCE_DIR) + "/docs/internals.md";
  std::ifstream file(path);
  std::stringstream document;
  document << file.rdbuf();
  EXPECT_NE(document.str().find(table()), std::string::npos) << path << " should have this table:\n"
                                                             << table();
}

wire::RecordHeader header(Kind kind, wire::InterestKey key = 0) {
  wire::RecordHeader header;
  header.kind = static_cast<std::uint16_t>(kind);
  header.sender = 1;
  header.interest_key = key;
  return header;
}

TEST(RecordClass, DataIsLocalInReceiveOrderForAnyMemberWithAKeyOfRouters) {
  wire::RecordHeader update = header(Kind::UpdateAttributeValues, 3);
  EXPECT_EQ(class_upwards(update), RecordClass::local_data);
  update.interest_key = kLocalKeysEnd;
  EXPECT_EQ(class_upwards(update), RecordClass::other_data);
  update.interest_key = 3;
  update.flags = wire::kTimeStamped;
  EXPECT_EQ(class_upwards(update), RecordClass::other_data);
  update.addressee = 2;
  EXPECT_EQ(class_upwards(update), RecordClass::addressed);
  EXPECT_EQ(class_upwards(header(Kind::SendInteraction)), RecordClass::request) << "no key";
}

TEST(RecordClass, ARecordThatGoesDownIsOfTheLogOrAnAnswerOrOfAMember) {
  wire::RecordHeader log = header(Kind::FederateJoined);
  log.sender = wire::kRtig.value;
  EXPECT_EQ(class_downwards(log), RecordClass::answer);
  log.flags = wire::kLogRecord;
  EXPECT_EQ(class_downwards(log), RecordClass::log);
  log.addressee = 2;
  EXPECT_EQ(class_downwards(log), RecordClass::answer) << "an answer to a member that has left";
  wire::RecordHeader piece = header(Kind::Piece);
  piece.sender = wire::kRtig.value;
  piece.flags = wire::kLogRecord;
  EXPECT_EQ(class_downwards(piece), RecordClass::answer);
  EXPECT_EQ(class_downwards(header(Kind::Retract)), RecordClass::request_to_all);
  EXPECT_EQ(class_downwards(header(Kind::DeleteObjectInstance, 3)), RecordClass::deletion);
}

// Its requests have no sender yet.
TEST(RecordClass, ARequestOfAProgramThatHasNotJoinedIsAnswered) {
  wire::RecordHeader create = header(Kind::CreateFederationExecution);
  create.sender = 0;
  EXPECT_TRUE(rules_upwards(create).is_answered);
}

TEST(RecordClass, WhatTheRouterHandlesIsNotAnswered) {
  for (const Kind kind :
       {Kind::InterestChanged, Kind::TimeReport, Kind::TimeWait, Kind::RequestLbts,
        Kind::CausalDependencies, Kind::FlowControl, Kind::SenderWaiting}) {
    EXPECT_TRUE(is_for_router(header(kind))) << name_of(kind);
    EXPECT_FALSE(rules_upwards(header(kind)).is_answered) << name_of(kind);
  }
  EXPECT_TRUE(rules_upwards(header(Kind::TimeReport)).waits_for_peers);
  EXPECT_FALSE(rules_upwards(header(Kind::InterestChanged)).waits_for_peers);
}

TEST(RecordClass, WordsBetweenRoutersAreForPeersOrTheOverlayOrTheOtherEnd) {
  EXPECT_EQ(class_of_word(Kind::PeerData), RecordClass::peer_word);
  EXPECT_EQ(class_of_word(Kind::OverlayProbe), RecordClass::overlay_word);
  EXPECT_EQ(class_of_word(Kind::ClientAdmitted), RecordClass::router_word);
}

}  // namespace
}  // namespace triad::records
