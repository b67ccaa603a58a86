// Growth of a mesh in one dimension. Each function builds a mesh of one size and counts the cost of
// the members' operations. Called by BmGrowth and its test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/growth/grown_mesh.hpp"
#include "tools/rtimesh/make_options.hpp"

namespace triad::growth {

// Average cost of one operation.
struct Cost {
  std::string operation;
  // On the link between routers with the most bytes, both directions together.
  double busiest_frames = 0;
  double busiest_bytes = 0;
  // Part of these bytes: the client numbers before records, and the most frequent kind of record.
  double busiest_number_bytes = 0;
  std::string mostly;
  double mostly_bytes = 0;
  // Sent and received by the RTIG's router.
  double rtig_frames = 0;
  double rtig_bytes = 0;
  // On the link of the last leaf.
  double leaf_frames = 0;
  double leaf_bytes = 0;
  double links = 0;  // Number of links with traffic.
  double rounds = 0;
};

// Memory and tables at the end.
struct Tables {
  std::size_t members = 0;
  std::size_t objects = 0;
  std::size_t regions = 0;
  std::int64_t rtig_bytes = 0;  // The RTIG with its router.
  std::int64_t leaf_bytes = 0;  // The last leaf.
  std::int64_t most_bytes = 0;  // The relay with the most memory.
};

struct Point {
  std::uint64_t size = 0;
  std::size_t routers = 0;
  std::size_t members = 0;
  std::vector<Cost> costs;
  Tables tables;
  std::vector<std::string> faults;
};

struct Shape {
  rtimesh::Shape shape = rtimesh::Shape::tree;
  std::size_t routers = 111;
  std::size_t fan_out = 10;
};

// Measures a mesh with one member at each router.
Point grow_routers(const Shape& shape);
// Measures a mesh with `keys` interest keys. One member at each leaf but the last states an equal
// share.
Point grow_keys(const Shape& shape, std::uint32_t keys);
// Measures a mesh with `objects` instances. Members at all leaves but the last register equal
// shares. Then the member at the last leaf subscribes.
Point grow_objects(const Shape& shape, std::uint32_t objects);
// Measures a mesh with `federates` federates, equally many at each leaf. Each has a square region
// for a subscription. The side of the squares depends on the number of federates, so that the
// average overlap is constant. Some regions move by a tenth of their side.
Point grow_federates(const Shape& shape, std::uint32_t federates);

// Measures a mesh with `members` members, equally many at each leaf. All subscribe to the same
// classes.
Point grow_subscribers(const Shape& shape, std::uint32_t members);

rtimesh::MakeOptions make_options_of(const Shape& shape);
topology::Topology topology_of(const Shape& shape);

}  // namespace triad::growth
