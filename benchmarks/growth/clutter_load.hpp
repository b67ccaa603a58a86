// The federation of examples/clutter over a mesh, counted: its country, its entities and their
// movement by the example's own headers, with stand-ins for the federates. What passes each router
// and what each federate sends and takes, in a second of the federation's time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/growth/curves.hpp"

namespace triad::growth {

struct ClutterOptions {
  Shape shape{rtimesh::Shape::mesh_of_trees, 256, 4};
  std::uint32_t federates = 300;
  std::uint32_t entities = 3'000;  // of all federates
  std::uint32_t seconds = 2;
  // In metres: sides of a federate's area and of a cell, and how far it sees beyond its area.
  std::uint64_t side = 10'000;
  std::uint64_t reach = 1'000;
  std::uint64_t cell = 500;
  std::uint32_t region_cells = core::kCellsOfExtent;
};

// Of a second.
struct RouterLoad {
  std::string name;
  std::size_t members = 0;  // with a link of their own
  double frames = 0;        // taken and sent, of all links and members
  double bytes = 0;
  double updates = 0;  // of these frames
  double moves = 0;    // modifications of regions, of these frames
};

struct FederateLoad {
  double sent = 0;    // updates
  double moved = 0;   // regions
  double wanted = 0;  // others' updates in cells that overlap what it watches
  double delivered = 0;
  double moves = 0;   // of which it was told
  double frames = 0;  // sent and taken
  double bytes = 0;
};

struct ClutterLoad {
  std::uint32_t federates = 0;
  std::uint32_t entities = 0;
  RouterLoad at_rtig;
  RouterLoad busiest;  // of the others, by frames
  RouterLoad others;   // all of them together
  FederateLoad all;
  FederateLoad most;  // of each figure, of any federate
  std::vector<std::string> faults;
};

ClutterLoad count_clutter(const ClutterOptions& options);

// What the machine takes for each of these, in microseconds of processor time.
struct ClutterCosts {
  double sent = 0;       // by a federate
  double delivered = 0;  // at a federate, if it is wanted or not
  double reflected = 0;  // beyond that
  double move = 0;       // of which a federate is told
  double frame = 0;      // that a router takes or sends
  double copy = 0;       // of a move at the router with the RTIG, for each federate
};

// Shares of a processor.
double load_of(const FederateLoad& federate, const ClutterCosts& costs);
double load_of(const RouterLoad& router, const ClutterCosts& costs);
double load_at_rtig(const ClutterLoad& load, const ClutterCosts& costs);

}  // namespace triad::growth
