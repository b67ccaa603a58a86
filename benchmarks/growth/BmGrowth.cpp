// BmGrowth: counts how a mesh grows. Real routers and the RTIG run in one process, with stand-ins
// for federates. Each run grows one dimension: routers, interest keys, objects, federates with
// moving regions, or subscribers of the same classes. Alternatively it counts the traffic of the
// federation of examples/clutter per second. It prints a line of CSV for each cost; benchmarks/grow
// makes tables and a figure of them.
#include <cstdio>
#include <exception>
#include <map>
#include <string>

#include "benchmarks/growth/clutter_load.hpp"
#include "benchmarks/growth/curves.hpp"
#include "command_line.hpp"

namespace triad::growth {
namespace {

struct Options {
  std::string grow = "routers";
  std::string shape = "tree";
  unsigned long routers = 111;
  unsigned long fan_out = 10;
  unsigned long size = 100;
  // --- For clutter only.
  unsigned long federates = 300;
  unsigned long seconds = 2;
  unsigned long region_cells = core::kCellsOfExtent;
  ClutterCosts costs;
};

const std::map<std::string, rtimesh::Shape> kShapes{
    {"tree", rtimesh::Shape::tree},
    {"mesh", rtimesh::Shape::mesh},
    {"mesh-of-trees", rtimesh::Shape::mesh_of_trees},
    {"tree-of-meshes", rtimesh::Shape::tree_of_meshes},
};

Point grow(const Options& options) {
  Shape shape{kShapes.at(options.shape), options.routers, options.fan_out};
  const auto size = static_cast<std::uint32_t>(options.size);
  if (options.grow == "keys") return grow_keys(shape, size);
  if (options.grow == "objects") return grow_objects(shape, size);
  if (options.grow == "federates") return grow_federates(shape, size);
  if (options.grow == "subscribers") return grow_subscribers(shape, size);
  shape.routers = options.size;
  return grow_routers(shape);
}

void print(const Options& options, const Point& point) {
  std::printf(
      "grow,shape,size,routers,members,objects,regions,rtig_memory,leaf_memory,most_memory,what,"
      "busiest_frames,busiest_bytes,number_bytes,mostly,mostly_bytes,rtig_frames,rtig_bytes,"
      "leaf_frames,leaf_bytes,links,rounds\n");
  const Tables& tables = point.tables;
  for (const Cost& cost : point.costs) {
    std::printf(
        "%s,%s,%llu,%zu,%zu,%zu,%zu,%lld,%lld,%lld,", options.grow.c_str(), options.shape.c_str(),
        static_cast<unsigned long long>(point.size), point.routers, tables.members, tables.objects,
        tables.regions, static_cast<long long>(tables.rtig_bytes),
        static_cast<long long>(tables.leaf_bytes), static_cast<long long>(tables.most_bytes));
    std::printf("\"%s\",%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%g,%g\n", cost.operation.c_str(),
                cost.busiest_frames, cost.busiest_bytes, cost.busiest_number_bytes,
                cost.mostly.c_str(), cost.mostly_bytes, cost.rtig_frames, cost.rtig_bytes,
                cost.leaf_frames, cost.leaf_bytes, cost.links, cost.rounds);
  }
}

int end_with(const std::vector<std::string>& faults) {
  for (const std::string& fault : faults) std::fprintf(stderr, "BmGrowth: %s\n", fault.c_str());
  return faults.empty() ? 0 : 1;
}

// Prints the share of a processor, and the number of entities for a full one.
void print_share(const ClutterLoad& load, double share) {
  std::printf(",%.4g,%.3g\n", share, share > 0 ? load.entities / share : 0);
}

void print_router(const ClutterLoad& load, const char* what, const RouterLoad& router,
                  double share) {
  std::printf("%s %s,%zu,,,,%.6g,%.6g,%.6g,%.6g", what, router.name.c_str(), router.members,
              router.moves, router.updates, router.frames, router.bytes);
  print_share(load, share);
}

void print_federate(const ClutterLoad& load, const char* what, const FederateLoad& federate,
                    double share) {
  std::printf("%s,,%.6g,%.6g,%.6g,%.6g,,%.6g,%.6g", what, federate.sent, federate.delivered,
              federate.wanted, federate.moves, federate.frames, federate.bytes);
  print_share(load, share);
}

int run_clutter(const Options& options) {
  ClutterOptions of;
  of.shape = {kShapes.at(options.shape), options.routers, options.fan_out};
  of.federates = static_cast<std::uint32_t>(options.federates);
  of.entities = static_cast<std::uint32_t>(options.size);
  of.seconds = static_cast<std::uint32_t>(options.seconds);
  of.region_cells = static_cast<std::uint32_t>(options.region_cells);
  const ClutterLoad load = count_clutter(of);
  const ClutterCosts& costs = options.costs;
  std::printf("who,members,sent,delivered,wanted,moves,updates,frames,bytes,processors,entities\n");
  print_router(load, "with the RTIG:", load.at_rtig, load_at_rtig(load, costs));
  print_router(load, "busiest other:", load.busiest, load_of(load.busiest, costs));
  print_router(load, "routers:", load.others, load_of(load.others, costs));
  print_federate(load, "most of a federate", load.most, load_of(load.most, costs));
  print_federate(load, "all federates", load.all, load_of(load.all, costs));
  return end_with(load.faults);
}

int run(const Options& options) {
  if (options.grow == "clutter") return run_clutter(options);
  const Point point = grow(options);
  print(options, point);
  return end_with(point.faults);
}

}  // namespace
}  // namespace triad::growth

int main(int count, char** arguments) {
  triad::growth::Options options;
  benchmark_federate::CommandLine line("BmGrowth", "costs of a growing mesh");
  line.value("--grow", "WHAT", options.grow, "growing part",
             {"routers", "keys", "objects", "federates", "subscribers", "clutter"});
  line.value("--size", "N", options.size, "number of these");
  line.value("--shape", "SHAPE", options.shape, "of the mesh",
             {"tree", "mesh", "mesh-of-trees", "tree-of-meshes"});
  line.value("--routers", "N", options.routers, "number of routers, unless these grow");
  line.value("--fan-out", "N", options.fan_out, "routers below one of a tree, at most");
  line.value("--federates", "N", options.federates, "clutter: federates; --size counts entities");
  line.value("--seconds", "N", options.seconds, "clutter: duration in simulated seconds");
  line.value("--region-cells", "N", options.region_cells, "clutter: as region.cells of rtig");
  triad::growth::ClutterCosts& costs = options.costs;
  line.value("--sent", "US", costs.sent, "clutter: cost of an update at its sender");
  line.value("--delivered", "US", costs.delivered, "clutter: cost of an update received");
  line.value("--reflected", "US", costs.reflected, "clutter: added cost if it is reflected");
  line.value("--move", "US", costs.move, "clutter: cost of a notice of a moved region");
  line.value("--frame", "US", costs.frame, "clutter: cost of a frame received or sent at a router");
  line.value("--copy", "US", costs.copy, "clutter: cost at the RTIG of each copy of that notice");
  try {
    line.parse(count, arguments);
    return triad::growth::run(options);
  } catch (const benchmark_federate::WrongUsage& wrong) {
    std::fprintf(stderr, "BmGrowth: %s\n", wrong.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "BmGrowth: %s\n", error.what());
    return 1;
  }
}
