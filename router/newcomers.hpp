// Limits how many clients join at once. A client is served until it has joined or some time has
// passed. If the limit is reached, further clients must come again, at different and partly random
// times. So a thousand federates that have lost their router do not overload another one. Pure: the
// caller gives the time.
//
// Places are shared fairly, first by address, then by process. A client from an address with few
// places takes a place of the address with the most. So a flood from one machine keeps out only
// that machine.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "router/link_id.hpp"
#include "wire/random.hpp"

namespace triad::router {

class Newcomers {
 public:
  using Time = std::chrono::milliseconds;

  // Where a client comes from, as hashes (router/program/newcomer_origin.hpp). Groups share all
  // places fairly, addresses those of their group, and processes those of their address.
  struct Origin {
    std::uint64_t group = 0;
    std::uint64_t address = 0;
    std::uint64_t process = 0;  // as the client says
  };

  // Limits the clients served at a time to `at_once`; 0: no limit. A client that has not joined
  // after `patience` loses its place, because it may never join.
  Newcomers(std::size_t at_once, Time patience, std::uint64_t seed)
      : served_max_(at_once), patience_(patience), random_(seed) {}

  // Serves a client that has connected, and returns nothing; or returns the time after which it
  // must come again.
  std::optional<Time> serve_or_postpone(LinkId client, const Origin& origin, Time now);
  // Frees the place of a client that has joined or disconnected.
  void release_place(LinkId client);

  std::size_t served_max() const { return served_max_; }
  // Returns the number of times that a client was asked to come again.
  std::uint64_t postponed_count() const { return postponed_count_; }

 private:
  static constexpr std::size_t kLevels = 3;
  // Served clients of one group, address or process.
  struct Share {
    std::set<LinkId> clients;              // the oldest first, because link numbers ascend
    std::map<std::uint64_t, Share> parts;  // empty for a process
  };
  // Returns the keys of the client's group, address and process.
  static std::array<std::uint64_t, kLevels> levels(const Origin& origin) {
    return {origin.group, origin.address, origin.process};
  }
  static const Share& largest_part(const Share& of);

  // Counts the client as served, in each share of its origin.
  void serve(LinkId client, const Origin& origin, Time now);
  // Takes the place of a client of a larger group, if there is one. Returns whether it has.
  bool make_room(const Origin& origin);

  const std::size_t served_max_;
  const Time patience_;
  wire::Random random_;
  std::unordered_map<LinkId, Origin> served_;
  Share all_;
  std::deque<std::pair<Time, LinkId>> served_since_;  // when each began to be served
  Time last_return_at_{0};                            // when the last postponed client returns
  std::uint64_t postponed_count_ = 0;
};

}  // namespace triad::router
