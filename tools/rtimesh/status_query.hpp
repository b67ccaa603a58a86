// Asks routers for their status (wire::QueryRouterStatus), or one router to leave the mesh. Called
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
  // Bytes of a compressed link before compression, with frame headers; zero if the link is not
  // compressed.
  std::uint64_t uncompressed_bytes = 0;
  std::uint64_t compressed_bytes = 0;
};

// wire::RouterLinkInfo and wire::RouterStatus with texts of their own.
struct LinkReport {
  std::string router;
  bool is_up = false;
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
  std::string host = {};  // Host and process id of the router.
  std::uint32_t process = 0;
  std::uint32_t clients = 0;
  bool is_leaving = false;
  std::vector<LinkReport> links = {};
  wire::MulticastInfo multicast = {};
  std::string overlay_state = {};  // Empty if the router is in no overlay.
  wire::OverlayInfo overlay =
      {};  // Figures of the overlay; the text of its state is in overlay_state.
};

// Request to a router.
enum class Request { status, leave };

struct QueryTarget {
  std::string router;
  std::vector<std::string> urls;  // Tried in order until one answers.
};

struct Answer {
  std::string router;
  transport::Clock::time_point at = {};
  std::optional<RouterReport> report = {};
  std::string reason = {};  // Reason for the lack of a report.
};

// Returns this host's name, as its routers report it.
std::string own_host_name();

// Asks all routers in parallel and returns one answer for each, in their order. Each takes at most
// `patience`, apart from the resolution of host names. `mesh` is the topology's name; an answer
// from another mesh is an error.
std::vector<Answer> query_routers(const std::string& mesh, const std::vector<QueryTarget>& routers,
                                  transport::Duration patience, Request request = Request::status);

}  // namespace triad::rtimesh
