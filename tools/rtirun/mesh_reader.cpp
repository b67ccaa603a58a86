#include "tools/rtirun/mesh_reader.hpp"

#include <algorithm>
#include <iterator>

#include "tools/rtimesh/make_options.hpp"
#include "tools/rtimesh/mesh_file.hpp"
#include "tools/rtimesh/mesh_shapes.hpp"
#include "tools/rtimesh/rtimesh.hpp"
#include "tools/rtirun/scenario_keys.hpp"

namespace triad::rtirun {

using topology::Fields;
using topology::YamlNode;

std::optional<ScenarioMesh> MeshReader::read(const YamlNode& node,
                                             const std::vector<HostSpec>& hosts) {
  const Fields fields(node, "mesh", {std::begin(kMeshKeys), std::end(kMeshKeys)}, log_);
  if (!fields.is_map()) return std::nullopt;
  const YamlNode* const file = fields.find("file");
  const YamlNode* const make = fields.find("make");
  const YamlNode* const inline_node = fields.find("topology");
  const auto given = [](const YamlNode* each) { return each == nullptr ? 0 : 1; };
  if (given(file) + given(make) + given(inline_node) != 1) {
    log_.add(node.at, "\"mesh\" has not exactly one of file, make and topology",
             "write one, such as file: mesh.yaml");
    return std::nullopt;
  }
  if (file != nullptr) {
    const YamlNode* const text = fields.text(file, "file");
    return text == nullptr ? std::nullopt : read_file(*text, hosts);
  }
  if (make != nullptr) return read_make(fields, *make, hosts);
  const topology::Draft draft = topology::read_draft(*inline_node, log_);
  const topology::Topology topology = topology::check_draft(draft, log_);
  if (!log_.empty()) return std::nullopt;
  return place(*inline_node, topology, as_yaml(*inline_node) + "\n", hosts);
}

std::optional<ScenarioMesh> MeshReader::read_file(const YamlNode& node,
                                                  const std::vector<HostSpec>& hosts) {
  if (!load_) {
    log_.add(node.at, "\"file\" cannot be read here", "write the topology into the scenario");
    return std::nullopt;
  }
  const auto text = load_(node.text);
  if (!text) {
    log_.add(node.at, topology::quoted_text(node.text) + ": " + text.error().text,
             "name a topology file, relative to this one");
    return std::nullopt;
  }
  const auto topology = topology::read_topology(*text, node.text);
  if (!topology) {
    log_.add(node.at, topology::printable(topology.error().front().text()), "see `rtimesh check`");
    return std::nullopt;
  }
  return place(node, *topology, *text, hosts);
}

std::optional<ScenarioMesh> MeshReader::read_make(const Fields& fields, const YamlNode& node,
                                                  const std::vector<HostSpec>& hosts) {
  std::vector<std::string> arguments{"make"};
  for (const YamlNode* item : fields.items(&node, "make", false)) {
    if (item->kind == YamlNode::Kind::text) arguments.push_back(item->text);
  }
  const std::string cure = "write arguments of `rtimesh make`, such as [mesh, --routers, 3]";
  const auto given = command_line::parse_command_line(rtimesh::manual(), arguments);
  if (!given || given->has("help") || given->has("version") || given->has("output") ||
      given->manual().name != "rtimesh make") {
    log_.add(node.at,
             "\"make\": " + topology::printable(given ? "an option that prints or writes"
                                                      : given.error().text),
             cure);
    return std::nullopt;
  }
  const auto options = rtimesh::read_make_options(*given);
  if (!options) {
    log_.add(node.at, "\"make\": " + topology::printable(options.error().text), cure);
    return std::nullopt;
  }
  const topology::Topology topology = rtimesh::make_mesh(*options);
  return place(node, topology, rtimesh::mesh_file_text(topology, *options), hosts);
}

std::optional<ScenarioMesh> MeshReader::place(const YamlNode& node,
                                              const topology::Topology& topology,
                                              const std::string& text,
                                              const std::vector<HostSpec>& hosts) {
  auto mesh = mesh_of(topology, text, hosts);
  if (mesh) return *std::move(mesh);
  log_.add(node.at, topology::printable(mesh.error().text), "change the topology");
  return std::nullopt;
}

}  // namespace triad::rtirun
