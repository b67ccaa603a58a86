// Asks routers how they are connected (wire::QueryRouterStatus), or one to leave the mesh. Called
// by `rtimesh status` and `rtimesh drain`, and by StatusRound for `rtimesh up`.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transport/link_options.hpp"
#include "wire/best_effort.hpp"
#include "wire/messages/router_messages.hpp"

namespace triad::rtimesh {

struct Traffic {
  std::uint64_t frames = 0;
  std::uint64_t bytes = 0;
  // Of a link that is compressed, with what frames have before them; zero of another.
  std::uint64_t bytes_before = 0;
  std::uint64_t compressed = 0;
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
  wire::BestEffortLosses dropped = {};
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};
struct RouterReport {
  std::string host = {};  // where it runs, and as which process
  std::uint32_t process = 0;
  std::uint32_t clients = 0;
  bool leaving = false;
  std::vector<LinkReport> links = {};
  wire::MulticastInfo multicast = {};
  std::string overlay_state = {};  // empty: it is in none
  wire::OverlayInfo overlay = {};  // without that
};

// What a router is asked for.
enum class Request { status, leave };

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

// This host's name, as routers on it say it.
std::string own_host_name();

// One answer for each, in their order, all at once; none takes longer than `patience`, but for the
// search for a host's address. `mesh` is the topology's name: a router of another one is a
// stranger.
std::vector<Answer> ask_all(const std::string& mesh, const std::vector<RouterToAsk>& routers,
                            transport::Duration patience, Request request = Request::status);

}  // namespace triad::rtimesh
