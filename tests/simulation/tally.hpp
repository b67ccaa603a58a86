// Counts of events in all runs of a simulation: successes of each service, deliveries of each
// callback, and raises of each exception. An expected event with count zero has not been tested.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace triad::test {

class Tally {
 public:
  // Lists an event with zero until it happens.
  void expect(const std::string& event) { counts_.try_emplace(event, 0); }
  void count(const std::string& event) { ++counts_[event]; }

  // One line for each event.
  std::string text() const;
  // Expected events that never happened, on one line; empty if all did.
  std::string missing() const;

 private:
  std::map<std::string, std::uint64_t> counts_;
};

}  // namespace triad::test
