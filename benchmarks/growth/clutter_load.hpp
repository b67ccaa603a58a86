// Counts the traffic of the federation of examples/clutter in a mesh: at each router and each
// federate, per second of the federation's time. In that example entities move in a country of
// areas, one for each federate. The country, the entities and their movement come from the
// example's headers. StandIn, a member without an RTIA, replaces each federate.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/growth/curves.hpp"

namespace triad::growth {

struct ClutterOptions {
  Shape shape{rtimesh::Shape::mesh_of_trees, 256, 4};  // 256 routers, fan-out 4.
  std::uint32_t federates = 300;
  std::uint32_t entities = 3'000;  // Total of all federates.
  std::uint32_t seconds = 2;       // Of the federation's time.
  // In metres: the side of a federate's area, its view beyond the area, and the side of a cell.
  std::uint64_t side = 10'000;
  std::uint64_t reach = 1'000;
  std::uint64_t cell = 500;
  // Most grid cells that describe an extent of a region in the filters (core/region_cells.hpp).
  std::uint32_t region_cells = core::kCellsOfExtent;
};

// Traffic per second.
struct RouterLoad {
  std::string name;
  std::size_t members = 0;  // Members with a link to this router.
  double frames = 0;        // Received and sent, on all links and to all members.
  double bytes = 0;
  double updates = 0;  // Updates among these frames.
  double moves = 0;    // Modifications of regions among these frames.
};

struct FederateLoad {
  double sent = 0;    // Updates.
  double moved = 0;   // Modifications of regions.
  double wanted = 0;  // Other federates' updates in cells that overlap the watched area.
  // Other federates' updates that it received.
  double delivered = 0;
  double moves = 0;   // Modifications by others that it received.
  double frames = 0;  // Sent and received.
  double bytes = 0;
};

struct ClutterLoad {
  std::uint32_t federates = 0;
  std::uint32_t entities = 0;
  RouterLoad at_rtig;
  RouterLoad busiest;  // Router with the most frames, except the RTIG's.
  RouterLoad others;   // Sum over the routers except the RTIG's.
  FederateLoad all;
  FederateLoad most;                // Maximum of each figure over all federates.
  std::vector<std::string> faults;  // Warnings of routers, and lost updates or modifications.
};

// Runs the federation and returns its traffic.
ClutterLoad count_clutter(const ClutterOptions& options);

// Processor time of each operation on the measured machine, in microseconds.
struct ClutterCosts {
  double sent = 0;       // An update, at its sender.
  double delivered = 0;  // An update, at a receiver, whether it is wanted or not.
  double reflected = 0;  // Addition for an update that is reflected.
  double move = 0;       // A modification received by a federate.
  double frame = 0;      // A frame received or sent by a router.
  double copy = 0;       // Copy of a modification for one federate, at the RTIG's router.
};

// Return the share of one processor.
double load_of(const FederateLoad& federate, const ClutterCosts& costs);
double load_of(const RouterLoad& router, const ClutterCosts& costs);
double load_at_rtig(const ClutterLoad& load, const ClutterCosts& costs);

}  // namespace triad::growth
