// Tests the condition of the UpGate and the order of its records.
#include "router/up_gate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

namespace triad::router {
namespace {

constexpr LinkId kA{1};
constexpr LinkId kB{2};

class Up : public testing::Test {
 protected:
  void come(LinkId client, char name, UpGate::Marks behind = {}) {
    if (gate.may_pass(behind)) {
      passed += name;
    } else {
      gate.hold(client, wire::Buffer(1), wire::Buffer(3, std::byte(name)), std::move(behind));
    }
  }
  // Returns the records that have left since the last call.
  std::string left() {
    gate.release(
        [this](const UpGate::Marks& marks) {
          return std::ranges::all_of(
              marks, [this](const auto& mark) { return received[mark.first] >= mark.second; });
        },
        [this](const UpGate::Held& held) { note(held); });
    return std::exchange(passed, {});
  }
  void note(const UpGate::Held& held) {
    EXPECT_EQ(held.prefix.size(), 1u);
    passed += static_cast<char>(held.record[0]);
  }

  UpGate gate;
  std::map<std::uint64_t, std::uint64_t> received;  // by session
  std::string passed;
};

TEST_F(Up, PassesARecordWithoutMarks) {
  come(kA, '1');
  EXPECT_EQ(left(), "1");
}

TEST_F(Up, WaitsForEachPeer) {
  come(kA, '1', {{4, 10}, {5, 2}});
  received[4] = 10;
  EXPECT_EQ(left(), "");
  received[5] = 1;
  EXPECT_EQ(left(), "");
  received[5] = 2;
  EXPECT_EQ(left(), "1");
}

TEST_F(Up, HoldsARecordAfterAHeldRecord) {
  come(kA, '1', {{4, 10}});
  come(kB, '2');
  come(kA, '3', {{4, 11}});
  EXPECT_EQ(gate.bytes(), 9u);
  EXPECT_EQ(left(), "");
  received[4] = 10;
  EXPECT_EQ(left(), "12");
  EXPECT_EQ(gate.bytes(), 3u);
  received[4] = 20;
  EXPECT_EQ(left(), "3");
  EXPECT_EQ(gate.bytes(), 0u);
}

TEST_F(Up, ForgetsTheRecordsOfAClient) {
  come(kA, '1', {{4, 10}});
  come(kB, '2');
  come(LinkId{}, '3');
  come(kA, '4', {{5, 1}});
  gate.forget(kA);
  EXPECT_EQ(gate.bytes(), 6u);
  EXPECT_EQ(left(), "23") << "no mark is left before them";
}

TEST_F(Up, ReleasesAllRecords) {
  come(kA, '1', {{4, 10}});
  come(kB, '2');
  gate.release_all([this](const UpGate::Held& held) { note(held); });
  EXPECT_EQ(passed, "12");
  EXPECT_EQ(gate.bytes(), 0u);
}

}  // namespace
}  // namespace triad::router
