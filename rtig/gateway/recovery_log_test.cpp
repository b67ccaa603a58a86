#include "rtig/gateway/recovery_log.hpp"

#include <gtest/gtest.h>

namespace triad::rtig {
namespace {

using wire::FederateHandle;
using wire::Position;

constexpr FederateHandle kA{1};
constexpr FederateHandle kB{2};

class RecoveryLogTest : public testing::Test {
 protected:
  RecoveryLogTest() {
    log.add_member(kA, 0);
    log.add_member(kB, 0);
  }
  void append(Position position) {
    log.append_log(record, position, Audience::all, {});
    for (const FederateHandle member : {kA, kB}) log.record_log_sent(member, position);
  }
  void acknowledge(FederateHandle by, Position position, std::uint64_t answers = 0) {
    EXPECT_TRUE(log.record_ack(by, {position, answers}));
    log.drop_acknowledged();
  }
  // Returns the positions, or the negative numbers of answers, that the member lacks.
  std::vector<int> missing(FederateHandle member) {
    std::vector<int> list;
    log.for_each_missing(member, [&](const RecoveryLog::Entry& entry) {
      list.push_back(entry.log != 0 ? static_cast<int>(entry.log)
                                    : -static_cast<int>(entry.answer));
    });
    return list;
  }

  RecoveryLog log;
  const wire::Buffer record = wire::Buffer(10);
};

TEST_F(RecoveryLogTest, ARecordIsKeptUntilAllHaveAcknowledgedIt) {
  append(1);
  append(2);
  acknowledge(kA, 2);
  EXPECT_EQ(log.size(), 2u);
  acknowledge(kB, 1);
  EXPECT_EQ(log.size(), 1u);
  EXPECT_EQ(missing(kB), std::vector{2});
  acknowledge(kB, 2);
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(log.bytes(), 0u);
}

// The second member is not interested in the later record, and never acknowledges it.
TEST_F(RecoveryLogTest, AMemberThatWasSentNoMoreHasTheWholeLog) {
  append(1);
  log.append_log(record, 2, Audience::other_interested, {});
  log.record_log_sent(kA, 2);
  acknowledge(kA, 1);
  acknowledge(kB, 1);
  EXPECT_EQ(log.progress(kA), (wire::RtigProgress{1, 0}));
  EXPECT_EQ(log.progress(kB), (wire::RtigProgress{2, 0}));
}

TEST_F(RecoveryLogTest, RecordsForOneMemberHaveNumbersOfTheirOwn) {
  append(1);
  EXPECT_TRUE(log.append_answer(kA, record));
  append(2);
  EXPECT_TRUE(log.append_answer(kA, record));
  EXPECT_EQ(missing(kA), (std::vector{1, -1, 2, -2}));
  EXPECT_EQ(missing(kB), (std::vector{1, 2}));
  acknowledge(kA, 2, 1);
  EXPECT_EQ(missing(kA), std::vector{-2});
}

TEST_F(RecoveryLogTest, AMemberNeedNotAcknowledgeWhatItWasNotSent) {
  log.append_log(record, 1, Audience::all, {});
  log.record_log_sent(kA, 1);
  acknowledge(kA, 1);
  EXPECT_TRUE(log.empty());
}

TEST_F(RecoveryLogTest, NobodyAcknowledgesMoreThanWasSent) {
  append(1);
  EXPECT_FALSE(log.record_ack(kA, {2, 0}));
  EXPECT_FALSE(log.record_ack(kA, {1, 1}));
  EXPECT_TRUE(log.record_ack(kA, {1, 0}));
}

TEST_F(RecoveryLogTest, TheSlowestMemberHasAcknowledgedLeast) {
  EXPECT_FALSE(log.slowest_member());
  append(1);
  append(2);
  acknowledge(kA, 1);
  EXPECT_EQ(log.slowest_member(), kB);
  log.remove_member(kB);
  EXPECT_EQ(log.slowest_member(), kA);
}

TEST_F(RecoveryLogTest, CausesAreTheRequestsSinceTheLastRecordOfTheLog) {
  log.record_request(kA, 4);
  log.record_request(kB, 7);
  log.record_request(kA, 5);
  append(1);
  EXPECT_EQ(log.last_causes(), (std::vector<wire::StreamPosition>{{kA, 5}, {kB, 7}}));
  log.record_request(kA, 6);
  EXPECT_TRUE(log.append_answer(kA, record));
  EXPECT_EQ(log.last_causes(), (std::vector<wire::StreamPosition>{{kA, 6}}));
  append(2);
  EXPECT_EQ(log.last_causes(), (std::vector<wire::StreamPosition>{{kA, 6}}));
  append(3);
  EXPECT_TRUE(log.last_causes().empty());
}

}  // namespace
}  // namespace triad::rtig
