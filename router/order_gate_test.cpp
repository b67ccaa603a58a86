// What the gate of a sender's records waits for, and in which order they leave.
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
  // What has left since this was asked last.
  std::string left(OrderGate::Lane& lane) {
    gate.release(lane, [&](const OrderGate::Held& held) {
      EXPECT_EQ(held.to, std::vector{kReader});
      passed.append(held.record.size(), static_cast<char>(held.record[0]));
    });
    return std::exchange(passed, {});
  }

  PassedLog log;
  OrderGate gate{log};
  OrderGate::Lane a;
  OrderGate::Lane b;
  std::string passed;
};

TEST_F(Gate, PassesWhatFollowsFromNothing) {
  come(a, "1", 0);
  EXPECT_EQ(left(a), "1");
  EXPECT_TRUE(gate.empty());
}

TEST_F(Gate, WaitsForTheLogToPassTheStamp) {
  come(a, "1", 5);
  log.pass(4);
  EXPECT_EQ(left(a), "");
  log.pass(5);
  EXPECT_EQ(left(a), "1");
}

TEST_F(Gate, WaitsForTheRtigToTakeWhatCameBefore) {
  come(a, "1", 0, 3);
  a.handle(2);
  EXPECT_EQ(left(a), "");
  b.handle(3);
  EXPECT_EQ(left(a), "") << "that is another sender's";
  a.handle(3);
  EXPECT_EQ(left(a), "1");
}

TEST_F(Gate, HoldsWhatComesBehindWhatIsHeld) {
  come(a, "1", 5);
  come(a, "2", 0);
  come(b, "3", 0);
  EXPECT_EQ(left(b), "3") << "other senders go on";
  EXPECT_EQ(left(a), "");
  log.pass(5);
  come(a, "3", 0);
  EXPECT_EQ(left(a), "123") << "in their order, though the last could have passed at once";
}

TEST_F(Gate, StopsAtTheFirstThatHasToWait) {
  come(a, "1", 5);
  come(a, "2", 8);
  come(a, "3", 5);
  log.pass(5);
  EXPECT_EQ(left(a), "1");
  log.pass(8);
  EXPECT_EQ(left(a), "23");
}

TEST_F(Gate, PassesNothingThroughALaneThatIsShut) {
  OrderGate::Lane shut(false);
  come(shut, "1", 0);
  EXPECT_EQ(left(shut), "");
  shut.set_open(true);
  EXPECT_EQ(left(shut), "1");
}

TEST_F(Gate, PassesNothingUntilARestoreHasBeenTold) {
  log.restore_until(6);
  come(a, "1", 0);
  EXPECT_TRUE(log.advance(9)) << "records show how far the log is";
  EXPECT_EQ(left(a), "") << "the word of the restore comes behind them";
  log.pass(5);
  EXPECT_EQ(left(a), "");
  log.pass(6);
  EXPECT_EQ(left(a), "1");
  EXPECT_EQ(log.position(), 9u);
}

TEST_F(Gate, KnowsThatTheLogIsFurther) {
  EXPECT_TRUE(log.advance(3));
  EXPECT_FALSE(log.advance(3));
  EXPECT_FALSE(log.advance(2));
  EXPECT_EQ(log.position(), 3u);
}

// What the RTIG had taken of another membership says nothing of this one.
TEST_F(Gate, BeginsAnewWithASenderWhoBecomesAMemberAgain) {
  a.handle(10);
  a.restart(2);
  come(a, "1", 0, 5);
  EXPECT_EQ(left(a), "");
  a.handle(5);
  EXPECT_EQ(left(a), "1");
}

TEST_F(Gate, CountsWhatItHolds) {
  come(a, "11", 5);
  come(b, "2222", 5);
  come(a, "333", 5);
  EXPECT_EQ(gate.records(), 3u);
  EXPECT_EQ(gate.bytes(), 9u);
  EXPECT_EQ(a.size(), 2u);
  EXPECT_EQ(a.next(), 1u);
  EXPECT_EQ(b.next(), 2u);
  EXPECT_EQ(gate.last(), 3u);
  gate.drop(a);
  EXPECT_EQ(gate.records(), 1u);
  EXPECT_EQ(gate.bytes(), 4u);
  EXPECT_TRUE(a.empty());
  EXPECT_EQ(a.next(), 0u);
  log.pass(5);
  EXPECT_EQ(left(a), "") << "what was dropped is void";
  EXPECT_EQ(left(b), "2222");
  EXPECT_TRUE(gate.empty());
  EXPECT_EQ(gate.bytes(), 0u);
  EXPECT_EQ(gate.last(), 3u);
}

}  // namespace
}  // namespace triad::router
