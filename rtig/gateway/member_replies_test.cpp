#include "rtig/gateway/member_replies.hpp"

#include <gtest/gtest.h>

namespace triad::rtig {
namespace {

using wire::FederateHandle;
using Milliseconds = std::chrono::milliseconds;

constexpr FederateHandle kMember{1};
constexpr FederateHandle kOther{2};
constexpr wire::SessionSecret kSession{3, 4};

class MemberRepliesTest : public testing::Test {
 protected:
  MemberRepliesTest() { replies.add_member(kMember, kSession); }
  template <class Message>
  static wire::Buffer reply_to(wire::Position request, const Message& message) {
    wire::RecordHeader header;
    header.after_position = request;
    wire::Buffer frame;
    wire::encode_record(header, message, frame);
    return frame;
  }
  bool has_reply(wire::Position request) {
    return !replies.begin_outside_request(kMember, request).empty();
  }

  MemberReplies replies;
};

TEST_F(MemberRepliesTest, AMemberIsFoundByItsSession) {
  EXPECT_EQ(replies.member_with(kSession), kMember);
  EXPECT_EQ(replies.member_with({3, 5}), std::nullopt);
  EXPECT_EQ(replies.session(kMember), kSession);
  replies.remove_member(kMember);
  EXPECT_EQ(replies.member_with(kSession), std::nullopt);
}

TEST_F(MemberRepliesTest, AWelcomeIsKeptUntilTheJoinIsConfirmed) {
  replies.keep_welcome(kMember, wire::Buffer(3), Milliseconds(10));
  replies.keep_welcome(kOther, wire::Buffer(3), Milliseconds(10));
  EXPECT_EQ(replies.welcome(kMember).size(), 3u);
  replies.confirm_join(kMember);
  EXPECT_TRUE(replies.welcome(kMember).empty());
}

TEST_F(MemberRepliesTest, AWelcomeIsNotKeptForEver) {
  replies.keep_welcome(kMember, wire::Buffer(3), Milliseconds(10));
  replies.drop_old(Milliseconds(9));
  EXPECT_FALSE(replies.welcome(kMember).empty());
  replies.drop_old(Milliseconds(10));
  EXPECT_TRUE(replies.welcome(kMember).empty());
}

TEST_F(MemberRepliesTest, ARepeatedRequestHasTheSameReply) {
  EXPECT_FALSE(has_reply(7));
  EXPECT_FALSE(has_reply(7)) << "its reply is not known yet, so it is handled again";
  replies.keep_outside_reply(kMember, reply_to(6, wire::Accepted{}));
  EXPECT_FALSE(has_reply(7)) << "a reply to another request";
  replies.keep_outside_reply(kMember, reply_to(7, wire::FederationList{}));
  EXPECT_FALSE(has_reply(7)) << "a list is made again";
  const wire::Buffer reply = reply_to(7, wire::Accepted{});
  replies.keep_outside_reply(kMember, reply);
  const wire::Bytes again = replies.begin_outside_request(kMember, 7);
  EXPECT_EQ(wire::Buffer(again.begin(), again.end()), reply);
  EXPECT_FALSE(has_reply(8));
  EXPECT_FALSE(has_reply(7)) << "only the last one is known";
}

TEST_F(MemberRepliesTest, AReplyIsAwaitedUntilItIsKnownOrTheLinkHasChanged) {
  EXPECT_FALSE(replies.awaits_outside_reply(kMember, 7));
  EXPECT_FALSE(has_reply(7));
  EXPECT_TRUE(replies.awaits_outside_reply(kMember, 7));
  EXPECT_FALSE(replies.awaits_outside_reply(kMember, 8)) << "another request";
  EXPECT_FALSE(replies.awaits_outside_reply(kOther, 7)) << "of a stranger";
  replies.forget_unanswered_request(kMember);
  EXPECT_FALSE(replies.awaits_outside_reply(kMember, 7)) << "it is handled at the new link";
  EXPECT_FALSE(has_reply(7));
  replies.keep_outside_reply(kMember, reply_to(7, wire::Accepted{}));
  EXPECT_FALSE(replies.awaits_outside_reply(kMember, 7));
  replies.forget_unanswered_request(kMember);
  EXPECT_TRUE(has_reply(7)) << "a known reply stays";
}

TEST_F(MemberRepliesTest, ARequestOfAStrangerIsNew) {
  replies.keep_outside_reply(kOther, reply_to(7, wire::Accepted{}));
  EXPECT_TRUE(replies.begin_outside_request(kOther, 7).empty());
}

TEST_F(MemberRepliesTest, AFarewellIsKeptForATime) {
  replies.keep_farewell(kSession, kMember, wire::Buffer(5), Milliseconds(10));
  replies.keep_farewell({}, kOther, wire::Buffer(5), Milliseconds(10));
  EXPECT_EQ(replies.farewell(kSession, kMember).size(), 5u);
  EXPECT_TRUE(replies.farewell(kSession, kOther).empty());
  EXPECT_TRUE(replies.farewell({}, kOther).empty()) << "a member without a session";
  replies.drop_old(Milliseconds(9));
  EXPECT_FALSE(replies.farewell(kSession, kMember).empty());
  replies.drop_old(Milliseconds(10));
  EXPECT_TRUE(replies.farewell(kSession, kMember).empty());
}

TEST_F(MemberRepliesTest, TheOldestFarewellGivesWay) {
  for (std::uint32_t i = 1; i <= 1025; ++i) {
    replies.keep_farewell(kSession, FederateHandle(i), wire::Buffer(1), Milliseconds(10));
  }
  EXPECT_TRUE(replies.farewell(kSession, FederateHandle(1)).empty());
  EXPECT_FALSE(replies.farewell(kSession, FederateHandle(2)).empty());
}

}  // namespace
}  // namespace triad::rtig
