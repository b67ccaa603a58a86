// Tests of the sets of attribute and parameter values: layout, replacement, borrowing, refusals,
// classes derived by a federate.
#include "libRTI/src/handle_value_pair_sets.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {
std::size_t allocations = 0;
}

// Count allocations. Not inlined, because g++ would warn that free() does not match new.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace triad::api {
namespace {

using Attributes = AttributeHandleValuePairSetImpl;
using Parameters = ParameterHandleValuePairSetImpl;
using Pairs = std::vector<std::pair<RTI::ULong, std::string>>;

constexpr RTI::TransportType kReliable = 1;
constexpr RTI::OrderType kTimestamp = 2;

template <class Set>
void add(Set& set, RTI::Handle handle, const std::string& value) {
  set.add(handle, value.data(), value.size());
}

template <class Set>
Pairs pairs_of(const Set& set) {
  Pairs pairs;
  for (RTI::ULong i = set.start(); set.valid(i) != 0; i = set.next(i)) {
    RTI::ULong length = 99;
    const char* value = set.getValuePointer(i, length);
    EXPECT_EQ(length, set.getValueLength(i));
    std::string copy(length, '?');
    RTI::ULong copied = 0;
    set.getValue(i, copy.data(), copied);
    EXPECT_EQ(copied, length);
    EXPECT_EQ(copy, std::string(value, length));
    pairs.emplace_back(set.getHandle(i), copy);
  }
  return pairs;
}

std::string bytes_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::span<const std::byte> bytes_in(const std::string& text) {
  return std::as_bytes(std::span(text));
}

const std::string kTwoPairs("\x07\0\0\0\x02\0\0\0hi\x05\0\0\0\0\0\0\0", 18);

TEST(PairSet, KeepsItsPairsAsTheWireHasThem) {
  Attributes set;
  add(set, 7, "hi");
  add(set, 5, "");
  EXPECT_EQ(bytes_of(set.encoded()), kTwoPairs);
  EXPECT_EQ(set.count(), 2u);
  EXPECT_EQ(pairs_of(set), (Pairs{{7, "hi"}, {5, ""}}));
}

TEST(PairSet, CopiesTheValueAndTakesBytesOfAnyKind) {
  Parameters set;
  std::string value("a\0b", 3);
  add(set, 1, value);
  value[0] = 'x';
  EXPECT_EQ(pairs_of(set), (Pairs{{1, std::string("a\0b", 3)}}));
}

TEST(PairSet, TakesANullPointerOnlyAsAnEmptyValue) {
  Attributes set;
  set.add(1, nullptr, 0);
  EXPECT_EQ(pairs_of(set), (Pairs{{1, ""}}));
  EXPECT_THROW(set.add(2, nullptr, 1), RTI::ValueLengthExceeded);
  EXPECT_EQ(set.size(), 1u);
}

TEST(PairSet, ReplacesTheValueOfAHandleInPlace) {
  Attributes set;
  add(set, 3, "three");
  add(set, 1, "one");
  add(set, 2, "two");
  add(set, 1, "longer one");
  EXPECT_EQ(pairs_of(set), (Pairs{{3, "three"}, {1, "longer one"}, {2, "two"}}));
  add(set, 1, "1");
  EXPECT_EQ(pairs_of(set), (Pairs{{3, "three"}, {1, "1"}, {2, "two"}}));
  add(set, 1, "");
  EXPECT_EQ(pairs_of(set), (Pairs{{3, "three"}, {1, ""}, {2, "two"}}));
  Attributes received;
  EXPECT_TRUE(received.borrow(set.encoded(), set.count(), kReliable, kTimestamp, nullptr));
  EXPECT_EQ(pairs_of(received), pairs_of(set));
}

TEST(PairSet, TakesAValueThatPointsIntoItself) {
  Attributes set;
  add(set, 1, "some value of a fair length");
  for (RTI::Handle handle = 2; handle < 40; ++handle) {
    RTI::ULong length = 0;
    const char* value = set.getValuePointer(0, length);
    set.add(handle, value, length);
  }
  RTI::ULong length = 0;
  const char* value = set.getValuePointer(3, length);
  set.add(2, value + 5, 5);
  EXPECT_EQ(pairs_of(set)[38], (Pairs::value_type{39, "some value of a fair length"}));
  EXPECT_EQ(pairs_of(set)[1], (Pairs::value_type{2, "value"}));
}

TEST(PairSet, RemovesByHandleAndIgnoresAnAbsentOne) {
  Parameters set;
  add(set, 1, "one");
  add(set, 2, "two");
  add(set, 3, "three");
  set.remove(2);
  set.remove(2);
  set.remove(77);
  EXPECT_EQ(pairs_of(set), (Pairs{{1, "one"}, {3, "three"}}));
  add(set, 2, "again");
  set.remove(1);
  EXPECT_EQ(pairs_of(set), (Pairs{{3, "three"}, {2, "again"}}));
}

TEST(PairSet, KeepsItsMemoryWhenEmptied) {
  Attributes set;
  add(set, 9, std::string(1000, 'x'));
  const std::byte* before = set.encoded().data();
  set.empty();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_TRUE(set.encoded().empty());
  add(set, 4, "y");
  EXPECT_EQ(set.encoded().data(), before);
  EXPECT_EQ(pairs_of(set), (Pairs{{4, "y"}}));
}

TEST(PairSet, RefusesAnIndexThatIsNotBelowItsSize) {
  Attributes set;
  add(set, 1, "one");
  RTI::ULong length = 0;
  char buffer[8];
  EXPECT_THROW((void)set.getHandle(1), RTI::ArrayIndexOutOfBounds);
  EXPECT_THROW((void)set.getValueLength(1), RTI::ArrayIndexOutOfBounds);
  EXPECT_THROW(set.getValue(1, buffer, length), RTI::ArrayIndexOutOfBounds);
  EXPECT_THROW((void)set.getValuePointer(~0ul, length), RTI::ArrayIndexOutOfBounds);
}

TEST(PairSet, RefusesAValueBeyondTheLimitWithoutReadingIt) {
  Attributes set;
  const char byte = 'x';
  EXPECT_THROW(set.add(1, &byte, kValueLengthMax + 1), RTI::ValueLengthExceeded);
  EXPECT_THROW(set.add(1, &byte, static_cast<RTI::ULong>(-1)), RTI::ValueLengthExceeded);
  EXPECT_EQ(set.size(), 0u);
}

TEST(PairSet, RefusesMorePairsThanItsLimit) {
  Attributes set;
  for (RTI::Handle handle = 0; handle < kSetSizeMax; ++handle) {
    set.add(handle, nullptr, 0);
  }
  EXPECT_THROW(set.add(kSetSizeMax, nullptr, 0), RTI::ValueCountExceeded);
  add(set, 0, "a new value is no new pair");
  EXPECT_EQ(set.size(), kSetSizeMax);
}

TEST(PairSet, TakesPairsOverFromAnotherSetAndFromItself) {
  Attributes from;
  add(from, 1, "one");
  add(from, 2, "two");
  Attributes to;
  add(to, 2, "old");
  RTI::ULong i = from.start();
  while (from.valid(i) != 0) {
    to.moveFrom(from, i);
  }
  EXPECT_EQ(i, 2u);
  EXPECT_EQ(pairs_of(to), (Pairs{{2, "two"}, {1, "one"}}));
  EXPECT_THROW(to.moveFrom(from, i), RTI::ArrayIndexOutOfBounds);
  i = 0;
  to.moveFrom(to, i);
  EXPECT_EQ(pairs_of(to), (Pairs{{2, "two"}, {1, "one"}}));
}

TEST(PairSet, KnowsNoTransportUnlessItWasReceived) {
  Attributes attributes;
  add(attributes, 1, "one");
  EXPECT_THROW((void)attributes.getTransportType(0), RTI::InvalidHandleValuePairSetContext);
  EXPECT_THROW((void)attributes.getOrderType(0), RTI::InvalidHandleValuePairSetContext);
  EXPECT_THROW((void)attributes.getRegion(0), RTI::InvalidHandleValuePairSetContext);
  Parameters parameters;
  EXPECT_THROW((void)parameters.getTransportType(), RTI::InvalidHandleValuePairSetContext);
  EXPECT_THROW((void)parameters.getOrderType(), RTI::InvalidHandleValuePairSetContext);
  EXPECT_THROW((void)parameters.getRegion(), RTI::InvalidHandleValuePairSetContext);
}

TEST(ReceivedPairSet, LooksAtTheMessageInPlace) {
  Attributes set;
  ASSERT_TRUE(set.borrow(bytes_in(kTwoPairs), 2, kReliable, kTimestamp, nullptr));
  EXPECT_EQ(pairs_of(set), (Pairs{{7, "hi"}, {5, ""}}));
  RTI::ULong length = 0;
  EXPECT_EQ(set.getValuePointer(0, length), kTwoPairs.data() + 8);
  EXPECT_EQ(set.getTransportType(1), kReliable);
  EXPECT_EQ(set.getOrderType(0), kTimestamp);
  EXPECT_EQ(set.getRegion(0), nullptr);
  EXPECT_THROW((void)set.getOrderType(2), RTI::ArrayIndexOutOfBounds);
  Parameters parameters;
  ASSERT_TRUE(parameters.borrow(bytes_in(kTwoPairs), 2, kReliable, kTimestamp, nullptr));
  EXPECT_EQ(parameters.getTransportType(), kReliable);
  EXPECT_EQ(parameters.getOrderType(), kTimestamp);
  EXPECT_EQ(parameters.getRegion(), nullptr);
}

TEST(ReceivedPairSet, IsCopiedWhenTheFederateChangesIt) {
  const std::string message = kTwoPairs;
  Attributes set;
  ASSERT_TRUE(set.borrow(bytes_in(message), 2, kReliable, kTimestamp, nullptr));
  add(set, 5, "five");
  EXPECT_EQ(pairs_of(set), (Pairs{{7, "hi"}, {5, "five"}}));
  EXPECT_EQ(message, kTwoPairs);
  ASSERT_TRUE(set.borrow(bytes_in(message), 2, kReliable, kTimestamp, nullptr));
  set.remove(7);
  EXPECT_EQ(pairs_of(set), (Pairs{{5, ""}}));
  EXPECT_EQ(message, kTwoPairs);
  ASSERT_TRUE(set.borrow(bytes_in(message), 2, kReliable, kTimestamp, nullptr));
  add(set, 1, "one");
  EXPECT_EQ(pairs_of(set), (Pairs{{7, "hi"}, {5, ""}, {1, "one"}}));
}

TEST(ReceivedPairSet, IsEmptyAndForgetsTheMessageAfterTheCallback) {
  Attributes set;
  ASSERT_TRUE(set.borrow(bytes_in(kTwoPairs), 2, kReliable, kTimestamp, nullptr));
  set.end_borrow();
  EXPECT_EQ(set.size(), 0u);
  EXPECT_TRUE(set.encoded().empty());
  EXPECT_THROW((void)set.getOrderType(0), RTI::InvalidHandleValuePairSetContext);
  add(set, 1, "one");
  EXPECT_EQ(pairs_of(set), (Pairs{{1, "one"}}));
}

TEST(ReceivedPairSet, RefusesBytesThatAreNotExactlyItsPairs) {
  Attributes set;
  const auto refuses = [&set](const std::string& bytes, std::uint32_t count) {
    const bool taken = set.borrow(bytes_in(bytes), count, kReliable, kTimestamp, nullptr);
    return !taken && set.size() == 0 && set.encoded().empty();
  };
  for (std::size_t length = 0; length < kTwoPairs.size(); ++length) {
    EXPECT_TRUE(refuses(kTwoPairs.substr(0, length), 2)) << length;
  }
  EXPECT_TRUE(refuses(kTwoPairs, 1));
  EXPECT_TRUE(refuses(kTwoPairs, 3));
  EXPECT_TRUE(refuses(kTwoPairs, 0xFFFFFFFF));
  EXPECT_TRUE(refuses(kTwoPairs + "x", 2));
  EXPECT_TRUE(refuses(std::string("\x07\0\0\0\xFF\xFF\xFF\xFFhi", 10), 1));
  EXPECT_TRUE(set.borrow({}, 0, kReliable, kTimestamp, nullptr));
}

TEST(PairSet, AllocatesNothingOnceItIsWarm) {
  Attributes sent;
  Attributes received;
  PairBuffer scratch;
  const std::string value(500, 'x');
  std::size_t before = 0;
  for (int round = 0; round < 3; ++round) {
    before = allocations;
    sent.empty();
    for (RTI::Handle handle = 20; handle > 0; --handle) {
      add(sent, handle, value);
    }
    const EncodedPairs pairs = encoded_pairs(sent, scratch);
    received.borrow(pairs.bytes, pairs.count, kReliable, kTimestamp, nullptr);
    received.end_borrow();
  }
  EXPECT_EQ(allocations - before, 0u);
}

// A set of a class that a federate has derived.
class MapSet : public RTI::ParameterHandleValuePairSet {
 public:
  std::map<RTI::Handle, std::string> values;

