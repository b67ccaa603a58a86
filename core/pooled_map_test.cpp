#include "core/pooled_map.hpp"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <random>

namespace triad::core {

namespace {

using Shared = std::shared_ptr<int>;

TEST(PooledMap, HasOneValueForAKey) {
  PooledMap<Shared> map;
  Shared* const first = map.insert(7, std::make_shared<int>(1));
  ASSERT_NE(first, nullptr);
  Shared second = std::make_shared<int>(2);
  EXPECT_EQ(map.insert(7, static_cast<Shared&&>(second)), nullptr);
  EXPECT_EQ(*second, 2) << "it was taken although there is one";
  EXPECT_EQ(map.find(7), first);
  EXPECT_EQ(map.find(8), nullptr);
}

TEST(PooledMap, LeavesNothingOfWhatIsErased) {
  PooledMap<Shared> map;
  const Shared value = std::make_shared<int>(1);
  map.insert(1, Shared(value));
  map.insert(2, std::make_shared<int>(2));
  map.erase(1);
  EXPECT_EQ(value.use_count(), 1);
  EXPECT_EQ(map.find(1), nullptr);
  EXPECT_EQ(map.size(), 1U);
  map.erase(1);
  EXPECT_EQ(map.size(), 1U);
}

// Compares with std::map while many keys are inserted, erased and inserted again.
TEST(PooledMap, IsAMapWhoseValuesDoNotMove) {
  std::mt19937 random(20);
  PooledMap<Shared> map;
  std::map<std::uint64_t, Shared*> expected;
  for (int step = 0; step < 20000; ++step) {
    const std::uint64_t key = random() % 500;
    if (random() % 3 == 0) {
      map.erase(key);
      expected.erase(key);
    } else if (Shared* const inserted = map.insert(key, std::make_shared<int>(key)); inserted) {
      ASSERT_TRUE(expected.emplace(key, inserted).second);
    }
    if (step % 1000 == 0) map.reserve(1000);
  }
  std::map<std::uint64_t, const Shared*> visited;
  map.for_each([&](std::uint64_t key, const Shared& value) { visited[key] = &value; });
  ASSERT_EQ(visited.size(), expected.size());
  for (const auto& [key, value] : expected) {
    EXPECT_EQ(map.find(key), value);
    EXPECT_EQ(visited[key], value);
    EXPECT_EQ(static_cast<std::uint64_t>(**value), key);
  }
}

}  // namespace

}  // namespace triad::core
