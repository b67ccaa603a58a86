#include "tools/rtimesh/make_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "core/count_text.hpp"
#include "topology/draft_fields.hpp"
#include "topology/problem.hpp"
#include "topology/read_topology.hpp"

namespace triad::rtimesh {

namespace {

using core::count_text;
using topology::quoted_text;

constexpr std::size_t kFederatesMax = 1'000'000;
constexpr std::size_t kPortMax = 65535;

constexpr std::array kShapes = {
    std::pair{Shape::tree, std::string_view("tree")},
    std::pair{Shape::mesh, std::string_view("mesh")},
    std::pair{Shape::mesh_of_trees, std::string_view("mesh-of-trees")},
    std::pair{Shape::tree_of_meshes, std::string_view("tree-of-meshes")},
};

Outcome<Shape> shape_of(const std::string& text) {
  std::vector<std::string_view> names;
  for (const auto& [shape, name] : kShapes) {
    if (name == text) return shape;
    names.push_back(name);
  }
  return Fault{"there is no shape " + quoted_text(text) + "; " +
               topology::suggestion(text, names, "there are " + topology::alternatives(names))};
}

bool has_parts(Shape shape) {
  return shape == Shape::mesh_of_trees || shape == Shape::tree_of_meshes;
}

// Returns the default number of parts: about the number of routers in each.
std::size_t default_parts(std::size_t routers) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(routers))));
}

Outcome<std::vector<std::string>> hosts_of(const std::string& text) {
  std::vector<std::string> hosts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string host = text.substr(begin, end - begin);
    begin = end + 1;
    if (!topology::is_name(host, topology::kHostPunctuation)) {
      return Fault{"--hosts has " + quoted_text(host) +
                   ", which is not a host; write names or addresses with commas between: "
                   "ws1,ws2,10.0.0.3"};
    }
    if (std::ranges::find(hosts, host) != hosts.end()) {
      return Fault{"--hosts has " + quoted_text(host) + " twice; remove one of the two"};
    }
    hosts.push_back(host);
  }
  return hosts;
}

// Reads the options; the first fault ends it.
class OptionsReader {
 public:
  explicit OptionsReader(const command_line::ParsedArguments& given) : given_(given) {}

  Outcome<MakeOptions> read() {
    const auto shape = shape_of(given_.arguments().front());
    if (!shape) return shape.error();
    options_.shape = *shape;
    if (!given_.has("routers")) {
      return Fault{
          "the number of routers is missing; give --routers N (`rtimesh make --help` shows all "
          "options)"};
    }
    read_number("routers", options_.routers, topology::kRoutersMax);
    read_parts();
    read_fan_out();
    if (given_.has("federates"))
      read_number("federates", options_.federates.emplace(), kFederatesMax);
    read_hosts();
    read_first_port();
    read_name();
    options_.output = given_.value("output");
    if (fault_) return *fault_;
    return options_;
  }

 private:
  // Keeps the first fault.
  void record_fault(std::string text) {
    if (!fault_) fault_ = Fault{std::move(text)};
  }

  void read_number(const std::string& option, std::size_t& target, std::size_t most) {
    const auto text = given_.value(option);
    if (!text) return;
    const char* const end = text->data() + text->size();
    const auto [stop, fault] = std::from_chars(text->data(), end, target);
    if (fault == std::errc{} && stop == end && target >= 1 && target <= most) return;
    record_fault("--" + option + " needs a number from 1 to " + std::to_string(most) + ", not " +
                 quoted_text(*text));
  }

  void read_parts() {
    if (!has_parts(options_.shape)) {
      if (given_.has("parts")) {
        record_fault("a " + std::string(name_of(options_.shape)) +
                     " has no parts; --parts is for mesh-of-trees and tree-of-meshes");
      }
      return;
    }
    options_.parts = default_parts(options_.routers);
    read_number("parts", options_.parts, topology::kRoutersMax);
    if (options_.parts <= options_.routers) return;
    record_fault("--parts " + std::to_string(options_.parts) +
                 " needs at least as many routers; --routers is " +
                 std::to_string(options_.routers));
  }

  void read_fan_out() {
    if (options_.shape == Shape::mesh && given_.has("fan-out")) {
      record_fault("a mesh has one level; --fan-out is for the other shapes");
    }
    read_number("fan-out", options_.fan_out, topology::kRoutersMax);
  }

  void read_hosts() {
    const auto text = given_.value("hosts");
    if (!text) return;
    const auto hosts = hosts_of(*text);
    if (!hosts) return record_fault(hosts.error().text);
    options_.hosts = *hosts;
    if (options_.hosts.size() <= options_.routers) return;
    record_fault("--hosts has " + count_text(options_.hosts.size(), "host") + " for " +
                 count_text(options_.routers, "router") + "; remove a host, or add routers");
  }

  void read_first_port() {
    std::size_t port = options_.first_port;
    read_number("first-port", port, kPortMax);
    const std::size_t on_a_host =
        (options_.routers + options_.hosts.size() - 1) / options_.hosts.size();
    if (port + on_a_host - 1 > kPortMax) {
      return record_fault(
          "with " + count_text(on_a_host, "router") + " on a host --first-port may be at most " +
          std::to_string(kPortMax + 1 - on_a_host) + ", so that each router has a port");
    }
    options_.first_port = static_cast<std::uint16_t>(port);
  }

  void read_name() {
    const auto text = given_.value("name");
    if (!text) return;
    options_.name = *text;
    if (topology::is_name(*text, topology::kNamePunctuation)) return;
    record_fault("--name needs letters, digits, -, _ and ., not " + quoted_text(*text));
  }

  const command_line::ParsedArguments& given_;
  MakeOptions options_;
  std::optional<Fault> fault_;
};

}  // namespace

std::string_view name_of(Shape shape) {
  return std::ranges::find(kShapes, shape, &decltype(kShapes)::value_type::first)->second;
}

Outcome<MakeOptions> read_make_options(const command_line::ParsedArguments& given) {
  return OptionsReader(given).read();
}

}  // namespace triad::rtimesh