  RTI::ULong size() const override { return values.size(); }
  RTI::Handle getHandle(RTI::ULong i) const override { return at(i)->first; }
  RTI::ULong getValueLength(RTI::ULong i) const override { return at(i)->second.size(); }
  void getValue(RTI::ULong i, char* buff, RTI::ULong& length) const override {
    length = at(i)->second.copy(buff, std::string::npos);
  }
  char* getValuePointer(RTI::ULong i, RTI::ULong& length) const override {
    length = at(i)->second.size();
    return const_cast<char*>(at(i)->second.data());
  }
  RTI::TransportType getTransportType() const override { return 0; }
  RTI::OrderType getOrderType() const override { return 0; }
  RTI::Region* getRegion() const override { return nullptr; }
  void add(RTI::Handle h, const char* buff, RTI::ULong length) override {
    values[h] = std::string(buff, length);
  }
  void remove(RTI::Handle h) override { values.erase(h); }
  void moveFrom(const RTI::ParameterHandleValuePairSet&, RTI::ULong&) override {}
  void empty() override { values.clear(); }
  RTI::ULong start() const override { return 0; }
  RTI::ULong valid(RTI::ULong i) const override { return i < values.size() ? 1 : 0; }
  RTI::ULong next(RTI::ULong i) const override { return i + 1; }

