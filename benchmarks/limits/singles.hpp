// Limits of the machine that are not routes for messages: barriers of several processes, pairs that
// share the cores, and the cost of single steps of waiting and waking. Implemented by barrier.cpp,
// relayed_barrier.cpp, pairs.cpp and costs.cpp.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace triad::limits {

enum class Unit { rounds_per_s, microseconds };

struct Single {
  std::string name;
  Unit unit = Unit::rounds_per_s;
  std::function<double(std::size_t count)> measure;
};

// Adds rounds per second in which all processes wait for all: the limit for time advances.
void add_barriers(std::vector<Single>& singles);
// Adds barriers through one more process, over sockets or shared memory.
void add_relayed_barriers(std::vector<Single>& singles);
// Adds microseconds of a round trip, for one pair of processes alone and for 16 pairs that share
// the cores.
void add_pairs(std::vector<Single>& singles);
// Adds the cost of a system call, of a wake without a sleeper, and of a check for a sleeper.
void add_costs(std::vector<Single>& singles);

}  // namespace triad::limits
