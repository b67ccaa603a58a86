// Compares the keys that a header filter returns for one federate with a plain set, while this
// federate and others subscribe and unsubscribe at random.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "records/header_filter.hpp"

namespace triad::records {
namespace {

using wire::FederateHandle;
using wire::InterestKey;

TEST(FilterKeys, AreThoseForWhichSomethingIsSet) {
  std::mt19937_64 random(7);
  const auto below = [&](std::uint64_t end) { return random() % end; };
  HeaderFilter filter;
  std::map<FederateHandle, std::set<InterestKey>> expected;
  for (int step = 0; step < 20'000; ++step) {
    const FederateHandle federate(static_cast<std::uint32_t>(1 + below(4)));
    const auto key = static_cast<InterestKey>(1 + below(30));
    if (below(200) == 0) {
      filter.erase(federate);
      expected.erase(federate);
    } else if (below(2) == 0) {
      filter.set(federate, {key, 1, 1, {}});
      expected[federate].insert(key);
    } else {
      filter.set(federate, {key, 0, 0, {}});
      expected[federate].erase(key);
    }
    const auto& wanted = expected[federate];
    ASSERT_EQ(filter.keys_of(federate), std::vector<InterestKey>(wanted.begin(), wanted.end()));
  }
}

TEST(FilterKeys, ACellSetIsItsFederatesAlone) {
  HeaderFilter filter;
  for (const std::uint32_t federate : {1u, 2u, 3u}) {
    for (const InterestKey set : {5u, 6u}) (void)filter.cells(FederateHandle(federate), set);
  }
  const auto sets_of = [&](std::uint32_t federate) {
    std::vector<InterestKey> sets;
    filter.for_each_cell_set_of(FederateHandle(federate),
                                [&](InterestKey set, const CellSet&) { sets.push_back(set); });
    return sets;
  };
  EXPECT_EQ(sets_of(2), (std::vector<InterestKey>{5, 6}));
  filter.erase(FederateHandle(2));
  EXPECT_EQ(sets_of(2), std::vector<InterestKey>());
  EXPECT_EQ(sets_of(1).size() + sets_of(3).size(), 4u);
}

}  // namespace
}  // namespace triad::records
