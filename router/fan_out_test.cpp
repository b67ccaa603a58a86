// Tests that FanOut gathers records for clients behind a router without loss, duplicates or
// reordering.
#include "router/fan_out.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>

#include "wire/random.hpp"

namespace triad::router {
namespace {

wire::Buffer numbered_record(std::uint32_t which, std::size_t bytes = 100) {
  wire::Buffer made(bytes, std::byte{0x5a});
  std::memcpy(made.data() + bytes - sizeof which, &which, sizeof which);
  return made;
}

std::uint32_t which(wire::Bytes record) {
  std::uint32_t number;
  std::memcpy(&number, record.data() + record.size() - sizeof number, sizeof number);
  return number;
}

// Reads frames as texts: "1 2 3: 7" is record 7 for clients 1 to 3.
class Frames {
 public:
  void add_frame(wire::Bytes prefix, wire::Bytes record) {
    wire::Buffer whole(prefix.begin(), prefix.end());
    whole.insert(whole.end(), record.begin(), record.end());
    const auto frame = parse_link_frame(whole);
    ASSERT_TRUE(frame);
    ASSERT_EQ(frame->record.size(), record.size());
    std::string text;
    frame->for_each_client([&](ClientNumber client) {
      text += (text.empty() ? "" : " ") + std::to_string(client);
      told_[client].push_back(which(frame->record));
    });
    texts_.push_back(text + ": " + std::to_string(which(frame->record)));
    records_at_.insert(record.data());
    prefixes_at_.insert(prefix.data());
  }
  std::vector<std::string> take_texts() { return std::exchange(texts_, {}); }
  const std::map<ClientNumber, std::vector<std::uint32_t>>& told() const { return told_; }
  // Addresses of the frames' parts.
  const std::set<const std::byte*>& records_at() const { return records_at_; }
  const std::set<const std::byte*>& prefixes_at() const { return prefixes_at_; }

 private:
  std::vector<std::string> texts_;
  std::map<ClientNumber, std::vector<std::uint32_t>> told_;
  std::set<const std::byte*> records_at_;
  std::set<const std::byte*> prefixes_at_;
};

using Texts = std::vector<std::string>;

class FanOutTest : public testing::Test {
 protected:
  Frames frames;
  FanOut fan_out{
      [this](wire::Bytes prefix, wire::Bytes record) { frames.add_frame(prefix, record); }};
};

TEST_F(FanOutTest, TheSameRecordForSeveralClientsIsOneFrame) {
  for (const std::uint32_t client : {4u, 2u, 9u}) fan_out.add(client, numbered_record(7));
  EXPECT_EQ(frames.take_texts(), Texts{});
  EXPECT_FALSE(fan_out.empty());
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), Texts{"2 4 9: 7"});
  EXPECT_TRUE(fan_out.empty());
}

TEST_F(FanOutTest, NothingIsSentTwice) {
  fan_out.flush();
  fan_out.add(1, numbered_record(7));
  fan_out.flush();
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), Texts{"1: 7"});
}

TEST_F(FanOutTest, AnotherRecordSendsTheOneBeforeIt) {
  fan_out.add(1, numbered_record(7));
  fan_out.add(2, numbered_record(7));
  fan_out.add(2, numbered_record(8));
  EXPECT_EQ(frames.take_texts(), Texts{"1 2: 7"});
  fan_out.add(1, numbered_record(7));
  EXPECT_EQ(frames.take_texts(), Texts{"2: 8"});
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), Texts{"1: 7"});
}

TEST_F(FanOutTest, ARecordThatBeginsAsAnotherIsAnother) {
  const wire::Buffer longer = numbered_record(7, 104);
  fan_out.add(1, wire::Bytes(longer).first(100));
  fan_out.add(2, longer);
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), (Texts{"1: 1515870810", "2: 7"}));
}

TEST_F(FanOutTest, TheSameRecordAfterAFlushIsAFrameOfItsOwn) {
  fan_out.add(1, numbered_record(7));
  fan_out.flush();
  fan_out.add(2, numbered_record(7));
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), (Texts{"1: 7", "2: 7"}));
}

TEST_F(FanOutTest, AClientThatIsSentTheSameTwiceIsToldTwice) {
  fan_out.add(1, numbered_record(7));
  fan_out.add(1, numbered_record(7));
  fan_out.flush();
  EXPECT_EQ(frames.told().at(1), (std::vector<std::uint32_t>{7, 7}));
}

TEST_F(FanOutTest, AFullListIsAFrame) {
  for (std::uint32_t client = 0; client <= kClientsPerFrameMax; ++client) {
    fan_out.add(client, numbered_record(7));
  }
  EXPECT_EQ(frames.told().size(), kClientsPerFrameMax);
  EXPECT_EQ(frames.take_texts().size(), 1u);
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), Texts{std::to_string(kClientsPerFrameMax) + ": 7"});
}

TEST_F(FanOutTest, WhatIsForTheRouterComesBehindWhatWasAdded) {
  fan_out.add(1, numbered_record(7));
  fan_out.add_for_router(numbered_record(8));
  EXPECT_EQ(frames.take_texts(), (Texts{"1: 7", ": 8"}));
  EXPECT_TRUE(fan_out.empty());
}

TEST_F(FanOutTest, ALongRecordCrossesTheLinkOnceAsWell) {
  const wire::Buffer record = numbered_record(8, FanOut::kKeptBytesMax + 1);
  fan_out.add(1, record);
  fan_out.add(2, record);
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), Texts{"1 2: 8"});
  EXPECT_TRUE(fan_out.empty());
}

TEST_F(FanOutTest, WhatIsKeptDoesNotDependOnTheCallersBytes) {
  wire::Buffer reused = numbered_record(7);
  fan_out.add(1, reused);
  reused = numbered_record(8);
  fan_out.add(2, reused);
  fan_out.flush();
  EXPECT_EQ(frames.take_texts(), (Texts{"1: 7", "2: 8"}));
}

TEST_F(FanOutTest, ItsMemoryIsUsedAgain) {
  for (std::uint32_t client = 0; client < 100; ++client)
    fan_out.add(client, numbered_record(0, 1000));
  fan_out.flush();
  const auto records_at = frames.records_at();
  const auto prefixes_at = frames.prefixes_at();
  for (std::uint32_t i = 1; i < 1000; ++i) {
    for (std::uint32_t client = 0; client < i % 100; ++client)
      fan_out.add(client, numbered_record(i));
  }
  fan_out.flush();
  EXPECT_EQ(frames.told().at(0).size(), 1u + 999 - 9);
  EXPECT_EQ(frames.records_at(), records_at);
  EXPECT_EQ(frames.prefixes_at(), prefixes_at);
}

TEST_F(FanOutTest, EachClientIsToldAllThatWasAddedForItInOrder) {
  wire::Random random(42);
  std::map<ClientNumber, std::vector<std::uint32_t>> added;
  for (int step = 0; step < 20'000; ++step) {
    const auto client = static_cast<std::uint32_t>(random.below(5));
    const auto next = static_cast<std::uint32_t>(random.below(3));
    fan_out.add(client, numbered_record(next));
    added[client].push_back(next);
    if (random.one_in(20)) fan_out.flush();
  }
  fan_out.flush();
  EXPECT_EQ(frames.told(), added);
  EXPECT_LT(frames.take_texts().size(), 18'000u);
}

}  // namespace
}  // namespace triad::router
