// Tests which members may write in a segment, and which streams are named before a record on a
// member's link.
#include "router/member_segment.hpp"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "wire/print.hpp"

namespace triad::router {
namespace {

using wire::FederateHandle;
using wire::Position;

constexpr LinkId kFirst{1};
constexpr LinkId kSecond{2};
constexpr LinkId kThird{3};

class MemberSegmentTest : public testing::Test, protected MemberSegment::Host {
 protected:
  void send_by_link(LinkId client, wire::Bytes record) override {
    sent_[client].push_back(wire::print(*wire::parse_record(record)));
  }
  void publish(wire::Bytes record) override {
    published_.push_back(wire::print(*wire::parse_record(record)));
  }
  std::optional<Position> fully_forwarded_position(LinkId client) const override {
    const auto at = passed_on_.find(client);
    return at == passed_on_.end() ? std::nullopt : std::optional(at->second);
  }
  Position forwarded_log_position() const override { return log_passed_; }

  static FederateHandle federate_at(LinkId client) {
    return FederateHandle(static_cast<std::uint32_t>(10 * client.value));
  }
  void enter(LinkId client) { segment_.add_member(client, federate_at(client)); }
  // The client states that it reads all streams.
  void read_all(LinkId client) {
    wire::SegmentRead read;
    for (const LinkId other : {kFirst, kSecond, kThird})
      read.federates.push_back(federate_at(other));
    EXPECT_FALSE(segment_.receive_read_statement(client, read));
  }
  // Ends turns until none is due.
  void end_turns() {
    for (segment_.after_flush(); segment_.turn_is_due(); segment_.after_flush()) {
    }
  }
  bool may_write(LinkId client) {
    for (const std::string& line : std::exchange(sent_[client], {})) {
      if (line.starts_with("SegmentWrite")) return true;
    }
    return false;
  }
  std::vector<std::string> take_sent(LinkId client) { return std::exchange(sent_[client], {}); }

