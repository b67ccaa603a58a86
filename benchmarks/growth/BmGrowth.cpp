// BmGrowth: how a mesh grows, counted. Real routers and the RTIG in one process, with stand-ins for
// federates, at one size of one dimension for each run of the program's inner loop: routers,
// interest keys, objects, or federates with regions that move. One line of CSV for each thing that
// was counted. benchmarks/growth/curves.py makes tables and a figure of them.
#include <cstdio>
#include <exception>
#include <map>
#include <string>

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
    std::printf("\"%s\",%.6g,%.6g,%.6g,%s,%.6g,%.6g,%.6g,%.6g,%.6g,%g,%g\n", cost.what.c_str(),
                cost.busiest_frames, cost.busiest_bytes, cost.busiest_number_bytes,
                cost.mostly.c_str(), cost.mostly_bytes, cost.rtig_frames, cost.rtig_bytes,
                cost.leaf_frames, cost.leaf_bytes, cost.links, cost.rounds);
  }
}

int run(const Options& options) {
  const Point point = grow(options);
  print(options, point);
  for (const std::string& fault : point.faults) {
    std::fprintf(stderr, "BmGrowth: %s\n", fault.c_str());
  }
  return point.faults.empty() ? 0 : 1;
}

}  // namespace
}  // namespace triad::growth

int main(int count, char** arguments) {
  triad::growth::Options options;
  benchmark_federate::CommandLine line("BmGrowth", "how a mesh grows, counted");
  line.value("--grow", "WHAT", options.grow, "what grows",
             {"routers", "keys", "objects", "federates"});
  line.value("--size", "N", options.size, "how many of it");
  line.value("--shape", "SHAPE", options.shape, "of the mesh",
             {"tree", "mesh", "mesh-of-trees", "tree-of-meshes"});
  line.value("--routers", "N", options.routers, "where they are not what grows");
  line.value("--fan-out", "N", options.fan_out, "routers below one of a tree, at most");
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
