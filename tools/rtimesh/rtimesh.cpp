#include "tools/rtimesh/rtimesh.hpp"

#include <optional>

#include "command_line/parsed_arguments.hpp"
#include "core/count_text.hpp"
#include "overlay/files/create_key.hpp"
#include "tools/rtimesh/make_options.hpp"
#include "tools/rtimesh/mesh_commands.hpp"
#include "tools/rtimesh/mesh_drawing.hpp"
#include "tools/rtimesh/mesh_file.hpp"
#include "tools/rtimesh/mesh_shapes.hpp"
#include "tools/rtimesh/read_mesh.hpp"
#include "tools/rtimesh/svg_program.hpp"
#include "tools/rtimesh/up_options.hpp"
#include "tools/rtimesh/write_new_file.hpp"
#include "topology/topology.hpp"
#include "topology/topology_hash.hpp"

namespace triad::rtimesh {

namespace {

// Flushes standard output and reports a failure to write it.
Verdict flush_output(std::ostream& out, std::ostream& err) {
  out << std::flush;
  if (out) return Verdict::good;
  err << "rtimesh: standard output cannot be written\n";
  return Verdict::bad_file;
}

// Returns the size of the mesh in words.
std::string size_text(const topology::Topology& topology) {
  using core::count_text;
  const std::size_t spare = topology::spare_links_of(topology).size();
  return count_text(topology.routers.size(), "router") + " in " +
         count_text(topology.groups.size(), "group") + ", " +
         count_text(topology::links_of(topology).size(), "link") + ", " +
         (spare > 0 ? count_text(spare, "spare link") + ", " : std::string()) +
         count_text(topology::depth_of(topology), "level") + " deep, hash " +
         std::string(topology::short_hash(topology::topology_hash(topology)));
}

std::string overlays_text(const topology::Topology& topology) {
  std::string text;
  for (topology::GroupIndex i = 0; i < topology.groups.size(); ++i) {
    const auto& overlay = topology.groups[i].overlay;
    if (!overlay) continue;
    text += "overlay of group " + topology.groups[i].name + ": " +
            core::count_text(topology::routers_of_overlay(topology, i).size(), "router") +
            ", registry at " + topology.routers[overlay->registry].name + ", out-degree " +
            std::to_string(overlay->out_degree) + ", relays within " +
            std::to_string(overlay->delay_max.count()) + " ms" +
            (overlay->is_signed ? "" : ", not signed") + "\n";
  }
  return text;
}

Verdict run_check(const command_line::ParsedArguments& given, std::ostream& out,
                  std::ostream& err) {
  const std::string& path = given.arguments().front();
  const auto topology = read_mesh(path, err);
  if (!topology) return Verdict::bad_file;
  if (given.has("names")) {
    for (const topology::Router& router : topology->routers) out << router.name << '\n';
    return flush_output(out, err);
  }
  out << path << ": " << size_text(*topology) << '\n' << overlays_text(*topology);
  return flush_output(out, err);
}

Verdict run_make(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err) {
  const auto options = read_make_options(given);
  if (!options) {
    err << "rtimesh: " << options.error().text << '\n';
    return Verdict::bad_usage;
  }
  const topology::Topology topology = make_mesh(*options);
  const std::string text = mesh_file_text(topology, *options);
  if (!options->output) {
    out << text;
    return flush_output(out, err);
  }
  if (const auto fault = write_new_file(*options->output, text)) {
    err << "rtimesh: " << fault->text << '\n';
    return Verdict::bad_file;
  }
  out << *options->output << ": " << size_text(topology) << "\nfederates may use:\n"
      << federate_lines(topology, *options);
  return flush_output(out, err);
}

Verdict run_draw(const std::string& path, const std::optional<std::string>& svg, std::ostream& out,
                 std::ostream& err) {
  const auto topology = read_mesh(path, err);
  if (!topology) return Verdict::bad_file;
  const std::string dot = drawing_of(*topology);
  if (!svg) {
    out << dot;
    return flush_output(out, err);
  }
  if (const auto fault = write_svg(dot, *svg)) {
    err << "rtimesh: " << *fault << '\n';
    return Verdict::bad_file;
  }
  return Verdict::good;
}

Verdict run_up(const command_line::ParsedArguments& given, std::ostream& out, std::ostream& err) {
  const auto options = read_up_options(given);
  if (!options) {
    err << "rtimesh: " << options.error().text << '\n';
    return Verdict::bad_usage;
  }
  const auto topology = read_mesh(options->file, err);
  if (!topology) return Verdict::bad_file;
  const auto status = static_cast<Verdict>(bring_up(*topology, *options, out, err));
  return status == Verdict::good ? flush_output(out, err) : status;
}

Verdict run_status(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto topology = read_mesh(path, err);
  if (!topology) return Verdict::bad_file;
  const auto status = static_cast<Verdict>(show_status(*topology, out));
  return status == Verdict::good ? flush_output(out, err) : status;
}

Verdict run_drain(const std::string& path, const std::string& router, std::ostream& out,
                  std::ostream& err) {
  const auto topology = read_mesh(path, err);
  if (!topology) return Verdict::bad_file;
  const auto status = static_cast<Verdict>(request_leave(*topology, router, out, err));
  return status == Verdict::good ? flush_output(out, err) : status;
}

// Writes a new private key to a file, and prints the public key for the mesh's file.
Verdict run_key(const std::string& path, std::ostream& out, std::ostream& err) {
  const auto public_key = overlay::create_key_file(path);
  if (!public_key) {
    err << "rtimesh: " << public_key.error().text << '\n';
    return Verdict::bad_file;
  }
  out << "key: " << *public_key << '\n';
  return flush_output(out, err);
}

}  // namespace

Verdict run(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& err) {
  const auto given = command_line::parse_command_line(manual(), arguments);
  if (!given) {
    err << "rtimesh: " << given.error().text << '\n';
    return Verdict::bad_usage;
  }
  if (const auto answer = command_line::help_or_version(manual(), *given)) {
    out << *answer;
    return flush_output(out, err);
  }
  if (given->manual().name == "rtimesh make") return run_make(*given, out, err);
  const std::string& path = given->arguments().front();
  if (given->manual().name == "rtimesh key") return run_key(path, out, err);
  if (given->manual().name == "rtimesh check") return run_check(*given, out, err);
  if (given->manual().name == "rtimesh draw") return run_draw(path, given->value("svg"), out, err);
  if (given->manual().name == "rtimesh up") return run_up(*given, out, err);
  if (given->manual().name == "rtimesh drain") {
    return run_drain(path, given->arguments().back(), out, err);
  }
  return run_status(path, out, err);
}

}  // namespace triad::rtimesh
