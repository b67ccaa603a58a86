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
  void send_record(LinkId client, char name, UpGate::Marks behind = {}) {
    if (gate.may_pass(behind)) {
      passed += name;
    } else {
      gate.hold(client, wire::Buffer(1), wire::Buffer(3, std::byte(name)), std::move(behind));
    }
  }
  // Returns the records that have left since the last call.
  std::string release_received() {
    gate.release(
        [this](const UpGate::Marks& marks) {
          return std::ranges::all_of(
              marks, [this](const auto& mark) { return received[mark.first] >= mark.second; });
        },
        [this](const UpGate::Held& held) { add_held(held); });
    return std::exchange(passed, {});
  }
  void add_held(const UpGate::Held& held) {
    EXPECT_EQ(held.prefix.size(), 1u);
    passed += static_cast<char>(held.record[0]);
  }

  UpGate gate;
  std::map<std::uint64_t, std::uint64_t> received;  // by session
  std::string passed;
};

TEST_F(Up, PassesARecordWithoutMarks) {
  send_record(kA, '1');
  EXPECT_EQ(release_received(), "1");
}

TEST_F(Up, WaitsForEachPeer) {
  send_record(kA, '1', {{4, 10}, {5, 2}});
  received[4] = 10;
  EXPECT_EQ(release_received(), "");
  received[5] = 1;
  EXPECT_EQ(release_received(), "");
  received[5] = 2;
  EXPECT_EQ(release_received(), "1");
}

TEST_F(Up, HoldsARecordAfterAHeldRecord) {
  send_record(kA, '1', {{4, 10}});
  send_record(kB, '2');
  send_record(kA, '3', {{4, 11}});
  EXPECT_EQ(gate.bytes(), 9u);
  EXPECT_EQ(release_received(), "");
  received[4] = 10;
  EXPECT_EQ(release_received(), "12");
  EXPECT_EQ(gate.bytes(), 3u);
  received[4] = 20;
  EXPECT_EQ(release_received(), "3");
  EXPECT_EQ(gate.bytes(), 0u);
}

TEST_F(Up, ForgetsTheRecordsOfAClient) {
  send_record(kA, '1', {{4, 10}});
  send_record(kB, '2');
  send_record(LinkId{}, '3');
  send_record(kA, '4', {{5, 1}});
  gate.remove_client(kA);
  EXPECT_EQ(gate.bytes(), 6u);
  EXPECT_EQ(release_received(), "23") << "no mark is left before them";
}

TEST_F(Up, ReleasesAllRecords) {
  send_record(kA, '1', {{4, 10}});
  send_record(kB, '2');
  gate.release_all([this](const UpGate::Held& held) { add_held(held); });
  EXPECT_EQ(passed, "12");
  EXPECT_EQ(gate.bytes(), 0u);
}

}  // namespace
}  // namespace triad::router
