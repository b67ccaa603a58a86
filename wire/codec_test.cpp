// Tests that every message survives encoding and decoding, and that the decoder refuses invalid
// bytes.
#include "wire/codec.hpp"

#include <gtest/gtest.h>

#include "wire/any_message.hpp"
#include "wire/same.hpp"

namespace triad::wire {
namespace {

constexpr int kValuesPerMessage = 40;
// Sets with a large handle are long; testing this many offsets of them is enough.
constexpr std::size_t kPlacesMax = 400;

std::size_t step_for(const Buffer& bytes) {
  return bytes.size() / kPlacesMax + 1;
}

struct Nested {
  std::optional<std::uint16_t> maybe;
  std::vector<std::string> texts;
  HandleSet<AttributeHandle> set;
  double number = 0;
};
BOOST_DESCRIBE_STRUCT(Nested, (), (maybe, texts, set, number))

template <class T>
Buffer encoded(const T& value) {
  Buffer out;
  Encoder(out).put(value);
  return out;
}

template <class T>
std::optional<T> decoded(const Buffer& bytes) {
  return decode<T>(bytes);
}

Buffer bytes_of(std::initializer_list<int> values) {
  Buffer bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

TEST(Codec, CarriesEveryMessageThereAndBack) {
  for_each_kind([](Kind kind) {
    Generator generator(static_cast<std::uint64_t>(kind));
    for (int i = 0; i < kValuesPerMessage; ++i) {
      const auto sent = generate(kind, generator);
      const Buffer bytes = sent->payload();
      const auto received = decode_any(kind, bytes);
      ASSERT_TRUE(received) << name_of(kind) << " value " << i;
      EXPECT_TRUE(sent->same(*received)) << name_of(kind) << " value " << i;
      EXPECT_EQ(received->payload(), bytes) << name_of(kind) << " value " << i;
    }
  });
}

TEST(Codec, RefusesEveryTruncationOfEveryMessage) {
  for_each_kind([](Kind kind) {
    Generator generator(1000 + static_cast<std::uint64_t>(kind));
    for (int i = 0; i < kValuesPerMessage; ++i) {
      const Buffer bytes = generate(kind, generator)->payload();
      for (std::size_t size = 0; size < bytes.size(); size += step_for(bytes)) {
        // A separate copy lets the sanitizer detect reads beyond the end.
        const Buffer cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        EXPECT_FALSE(decode_any(kind, cut)) << name_of(kind) << " cut to " << size;
      }
    }
  });
}

TEST(Codec, RefusesWhatIsLeftOverBehindEveryMessage) {
  for_each_kind([](Kind kind) {
    Generator generator(2000 + static_cast<std::uint64_t>(kind));
    Buffer bytes = generate(kind, generator)->payload();
    bytes.push_back(std::byte{0});
    EXPECT_FALSE(decode_any(kind, bytes)) << name_of(kind);
  });
}

// A changed byte leads to a refusal or to another value, which must survive encoding and decoding.
void expect_consistent(Kind kind, const Buffer& bytes) {
  const auto received = decode_any(kind, bytes);
  if (!received) return;
  const Buffer again = received->payload();
  const auto twice = decode_any(kind, again);
  ASSERT_TRUE(twice) << name_of(kind);
  EXPECT_TRUE(received->same(*twice)) << name_of(kind);
}

TEST(Codec, StaysConsistentUnderAnyChangedByteOfAnyMessage) {
  for_each_kind([](Kind kind) {
    Generator generator(3000 + static_cast<std::uint64_t>(kind));
    for (int i = 0; i < 10; ++i) {
      Buffer bytes = generate(kind, generator)->payload();
      for (std::size_t at = 0; at < bytes.size(); at += step_for(bytes)) {
        const std::byte before = bytes[at];
        bytes[at] = static_cast<std::byte>(generator.random().below(256));
        expect_consistent(kind, bytes);
        bytes[at] = before;
      }
    }
  });
}

TEST(Codec, CarriesOptionalNestedAndFloatingValues) {
  Generator generator(7);
  for (int i = 0; i < kValuesPerMessage; ++i) {
    Nested sent;
    generator.fill(sent.maybe);
    generator.fill(sent.texts);
    generator.fill(sent.set);
    sent.number = static_cast<double>(generator.random().below(1000)) / 8;
    const auto received = decoded<Nested>(encoded(sent));
    ASSERT_TRUE(received);
    EXPECT_TRUE(same(sent, *received));
  }
}

TEST(Codec, LaysIntegersDownLittleEndian) {
  EXPECT_EQ(encoded(std::uint32_t{0x01020304}), bytes_of({4, 3, 2, 1}));
  EXPECT_EQ(encoded(Transportation::best_effort), bytes_of({2}));
  EXPECT_EQ(encoded(std::string_view("ab")), bytes_of({2, 0, 0, 0, 'a', 'b'}));
  EXPECT_EQ(encoded(std::optional<bool>{}), bytes_of({0}));
  EXPECT_EQ(encoded(std::optional<bool>{true}), bytes_of({1, 1}));
}

TEST(Codec, RefusesABooleanThatIsNeitherZeroNorOne) {
  EXPECT_TRUE(decoded<SenderWaiting>(bytes_of({1})));
  EXPECT_FALSE(decoded<SenderWaiting>(bytes_of({2})));
  EXPECT_FALSE(decoded<SenderWaiting>(bytes_of({255})));
}

TEST(Codec, RefusesAnEnumeratorThatIsNotDescribed) {
  for (int value = 0; value < 256; ++value) {
    EXPECT_EQ(decoded<ResignFederationExecution>(bytes_of({value})).has_value(),
              value >= 1 && value <= 4);
    EXPECT_EQ(decoded<SetAdvisorySwitch>(bytes_of({value, 0})).has_value(),
              value >= 1 && value <= 4);
    EXPECT_EQ(decoded<Refused>(bytes_of({value, 0, 0, 0, 0, 0, 0, 0, 0})).has_value(),
              value < static_cast<int>(kErrorCodes));
  }
}

TEST(Codec, RefusesATextLongerThanWhatIsThere) {
  EXPECT_TRUE(decoded<ReserveObjectName>(bytes_of({1, 0, 0, 0, 'a'})));
  EXPECT_FALSE(decoded<ReserveObjectName>(bytes_of({2, 0, 0, 0, 'a'})));
  EXPECT_FALSE(decoded<ReserveObjectName>(bytes_of({255, 255, 255, 255, 'a'})));
}

TEST(Codec, RefusesAListLongerThanWhatIsThereWithoutAllocatingForIt) {
  EXPECT_TRUE(decoded<FederationList>(bytes_of({0, 0, 0, 0})));
  EXPECT_FALSE(decoded<FederationList>(bytes_of({255, 255, 255, 255})));
  EXPECT_FALSE(decoded<FederationList>(bytes_of({3, 0, 0, 0, 0, 0, 0})));
}

TEST(Codec, RefusesAHandleSetWithMoreWordsThanThereAreHandles) {
  Buffer bytes = bytes_of({1, 0, 0, 0});  // class
  bytes.push_back(std::byte{0x01});
  bytes.push_back(std::byte{0x04});  // 1025 words
  bytes.resize(bytes.size() + 1025 * 8);
  EXPECT_FALSE(decoded<PublishObjectClass>(bytes));
  bytes[4] = std::byte{0x00};  // 1024 words
  bytes.resize(bytes.size() - 8);
  const auto most = decoded<PublishObjectClass>(bytes);
  ASSERT_TRUE(most);
  EXPECT_TRUE(most->attributes.empty());
}

TEST(Codec, RefusesAValueListWhoseCountOrLengthsDoNotFit) {
  const auto list = [](int count, std::initializer_list<int> pairs) {
    Buffer bytes = encoded(static_cast<std::uint32_t>(count));
    Encoder(bytes).put(static_cast<std::uint32_t>(pairs.size()));
    for (const int value : pairs) bytes.push_back(static_cast<std::byte>(value));
    return decoded<ValueList>(bytes).has_value();
  };
  EXPECT_TRUE(list(0, {}));
  EXPECT_TRUE(list(1, {1, 0, 0, 0, 2, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(list(1, {}));
  EXPECT_FALSE(list(0, {1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(list(2, {1, 0, 0, 0, 2, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(list(1, {1, 0, 0, 0, 3, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(list(1, {1, 0, 0, 0, 1, 0, 0, 0, 'a', 'b'}));
  EXPECT_FALSE(list(1, {1, 0, 0, 0, 255, 255, 255, 255}));
  EXPECT_FALSE(list(-1, {1, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Codec, GivesZeroValuesAfterTheFirstFault) {
  const Buffer bytes = bytes_of({9, 9, 9});
  Decoder decoder(bytes);
  std::uint32_t first = 1;
  decoder.get(first);
  EXPECT_FALSE(decoder.ok());
  std::uint8_t second = 1;
  decoder.get(second);
  EXPECT_EQ(second, 0);
  EXPECT_FALSE(decoder.finished());
}

}  // namespace
}  // namespace triad::wire
