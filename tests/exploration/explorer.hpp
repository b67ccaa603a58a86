// Runs a scenario under all schedules, or under one that a seed chooses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "tests/exploration/world.hpp"

namespace triad::exploration {

class Explorer {
 public:
  // Gives up after `states_max` states.
  explicit Explorer(const Scenario& scenario, std::size_t states_max = 100'000'000)
      : scenario_(scenario), states_max_(states_max) {}

  // Explores only schedules with at most this number of deviations. Each switch from a participant
  // that could go on is a deviation, and so is each load of an outdated value. When a participant
  // must wait, all others are explored.
  void limit_deviations(std::size_t deviations_max) { deviations_max_ = deviations_max; }

  // Reports a random schedule with more steps as one that does not end.
  void limit_steps(std::size_t steps_max) { steps_max_ = steps_max; }

  // Explores depth first, each state once. Returns the violation and the steps that lead to it, or
  // an empty string.
  std::string explore_all();

  std::size_t states() const { return schedules_by_state_.size(); }
  std::size_t steps() const { return steps_; }
  // Number of schedules that the states stand for. Schedules with the same outcome are counted
  // separately.
  double schedules() const { return schedules_; }

  // Runs a random schedule, which may switch after any access. Returns the violation, as
  // explore_all() does.
  std::string run_random(std::uint64_t seed, bool verbose = false);

 private:
  // Explores from a world in which `running` made the last step and `deviations` are left.
  double explore(const World& world, std::size_t running, std::size_t deviations);
  double advance(const World& world, std::size_t participant, std::size_t deviations);
  void add_step(std::string step) { path_.push_back(std::move(step)); }
  std::string describe_violation(const std::string& violation_text) const;

  const Scenario& scenario_;
  const std::size_t states_max_;
  std::size_t steps_max_ = 100'000;
  std::optional<std::size_t> deviations_max_;
  std::unordered_map<std::uint64_t, double> schedules_by_state_;
  std::vector<std::string> path_;
  std::size_t steps_ = 0;
  double schedules_ = 0;
};

}  // namespace triad::exploration
