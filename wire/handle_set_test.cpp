// Compares the bit set of handles with std::set, and tests very large handles.
#include "wire/handle_set.hpp"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "wire/generate.hpp"

namespace triad::wire {
namespace {

AttributeSet set_of(const std::set<std::uint32_t>& values) {
  AttributeSet set;
  for (const auto value : values) set.insert(AttributeHandle(value));
  return set;
}

std::set<std::uint32_t> values_of(const AttributeSet& set) {
  std::vector<std::uint32_t> values;
  set.for_each([&](AttributeHandle handle) { values.push_back(handle.value); });
  EXPECT_TRUE(std::ranges::is_sorted(values));
  EXPECT_EQ(values.size(), set.size());
  return {values.begin(), values.end()};
}

std::set<std::uint32_t> random_values(Random& random) {
  std::set<std::uint32_t> values;
  const auto span = random.one_in(3) ? 300u : 70u;
  for (auto left = random.below(8); left > 0; --left) {
    values.insert(static_cast<std::uint32_t>(random.below(span)));
  }
  return values;
}

TEST(HandleSet, AgreesWithAnOrdinarySetInEveryOperation) {
  Random random(11);
  for (int round = 0; round < 2000; ++round) {
    const auto a = random_values(random);
    const auto b = random_values(random);
    std::set<std::uint32_t> both, either = a, only_a;
    for (const auto value : a) (b.contains(value) ? both : only_a).insert(value);
    either.insert(b.begin(), b.end());
    const AttributeSet x = set_of(a);
    const AttributeSet y = set_of(b);
    EXPECT_EQ(values_of(x & y), both);
    EXPECT_EQ(values_of(x | y), either);
    EXPECT_EQ(values_of(x - y), only_a);
    EXPECT_EQ(x.intersects(y), !both.empty());
    EXPECT_EQ(x.includes(y), both == b);
    EXPECT_EQ(x == y, a == b);
    EXPECT_EQ(x.empty(), a.empty());
    EXPECT_EQ(set_of(only_a), x - y) << "equal sets have equal words";
    AttributeSet erased = x;
    for (const auto value : b) erased.erase(AttributeHandle(value));
    EXPECT_EQ(erased, x - y);
    EXPECT_EQ(AttributeSet::from_words(AttributeSet::Words(x.words())), x);
  }
}

TEST(HandleSet, HoldsAllUpToTheLast) {
  EXPECT_TRUE(AttributeSet::up_to(0).empty());
  const AttributeSet set = AttributeSet::up_to(64);
  EXPECT_EQ(set.size(), 64u);
  EXPECT_FALSE(set.contains(AttributeHandle(0)));
  EXPECT_TRUE(set.contains(AttributeHandle(64)));
  EXPECT_FALSE(set.contains(AttributeHandle(65)));
}

TEST(HandleSet, KeepsAWildHandleAsTheLargest) {
  AttributeSet set;
  set.insert(AttributeHandle(4'000'000'000u));
  EXPECT_TRUE(set.contains(AttributeHandle(AttributeSet::kLargest)));
  EXPECT_EQ(set.words().size(), AttributeSet::kWordsMax);
  EXPECT_FALSE(AttributeSet::up_to(100).includes(set));
  set.erase(AttributeHandle(70'000));
  EXPECT_TRUE(set.empty());
}

TEST(HandleSet, DropsTrailingZeroWordsOfAPeer) {
  const AttributeSet set = AttributeSet::from_words({2, 0, 0});
  EXPECT_EQ(set.words().size(), 1u);
  EXPECT_EQ(set, AttributeSet{AttributeHandle(1)});
}

}  // namespace
}  // namespace triad::wire
