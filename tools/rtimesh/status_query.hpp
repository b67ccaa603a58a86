// Asks routers how they are connected (wire::QueryRouterStatus). Called by `rtimesh status`, and by
// StatusRound for `rtimesh up`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transport/link_options.hpp"

namespace triad::rtimesh {

struct Traffic {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
};

// wire::RouterLinkInfo and wire::RouterStatus, with texts of their own.
struct LinkReport {
  std::string router;
  bool up = false;
  std::string reason = {};
  std::uint32_t clients = 0;
  Traffic sent = {};
  Traffic received = {};
  std::uint64_t records_kept = 0;
};
struct RouterReport {
  std::uint32_t clients = 0;
  std::vector<LinkReport> links = {};
};

struct RouterToAsk {
  std::string router;
  std::vector<std::string> urls;  // the first that answers counts
};

struct Answer {
  std::string router;
  transport::Clock::time_point at = {};
  std::optional<RouterReport> report = {};
  std::string reason = {};  // why there is none, for people
};

// One answer for each, in their order, all at once; none takes longer than `patience`, but for the
// search for a host's address. `mesh` is the topology's name: a router of another one is a
// stranger.
std::vector<Answer> ask_all(const std::string& mesh, const std::vector<RouterToAsk>& routers,
                            transport::Duration patience);

}  // namespace triad::rtimesh
