// Which clients begin to be served, where many come at once: so many at a time, until they have
// joined or some time has passed; the others are told when to come again, one after the other and
// with some chance in it. So a thousand federates that have lost their router come to another one
// no faster than that can serve them. Pure: the time is given.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <unordered_set>
#include <utility>

#include "router/link_id.hpp"
#include "wire/random.hpp"

namespace triad::router {

class Newcomers {
 public:
  using Time = std::chrono::milliseconds;

  // `at_once` 0: all are served. Who has not joined after `patience` may never do, and leaves its
  // place to others.
  Newcomers(std::size_t at_once, Time patience, std::uint64_t seed)
      : at_once_(at_once), patience_(patience), random_(seed) {}

  // One that has come. None: it is served; else it is to come again so much later.
  std::optional<Time> come(LinkId client, Time now);
  // It has joined, or it has gone.
  void settled(LinkId client) { served_.erase(client); }

  std::size_t at_once() const { return at_once_; }
  // How many have been told to come again.
  std::uint64_t told() const { return told_; }

 private:
  const std::size_t at_once_;
  const Time patience_;
  wire::Random random_;
  std::unordered_set<LinkId> served_;
  std::deque<std::pair<Time, LinkId>> since_;  // when each began to be served
  Time next_{0};                               // when who is told next is to come
  std::uint64_t told_ = 0;
};

}  // namespace triad::router
