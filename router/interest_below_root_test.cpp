// Interest exchange at a router with an upper router: its statements to lower routers, and its
// answers to the upper router.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "records/record_class.hpp"
#include "router/test_interest_host.hpp"

namespace triad::router {
namespace {

using namespace interest_lines;

// Member 1 is at this router, and member 101 behind the lower router at kEast.

class InterestBelowRoot : public testing::Test {
 protected:
  InterestBelowRoot() {
    interest.add_member(FederateHandle(1), {});
    interest.add_member(FederateHandle(101), {LinkId{101}, kEast});
  }
  void outside(const wire::InterestChanged& changed, bool replaces_earlier, bool complete = true) {
    interest.receive_statement_from_upper(
        {{}, ++rounds_, replaces_earlier, complete, changed.entries, changed.cells});
  }
  void taken(std::uint64_t round) { interest.receive_answer_from_router(kEast, {{}, round, true}); }
  void state(std::uint32_t member, wire::Position position, const wire::InterestChanged& changed) {
    EXPECT_EQ(state_interest(interest, member, position, changed), "");
  }
  bool settled_from_above(std::uint32_t member, wire::Position position) {
    wire::RecordHeader header;
    header.after_position = position;
    wire::Buffer frame;
    wire::encode_record(header, wire::InterestSettled{}, frame);
    return interest.keeps_settled_answer(FederateHandle(member), *wire::parse_record(frame));
  }
  // Statements to the router below, then answers.
  Lines take() {
    Lines lines = host.take_statements();
    for (std::string& answer : host.take_answers()) lines.push_back(std::move(answer));
    return lines;
  }

  TestInterestHost host;
  InterestExchange interest{
      host, InterestExchange::Place::below_root, {.keys_end = records::kLocalKeysEnd}};

