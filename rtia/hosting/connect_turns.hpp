// Order and delays in which the URLs of a list are tried. They are tried in their order. A URL that
// failed is tried again after a growing, partly random delay, so that members that lost the same
// RTIG do not reconnect all at once. Pure: the caller passes the time.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "wire/random.hpp"

namespace triad::rtia {

class ConnectTurns {
 public:
  using Time = std::chrono::steady_clock::time_point;

  ConnectTurns(std::size_t urls, Time begin, std::uint64_t seed);

  struct Turn {
    std::size_t url = 0;
    Time not_before = {};
  };
  // Returns the next attempt; empty if no URL can succeed any more.
  std::optional<Turn> next() const;

  // Record the result of an attempt: it failed, it is repeated at `at`, or it can never succeed.
  void record_failure(std::size_t url, Time now);
  void postpone(std::size_t url, Time at);
  void exclude(std::size_t url) { urls_[url].is_excluded = true; }

 private:
  struct Url {
    Time not_before = {};
    std::chrono::milliseconds limit = {};
    bool is_excluded = false;
  };
  std::vector<Url> urls_;
  wire::Random random_;
};

}  // namespace triad::rtia
