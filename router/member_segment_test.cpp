// Who may write in a segment, and what is named before a member's link goes on.
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

constexpr LinkId kA{1};
constexpr LinkId kB{2};
constexpr LinkId kC{3};

class MemberSegmentTest : public testing::Test, protected MemberSegment::Host {
 protected:
  void send_by_link(LinkId client, wire::Bytes record) override {
    sent_[client].push_back(wire::print(*wire::parse_record(record)));
  }
  void publish(wire::Bytes record) override {
    published_.push_back(wire::print(*wire::parse_record(record)));
  }
  std::optional<Position> passed_on(LinkId client) const override {
    const auto at = passed_on_.find(client);
    return at == passed_on_.end() ? std::nullopt : std::optional(at->second);
  }
  Position log_passed() const override { return log_passed_; }
  bool is_behind(LinkId client) const override { return behind_.contains(client); }

  static FederateHandle handle(LinkId client) { return FederateHandle(10 * client.value); }
  void enter(LinkId client) { segment_.enter(client, handle(client)); }
  // All that it reads now it has said that it reads.
  void reads_all(LinkId client) {
    wire::SegmentRead read;
    for (const LinkId other : {kA, kB, kC}) read.federates.push_back(handle(other));
    EXPECT_FALSE(segment_.on_read(client, read));
  }
  // Until nothing more is due.
  void end_turns() {
    for (segment_.end_turn(); segment_.turn_is_due(); segment_.end_turn()) {
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
  std::set<LinkId> behind_;
  Position log_passed_ = 0;
};

TEST_F(MemberSegmentTest, TellsAllWhoWritesAndWhoWritesNoMore) {
  enter(kA);
  enter(kB);
  segment_.leave(kA);
  EXPECT_EQ(published_, (std::vector<std::string>{"SegmentMember{federate=10 writes=true}",
                                                  "SegmentMember{federate=20 writes=true}",
                                                  "SegmentMember{federate=10}"}));
  EXPECT_FALSE(segment_.contains(kA));
  EXPECT_TRUE(segment_.contains(kB));
}

TEST_F(MemberSegmentTest, LetsOneWriteWhenAllReadItAndAllThatItSentHasBeenPassedOn) {
  enter(kA);
  enter(kB);
  log_passed_ = 5;
  segment_.note_sent_by_link(kB);
  end_turns();
  EXPECT_FALSE(may_write(kB)) << "nothing of it has been passed on";
  passed_on_[kB] = 7;
  end_turns();
  EXPECT_FALSE(may_write(kB)) << "the other does not read it yet";
  reads_all(kA);
  end_turns();
  EXPECT_EQ(take_sent(kA).back(), "LogPassed{federation=\"\" position=5}") << "before anybody may";
  EXPECT_EQ(take_sent(kB).back(), "SegmentWrite{position=7}");
}

TEST_F(MemberSegmentTest, LetsNobodyWriteAheadOfWhatWaitsInAQueue) {
  enter(kA);
  enter(kB);
  reads_all(kA);
  passed_on_[kB] = 1;
  segment_.note_sent_by_link(kB);
  behind_ = {kA};
  end_turns();
  EXPECT_FALSE(may_write(kB));
  behind_.clear();
  segment_.queue_is_empty();
  EXPECT_TRUE(segment_.turn_is_due());
  end_turns();
  EXPECT_TRUE(may_write(kB));
}

TEST_F(MemberSegmentTest, NamesWhatWasReadSinceItWasNamedLast) {
  enter(kA);
  enter(kB);
  take_sent(kA);
  segment_.note_read(kB, 3);
  segment_.note_read(kA, 9);
  segment_.before_sending(kA);
  EXPECT_EQ(take_sent(kA), std::vector<std::string>{
                               "CausalDependencies{handled=[{federate=20 position=3}]}"});
  segment_.before_sending(kA);
  EXPECT_TRUE(take_sent(kA).empty()) << "nothing is new";
}

TEST_F(MemberSegmentTest, NamesHowFarOneWhoHasLeftWasReadUntilAllKnow) {
  enter(kA);
  enter(kB);
  enter(kC);
  segment_.note_read(kC, 4);
  segment_.forget(kC);
  for (const LinkId client : {kA, kB}) {
    take_sent(client);
    segment_.before_sending(client);
    EXPECT_EQ(take_sent(client), std::vector<std::string>{
                                     "CausalDependencies{handled=[{federate=30 position=4}]}"});
  }
}

TEST_F(MemberSegmentTest, TellsANewcomerHowFarAllHaveBeenToldOfTheLog) {
  enter(kA);
  enter(kB);
  reads_all(kA);
  log_passed_ = 8;
  passed_on_[kB] = 1;
  segment_.note_sent_by_link(kB);
  end_turns();
  enter(kC);
  EXPECT_EQ(take_sent(kC), (std::vector<std::string>{"SegmentEntered{}",
                                                     "LogPassed{federation=\"\" position=8}"}));
}

}  // namespace
}  // namespace triad::router
