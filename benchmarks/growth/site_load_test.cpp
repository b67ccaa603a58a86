#include "benchmarks/growth/site_load.hpp"

#include <gtest/gtest.h>

namespace triad::growth {

namespace {

// Returns sites for which no path exceeds the bound on the delay.
SiteLoad near_sites(std::size_t sites, std::size_t out_degree) {
  return {.sites = sites, .objects = 2, .out_degree = out_degree, .delay_max_ms = 1e6};
}

}  // namespace

TEST(SiteLoad, GoesToEachOtherSiteDirectlyWithoutAnOverlay) {
  const SiteCosts costs = count(near_sites(7, 0));
  EXPECT_EQ(costs.faults, std::vector<std::string>());
  EXPECT_EQ(costs.updates, 14u);
  EXPECT_EQ(costs.taken, 14u * 6);
  EXPECT_EQ(costs.sent_by_sources, 14u * 6);
  EXPECT_EQ(costs.passed_on, 0u);
  EXPECT_EQ(costs.most_by_a_source, 6u);
}

TEST(SiteLoad, LeavesItsSiteAsOftenAsTheOutDegreeSaysAndComesToEachOnce) {
  for (const std::size_t degree : {1u, 2u, 3u}) {
    const SiteCosts costs = count(near_sites(9, degree));
    EXPECT_EQ(costs.faults, std::vector<std::string>());
    EXPECT_EQ(costs.taken, 18u * 8);
    EXPECT_EQ(costs.sent_by_sources, 18u * degree);
    EXPECT_EQ(costs.sent_by_sources + costs.passed_on, 18u * 8) << "each other one has its copy";
    EXPECT_EQ(costs.most_by_a_source, degree);
  }
}

// Number of sites in the paper's example.
TEST(SiteLoad, OfTenSitesIsNinetyCopiesDirectlyAndTenByAChain) {
  EXPECT_EQ(count(near_sites(10, 0)).sent_by_sources, 2u * 90);
  EXPECT_EQ(count(near_sites(10, 1)).sent_by_sources, 2u * 10);
}

TEST(SiteLoad, KeepsTheLongestDelay) {
  SiteLoad load = near_sites(30, 2);
  load.delay_max_ms = 40;
  const SiteCosts costs = count(load);
  EXPECT_EQ(costs.faults, std::vector<std::string>());
  EXPECT_EQ(costs.taken, 60u * 29);
  EXPECT_LE(costs.longest_ms, 40.0);
}

}  // namespace triad::growth
