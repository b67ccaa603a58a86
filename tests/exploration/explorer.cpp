// See explorer.hpp.
#include "tests/exploration/explorer.hpp"

#include <cstdio>

namespace triad::exploration {

namespace {

[[noreturn]] void deadlock(const World& world) {
  std::string text = "nobody goes on:";
  for (std::size_t who = 0; who < world.members(); ++who) text += " " + world.about(who) + ";";
  throw Violation{text};
}

}  // namespace

std::string Explorer::told(const std::string& what) const {
  std::string text = what + ", after\n";
  for (const std::string& step : path_) text += "  " + step + "\n";
  return text;
}

std::string Explorer::all() {
  seen_.clear();
  path_.clear();
  steps_ = 0;
  try {
    schedules_ = explore(World(scenario_), scenario_.programs.size(), deviations_max_.value_or(0));
  } catch (const Violation& violation) {
    return told(violation.text);
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
  if (const auto at = seen_.find(hash); at != seen_.end()) return at->second;
  if (seen_.size() >= states_max_) throw Violation{"too many states"};
  seen_.emplace(hash, 0);

  const bool could_go_on = running < world.members() && world.can_step(running);
  double schedules = 0;
  bool stuck = true;
  for (std::size_t who = 0; who < world.members(); ++who) {
    const bool counts = deviations_max_ && could_go_on && who != running;
    if (counts && deviations == 0) {
      stuck = false;
      continue;
    }
    const std::size_t left = deviations - (counts ? 1 : 0);
    if (world.can_step(who)) {
      stuck = false;
      note(world.about(who));
      schedules += advance(world, who, left);
      path_.pop_back();
    }
    if (world.can_die(who)) {
      stuck = false;
      note(std::string(1, static_cast<char>('A' + who)) + " is killed");
      World next = world;
      next.kill(who);
      schedules += explore(next, running, left);
      path_.pop_back();
    }
  }
  if (stuck) deadlock(world);
  return seen_[hash] = schedules;
}

double Explorer::advance(const World& world, std::size_t who, std::size_t deviations) {
  double schedules = 0;
  Choices choices;
  do {
    World next = world;
    ++steps_;
    next.step(who, choices);
    const std::size_t outdated = deviations_max_ ? choices.outdated() : 0;
    if (outdated > deviations) continue;
    schedules += explore(next, who, deviations - outdated);
  } while (choices.next());
  return schedules;
}

std::string Explorer::random(std::uint64_t seed, bool verbose) {
  std::mt19937_64 random(seed);
  Choices choices(&random);
  path_.clear();
  try {
    World world(scenario_);
    for (std::size_t steps = 0; !world.is_over(); ++steps) {
      if (steps == steps_max_) throw Violation{"it goes on for ever"};
      std::vector<std::size_t> able;
      for (std::size_t i = 0; i < world.members(); ++i) {
        if (world.can_step(i)) able.push_back(i);
      }
      if (able.empty()) deadlock(world);
      const std::size_t who = able[random() % able.size()];
      // Switches after any access, but some participants run for long, so that others fall behind.
      const std::size_t accesses = std::size_t{1} << random() % 8;
      const bool dies = world.can_die(who) && random() % 32 == 0;
      if (verbose) note(world.about(who) + ", " + std::to_string(accesses) + " accesses");
      world.step(who, choices, 1 + random() % accesses);
      if (dies && world.can_die(who)) world.kill(who);
      if (verbose && dies) note("  and is killed");
    }
  } catch (const Violation& violation) {
    return told(violation.text);
  }
  return "";
}

}  // namespace triad::exploration