 private:
  std::map<RTI::Handle, std::string>::const_iterator at(RTI::ULong i) const {
    return std::next(values.begin(), static_cast<std::ptrdiff_t>(i));
  }
};

TEST(EncodedPairs, AreThoseInTheSetItselfIfOurFactoryMadeIt) {
  const std::unique_ptr<RTI::AttributeHandleValuePairSet> set(RTI::AttributeSetFactory::create(1));
  add(*set, 7, "hi");
  add(*set, 5, "");
  PairBuffer scratch;
  const EncodedPairs pairs = encoded_pairs(*set, scratch);
  EXPECT_EQ(bytes_of(pairs.bytes), kTwoPairs);
  EXPECT_EQ(pairs.count, 2u);
  EXPECT_TRUE(scratch.encoded().empty());
}

TEST(EncodedPairs, AreMadeFromAnyOtherSet) {
  MapSet set;
  set.values = {{5, ""}, {7, "hi"}};
  PairBuffer scratch;
  scratch.put(99, "x", 1);
  const EncodedPairs pairs = encoded_pairs(set, scratch);
  EXPECT_EQ(bytes_of(pairs.bytes), std::string("\x05\0\0\0\0\0\0\0\x07\0\0\0\x02\0\0\0hi", 18));
  EXPECT_EQ(pairs.count, 2u);
  Parameters copy;
  RTI::ULong i = 1;
  copy.moveFrom(set, i);
  EXPECT_EQ(pairs_of(copy), (Pairs{{7, "hi"}}));
}

TEST(EncodedPairs, CarryAHandleBeyond32BitsAsOneThatIsNeverDefined) {
  Attributes set;
  const RTI::Handle huge = (1ul << 32) + 7;
  add(set, huge, "a");
  add(set, huge + 1, "b");
  EXPECT_EQ(pairs_of(set), (Pairs{{huge, "a"}, {huge + 1, "b"}}));
  EXPECT_EQ(bytes_of(set.encoded()).substr(0, 4), "\xFF\xFF\xFF\xFF");
  set.remove(huge);
  EXPECT_EQ(pairs_of(set), (Pairs{{huge + 1, "b"}}));
}

TEST(PairSetFactories, TakeAnyReasonableHintAndRefuseAMistake) {
  using AttributePairs = std::unique_ptr<RTI::AttributeHandleValuePairSet>;
  using ParameterPairs = std::unique_ptr<RTI::ParameterHandleValuePairSet>;
  EXPECT_NO_THROW(AttributePairs(RTI::AttributeSetFactory::create(0)));
  EXPECT_NO_THROW(ParameterPairs(RTI::ParameterSetFactory::create(kSetSizeMax)));
  EXPECT_THROW((void)RTI::AttributeSetFactory::create(kSetSizeMax + 1),
               RTI::HandleValuePairMaximumExceeded);
  EXPECT_THROW((void)RTI::ParameterSetFactory::create(static_cast<RTI::ULong>(-1)),
               RTI::HandleValuePairMaximumExceeded);
}

}  // namespace
}  // namespace triad::api
