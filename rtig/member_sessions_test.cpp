#include "rtig/member_sessions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace triad::rtig {
namespace {

using wire::FederateHandle;

constexpr FederateHandle kFirst(1);
constexpr FederateHandle kSecond(2);
constexpr FederateHandle kThird(3);

Origin origin_at(const std::string& router) {
  Origin origin;
  origin.router = router;
  return origin;
}

MemberSession sharing_memory() {
  MemberSession session;
  session.shares_memory = true;
  return session;
}

TEST(MemberSessions, LastFromTheBeginningToTheEnd) {
  MemberSessions members;
  EXPECT_TRUE(members.empty());
  members.begin(kFirst, {.origin = origin_at("alpha"), .observer = true});
  members.begin(kSecond, {});
  EXPECT_TRUE(members.at(kFirst).observer);
  EXPECT_EQ(members.at(kFirst).origin.router, "alpha");
  members.end(kFirst);
  EXPECT_FALSE(members.contains(kFirst));
  EXPECT_TRUE(members.contains(kSecond));
  members.end_all();
  EXPECT_TRUE(members.empty());
}

TEST(MemberSessions, KeepTheGreatestPositionOfAMember) {
  MemberSessions members;
  members.begin(kSecond, {});
  EXPECT_EQ(members.position(kSecond), 0u);
  members.record_position(kSecond, 7);
  members.record_position(kSecond, 5);
  EXPECT_EQ(members.position(kSecond), 7u);
}

TEST(MemberSessions, KeepThePositionAfterTheEnd) {
  MemberSessions members;
  members.begin(kFirst, {});
  members.record_position(kFirst, 7);
  members.end(kFirst);
  EXPECT_EQ(members.position(kFirst), 7u);
  members.begin(kFirst, {});
  EXPECT_EQ(members.position(kFirst), 0u) << "it returns after a restore";
}

TEST(MemberSessions, ListThePositionsOfMembersThatShareMemory) {
  MemberSessions members;
  members.begin(kFirst, sharing_memory());
  members.begin(kSecond, {});
  members.begin(kThird, sharing_memory());
  members.record_position(kFirst, 3);
  members.record_position(kSecond, 4);
  EXPECT_EQ(members.shared_positions(),
            (std::vector<wire::StreamPosition>{{kFirst, 3}, {kThird, 0}}));
}

TEST(MemberSessions, KeepAllButTheOriginAndTheRightsInAMove) {
  MemberSessions members;
  members.begin(kFirst, {.origin = origin_at("alpha"), .shares_memory = true});
  members.record_position(kFirst, 3);
  members.record_loss(kFirst, 9);
  members.continue_at(kFirst, origin_at("beta"), {.may_regulate = false});
  const MemberSession& session = members.at(kFirst);
  EXPECT_EQ(session.origin.router, "beta");
  EXPECT_FALSE(session.rights.may_regulate);
  EXPECT_TRUE(session.shares_memory);
  EXPECT_EQ(session.last_loss, 9u);
  EXPECT_EQ(members.position(kFirst), 3u);
}

TEST(MemberSessions, RecordALossOfEachOwnerThatIsAMember) {
  MemberSessions members;
  members.begin(kFirst, {});
  members.begin(kSecond, {});
  core::ObjectInstance instance;
  instance.owners.push_back({kSecond, {}, {}});
  instance.owners.push_back({kThird, {}, {}});
  members.record_losses(instance, 12);
  EXPECT_EQ(members.at(kFirst).last_loss, 0u);
  EXPECT_EQ(members.at(kSecond).last_loss, 12u);
  EXPECT_FALSE(members.contains(kThird));
}

}  // namespace
}  // namespace triad::rtig
