// Decides which address of a host to connect to next, as RFC 8305 ("Happy Eyeballs") recommends:
// attempts overlap, so one dead path does not use up the time of the others. Used by
// connect_any.cpp. Opens no socket and reads no clock.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "transport/link_options.hpp"

namespace triad::transport {

class AddressRace {
 public:
  // All addresses are started in the first half of the time until `deadline`.
  AddressRace(std::size_t addresses, Clock::time_point now, Clock::time_point deadline);

  // The address whose attempt starts now; it is pending until failed() is called. Empty: no attempt
  // is due.
  std::optional<std::size_t> next(Clock::time_point now);
  // `refused`: the host is up and has no listener yet. The address is tried again while another
  // attempt is pending.
  void failed(std::size_t address, bool refused, Clock::time_point now);

  // The earliest time at which next() may return an address; the deadline at the latest.
  [[nodiscard]] Clock::time_point next_start() const;
  // Every address has failed.
  [[nodiscard]] bool is_lost() const { return pending_ == 0 && untried_ == states_.size(); }

 private:
  struct State {
    bool is_refused = false;
    Clock::time_point retry_at{};  // if it was refused
  };

  const Clock::time_point deadline_;
  const Duration stagger_;
  std::vector<State> states_;
  std::size_t untried_ = 0;  // the first that was not tried
  std::size_t pending_ = 0;
  Clock::time_point start_at_;  // of the first that was not tried
};

}  // namespace triad::transport
