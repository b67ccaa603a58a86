// What the machine can do that is no way for messages: barriers of several processes, pairs
// that share the cores, and what single steps of waiting and waking cost. Implemented by
// barrier.cpp, relayed_barrier.cpp, pairs.cpp and costs.cpp.
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

// Rounds a second in which all processes wait for all: what time advances can be at best.
void add_barriers(std::vector<Single>& singles);
// The same by way of one more process, over sockets or by words in shared memory.
void add_relayed_barriers(std::vector<Single>& singles);
// Microseconds of a round trip, by one pair of processes alone and by 16 that share the cores.
void add_pairs(std::vector<Single>& singles);
// Of one system call, of a wake where nobody sleeps, of asking first whether anybody does.
void add_costs(std::vector<Single>& singles);

}  // namespace triad::limits
