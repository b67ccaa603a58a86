#include "records/in_flight.hpp"

#include <gtest/gtest.h>

#include "core/double_time.hpp"
#include "core/regulators.hpp"

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::StreamPosition;

constexpr FederateHandle kFirst{1};
constexpr FederateHandle kSecond{2};
constexpr FederateHandle kOwn{3};

class InFlightTest : public testing::Test {
 protected:
  InFlightTest() {
    for (const FederateHandle federate : {kFirst, kSecond})
      regulators_.add_regulator(federate, std::nullopt);
    in_flight_.begin(10, {});
  }
  // States how far the federate has handled other streams, then reports that it waits.
  void wait(FederateHandle federate, std::vector<StreamPosition> handled,
            wire::Position log_position = 10) {
    in_flight_.note_dependencies(federate, 0, handled);
    in_flight_.reported(federate, true, log_position, 0);
  }
  // Sends a time-stamp-ordered message, then promises something else.
  void send(FederateHandle federate, wire::Position position) {
    in_flight_.sent_tso(federate, position);
    federate == kOwn ? in_flight_.reported_self(kOwn) : in_flight_.reported(federate, false, 10, 0);
  }
  // Returns nothing if no message is in transit, otherwise a member that has yet to state that it
  // has received all.
  std::optional<FederateHandle> laggard() const {
    std::optional<FederateHandle> laggard;
    const bool none = in_flight_.none(regulators_, laggard);
    EXPECT_EQ(none, !laggard);
    return laggard;
  }

  core::DoubleTime type_;
  core::Regulators regulators_{type_};
  InFlight in_flight_;
};

TEST_F(InFlightTest, NothingIsWhereNobodyHasSentOrNobodyWaits) {
  EXPECT_FALSE(laggard());
  EXPECT_FALSE(in_flight_.anybody_waits());
  send(kFirst, 5);
  EXPECT_FALSE(laggard());
  wait(kFirst, {});
  EXPECT_TRUE(in_flight_.anybody_waits());
  EXPECT_FALSE(laggard());  // it does not wait for its own message
}

// kSecond is at a link, so the RTIG states the messages that it has received.
TEST_F(InFlightTest, TheRtigSpeaksForThoseAtLinks) {
  in_flight_.reported_by_rtig(kSecond, true);
  EXPECT_EQ(laggard(), wire::kRtig);  // the RTIG has stated nothing yet
  in_flight_.links_hold_together(true, 10);
  EXPECT_FALSE(laggard());
  send(kFirst, 5);
  EXPECT_EQ(laggard(), wire::kRtig);
  in_flight_.note_dependencies(wire::kRtig, 0, std::vector<StreamPosition>{{kFirst, 5}});
  EXPECT_EQ(laggard(), wire::kRtig);  // the RTIG's earlier statement does not cover the message
  in_flight_.links_hold_together(true, 10);
  EXPECT_FALSE(laggard());
  in_flight_.links_hold_together(false, 10);  // a message to kSecond is in transit
  EXPECT_EQ(laggard(), wire::kRtig);
}

TEST_F(InFlightTest, WhatOneAtALinkSentConcernsThoseWhoShareMemory) {
  in_flight_.reported_by_rtig(kSecond, true);
  in_flight_.links_hold_together(true, 10);
  wait(kFirst, {});
  in_flight_.sent_tso(kSecond, 3);
  in_flight_.reported_by_rtig(kSecond, true);
  EXPECT_EQ(laggard(), kFirst);
  wait(kFirst, {{kSecond, 3}});
  EXPECT_FALSE(laggard());
}

// Of messages that concern no member at a link the RTIG makes no statement, except together with
// the sender's report.
TEST_F(InFlightTest, TheRtigNeedNotSayThatItHasWhatObeysAPromise) {
  in_flight_.reported_by_rtig(kSecond, true);
  in_flight_.links_hold_together(true, 10);
  in_flight_.sent_tso(kFirst, 5);
  in_flight_.sent_tso(kOwn, 5);
  EXPECT_FALSE(laggard());
}

