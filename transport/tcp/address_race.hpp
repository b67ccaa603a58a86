// AddressRace: decides which address of a host to connect to next, as RFC 8305 ("Happy Eyeballs")
// recommends. Attempts overlap, so one dead path does not use up the time of the others. Used by
// connect_any.cpp. Opens no socket and reads no clock.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "transport/link_options.hpp"

namespace triad::transport {

class AddressRace {
 public:
  // Starts all addresses in the first half of the time until `deadline`.
  AddressRace(std::size_t addresses, Clock::time_point now, Clock::time_point deadline);

  // Returns the address to try now; the attempt is pending until record_failure() is called.
  // Returns nullopt if no attempt is due.
  std::optional<std::size_t> next_address(Clock::time_point now);
  // Records a failed attempt. `refused` means that the host is up but has no listener yet; then the
  // address is tried again while another attempt is pending.
  void record_failure(std::size_t address, bool refused, Clock::time_point now);

  // Returns the earliest time at which next_address() may return an address; the deadline at the
  // latest.
  [[nodiscard]] Clock::time_point next_start() const;
  // Returns whether every address has failed.
  [[nodiscard]] bool has_failed() const { return pending_ == 0 && untried_ == states_.size(); }

 private:
  struct State {
    bool is_refused = false;
    Clock::time_point retry_at{};  // set if it was refused
  };

  const Clock::time_point deadline_;
  const Duration stagger_;
  std::vector<State> states_;
  std::size_t untried_ = 0;  // first address that has not been tried
  std::size_t pending_ = 0;
  Clock::time_point start_at_;  // when untried_ may start
};

}  // namespace triad::transport
