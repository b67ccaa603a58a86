// Tests the conditions of the OrderGate and the order of its records.
#include "router/order_gate.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace triad::router {
namespace {

constexpr LinkId kReader{7};

class Gate : public testing::Test {
 protected:
  void come(OrderGate::Lane& lane, const std::string& name, wire::Position stamp,
            wire::Position behind = 0) {
    if (gate.may_pass(lane, stamp, behind)) {
      passed += name;
      return;
    }
    const wire::Buffer record(name.size(), std::byte(name[0]));
    gate.hold(lane, record, std::array{kReader}, stamp, behind);
  }
  // Returns the records that have left since the last call.
  std::string release_all(OrderGate::Lane& lane) {
    gate.release(lane, [&](const OrderGate::Held& held) {
      EXPECT_EQ(held.receivers, std::vector{kReader});
      passed.append(held.record.size(), static_cast<char>(held.record[0]));
    });
    return std::exchange(passed, {});
  }

  ForwardedLog log;
  OrderGate gate{log};
  OrderGate::Lane a;
  OrderGate::Lane b;
  std::string passed;
};

TEST_F(Gate, PassesARecordWithoutCauses) {
  come(a, "1", 0);
  EXPECT_EQ(release_all(a), "1");
  EXPECT_TRUE(gate.empty());
}

TEST_F(Gate, WaitsForTheLogToPassTheStamp) {
  come(a, "1", 5);
  log.record_forwarded(4);
  EXPECT_EQ(release_all(a), "");
  log.record_forwarded(5);
  EXPECT_EQ(release_all(a), "1");
}

TEST_F(Gate, WaitsForTheSendersEarlierRequest) {
  come(a, "1", 0, 3);
  a.record_handled(2);
  EXPECT_EQ(release_all(a), "");
  b.record_handled(3);
  EXPECT_EQ(release_all(a), "") << "another sender's request";
  a.record_handled(3);
  EXPECT_EQ(release_all(a), "1");
}

TEST_F(Gate, HoldsARecordAfterAHeldRecord) {
  come(a, "1", 5);
  come(a, "2", 0);
  come(b, "3", 0);
  EXPECT_EQ(release_all(b), "3") << "other senders go on";
  EXPECT_EQ(release_all(a), "");
  log.record_forwarded(5);
  come(a, "3", 0);
  EXPECT_EQ(release_all(a), "123") << "in order, though the last one has no causes";
}

TEST_F(Gate, StopsAtTheFirstRecordThatHasToWait) {
  come(a, "1", 5);
  come(a, "2", 8);
  come(a, "3", 5);
  log.record_forwarded(5);
  EXPECT_EQ(release_all(a), "1");
  log.record_forwarded(8);
  EXPECT_EQ(release_all(a), "23");
}

TEST_F(Gate, PassesNothingThroughAClosedLane) {
  OrderGate::Lane closed(false);
  come(closed, "1", 0);
  EXPECT_EQ(release_all(closed), "");
  closed.set_open(true);
  EXPECT_EQ(release_all(closed), "1");
}

TEST_F(Gate, PassesNothingDuringARestore) {
  log.restore_until(6);
  come(a, "1", 0);
  EXPECT_TRUE(log.advance(9)) << "records show the position of the log";
  EXPECT_EQ(release_all(a), "") << "the restore is still in progress";
  log.record_forwarded(5);
  EXPECT_EQ(release_all(a), "");
  log.record_forwarded(6);
  EXPECT_EQ(release_all(a), "1");
  EXPECT_EQ(log.position(), 9u);
}

TEST_F(Gate, ReportsThatTheLogAdvances) {
  EXPECT_TRUE(log.advance(3));
  EXPECT_FALSE(log.advance(3));
  EXPECT_FALSE(log.advance(2));
  EXPECT_EQ(log.position(), 3u);
}

// Positions handled for an earlier membership do not count.
TEST_F(Gate, RestartsTheLaneOfAReturningSender) {
  a.record_handled(10);
  a.restart(2);
  come(a, "1", 0, 5);
  EXPECT_EQ(release_all(a), "");
  a.record_handled(5);
  EXPECT_EQ(release_all(a), "1");
}

TEST_F(Gate, CountsHeldRecords) {
  come(a, "11", 5);
  come(b, "2222", 5);
  come(a, "333", 5);
  EXPECT_EQ(gate.records(), 3u);
  EXPECT_EQ(gate.bytes(), 9u);
  EXPECT_EQ(a.size(), 2u);
  EXPECT_EQ(a.first_number(), 1u);
  EXPECT_EQ(b.first_number(), 2u);
  EXPECT_EQ(gate.last_number(), 3u);
  gate.drop(a);
  EXPECT_EQ(gate.records(), 1u);
  EXPECT_EQ(gate.bytes(), 4u);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(a.first_number(), 0u);
  log.record_forwarded(5);
  EXPECT_EQ(release_all(a), "") << "dropped";
  EXPECT_EQ(release_all(b), "2222");
  EXPECT_TRUE(gate.empty());
  EXPECT_EQ(gate.bytes(), 0u);
  EXPECT_EQ(gate.last_number(), 3u);
}

}  // namespace
}  // namespace triad::router
