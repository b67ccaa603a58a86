// Tests printing of messages as one line.
#include "wire/print.hpp"

#include <gtest/gtest.h>

#include "wire/any_message.hpp"

namespace triad::wire {
namespace {

TEST(Print, ShowsEveryMemberByName) {
  EXPECT_EQ(print(DiscoverObjectInstance{ObjectHandle(7), ObjectClassHandle(3), "tank"}),
            "DiscoverObjectInstance{object=7 object_class=3 name=\"tank\"}");
  EXPECT_EQ(print(ResignFederationExecution{ResignAction::delete_objects}),
            "ResignFederationExecution{action=delete_objects}");
  EXPECT_EQ(print(Refused{ErrorCode::NameNotFound, "no"}),
            "Refused{code=NameNotFound text=\"no\" warning=\"\"}");
  EXPECT_EQ(print(SubscribeObjectClassAttributes{
                ObjectClassHandle(2), {AttributeHandle(1), AttributeHandle(70)}, false}),
            "SubscribeObjectClassAttributes{object_class=2 attributes={1 70} active=false}");
  EXPECT_EQ(print(RegisterFederationSynchronizationPoint{
                "go", "", {FederateHandle(1), FederateHandle(2)}}),
            "RegisterFederationSynchronizationPoint{label=\"go\" tag=\"\" federates=[1 2]}");
}

TEST(Print, ShowsValuesAsLengthAndHexadecimal) {
  const std::uint8_t pairs[] = {1, 0, 0, 0, 2, 0, 0, 0, 0xab, 0x01, 2, 0, 0, 0, 0, 0, 0, 0};
  std::string out;
  print_value(out, ValueList{2, std::as_bytes(std::span(pairs))});
  EXPECT_EQ(out, "{1=2:ab01 2=0:}");
}

TEST(Print, CutsLongBytesShort) {
  const Buffer bytes(17, std::byte{0xff});
  std::string out;
  print_bytes(out, bytes);
  EXPECT_EQ(out, "17:ffffffffffffffffffffffffffffffff...");
}

TEST(Print, KeepsATextOnOneLineAndPrintable) {
  std::string out;
  print_text(out, "a\"b\\c\nd\te\x7f\xc3");
  EXPECT_EQ(out, "\"a\\\"b\\\\c.d.e..\"");
}

TEST(Print, GivesOneLineForAnyMessage) {
  for_each_kind([](Kind kind) {
    Generator generator(static_cast<std::uint64_t>(kind));
    for (int i = 0; i < 20; ++i) {
      Buffer frame;
      generate(kind, generator)->encode({}, frame);
      const std::string line = print(*parse_record(frame));
      EXPECT_TRUE(line.starts_with(std::string(name_of(kind)) + "{")) << line;
      EXPECT_FALSE(line.starts_with(std::string(name_of(kind)) + "{broken")) << line;
      EXPECT_EQ(line.find('\n'), line.npos);
    }
  });
}

TEST(Print, ShowsARecordAsItsMessage) {
  const DiscoverObjectInstance message{ObjectHandle(7), ObjectClassHandle(3), "tank"};
  Buffer frame;
  encode_record({}, message, frame);
  EXPECT_EQ(print(*parse_record(frame)), print(message));
}

TEST(Print, SaysThatAPayloadIsBroken) {
  Buffer frame;
  encode_record({}, SenderWaiting{true}, frame);
  frame.push_back(std::byte{0});
  EXPECT_EQ(print(*parse_record(frame)), "SenderWaiting{broken, 2 bytes}");
}

TEST(Print, NamesErrorsAndKinds) {
  EXPECT_EQ(name_of(ErrorCode::ArrayIndexOutOfBounds), "ArrayIndexOutOfBounds");
  EXPECT_EQ(name_of(ErrorCode::ValueLengthExceeded), "ValueLengthExceeded");
  EXPECT_EQ(name_of(static_cast<ErrorCode>(255)), "RTIinternalError");
  EXPECT_EQ(name_of(Kind::Hello), "Hello");
  EXPECT_EQ(name_of(Kind::none), "?");
  EXPECT_EQ(name_of(static_cast<Kind>(kKindNumbersEnd)), "?");
}

}  // namespace
}  // namespace triad::wire
