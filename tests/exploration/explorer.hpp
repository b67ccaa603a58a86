// Runs a scenario under all schedules, or under one that a seed chooses.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/exploration/world.hpp"

namespace triad::exploration {

class Explorer {
 public:
  // Gives up when it has seen so many states.
  explicit Explorer(const Scenario& scenario, std::size_t states_max = 100'000'000)
      : scenario_(scenario), states_max_(states_max) {}

  // Depth first, each state once. What is broken, with the steps that lead there; or nothing.
  std::string all();

  std::size_t states() const { return seen_.size(); }
  std::size_t steps() const { return steps_; }
  // How many schedules the states stand for, those of the same outcome counted one by one.
  double schedules() const { return schedules_; }

  // A random schedule, switched after any access.
  std::string random(std::uint64_t seed, bool verbose = false);

 private:
  double explore(const World& world);
  double advance(const World& world, std::size_t who);
  void note(std::string step) { path_.push_back(std::move(step)); }
  std::string told(const std::string& what) const;

  const Scenario& scenario_;
  const std::size_t states_max_;
  std::unordered_map<std::uint64_t, double> seen_;
  std::vector<std::string> path_;
  std::size_t steps_ = 0;
  double schedules_ = 0;
};

}  // namespace triad::exploration