 private:
  std::uint64_t rounds_ = 0;
};

TEST_F(InterestBelowRoot, TellsTheSumOnAndAnswersWhenItIsTaken) {
  EXPECT_EQ(take(), Lines{}) << "it does not know what is wanted outside";
  outside(interest_in(kTalk, 1), true);
  EXPECT_EQ(take(), Lines{"east anew 3"});
  taken(1);
  EXPECT_EQ(take(), Lines{"took 1"});
  outside(interest_in(kTalk, 0), false);
  taken(2);
  EXPECT_EQ(take(), (Lines{"east 3 no more", "took 2"}));
  state(1, 7, interest_in(kTalk, 1));
  EXPECT_EQ(take(), Lines{"east 3"});
  outside(interest_in(kTalk, 1), false);
  EXPECT_EQ(take(), Lines{}) << "what it told is under way";
  taken(3);
  EXPECT_EQ(take(), Lines{"took 3"});
}

TEST_F(InterestBelowRoot, AddsToNothingThatItDoesNotHave) {
  outside(interest_in(kTalk, 1), false);
  EXPECT_EQ(take(), Lines{"took 1, unknown"});
  EXPECT_TRUE(interest.is_wanted_outside({kCommands, 1}));
}

TEST_F(InterestBelowRoot, KeepsWhatIsSettledAboveUntilItIsSoBelow) {
  outside({}, true);
  taken(1);
  (void)take();
  state(1, 7, interest_in(kTalk, 1));
  EXPECT_FALSE(settled_from_above(101, 7)) << "another member";
  EXPECT_FALSE(settled_from_above(1, 8));
  EXPECT_TRUE(settled_from_above(1, 7));
  EXPECT_EQ(take(), Lines{"east 3"});
  taken(2);
  EXPECT_EQ(take(), Lines{"settled 1"});
  state(101, 9, interest_in(kTalk, 2));
  EXPECT_FALSE(settled_from_above(101, 9)) << "it is behind the only router below";
}

TEST_F(InterestBelowRoot, LetsEverythingComeWhenItIsToldThatMoreFollows) {
  outside(interest_in(kTalk, 1), true);
  taken(1);
  (void)take();
  outside({}, true, false);
  EXPECT_EQ(take(), Lines{"east anew more"});
  EXPECT_TRUE(interest.is_wanted_outside({kCommands, 1}));
  taken(2);
  EXPECT_EQ(take(), Lines{"took 2"});
  outside({}, false);
  EXPECT_EQ(take(), Lines{"east anew"});
  EXPECT_FALSE(interest.is_wanted_outside({kTalk, 1})) << "all of before is void";
}

TEST_F(InterestBelowRoot, WhatMakesNoSenseIsAsIfEverythingWereWanted) {
  outside(interest_in(kTalk, 1), true);
  (void)take();
  outside({false, {}, {{kTalk, {}, {4}}}}, false);
  EXPECT_EQ(take(), Lines{"east anew more"});
  EXPECT_TRUE(interest.is_wanted_outside({kCommands, 1}));
  taken(2);
  EXPECT_EQ(take(), (Lines{"took 1", "took 2"}));
}

TEST_F(InterestBelowRoot, LetsEverythingComeWhenItHasAnotherDigest) {
  outside(interest_in(kTalk, 1), true);
  taken(1);
  EXPECT_TRUE(interest.receive_digest_from_upper(digest_of({kTalk, 1, 1, {}})));
  EXPECT_EQ(take(), (Lines{"east anew 3", "took 1"}));
  EXPECT_FALSE(interest.receive_digest_from_upper(digest_of({kTalk, 2, 2, {}})));
  EXPECT_EQ(take(), (Lines{"east anew more", "doubted"}));
  EXPECT_TRUE(interest.is_wanted_outside({kCommands, 1}));
  outside(interest_in(kCommands, 1), false);
  EXPECT_TRUE(interest.receive_digest_from_upper(0)) << "there is nothing to compare";
  EXPECT_EQ(take(), Lines{}) << "the router below has not answered that everything is to come";
  taken(2);
  EXPECT_EQ(take(), Lines{"took 2"});
  EXPECT_TRUE(interest.is_wanted_outside({kTalk, 1})) << "until the whole has come again";
  outside(interest_in(kTalk, 2), true);
  EXPECT_TRUE(interest.receive_digest_from_upper(digest_of({kTalk, 2, 2, {}})));
  EXPECT_FALSE(interest.is_wanted_outside({kCommands, 1}));
}

TEST_F(InterestBelowRoot, AsksNoMoreForWhatIsNeverRight) {
  for (int i = 0; i < 5; ++i) {
    outside(interest_in(kTalk, 1), true);
    EXPECT_FALSE(interest.receive_digest_from_upper(1));
  }
  const Lines lines = take();
  EXPECT_EQ(std::ranges::count(lines, "doubted"), 3);
  EXPECT_TRUE(interest.is_wanted_outside({kCommands, 1}));
}

TEST_F(InterestBelowRoot, DigestsOfThoseWhoHaveStatedSomethingSince) {
  using Digests = std::vector<std::pair<FederateHandle, InterestDigest>>;
  (void)interest.collect_member_digests();  // of those who have just come
  EXPECT_FALSE(interest.digests_are_due());
  state(1, 7, interest_in(kTalk, 1));
  EXPECT_TRUE(interest.digests_are_due());
  const InterestDigest digest = digest_of({kTalk, 1, 1, {}});
  EXPECT_EQ(interest.collect_member_digests(), (Digests{{FederateHandle(1), digest}}));
  EXPECT_EQ(interest.collect_member_digests(), Digests{});
  state(1, 8, interest_in(kTalk, 0));
  EXPECT_EQ(interest.collect_member_digests(), (Digests{{FederateHandle(1), 0}}));
  EXPECT_TRUE(interest.agrees(FederateHandle(101), 0));
  EXPECT_FALSE(interest.agrees(FederateHandle(101), 1));
  EXPECT_TRUE(interest.doubt_member(FederateHandle(101)));
  EXPECT_FALSE(interest.doubt_member(FederateHandle(101)));
  EXPECT_TRUE(interest.agrees(FederateHandle(101), 1)) << "it has been asked to state all again";
}

}  // namespace
}  // namespace triad::router
