// Tests that long records are sent a part in each turn and arrive complete and in order, with the
// records that were sent meanwhile after the long record that preceded them.
#include "rtig/program/long_records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "wire/pieces.hpp"

namespace triad::rtig {
namespace {

constexpr LinkId kLink{1};
constexpr LinkId kOther{2};

wire::Buffer record_of(std::size_t text_bytes, char letter, std::uint16_t flags = 0) {
  wire::RecordHeader header;
  header.flags = flags;
  wire::Buffer record;
  wire::encode_record(
      header, wire::Refused{wire::ErrorCode::RTIinternalError, std::string(text_bytes, letter)},
      record);
  return record;
}

class LongRecordsTest : public testing::Test {
 protected:
  LongRecordsTest() : records([this](LinkId to, wire::Bytes piece) { send_record(to, piece); }) {}

  void send_record(LinkId to, wire::Bytes frame) {
    wire::PieceCollector& collector = collectors[to];
    ++frames;
    const auto took = collector.receive_frame(frame);
    ASSERT_NE(took, wire::PieceCollector::Collected::fault);
    if (took == wire::PieceCollector::Collected::part) return;
    come[to].emplace_back(frame.begin(), frame.end());
    for (wire::Bytes between; collector.take_record_between(between);) {
      come[to].emplace_back(between.begin(), between.end());
    }
  }

  LongRecords records;
  std::map<LinkId, wire::PieceCollector> collectors;
  std::map<LinkId, std::vector<wire::Buffer>> come;
  int frames = 0;
};

TEST_F(LongRecordsTest, GoByPartsInSeveralTurns) {
  const wire::Buffer model = record_of(5 * wire::kPieceBytes, 'm');
  EXPECT_TRUE(records.begin(kLink, model, false));
  EXPECT_EQ(frames, 0);
  int turns = 0;
  for (; !records.empty(); ++turns) {
    const int before = frames;
    records.send_next_parts();
    EXPECT_EQ(frames, before + 1);  // a small part in each turn
  }
  EXPECT_EQ(turns, 16);
  EXPECT_EQ(come[kLink], std::vector<wire::Buffer>{model});
}

TEST_F(LongRecordsTest, OfAnyLengthTakeAsManyTurns) {
  const wire::Buffer large = record_of(40 * wire::kPieceBytes, 'l');
  records.begin(kLink, large, false);
  int turns = 0;
  for (; !records.empty(); ++turns) records.send_next_parts();
  EXPECT_EQ(turns, 16);
  EXPECT_EQ(come[kLink], std::vector<wire::Buffer>{large});
}

TEST_F(LongRecordsTest, KeepTheOrderOfTheirLink) {
  const wire::Buffer first = record_of(2 * wire::kPieceBytes, '1');
  const wire::Buffer between = record_of(10, 'b');
  const wire::Buffer second = record_of(3 * wire::kPieceBytes, '2');
  records.begin(kLink, first, false);
  records.send_next_parts();
  send_record(kLink, between);
  records.begin(kLink, second, false);
  records.begin(kOther, second, false);
  send_record(kOther, between);
  while (!records.empty()) records.send_next_parts();
  EXPECT_EQ(come[kLink], (std::vector{first, between, second}));
  EXPECT_EQ(come[kOther], (std::vector{between, second}));
}

TEST_F(LongRecordsTest, GoAtOnceBeforeTheEndOfTheirLinkAndBeforeARecordOfTheLog) {
  const wire::Buffer model = record_of(2 * wire::kPieceBytes, 'm');
  const wire::Buffer of_the_log = record_of(2 * wire::kPieceBytes, 'l', wire::kLogRecord);
  records.begin(kLink, model, false);
  records.send_next_parts();
  EXPECT_FALSE(records.begin(kLink, of_the_log, false));
  EXPECT_EQ(come[kLink], (std::vector{model, of_the_log}));
  records.begin(kLink, model, false);
  records.send_rest(kLink);
  EXPECT_TRUE(records.empty());
  EXPECT_EQ(come[kLink].size(), 3u);
  EXPECT_FALSE(records.begin(kLink, model, true));
  EXPECT_EQ(come[kLink].size(), 4u);
}

TEST_F(LongRecordsTest, AreForgottenWithTheirLink) {
  records.begin(kLink, record_of(2 * wire::kPieceBytes, 'm'), false);
  records.drop_rest(kLink);
  EXPECT_TRUE(records.empty());
  records.send_rest(kLink);
  EXPECT_EQ(frames, 0);
}

}  // namespace
}  // namespace triad::rtig