  MemberSegment segment_{*this};
  std::map<LinkId, std::vector<std::string>> sent_;
  std::vector<std::string> published_;
  std::map<LinkId, Position> passed_on_;
  Position log_passed_ = 0;
};

TEST_F(MemberSegmentTest, TellsAllWhoWritesAndWhoWritesNoMore) {
  enter(kFirst);
  enter(kSecond);
  segment_.mark_left(kFirst);
  EXPECT_EQ(published_, (std::vector<std::string>{"SegmentMember{federate=10 writes=true}",
                                                  "SegmentMember{federate=20 writes=true}",
                                                  "SegmentMember{federate=10 writes=false}"}));
  EXPECT_FALSE(segment_.contains(kFirst));
  EXPECT_TRUE(segment_.contains(kSecond));
}

TEST_F(MemberSegmentTest, LetsOneWriteWhenAllReadItAndAllThatItSentHasBeenPassedOn) {
  enter(kFirst);
  enter(kSecond);
  log_passed_ = 5;
  segment_.record_link_record(kSecond, true);
  end_turns();
  EXPECT_FALSE(may_write(kSecond)) << "nothing of it has been passed on";
  passed_on_[kSecond] = 7;
  end_turns();
  EXPECT_FALSE(may_write(kSecond)) << "the other does not read it yet";
  read_all(kFirst);
  end_turns();
  EXPECT_EQ(take_sent(kFirst).back(), "LogPassed{federation=\"\" position=5}")
      << "before anybody may";
  EXPECT_EQ(take_sent(kSecond).back(), "SegmentWrite{position=7}");
}

// Otherwise the member's next record would go by its link, and wait there while the router is
// stopped.
TEST_F(MemberSegmentTest, LetsOneThatHasWrittenGoOnWhenTheLogDoes) {
  enter(kFirst);
  enter(kSecond);
  read_all(kFirst);
  log_passed_ = 5;
  passed_on_[kSecond] = 7;
  segment_.record_link_record(kSecond, true);
  end_turns();
  EXPECT_TRUE(may_write(kSecond));
  take_sent(kFirst);
  end_turns();
  EXPECT_TRUE(take_sent(kFirst).empty() && take_sent(kSecond).empty()) << "nothing has happened";
  log_passed_ = 6;
  end_turns();
  EXPECT_EQ(take_sent(kFirst), std::vector<std::string>{"LogPassed{federation=\"\" position=6}"})
      << "and no word to one that has never written";
  EXPECT_EQ(take_sent(kSecond), (std::vector<std::string>{"LogPassed{federation=\"\" position=6}",
                                                          "SegmentWrite{position=7}"}));
}

TEST_F(MemberSegmentTest, LetsOneThatHasWrittenGoOnWhenItsRequestHasBeenPassedOn) {
  enter(kFirst);
  enter(kSecond);
  read_all(kFirst);
  passed_on_[kSecond] = 7;
  segment_.record_link_record(kSecond, false);
  end_turns();
  EXPECT_FALSE(may_write(kSecond)) << "it has nothing to write";
  segment_.record_link_record(kSecond, true);
  end_turns();
  EXPECT_TRUE(may_write(kSecond));
  passed_on_.erase(kSecond);
  segment_.record_link_record(kSecond, false);
  end_turns();
  EXPECT_FALSE(may_write(kSecond));
  passed_on_[kSecond] = 8;
  end_turns();
  EXPECT_EQ(take_sent(kSecond), std::vector<std::string>{"SegmentWrite{position=8}"});
}

// The wish arrives after the writers were chosen and before they are permitted to write.
TEST_F(MemberSegmentTest, ForgetsNoWishThatComesMeanwhile) {
  enter(kFirst);
  enter(kSecond);
  read_all(kFirst);
  passed_on_[kSecond] = 7;
  segment_.record_link_record(kSecond, true);
  segment_.after_flush();
  EXPECT_FALSE(may_write(kSecond));
  passed_on_[kSecond] = 9;
  segment_.record_link_record(kSecond, true);
  end_turns();
  EXPECT_EQ(take_sent(kSecond),
            (std::vector<std::string>{"SegmentWrite{position=7}", "SegmentWrite{position=9}"}));
}

TEST_F(MemberSegmentTest, LetsNobodyWriteAheadOfWhatWaitsInAQueue) {
  enter(kFirst);
  enter(kSecond);
  read_all(kFirst);
  passed_on_[kSecond] = 1;
  segment_.record_link_record(kSecond, true);
  segment_.record_queue(kFirst, true);
  end_turns();
  EXPECT_FALSE(may_write(kSecond));
  segment_.record_queue(kFirst, false);
  EXPECT_TRUE(segment_.turn_is_due());
  end_turns();
  EXPECT_TRUE(may_write(kSecond));
}

TEST_F(MemberSegmentTest, NamesWhatWasReadSinceItWasNamedLast) {
  enter(kFirst);
  enter(kSecond);
  take_sent(kFirst);
  segment_.record_read(kSecond, 3);
  segment_.record_read(kFirst, 9);
  segment_.send_read_positions(kFirst);
  EXPECT_EQ(take_sent(kFirst),
            std::vector<std::string>{"CausalDependencies{handled=[{federate=20 position=3}]}"});
  segment_.send_read_positions(kFirst);
  EXPECT_TRUE(take_sent(kFirst).empty()) << "nothing is new";
}

TEST_F(MemberSegmentTest, NamesHowFarOneWhoHasLeftWasReadUntilAllKnow) {
  enter(kFirst);
  enter(kSecond);
  enter(kThird);
  segment_.record_read(kThird, 4);
  segment_.remove_former_member(kThird);
  for (const LinkId client : {kFirst, kSecond}) {
    take_sent(client);
    segment_.send_read_positions(client);
    EXPECT_EQ(take_sent(client),
              std::vector<std::string>{"CausalDependencies{handled=[{federate=30 position=4}]}"});
  }
}

TEST_F(MemberSegmentTest, TellsANewcomerHowFarAllHaveBeenToldOfTheLog) {
  enter(kFirst);
  enter(kSecond);
  read_all(kFirst);
  log_passed_ = 8;
  passed_on_[kSecond] = 1;
  segment_.record_link_record(kSecond, true);
  end_turns();
  enter(kThird);
  EXPECT_EQ(take_sent(kThird), (std::vector<std::string>{"SegmentEntered{unused=0}",
                                                         "LogPassed{federation=\"\" position=8}"}));
}

}  // namespace
}  // namespace triad::router