TEST_F(InFlightTest, OneAtALinkThatRegulatesNoMoreHasTheRtigSpeakAnew) {
  in_flight_.reported_by_rtig(kFirst, false);
  in_flight_.reported_by_rtig(kSecond, true);
  in_flight_.links_hold_together(true, 10);
  EXPECT_FALSE(laggard());
  in_flight_.regulates_no_more(
      kFirst);  // the RTIG has counted its messages to kSecond but not stated that
  EXPECT_EQ(laggard(), wire::kRtig);
  in_flight_.links_hold_together(true, 10);
  EXPECT_FALSE(laggard());
}

TEST_F(InFlightTest, WhatIsSentAfterAPromiseObeysIt) {
  wait(kSecond, {});
  in_flight_.reported(kFirst, false, 10, 0);
  in_flight_.sent_tso(kFirst, 5);
  EXPECT_FALSE(laggard());
  in_flight_.reported(kFirst, false, 10, 0);  // the report may follow the message
  EXPECT_EQ(laggard(), kSecond);
}

TEST_F(InFlightTest, AMessageWhoseSenderRegulatesNoMoreIsUnderWay) {
  wait(kSecond, {});
  for (const FederateHandle sender : {kFirst, kOwn}) {
    in_flight_.sent_tso(sender, 5);
    EXPECT_FALSE(laggard());
    in_flight_.regulates_no_more(sender);
    EXPECT_EQ(laggard(), kSecond);
    wait(kSecond, {{sender, 5}});
    EXPECT_FALSE(laggard());
  }
}

TEST_F(InFlightTest, AMessageIsUntilWhoWaitsHasReportedBehindIt) {
  wait(kSecond, {});
  send(kFirst, 5);
  EXPECT_EQ(laggard(), kSecond);
  wait(kSecond, {{kFirst, 4}});
  EXPECT_EQ(laggard(), kSecond);
  wait(kSecond, {{kFirst, 5}});
  EXPECT_FALSE(laggard());
}

TEST_F(InFlightTest, ItsOwnMessagesCountAsOthersDo) {
  wait(kSecond, {});
  send(kOwn, 1);
  EXPECT_EQ(laggard(), kSecond);
  wait(kSecond, {{kOwn, 1}});
  EXPECT_FALSE(laggard());
}

// It has received the message since its report and might react to it. Its promise is older.
TEST_F(InFlightTest, WhatIsToldAfterAReportCountsForTheNextOne) {
  send(kFirst, 5);
  wait(kSecond, {});
  in_flight_.note_dependencies(kSecond, 0, std::vector<StreamPosition>{{kFirst, 5}});
  EXPECT_EQ(laggard(), kSecond);
  in_flight_.reported(kSecond, true, 10, 0);
  EXPECT_FALSE(laggard());
}

// The report goes beside the stream. It may be read after records that its sender wrote to the
// stream later.
TEST_F(InFlightTest, WhatStandsBehindAReportDoesNotCountForItThoughItIsReadFirst) {
  constexpr wire::Position kReport = 7;
  send(kFirst, 5);
  in_flight_.note_dependencies(kSecond, kReport + 1, std::vector<StreamPosition>{{kFirst, 5}});
  in_flight_.reported(kSecond, true, 10, kReport);
  EXPECT_EQ(laggard(), kSecond);
  in_flight_.reported(kSecond, true, 10, kReport + 1);
  EXPECT_FALSE(laggard());
}

TEST_F(InFlightTest, WhoDoesNotWaitOrRegulateIsNoLaggard) {
  send(kFirst, 5);
  wait(kSecond, {});
  regulators_.remove_regulator(kSecond);
  EXPECT_FALSE(laggard());
  regulators_.add_regulator(kSecond, std::nullopt);
  in_flight_.reported(kSecond, false, 10, 0);
  EXPECT_FALSE(laggard());
}

