// Which clients begin to be served, where many come at once: so many at a time, until they have
// joined or some time has passed; the others are told when to come again, one after the other and
// with some chance in it. So a thousand federates that have lost their router come to another one
// no faster than that can serve them. Pure: the time is given.
//
// Places are shared fairly, first by address, then by process. A client from an address with few
// places takes the place of one from the address with most, so that a flood from one machine keeps
// out that machine alone.
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

  // `at_once` 0: all are served. Who has not joined after `patience` may never do, and leaves its
  // place to others.
  Newcomers(std::size_t at_once, Time patience, std::uint64_t seed)
      : at_once_(at_once), patience_(patience), random_(seed) {}

  // One that has come. None: it is served; else it is to come again so much later.
  std::optional<Time> come(LinkId client, const Origin& origin, Time now);
  // It has joined, or it has gone.
  void settled(LinkId client);

  std::size_t at_once() const { return at_once_; }
  // How many have been told to come again.
  std::uint64_t told() const { return told_; }

 private:
  static constexpr std::size_t kLevels = 3;
  // Those that are served, of one group, address or process.
  struct Share {
    std::set<LinkId> clients;              // the oldest first: numbers of links grow
    std::map<std::uint64_t, Share> parts;  // none of a process
  };
  static std::array<std::uint64_t, kLevels> levels(const Origin& origin) {
    return {origin.group, origin.address, origin.process};
  }
  static const Share& largest_part(const Share& of);

  void serve(LinkId client, const Origin& origin, Time now);
  bool make_room(const Origin& origin);

  const std::size_t at_once_;
  const Time patience_;
  wire::Random random_;
  std::unordered_map<LinkId, Origin> served_;
  Share all_;
  std::deque<std::pair<Time, LinkId>> since_;  // when each began to be served
  Time next_{0};                               // when who is told next is to come
  std::uint64_t told_ = 0;
};

}  // namespace triad::router
