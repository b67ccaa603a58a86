#include "recording/causal_order.hpp"

#include <gtest/gtest.h>

namespace triad::recording {
namespace {

using wire::FederateHandle;

struct Case {
  explicit Case(std::vector<std::vector<EntryOrder>> entries) : sources(std::move(entries)) {
    for (std::size_t i = 0; i < sources.size(); ++i) {
      order.add_source("battle", FederateHandle(static_cast<std::uint32_t>(i + 1)));
      for (const EntryOrder& entry : sources[i]) order.learn(i, entry);
    }
  }
  // Returns the numbers of the sources in the order of their entries.
  std::string run() {
    std::vector<std::size_t> at(sources.size());
    std::string text;
    for (;;) {
      std::vector<const EntryOrder*> heads;
      for (std::size_t i = 0; i < sources.size(); ++i) {
        heads.push_back(at[i] < sources[i].size() ? &sources[i][at[i]] : nullptr);
      }
      const auto next = order.next(heads);
      if (!next) return text;
      ++at[*next];
      text += static_cast<char>('a' + *next);
    }
  }

  std::vector<std::vector<EntryOrder>> sources;
  CausalOrder order;
};

EntryOrder sent(wire::Position position, wire::Position stamp, std::uint64_t utc_ns,
                std::vector<wire::StreamPosition> handled = {}) {
  return {Origin::sent, position, stamp, utc_ns, std::move(handled)};
}
EntryOrder answered(wire::Position position, wire::Position stamp, std::uint64_t utc_ns) {
  return {Origin::answered, position, stamp, utc_ns, {}};
}

TEST(CausalOrder, ClocksDecideBetweenUnrelatedEntries) {
  Case example({{sent(1, 0, 10), sent(2, 0, 30)}, {sent(1, 0, 20), sent(2, 0, 40)}});
  EXPECT_EQ(example.run(), "abab");
  EXPECT_EQ(example.order.corrected(), 0u);
}

TEST(CausalOrder, AFederatesOwnOrderPrecedesItsClock) {
  Case example({{sent(1, 0, 50), sent(2, 0, 10)}, {sent(1, 0, 20)}});
  EXPECT_EQ(example.run(), "baa");
}

TEST(CausalOrder, AnAnsweredCallPrecedesRecordsWithItsStamp) {
  // The clock of the first federate is 1000 ahead.
  Case example({{sent(1, 3, 1010), answered(2, 5, 1020)}, {sent(1, 4, 15), sent(2, 5, 30)}});
  EXPECT_EQ(example.run(), "baab");
  EXPECT_EQ(example.order.corrected(), 2u);
}

// The clock of the third federate is 1000 behind.
TEST(CausalOrder, AnswersWithOneStampDoNotWaitForEachOther) {
  Case example({{answered(1, 5, 1010)}, {answered(1, 5, 1011)}, {sent(1, 5, 20), sent(2, 5, 30)}});
  EXPECT_EQ(example.run(), "abcc");
}

// The log of the second execution begins at 1 again.
TEST(CausalOrder, ALaterExecutionOfTheFederationFollows) {
  const std::vector<std::vector<EntryOrder>> sources{
      {answered(0, 1, 10), answered(1, 2, 11), sent(2, 2, 12)},
      {answered(0, 1, 1010), answered(1, 2, 1011), sent(2, 2, 1012)}};
  CausalOrder order;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    order.add_source("battle", FederateHandle(1));
    for (const EntryOrder& entry : sources[i]) order.learn(i, entry);
  }
  std::vector<std::size_t> at(sources.size());
  for (std::size_t taken = 0; taken < 6; ++taken) {
    std::vector<const EntryOrder*> heads;
    for (std::size_t i = 0; i < sources.size(); ++i) {
      heads.push_back(at[i] < sources[i].size() ? &sources[i][at[i]] : nullptr);
    }
    const auto next = order.next(heads);
    ASSERT_EQ(next, std::optional<std::size_t>(taken / 3)) << taken;
    ++at[*next];
  }
}

TEST(CausalOrder, HandledRecordsPrecede) {
  Case example({{sent(7, 0, 1000), sent(8, 0, 1001)},
                {sent(1, 0, 5), sent(2, 0, 6, {{FederateHandle(1), 7}}), sent(3, 0, 7)}});
  EXPECT_EQ(example.run(), "babba");
}

TEST(CausalOrder, OtherFederationsAreIndependent) {
  CausalOrder order;
  order.add_source("battle", FederateHandle(1));
  order.add_source("other", FederateHandle(1));
  const EntryOrder first = answered(1, 5, 100);
  const EntryOrder second = sent(1, 9, 50);
  order.learn(0, first);
  order.learn(1, second);
  const EntryOrder* const heads[] = {&first, &second};
  EXPECT_EQ(order.next(heads), std::optional<std::size_t>(1));
}

TEST(CausalOrder, AContradictionDoesNotStopIt) {
  Case example(
      {{sent(1, 0, 10, {{FederateHandle(2), 1}})}, {sent(1, 0, 20, {{FederateHandle(1), 1}})}});
  EXPECT_EQ(example.run(), "ab");
}

}  // namespace
}  // namespace triad::recording
