#include "rtig/gateway/memory_recovery.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wire/message_list.hpp"

namespace triad::rtig {
namespace {

using wire::FederateHandle;
using wire::Position;

constexpr FederateHandle kFirst{1};
constexpr FederateHandle kSecond{2};

class MemoryRecoveryTest : public testing::Test {
 protected:
  static wire::Buffer data(FederateHandle sender, Position position) {
    wire::RecordHeader header;
    header.sender = sender.value;
    header.position = position;
    header.interest_key = 1;
    wire::Buffer frame;
    wire::encode_record(header, wire::UpdateAttributeValues{}, frame);
    return frame;
  }
  static wire::Buffer log(Position position) {
    wire::RecordHeader header;
    header.flags = wire::kLogRecord;
    header.position = position;
    wire::Buffer frame;
    wire::encode_record(header, wire::FederateResigned{}, frame);
    return frame;
  }
  bool keep(FederateHandle sender, Position position) {
    const wire::Buffer frame = data(sender, position);
    return memory.keep(wire::parse_record(frame)->header, frame);
  }
  // Returns what give_back() publishes: "log 7", "1 at 5".
  std::vector<std::string> give_back() {
    std::vector<std::string> published;
    memory.give_back([&](wire::Bytes frame) {
      const wire::RecordHeader header = wire::parse_record(frame)->header;
      const bool is_log = (header.flags & wire::kLogRecord) != 0;
      const bool is_of_rtig = header.from() == wire::kRtig;
      const std::string from = is_of_rtig ? "rtig" : std::to_string(header.sender);
      published.push_back((is_log ? "log " : from + " at ") + std::to_string(header.position));
    });
    return published;
  }

  MemoryRecovery memory;
};

TEST_F(MemoryRecoveryTest, KeepsEachRecordOnceUntilItIsReleased) {
  EXPECT_TRUE(keep(kFirst, 1));
  EXPECT_FALSE(keep(kFirst, 1)) << "for another receiver";
  EXPECT_TRUE(keep(kFirst, 4));
  EXPECT_TRUE(keep(kSecond, 2));
  EXPECT_EQ(memory.kept_count(), 3u);
  EXPECT_FALSE(memory.release(kFirst, 1));
  std::vector<Position> kept;
  memory.for_each_kept(
      [&](wire::Bytes frame) { kept.push_back(wire::parse_record(frame)->header.position); });
  EXPECT_EQ(kept, (std::vector<Position>{4, 2}));
  EXPECT_FALSE(keep(kFirst, 4)) << "it is sent again";
  EXPECT_FALSE(memory.release(kFirst, 4));
  EXPECT_TRUE(memory.is_sender(kFirst));
}

TEST_F(MemoryRecoveryTest, ForgetsASenderThatHasLeftWhenAllIsReleased) {
  EXPECT_TRUE(keep(kFirst, 1));
  EXPECT_FALSE(memory.end_sender(kFirst));
  EXPECT_EQ(memory.kept_count(), 1u);
  EXPECT_TRUE(memory.release(kFirst, 1));
  EXPECT_FALSE(memory.is_sender(kFirst));
  EXPECT_TRUE(memory.end_sender(kSecond)) << "it has sent nothing";
}

TEST_F(MemoryRecoveryTest, PublishesTheLogAfterItsCauses) {
  memory.begin_epoch();
  memory.record_request(kFirst, 5);
  memory.keep_aside(log(10));
  memory.keep_aside(log(11));
  for (const Position at : {3u, 4u, 6u}) memory.keep_aside(data(kFirst, at));
  memory.keep_aside(data(kSecond, 1));
  EXPECT_EQ(give_back(),
            (std::vector<std::string>{"1 at 3", "1 at 4", "log 10", "log 11", "1 at 6", "2 at 1"}));
  EXPECT_FALSE(memory.keeps_aside());
}

// A reader of several streams must know the positions before it reads records that depend on them.
TEST_F(MemoryRecoveryTest, PublishesPositionsInMemoryFirst) {
  wire::RecordHeader header;
  header.position = 10;
  wire::Buffer positions;
  wire::encode_record(header, wire::CausalDependencies{{{kSecond, 7}}}, positions);
  memory.begin_epoch();
  memory.record_request(kFirst, 5);
  memory.keep_aside(positions);
  memory.keep_aside(data(kFirst, 3));
  EXPECT_EQ(give_back(), (std::vector<std::string>{"rtig at 10", "1 at 3"}));
  EXPECT_EQ(memory.log_bytes(), 0u);
}

TEST_F(MemoryRecoveryTest, TheDataOfALeaverDoNotCountForItsLimit) {
  memory.begin_epoch();
  memory.keep_aside(data(kFirst, 1));
  memory.end_arrivals(kFirst);
  EXPECT_EQ(memory.sender_above(0), std::nullopt);
  EXPECT_EQ(give_back().size(), 1u);
}

TEST_F(MemoryRecoveryTest, TellsWhichSenderExceedsALimit) {
  memory.begin_epoch();
  const std::size_t bytes = data(kFirst, 1).size();
  memory.keep_aside(data(kFirst, 1));
  memory.keep_aside(data(kSecond, 1));
  memory.keep_aside(data(kSecond, 2));
  EXPECT_EQ(memory.sender_above(2 * bytes), std::nullopt);
  EXPECT_EQ(memory.sender_above(bytes), kSecond);
  (void)give_back();
  EXPECT_EQ(memory.sender_above(0), std::nullopt);
}

// The first epoch ends early. Requests have arrived in it, but not the earlier data.
TEST_F(MemoryRecoveryTest, KnowsWhichDataHaveArrivedOverSeveralEpochs) {
  memory.begin_epoch();
  memory.record_arrived(kFirst, 3);
  EXPECT_FALSE(memory.record_arrival(kFirst, 3));
  EXPECT_TRUE(memory.record_arrival(kFirst, 4));
  memory.begin_epoch();
  memory.record_arrived(kFirst, 6);  // the position of a request
  EXPECT_FALSE(memory.record_arrival(kFirst, 4));
  EXPECT_TRUE(memory.record_arrival(kFirst, 5));
  memory.resume_order(kFirst);
  memory.begin_epoch();
  memory.record_arrived(kFirst, 9);
  EXPECT_FALSE(memory.record_arrival(kFirst, 9));
  EXPECT_TRUE(memory.record_arrival(kFirst, 10));
}

}  // namespace
}  // namespace triad::rtig
