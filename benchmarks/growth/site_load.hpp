// What passes between many sites whose objects all others see, by a router at each: directly, or by
// the relays of an overlay. Counted over real routers in one process. Called by BmOverlay and its
// test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace triad::growth {

struct SiteLoad {
  std::size_t sites = 10;
  std::size_t objects = 4;  // at each
  std::size_t value_bytes = 120;
  std::size_t out_degree = 2;  // 0: there is no overlay
  double delay_max_ms = 150;
  bool is_signed = true;
};

// For one update of each object.
struct SiteCosts {
  std::uint64_t updates = 0;
  std::uint64_t taken = 0;             // by federates
  std::uint64_t sent_by_sources = 0;   // copies that leave the site at which they were made
  std::uint64_t passed_on = 0;         // copies that leave another one
  std::uint64_t bytes = 0;             // of all copies, without the lengths of their frames
  std::uint64_t most_by_a_source = 0;  // copies of one update
  std::uint64_t most_by_a_router = 0;  // of all updates
  double longest_ms = 0;               // that one is on its way
  double mean_ms = 0;
  std::vector<std::string> faults;
};

SiteCosts count(const SiteLoad& load);

}  // namespace triad::growth
