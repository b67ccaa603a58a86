// Counts the traffic between sites with a router each, where every site subscribes to the objects
// of all others: directly, or by the relays of an overlay. Uses real routers in one process. Called
// by BmOverlay and its test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace triad::growth {

struct SiteLoad {
  std::size_t sites = 10;
  std::size_t objects = 4;  // Number of objects at each site.
  std::size_t value_bytes = 120;
  std::size_t out_degree = 2;  // 0: no overlay.
  double delay_max_ms = 150;
  bool is_signed = true;
};

// Traffic for one update of each object.
struct SiteCosts {
  std::uint64_t updates = 0;
  std::uint64_t taken = 0;             // Received by federates.
  std::uint64_t sent_by_sources = 0;   // Copies sent by the site of the object.
  std::uint64_t passed_on = 0;         // Copies sent by other sites.
  std::uint64_t bytes = 0;             // Bytes of all copies, without the length fields of frames.
  std::uint64_t most_by_a_source = 0;  // Most copies of one update.
  std::uint64_t most_by_a_router = 0;  // Most copies by one router, of all updates.
  double longest_ms = 0;               // Longest delay of an update.
  double mean_ms = 0;
  std::vector<std::string> faults;
};

SiteCosts count(const SiteLoad& load);

}  // namespace triad::growth
