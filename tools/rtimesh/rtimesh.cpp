#include "tools/rtimesh/rtimesh.hpp"

#include <optional>

#include "command_line/given.hpp"
#include "core/counted.hpp"
#include "files/regular_file.hpp"
#include "tools/rtimesh/mesh_drawing.hpp"
#include "tools/rtimesh/svg_program.hpp"
#include "topology/read_topology.hpp"
#include "topology/topology_hash.hpp"

namespace triad::rtimesh {

namespace {

constexpr const char* kExample =
    "  rtig: alpha\n"
    "  groups:\n"
    "    - name: site\n"
    "      head: alpha\n"
    "      routers:\n"
    "        - {name: alpha, host: ws1, listen: tcp://ws1:60400}\n"
    "        - {name: beta, host: ws2, listen: tcp://ws2:60400}\n"
    "        - {name: gamma, host: ws3, listen: tcp://ws3:60400}";

command_line::Manual command(std::string name, std::string summary, std::string text) {
  return {.name = std::move(name),
          .summary = std::move(summary),
          .arguments = "FILE",
          .arguments_min = 1,
          .arguments_max = 1,
          .missing = "no file is given",
          .offer = command_line::Offer::files,
          .text = std::move(text)};
}

std::optional<topology::Topology> read(const std::string& path, std::ostream& err) {
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

// What standard output could not take is the caller's loss, so it is an error.
Verdict written(std::ostream& out, std::ostream& err) {
  out << std::flush;
  if (out) return Verdict::good;
  err << "rtimesh: standard output cannot be written\n";
  return Verdict::bad_file;
}

Verdict check(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto topology = read(path, err);
  if (!topology) return Verdict::bad_file;
  using core::counted;
  out << path << ": " << counted(topology->routers.size(), "router") << " in "
      << counted(topology->groups.size(), "group") << ", "
      << counted(topology::links_of(*topology).size(), "link") << ", "
      << counted(topology::depth_of(*topology), "level") << " deep, hash "
      << topology::short_hash(topology::topology_hash(*topology)) << '\n';
  return written(out, err);
}

Verdict draw(const std::string& path, const std::optional<std::string>& svg, std::ostream& out,
             std::ostream& err) {
  const auto topology = read(path, err);
  if (!topology) return Verdict::bad_file;
  const std::string dot = drawing_of(*topology);
  if (!svg) {
    out << dot;
    return written(out, err);
  }
  if (const auto fault = write_svg(dot, *svg)) {
    err << "rtimesh: " << *fault << '\n';
    return Verdict::bad_file;
  }
  return Verdict::good;
}

}  // namespace

const command_line::Manual& manual() {
  static const command_line::Manual kManual = [] {
    command_line::Manual rtimesh{
        .name = "rtimesh",
        .summary = "checks and draws the file that describes a mesh of routers",
        .text =
            "Routers form groups, in which each is linked to each. The head of a group is linked "
            "to the group's parent, a router of another group, unless the group is the root.",
        .sections = {{"Example", kExample},
                     {"Exit status",
                      "  0   done\n"
                      "  1   the file has problems, or a file cannot be read or written\n"
                      "  2   wrong command line"},
                     {"See also", "rtig(1), rtictl(1)"}}};
    rtimesh.commands.push_back(
        command("rtimesh check", "say what is wrong with the file, or how large the mesh is",
                "Routers talk to each other if the hash is the same. Problems go to standard "
                "error, all of them, each with its line and column."));
    rtimesh.commands.push_back(
        command("rtimesh draw", "draw the mesh with Graphviz",
                "Prints a graph in Graphviz's language DOT. Groups are boxes, heads have a double "
                "border, the "
                "router with the RTIG is filled, and dashed lines lead to parents."));
    rtimesh.commands.back().options = {
        {.name = "svg",
         .argument = "OUT",
         .text = "Write the drawing to this file as SVG, by Graphviz's program dot.",
         .offer = command_line::Offer::files}};
    return rtimesh;
  }();
  return kManual;
}

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const auto given = command_line::read(manual(), arguments);
  if (!given) {
    err << "rtimesh: " << given.error().text << '\n';
    return Verdict::bad_usage;
  }
  if (const auto answer = command_line::answer(manual(), *given)) {
    out << *answer;
    return written(out, err);
  }
  const std::string& path = given->arguments().front();
  if (given->manual().name == "rtimesh check") return check(path, out, err);
  return draw(path, given->value("svg"), out, err);
}

}  // namespace triad::rtimesh
