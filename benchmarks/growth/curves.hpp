// How a mesh grows, one dimension at a time: each function builds a mesh of one size and counts
// what one of the things that members do costs there. Called by BmGrowth and its test.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "benchmarks/growth/grown_mesh.hpp"
#include "tools/rtimesh/make_options.hpp"

namespace triad::growth {

// What one thing cost, for each time that it was done.
struct Cost {
  std::string what;
  // By the link between routers that carried most bytes, both directions together.
  double busiest_frames = 0;
  double busiest_bytes = 0;
  // Of these: the numbers of clients before the records; and the kind of record that has most.
  double busiest_number_bytes = 0;
  std::string mostly;
  double mostly_bytes = 0;
  // All that the RTIG's router sent and was sent.
  double rtig_frames = 0;
  double rtig_bytes = 0;
  // By the link of the last leaf.
  double leaf_frames = 0;
  double leaf_bytes = 0;
  double links = 0;  // that carried something
  double rounds = 0;
};

// Memory and tables, once all is there.
struct Tables {
  std::size_t members = 0;
  std::size_t objects = 0;
  std::size_t regions = 0;
  std::int64_t rtig_bytes = 0;  // the RTIG with its router
  std::int64_t leaf_bytes = 0;  // the last leaf
  std::int64_t most_bytes = 0;  // the relay that has most
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

// Each router has one member.
Point grow_routers(const Shape& shape);
// Two members at each leaf; one at a time they want equally many other keys.
Point grow_keys(const Shape& shape, std::uint32_t keys);
// A member at each leaf registers as many; none is subscribed to, until one member is that has
// none.
Point grow_objects(const Shape& shape, std::uint32_t objects);
// As many at each leaf. Each has a region that it uses for a subscription, a square in a field in
// which as many overlap, however many there are. Some of them move by a tenth of their side.
Point grow_federates(const Shape& shape, std::uint32_t federates);

rtimesh::MakeOptions make_options_of(const Shape& shape);
topology::Topology topology_of(const Shape& shape);

}  // namespace triad::growth
