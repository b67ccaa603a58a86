#include "tools/rtimesh/read_mesh.hpp"

#include "files/regular_file.hpp"
#include "topology/read_topology.hpp"

namespace triad::rtimesh {

std::optional<topology::Topology> read_mesh(const std::string& path, std::ostream& err) {
  const auto text = files::read_regular_file(path, topology::kFileBytesMax);
  if (!text) {
    err << "rtimesh: \"" << path << "\": " << text.error().reason << '\n';
    return std::nullopt;
  }
  auto topology = topology::read_topology(*text, path);
  if (topology) return *std::move(topology);
  for (const topology::Problem& problem : topology.error()) err << problem.text() << '\n';
  return std::nullopt;
}

}  // namespace triad::rtimesh
