// In which turn the URLs of a list are tried, and when each again: in their order, and who comes
// again comes after a delay that grows and has some chance in it, so that those who have lost the
// same RTIG do not all come at once. Pure: the time is given.
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
  // None: no attempt can get better than the last one.
  std::optional<Turn> next() const;

  // What came of an attempt.
  void failed(std::size_t url, Time now);
  void told_to_come_again(std::size_t url, Time at);
  void gave_up(std::size_t url) { urls_[url].given_up = true; }

 private:
  struct Url {
    Time not_before = {};
    std::chrono::milliseconds limit = {};
    bool given_up = false;
  };
  std::vector<Url> urls_;
  wire::Random random_;
};

}  // namespace triad::rtia
