// Tests of router/member_streams.hpp.
#include "router/member_streams.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wire/message_list.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;
using wire::RecoveryStep;

constexpr FederateHandle kOwnMember{1};
constexpr FederateHandle kMemberBelow{2};
constexpr FederateHandle kMemberElsewhere{3};
constexpr LinkId kOwnLink{10};
constexpr LinkId kLinkBelow{11};
constexpr LinkId kRouterBelow{12};

// A member has a link to this router, a second one a link to a router below.
class Streams : public testing::Test {
 protected:
  Streams() {
    streams.enable();
    streams.add_member(kOwnLink, kOwnMember, kOwnLink);
    streams.add_member(kLinkBelow, kMemberBelow, kRouterBelow);
  }
  static wire::RecordHeader update(FederateHandle by, wire::Position position) {
    wire::RecordHeader header;
    header.kind = static_cast<std::uint16_t>(wire::Kind::UpdateAttributeValues);
    header.sender = by.value;
    header.position = position;
    header.interest_key = 5;
    return header;
  }
  void step(RecoveryStep which, std::uint64_t epoch = 1) {
    streams.receive_step({"war", epoch, which});
  }
  void receive_ack(LinkId by, FederateHandle of, wire::Position position) {
    streams.record_received(by, std::vector{wire::StreamPosition{of, position}});
  }
  // Returns the positions that are stable since the last call: "1 up to 5 to 10" for a sender and
  // its home.
  std::vector<std::string> take_stable() {
    std::vector<std::string> lines;
    streams.take_stable([&](FederateHandle sender, wire::Position position, LinkId home) {
      const std::string to =
          home == MemberStreams::kUpper ? std::string("up") : std::to_string(home.value);
      lines.push_back(std::to_string(sender.value) + " up to " + std::to_string(position) + " to " +
                      to);
    });
    return lines;
  }
  template <class Message>
  bool accepts(LinkId client, const Message& message) {
    wire::Buffer bytes;
    wire::encode_record({}, message, bytes);
    return streams.accepts(client, *wire::parse_record(bytes));
  }

  MemberStreams streams;
};

TEST_F(Streams, EachNeighbourAcknowledgesForAllBeyondIt) {
  const auto record = update(kOwnMember, 5);
  streams.record_from_member(record);
  streams.record_sent_down(record, kRouterBelow);
  streams.record_sent_up(record);
  EXPECT_EQ(take_stable(), std::vector<std::string>());
  receive_ack(kRouterBelow, kOwnMember, 5);
  EXPECT_EQ(take_stable(), std::vector<std::string>());
  receive_ack(MemberStreams::kUpper, kOwnMember, 5);
  EXPECT_EQ(take_stable(), std::vector<std::string>{"1 up to 5 to 10"});
}

TEST_F(Streams, AcknowledgementsGoWhereTheRecordsCameFrom) {
  streams.record_from_member(update(kMemberBelow, 7));
  streams.record_from_upper(update(kMemberElsewhere, 9));
  EXPECT_EQ(take_stable(), (std::vector<std::string>{"2 up to 7 to 12", "3 up to 9 to up"}));
}

// A message in time-stamp order goes up and comes back.
TEST_F(Streams, ACopyThatComesBackIsNotAwaited) {
  const auto record = update(kMemberBelow, 7);
  streams.record_from_member(record);
  streams.record_sent_down(record, kRouterBelow);
  EXPECT_EQ(take_stable(), std::vector<std::string>{"2 up to 7 to 12"});
}

TEST_F(Streams, NothingIsAcknowledgedFromALossToTheEndOfTheRecovery) {
  EXPECT_TRUE(streams.may_acknowledge());
  step(RecoveryStep::member_lost);
  EXPECT_FALSE(streams.may_acknowledge());
  step(RecoveryStep::begins);
  EXPECT_FALSE(streams.may_acknowledge());
  step(RecoveryStep::over);
  EXPECT_TRUE(streams.may_acknowledge());
}

// Others continue while a member is away, and acknowledge each position once.
TEST_F(Streams, AcknowledgementsCountWhileAMemberIsAwayAndNotInAnEpoch) {
  const auto record = update(kMemberElsewhere, 9);
  streams.record_from_upper(record);
  streams.record_sent_down(record, kOwnLink);
  step(RecoveryStep::member_lost);
  receive_ack(kOwnLink, kMemberElsewhere, 9);
  EXPECT_TRUE(streams.has_stable());
  step(RecoveryStep::begins);
  streams.record_from_upper(record);
  streams.record_sent_down(record, kOwnLink);
  receive_ack(kOwnLink, kMemberElsewhere, 9);  // of the time before the epoch
  EXPECT_FALSE(streams.has_stable());
  step(RecoveryStep::over);
  receive_ack(kOwnLink, kMemberElsewhere, 9);
  EXPECT_TRUE(streams.has_stable());
}

