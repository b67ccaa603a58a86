// See explorer.hpp.
#include "tests/exploration/explorer.hpp"

#include <cstdio>

namespace triad::exploration {

namespace {

[[noreturn]] void throw_deadlock(const World& world) {
  std::string text = "no participant can continue; their next accesses:";
  for (std::size_t participant = 0; participant < world.members(); ++participant)
    text += " " + world.describe_next_access(participant) + ";";
  throw Violation{text};
}

}  // namespace

std::string Explorer::describe_violation(const std::string& violation_text) const {
  std::string text = violation_text + ", after\n";
  for (const std::string& step : path_) text += "  " + step + "\n";
  return text;
}

std::string Explorer::explore_all() {
  schedules_by_state_.clear();
  path_.clear();
  steps_ = 0;
  try {
    schedules_ = explore(World(scenario_), scenario_.programs.size(), deviations_max_.value_or(0));
  } catch (const Violation& violation) {
    return describe_violation(violation.text);
  }
  return "";
}

// Returns the number of schedules that continue from here.
double Explorer::explore(const World& world, std::size_t running, std::size_t deviations) {
  if (world.is_over()) return 1;
  std::uint64_t hash = world.hash();
  if (deviations_max_) {
    Hash with_limit;
    for (const std::uint64_t value : {hash, std::uint64_t{running}, std::uint64_t{deviations}})
      with_limit.add(value);
    hash = with_limit.sum();
  }
  if (const auto at = schedules_by_state_.find(hash); at != schedules_by_state_.end())
    return at->second;
  if (schedules_by_state_.size() >= states_max_) throw Violation{"too many states"};
  schedules_by_state_.emplace(hash, 0);

  const bool could_go_on = running < world.members() && world.can_step(running);
  double schedules = 0;
  bool stuck = true;
  for (std::size_t participant = 0; participant < world.members(); ++participant) {
    const bool counts = deviations_max_ && could_go_on && participant != running;
    if (counts && deviations == 0) {
      stuck = false;
      continue;
    }
    const std::size_t left = deviations - (counts ? 1 : 0);
    if (world.can_step(participant)) {
      stuck = false;
      add_step(world.describe_next_access(participant));
      schedules += advance(world, participant, left);
      path_.pop_back();
    }
    if (world.can_die(participant)) {
      stuck = false;
      add_step(std::string(1, static_cast<char>('A' + participant)) + " is killed");
      World next = world;
      next.kill(participant);
      schedules += explore(next, running, left);
      path_.pop_back();
    }
  }
  if (stuck) throw_deadlock(world);
  return schedules_by_state_[hash] = schedules;
}

double Explorer::advance(const World& world, std::size_t participant, std::size_t deviations) {
  double schedules = 0;
  Choices choices;
  do {
    World next = world;
    ++steps_;
    next.step(participant, choices);
    const std::size_t outdated = deviations_max_ ? choices.outdated() : 0;
    if (outdated > deviations) continue;
    schedules += explore(next, participant, deviations - outdated);
  } while (choices.next());
  return schedules;
}

std::string Explorer::run_random(std::uint64_t seed, bool verbose) {
  std::mt19937_64 random(seed);
  Choices choices(&random);
  path_.clear();
  try {
    World world(scenario_);
    for (std::size_t steps = 0; !world.is_over(); ++steps) {
      if (steps == steps_max_)
        throw Violation{"the run has not ended after " + std::to_string(steps) + " steps"};
      std::vector<std::size_t> able;
      for (std::size_t i = 0; i < world.members(); ++i) {
        if (world.can_step(i)) able.push_back(i);
      }
      if (able.empty()) throw_deadlock(world);
      const std::size_t participant = able[random() % able.size()];
      // Switches after any access, but some participants run for long, so that others fall behind.
      const std::size_t accesses = std::size_t{1} << random() % 8;
      const bool dies = world.can_die(participant) && random() % 32 == 0;
      if (verbose)
        add_step(world.describe_next_access(participant) + ", " + std::to_string(accesses) +
                 " accesses");
      world.step(participant, choices, 1 + random() % accesses);
      if (dies && world.can_die(participant)) world.kill(participant);
      if (verbose && dies) add_step("  and is killed");
    }
  } catch (const Violation& violation) {
    return describe_violation(violation.text);
  }
  return "";
}

}  // namespace triad::exploration
