// Tests the record header and the checks of received frames.
#include "wire/record.hpp"

#include <gtest/gtest.h>

#include "wire/any_message.hpp"
#include "wire/parsed_frame.hpp"

namespace triad::wire {
namespace {

RecordHeader some_header() {
  RecordHeader header;
  header.flags = kLogRecord;
  header.sender = 1;
  header.position = 0x0102030405060708;
  header.addressee = 2;
  header.after = 3;
  header.after_position = 4;
  header.interest_key = 5;
  header.interest_mask = 6;
  return header;
}

TEST(Record, CarriesItsHeaderAndSetsTheKind) {
  Buffer frame;
  encode_record(some_header(), SenderWaiting{true}, frame);
  EXPECT_EQ(frame.size(), 49u);
  const auto record = parse_record(frame);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->header.message_kind(), Kind::SenderWaiting);
  EXPECT_EQ(record->header.flags, kLogRecord);
  EXPECT_EQ(record->header.from(), FederateHandle(1));
  EXPECT_EQ(record->header.position, 0x0102030405060708u);
  EXPECT_EQ(record->header.to(), FederateHandle(2));
  EXPECT_EQ(record->header.cause(), FederateHandle(3));
  EXPECT_EQ(record->header.after_position, 4u);
  EXPECT_EQ(record->header.interest_key, 5u);
  EXPECT_EQ(record->header.interest_mask, 6u);
  EXPECT_EQ(record->frame.size(), frame.size());
  const auto message = decode<SenderWaiting>(record->payload);
  ASSERT_TRUE(message);
  EXPECT_TRUE(message->waiting);
}

TEST(Record, LaysItsHeaderDownInFortyEightBytes) {
  Buffer frame;
  encode_record(some_header(), SenderWaiting{false}, frame);
  const auto kind = static_cast<std::uint8_t>(Kind::SenderWaiting);
  const std::uint8_t expected[] = {kind, 0, 1, 0, 1, 0, 0, 0, 8, 7, 6, 5, 4, 3, 2, 1,
                                   2,    0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0,
                                   5,    0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_TRUE(std::ranges::equal(Bytes(frame).first(48), std::as_bytes(std::span(expected))));
}

TEST(Record, OfTheRtigNamesTheFederateThatCausedIt) {
  RecordHeader request;
  request.sender = 7;
  request.position = 12;
  RecordHeader answer;
  answer.set_cause(request);
  EXPECT_EQ(answer.from(), kRtig);
  EXPECT_EQ(answer.cause(), FederateHandle(7));
  EXPECT_EQ(answer.after_position, 12u);
}

TEST(Record, OfTheRtigIsNotCausedByTheRtigOrByAFederateThatHasNotJoined) {
  RecordHeader of_rtig;
  of_rtig.position = 3;
  RecordHeader of_guest;
  of_guest.sender = 0;
  of_guest.position = 4;
  EXPECT_NE(of_guest.from(), kRtig);
  RecordHeader answer;
  answer.set_cause(of_rtig);
  EXPECT_FALSE(answer.cause());
  EXPECT_EQ(answer.after_position, 3u);
  answer.set_cause(of_guest);
  EXPECT_FALSE(answer.cause());
  EXPECT_EQ(answer.after_position, 4u);
}

TEST(Record, IsAppendedToWhatTheBufferHolds) {
  Buffer frame(3);
  encode_record({}, SenderWaiting{true}, frame);
  EXPECT_EQ(frame.size(), 52u);
  EXPECT_TRUE(parse_record(Bytes(frame).subspan(3)));
}

TEST(Record, IsNoneWhenTheFrameIsShorterThanAHeader) {
  Buffer frame;
  encode_record(some_header(), SenderWaiting{true}, frame);
  for (std::size_t size = 0; size < sizeof(RecordHeader); ++size) {
    EXPECT_FALSE(parse_record(Bytes(frame).first(size))) << size;
  }
  EXPECT_TRUE(parse_record(Bytes(frame).first(sizeof(RecordHeader))));
}

TEST(Record, HasTheCellsOfItsInterestBehindItsHeader) {
  const Cells cells{0x0102, 0x0304, 0x0506};
  RecordHeader header = some_header();
  header.cells = 9;  // must be ignored: as copied from another record
  Buffer frame;
  encode_record(header, SenderWaiting{true}, frame, nullptr, cells);
  EXPECT_EQ(frame.size(), sizeof(RecordHeader) + 3 * sizeof(Cell) + 1);
  const auto record = parse_record(frame);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->interest().key, 5u);
  EXPECT_EQ(record->interest().mask, 6u);
  EXPECT_EQ(record->interest().cells, cells);
  EXPECT_TRUE(decode<SenderWaiting>(record->payload)->waiting);
}

TEST(Record, IsNoneWhenItHasFewerCellsThanItSaysOrTooMany) {
  Buffer frame;
  encode_record(some_header(), SenderWaiting{true}, frame, nullptr, Cells{1, 2});
  EXPECT_TRUE(parse_record(Bytes(frame).first(sizeof(RecordHeader) + 2 * sizeof(Cell))));
  EXPECT_FALSE(parse_record(Bytes(frame).first(sizeof(RecordHeader) + 2 * sizeof(Cell) - 1)));
  frame.resize(1000);
  for (const std::uint32_t cells : {std::uint32_t{kCellsMax + 1}, ~std::uint32_t{0}}) {
    std::memcpy(frame.data() + offsetof(RecordHeader, cells), &cells, sizeof cells);
    EXPECT_FALSE(parse_record(frame));
  }
}

TEST(Record, SaysWhoCouldWantItIfItIsDataOrOfExistenceOrOfTheLog) {
  RecordHeader header = some_header();
  header.flags = 0;
  for (const auto& [kind, says, data] :
       {std::tuple(Kind::UpdateAttributeValues, true, true),
        std::tuple(Kind::SendInteraction, true, true),
        std::tuple(Kind::ObjectInstanceRegistered, true, false),
        std::tuple(Kind::DeleteObjectInstance, true, false),
        std::tuple(Kind::DeletionCompleted, false, false),
        std::tuple(Kind::AttributeOwnershipTransferred, false, false),
        std::tuple(Kind::TimeReport, false, false)}) {
    header.kind = static_cast<std::uint16_t>(kind);
    EXPECT_EQ(header.has_interest(), says) << name_of(kind);
    EXPECT_EQ(header.is_data(), data) << name_of(kind);
  }
  header.kind = static_cast<std::uint16_t>(Kind::AttributeOwnershipTransferred);
  header.flags = kLogRecord;
  EXPECT_TRUE(header.has_interest());
  header.interest_key = 0;
  EXPECT_FALSE(header.has_interest());
}

TEST(Record, IsNoneWhenItsKindIsUnknown) {
  Buffer frame(sizeof(RecordHeader));
  for (std::uint32_t kind = 0; kind <= 0xffff; ++kind) {
    frame[0] = static_cast<std::byte>(kind & 0xff);
    frame[1] = static_cast<std::byte>(kind >> 8);
    EXPECT_EQ(parse_record(frame).has_value(), is_kind(static_cast<std::uint16_t>(kind))) << kind;
  }
}

TEST(Record, FindsTheTypeOfEveryKind) {
  for_each_kind([](Kind kind) {
    Kind found = Kind::none;
    EXPECT_TRUE(with_message_type(
        kind, [&](auto type) { found = kind_of<typename decltype(type)::type>; }));
    EXPECT_EQ(found, kind) << name_of(kind);
  });
  EXPECT_FALSE(with_message_type(Kind::none, [](auto) {}));
  EXPECT_FALSE(with_message_type(static_cast<Kind>(kKindNumbersEnd), [](auto) {}));
}

TEST(Record, LeavesALongListOfValuesToAGatherSegment) {
  for (const std::size_t bytes : {GatherSegment::kBytesLeast - 1, GatherSegment::kBytesLeast}) {
    const Buffer pairs(bytes, std::byte{5});
    UpdateAttributeValues update;
    update.values = {1, pairs};
    update.tag = "behind it";
    Buffer whole;
    encode_record(some_header(), update, whole);
    Buffer rest;
    GatherSegment gather_segment;
    encode_record(some_header(), update, rest, &gather_segment);
    EXPECT_EQ(gather_segment.bytes.empty(), bytes < GatherSegment::kBytesLeast);
    rest.insert(rest.begin() + static_cast<std::ptrdiff_t>(gather_segment.at),
                gather_segment.bytes.begin(), gather_segment.bytes.end());
    EXPECT_EQ(rest, whole);
  }
}

Buffer frame_with_cells() {
  Buffer frame;
  encode_record(some_header(), SenderWaiting{true}, frame, nullptr, Cells{1, 2});
  return frame;
}

// As a participant of shared memory receives it: first the beginning, then all, which may be
// elsewhere.
TEST(ParsedFrame, KeepsTheHeaderOfTheBeginning) {
  const Buffer frame = frame_with_cells();
  const std::size_t begins = sizeof(RecordHeader) + 2 * sizeof(Cell);
  ParsedFrame parsed(Bytes(frame).first(begins));
  ASSERT_TRUE(parsed.record());
  EXPECT_TRUE(parsed.record()->payload.empty());
  const Buffer moved(frame.begin(), frame.end());
  parsed.extend(moved);
  EXPECT_EQ(parsed.bytes().data(), moved.data());
  EXPECT_EQ(parsed.record()->header.position, parse_record(frame)->header.position);
  EXPECT_EQ(parsed.record()->payload.data(), moved.data() + begins);
  EXPECT_EQ(parsed.record()->payload.size(), moved.size() - begins);
}

TEST(ParsedFrame, IsParsedAgainIfItsBeginningWasTooShort) {
  const Buffer frame = frame_with_cells();
  ParsedFrame parsed(Bytes(frame).first(sizeof(RecordHeader)));
  EXPECT_FALSE(parsed.record());
  parsed.extend(frame);
  ASSERT_TRUE(parsed.record());
  EXPECT_EQ(parsed.record()->header.cells, 2U);
}

}  // namespace
}  // namespace triad::wire
