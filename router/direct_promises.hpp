// Up to which number of members that share memory these read each other's promises; of more the
// Router reduces them (router/promise_reduction.hpp).
#pragma once

#include <cstddef>

namespace triad::router {

struct DirectPromises {
  // Where promises are records, which each of them reads of each other.
  std::size_t recorded_max = 12;
  // Where all of them are notes (docs/shm-fabric.md, "Notes").
  std::size_t noted_max = 64;
};

}  // namespace triad::router
