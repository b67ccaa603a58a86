// Tests long records in pieces, with ordinary records before, between and after them, and invalid
// pieces.
#include "wire/pieces.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace triad::wire {
namespace {

using Took = PieceCollector::Collected;

Buffer record_of(std::size_t text_bytes, std::uint32_t sender = kRtig.value) {
  const std::string text(text_bytes, 'x');
  RecordHeader header;
  header.sender = sender;
  Buffer record;
  encode_record(header, Refused{ErrorCode::RTIinternalError, text}, record);
  return record;
}

Buffer piece_of(std::uint64_t record_bytes, std::size_t bytes) {
  const Buffer content(bytes);
  Buffer piece;
  encode_record({}, Piece{record_bytes, content}, piece);
  return piece;
}

std::vector<Buffer> pieces_of(Bytes record) {
  std::vector<Buffer> pieces;
  cut(record, [&](Bytes piece) { pieces.emplace_back(piece.begin(), piece.end()); });
  return pieces;
}

Took take(PieceCollector& collector, Bytes frame) {
  return collector.receive_frame(frame);
}

TEST(Pieces, PutALongRecordTogetherAgain) {
  const Buffer record = record_of(2 * kPieceBytes + 77);
  ASSERT_TRUE(must_be_cut(record));
  const auto pieces = pieces_of(record);
  ASSERT_EQ(pieces.size(), 3u);
  PieceCollector collector;
  EXPECT_EQ(take(collector, pieces[0]), Took::part);
  EXPECT_EQ(take(collector, pieces[1]), Took::part);
  Bytes frame = pieces[2];
  ASSERT_EQ(collector.receive_frame(frame), Took::whole);
  EXPECT_TRUE(std::ranges::equal(frame, record));
}

TEST(Pieces, AreNoneOfWhatIsShortOrAMembers) {
  EXPECT_FALSE(must_be_cut(record_of(kPieceBytes - 100)));
  EXPECT_FALSE(must_be_cut(record_of(2 * kPieceBytes, 7)));
  EXPECT_FALSE(must_be_cut({}));
}

TEST(Pieces, LetOrdinaryRecordsPassBeforeAndBehind) {
  const Buffer ordinary = record_of(10);
  const Buffer record = record_of(2 * kPieceBytes);
  PieceCollector collector;
  for (int i = 0; i < 2; ++i) {
    Bytes frame = ordinary;
    EXPECT_EQ(collector.receive_frame(frame), Took::whole);
    EXPECT_EQ(frame.data(), ordinary.data()) << "not copied";
    for (const Buffer& piece : pieces_of(record))
      frame = piece, (void)collector.receive_frame(frame);
    EXPECT_TRUE(std::ranges::equal(frame, record));
  }
}

TEST(Pieces, OfTwoRecordsMayNotBeMixed) {
  PieceCollector collector;
  EXPECT_EQ(take(collector, piece_of(100, 50)), Took::part);
  EXPECT_EQ(take(collector, piece_of(90, 40)), Took::fault);
}

TEST(Pieces, ComeBeforeWhatARouterHasPutBetweenThem) {
  const Buffer record = record_of(2 * kPieceBytes);
  const auto pieces = pieces_of(record);
  PieceCollector collector;
  Bytes frame;
  EXPECT_EQ(take(collector, pieces[0]), Took::part);
  for (const std::size_t length : {10u, 20u}) {
    EXPECT_EQ(take(collector, record_of(length, 7)), Took::part);
    EXPECT_FALSE(collector.take_record_between(frame)) << "it would overtake the whole";
  }
  EXPECT_EQ(take(collector, pieces[1]), Took::part);
  frame = pieces[2];
  ASSERT_EQ(collector.receive_frame(frame), Took::whole);
  EXPECT_TRUE(std::ranges::equal(frame, record));
  for (const std::size_t length : {10u, 20u}) {
    ASSERT_TRUE(collector.take_record_between(frame));
    EXPECT_TRUE(std::ranges::equal(frame, record_of(length, 7)));
  }
  EXPECT_FALSE(collector.take_record_between(frame));
}

TEST(Pieces, HaveNoMoreBetweenThemThanThereIsRoomFor) {
  PieceCollector collector;
  EXPECT_EQ(take(collector, piece_of(100, 50)), Took::part);
  const Buffer much = record_of(kBetweenBytesMax / 2, 7);
  EXPECT_EQ(take(collector, much), Took::part);
  EXPECT_EQ(take(collector, much), Took::fault);
}

TEST(Pieces, MayNotBringMoreThanTheyAnnounced) {
  PieceCollector collector;
  EXPECT_EQ(take(collector, piece_of(100, 60)), Took::part);
  EXPECT_EQ(take(collector, piece_of(100, 60)), Took::fault);
}

TEST(Pieces, OfNoBytesAreAFault) {
  PieceCollector collector;
  EXPECT_EQ(take(collector, piece_of(100, 0)), Took::fault);
  EXPECT_EQ(take(collector, piece_of(0, 0)), Took::fault);
}

TEST(Pieces, DoNotMakeTheOtherEndTakeMemoryForWhatHasNotCome) {
  PieceCollector collector;
  EXPECT_EQ(take(collector, piece_of(std::uint64_t{1} << 62, 10)), Took::part);
}

}  // namespace
}  // namespace triad::wire
