#include "tools/rtimesh/mesh_drawing.hpp"

namespace triad::rtimesh {

namespace {

// Returns the text between the quotation marks. In labels a backslash starts an escape.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

std::string node_of(const topology::Topology& topology, topology::RouterIndex index) {
  const topology::Router& router = topology.routers[index];
  std::string label = escaped(router.name) + "\\n" + escaped(router.host);
  if (!router.process.empty()) label += ", process " + escaped(router.process);
  for (const transport::Url& url : router.listen) label += "\\n" + escaped(to_string(url));
  std::string style;
  const auto& overlay = topology.groups[router.group].overlay;
  if (overlay && overlay->registry == index) label += "\\nregistry of the overlay";
  if (index == topology.rtig) {
    label += "\\nRTIG";
    style += ", style=filled, fillcolor=\"#fbe7cf\"";
  }
  if (topology.groups[router.group].head == index) style += ", peripheries=2";
  return "    " + dot_quoted(router.name) + " [label=\"" + label + "\"" + style + "];\n";
}

std::string cluster_of(const topology::Topology& topology, topology::GroupIndex index) {
  const topology::Group& group = topology.groups[index];
  std::string text = "  subgraph cluster_" + std::to_string(index) + " {\n";
  std::string label = group.name;
  if (group.overlay) {
    label += ", overlay: out-degree " + std::to_string(group.overlay->out_degree) +
             ", relays within " + std::to_string(group.overlay->delay_max.count()) + " ms";
  }
  text += "    label=" + dot_quoted(label) + ";\n";
  for (const topology::RouterIndex router : group.routers) text += node_of(topology, router);
  return text + "  }\n";
}

// Returns an edge from the end that accepts, so that Graphviz draws parents above their children.
std::string edge_of(const topology::Topology& topology, const topology::Link& link, bool is_spare) {
  const bool to_parent = link.relation == topology::Link::Relation::child_parent;
  std::string style = to_parent ? "style=dashed, penwidth=2, dir=back" : "dir=none";
  if (is_spare) style = "style=dotted, dir=back, constraint=false";
  std::string kind;
  if (link.kind == topology::LinkKind::memory) kind = ", label=\"memory\", fontsize=9";
  if (link.kind == topology::LinkKind::mpi) kind = ", label=\"MPI\", fontsize=9";
  return "  " + dot_quoted(topology.routers[link.accepting_router].name) + " -> " +
         dot_quoted(topology.routers[link.connecting_router].name) + " [" + style + kind + "];\n";
}

}  // namespace

std::string dot_quoted(std::string_view text) {
  return "\"" + escaped(text) + "\"";
}

std::string drawing_of(const topology::Topology& topology) {
  std::string text = "digraph " + dot_quoted(topology.name) +
                     " {\n"
                     "  node [shape=box, fontname=\"Helvetica\", fontsize=11];\n"
                     "  graph [fontname=\"Helvetica\", fontsize=11];\n"
                     "  edge [arrowsize=0.6];\n";
  for (topology::GroupIndex i = 0; i < topology.groups.size(); ++i) {
    text += cluster_of(topology, i);
  }
  for (const topology::Link& link : topology::links_of(topology))
    text += edge_of(topology, link, false);
  for (const topology::Link& link : topology::spare_links_of(topology))
    text += edge_of(topology, link, true);
  return text + "}\n";
}

}  // namespace triad::rtimesh
