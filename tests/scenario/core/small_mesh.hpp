// Routers of the scenarios. The first member is at one router, the second at another below it, the
// third at the RTIG itself, the fourth at a router of its own. The pattern repeats.
#pragma once

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

inline MeshOptions small_mesh() {
  return {.routers = {std::nullopt, 0, std::nullopt}, .members = {0, 1, std::nullopt, 2}};
}

}  // namespace triad::test