// Its last messages may be in transit to others, and their positions can no longer be named.
TEST_F(InFlightTest, ADepartureAsksEverybodyAnew) {
  wait(kSecond, {});
  send(kFirst, 5);
  in_flight_.left(kFirst, 12);
  EXPECT_EQ(laggard(), kSecond);
  wait(kSecond, {}, 12);
  EXPECT_FALSE(laggard());
}

TEST_F(InFlightTest, NothingIsKeptOfALeaver) {
  send(kSecond, 20);
  wait(kFirst, {{kSecond, 20}});
  in_flight_.note_dependencies(kFirst, 30, std::vector<StreamPosition>{{kSecond, 25}});
  in_flight_.note_dependencies(wire::kRtig, 30, std::vector<StreamPosition>{{kSecond, 25}});
  in_flight_.left(kSecond, 11);
  EXPECT_EQ(in_flight_.kept(), 0u);
}

TEST_F(InFlightTest, ANewcomerCountsWhatWasSentBefore) {
  InFlight newcomer;
  newcomer.begin(20, std::vector<StreamPosition>{{kFirst, 7}});
  std::optional<FederateHandle> laggard;
  newcomer.reported(kSecond, true, 15, 0);  // as the RTIG stores it
  EXPECT_FALSE(newcomer.none(regulators_, laggard));
  newcomer.reported(kSecond, true, 20, 0);
  EXPECT_FALSE(newcomer.none(regulators_, laggard));
  newcomer.note_dependencies(kSecond, 0, std::vector<StreamPosition>{{kFirst, 7}});
  newcomer.reported(kSecond, true, 20, 0);
  EXPECT_TRUE(newcomer.none(regulators_, laggard));
}

TEST_F(InFlightTest, ANewcomerKnowsThatTheRtigHasReadWhatWasSentBefore) {
  InFlight newcomer;
  newcomer.begin(20, std::vector<StreamPosition>{{kFirst, 7}});
  std::optional<FederateHandle> laggard;
  newcomer.reported_by_rtig(kSecond, true);
  EXPECT_FALSE(newcomer.none(regulators_, laggard));
  newcomer.links_hold_together(true, 20);
  EXPECT_TRUE(newcomer.none(regulators_, laggard));
}

// Without time management no member ever reports.
TEST_F(InFlightTest, OfWhoDoesNotReportNoMoreWordsOfCausesAreKeptThanAFew) {
  constexpr wire::Position kLast = 1000;
  for (wire::Position at = 1; at <= kLast; ++at) {
    const std::vector<StreamPosition> handled{{kSecond, at}};
    in_flight_.note_dependencies(kFirst, at, handled);
    in_flight_.note_dependencies(wire::kRtig, at, handled);
  }
  EXPECT_LE(in_flight_.told(), 20u);
  send(kSecond, kLast);
  in_flight_.reported(kFirst, true, 10, kLast);
  EXPECT_FALSE(laggard()) << "it has named the message";
  in_flight_.reported_by_rtig(kOwn, true);
  in_flight_.links_hold_together(true, 10);
  regulators_.add_regulator(kOwn, std::nullopt);
  EXPECT_FALSE(laggard()) << "the RTIG has named it, too";
  EXPECT_EQ(in_flight_.told(), 0u);
}

// The oldest statements are merged; the merged one counts from its latest position on.
TEST_F(InFlightTest, AReportFromBeforeWhatWasNamedDoesNotCountForThat) {
  send(kSecond, 40);
  for (wire::Position at = 1; at <= 40; ++at) {
    const std::vector<StreamPosition> handled{{kSecond, at}};
    in_flight_.note_dependencies(kFirst, at, handled);
  }
  in_flight_.reported(kFirst, true, 10, 39);
  EXPECT_EQ(laggard(), kFirst);
  in_flight_.reported(kFirst, true, 10, 40);
  EXPECT_FALSE(laggard());
}

}  // namespace
}  // namespace triad::records