TEST_F(Streams, RecordsCountAgainWhenTheirSenderHasTakenTheEpoch) {
  step(RecoveryStep::begins, 4);
  EXPECT_FALSE(accepts(kOwnLink, wire::FlowControl{}));
  EXPECT_FALSE(accepts(kOwnLink, wire::RecoveryTaken{3}));
  EXPECT_TRUE(accepts(kOwnLink, wire::RecoveryTaken{4}));
  EXPECT_TRUE(accepts(kOwnLink, wire::FlowControl{}));
  EXPECT_FALSE(accepts(kLinkBelow, wire::FlowControl{}));
  // A client that comes in the meantime has nothing from before the epoch.
  streams.add_member(LinkId{20}, FederateHandle{4}, LinkId{20});
  EXPECT_TRUE(accepts(LinkId{20}, wire::FlowControl{}));
}

TEST_F(Streams, BestEffortAndControlDoNotCount) {
  auto record = update(kMemberElsewhere, 9);
  record.flags |= wire::kBestEffort;
  streams.record_from_upper(record);
  wire::RecordHeader control;
  control.kind = static_cast<std::uint16_t>(wire::Kind::FlowControl);
  control.sender = kOwnMember.value;
  control.position = 3;
  streams.record_from_member(control);
  EXPECT_EQ(take_stable(), std::vector<std::string>());
}

TEST_F(Streams, ANeighbourWithoutMembersIsNotAwaited) {
  const auto record = update(kOwnMember, 5);
  streams.record_from_member(record);
  streams.record_sent_down(record, kRouterBelow);
  streams.remove_member(kLinkBelow, kMemberBelow);
  EXPECT_EQ(take_stable(), std::vector<std::string>{"1 up to 5 to 10"});
}

TEST_F(Streams, NothingIsAcknowledgedWhileTheRtigDecidesAboutAMemberWithoutALink) {
  streams.record_from_member(update(kOwnMember, 5));
  streams.record_link_end(LinkId{99});
  EXPECT_TRUE(streams.may_acknowledge());
  streams.record_link_end(kLinkBelow);
  EXPECT_FALSE(streams.may_acknowledge());
  streams.remove_member(kLinkBelow, kMemberBelow);
  EXPECT_TRUE(streams.may_acknowledge());
  EXPECT_EQ(take_stable(), std::vector<std::string>{"1 up to 5 to 10"});
}

// The member that was lost may lack records that it received in the epoch.
TEST_F(Streams, TheEndOfAnEpochWithALossAcknowledgesNothing) {
  const auto step = [&](wire::RecoveryStep which) { streams.receive_step({"F", 1, which}); };
  step(wire::RecoveryStep::begins);
  step(wire::RecoveryStep::member_lost);
  step(wire::RecoveryStep::over);
  EXPECT_FALSE(streams.may_acknowledge());
  step(wire::RecoveryStep::over);
  EXPECT_TRUE(streams.may_acknowledge());
  step(wire::RecoveryStep::begins);
  step(wire::RecoveryStep::over);
  EXPECT_TRUE(streams.may_acknowledge());
}

// The router above has lost its way, and cuts its clients off one by one.
TEST_F(Streams, WhatAMemberLacksThatIsCutOffIsNotAcknowledged) {
  const auto record = update(kOwnMember, 5);
  streams.record_from_member(record);
  streams.record_sent_down(record, kRouterBelow);
  streams.record_cut_off();
  streams.remove_member(kLinkBelow, kMemberBelow);
  EXPECT_FALSE(streams.may_acknowledge());
}

// A member with a link here that was not added.
TEST_F(Streams, AMemberThatCannotReturnIsNotAwaited) {
  const auto record = update(kOwnMember, 5);
  streams.record_from_member(record);
  streams.record_sent_down(record, LinkId{20});
  streams.record_from_member(update(FederateHandle{4}, 2));
  EXPECT_EQ(take_stable(), std::vector<std::string>{"1 up to 5 to 10"});
}

TEST(StreamsOfOtherFederations, AreNotCounted) {
  MemberStreams streams;
  streams.add_member(kOwnLink, kOwnMember, kOwnLink);
  EXPECT_FALSE(streams.may_acknowledge());
  EXPECT_FALSE(streams.has_stable());
}

}  // namespace
}  // namespace triad::router
