// Routers of the scenarios: the first member is at one router, the second at another below it, the
// third at the RTIG itself, the fourth at a router of its own, and so on, repeated.
#pragma once

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

inline MeshOptions small_mesh() {
  return {.routers = {std::nullopt, 0, std::nullopt}, .members = {0, 1, std::nullopt, 2}};
}

}  // namespace triad::test
