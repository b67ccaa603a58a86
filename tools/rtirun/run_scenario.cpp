#include "tools/rtirun/run_scenario.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "tools/rtirun/host_reader.hpp"
#include "tools/rtirun/loops.hpp"
#include "tools/rtirun/mesh_reader.hpp"
#include "tools/rtirun/scenario_keys.hpp"
#include "tools/rtirun/variables.hpp"
#include "topology/draft_fields.hpp"
#include "topology/yaml_tree.hpp"
#include "transport/url.hpp"

namespace triad::rtirun {

namespace {

using topology::Fields;
using topology::Location;
using topology::ProblemLog;
using topology::YamlNode;

constexpr std::uint64_t kSecondsMax = 7 * 24 * 3600;
// Limits against files made to exhaust the memory: each loop copies the variables, and a short list
// may repeat long ones.
constexpr std::size_t kVariablesMax = 100;
constexpr std::size_t kScenarioTextMax = 64u << 20;
constexpr const char* kRtigName = "rtig";

class ScenarioReader {
 public:
  ScenarioReader(std::string stem, const MeshLoader& load_mesh, ProblemLog& log)
      : log_(log), stem_(std::move(stem)), mesh_(load_mesh, log) {}

  Scenario read(const YamlNode& root) {
    const Fields fields(root, "the scenario", {std::begin(kScenarioKeys), std::end(kScenarioKeys)},
                        log_);
    if (const YamlNode* node = fields.find("variables")) {
      for (auto& [name, value] : read_pairs(*node, "variables", {})) variables_[name] = value;
      if (variables_.size() > kVariablesMax) {
        log_.add(node->at,
                 "the scenario has more than " + std::to_string(kVariablesMax) + " variables",
                 "split it");
        variables_.clear();
      }
    }
    scenario_.listen = "tcp://127.0.0.1:60400";
    if (const YamlNode* node = fields.find("hosts")) {
      scenario_.hosts = hosts_.read_hosts(*node, stem_);
    }
    if (const YamlNode* node = fields.find("mesh")) read_mesh(*node);
    if (const YamlNode* node = fields.find("rtig")) read_rtig(*node);
    if (scenario_.url.empty()) scenario_.url = scenario_.listen;
    scenario_.files = read_texts(fields, "files", variables_);
    const auto seconds = [&](std::string_view key, std::chrono::seconds& value) {
      if (const auto given = fields.number(fields.find(key), key, 1, kSecondsMax)) {
        value = std::chrono::seconds(given->value);
      }
    };
    seconds("start-timeout", scenario_.start_timeout);
    seconds("time-limit", scenario_.time_limit);
    read_federates(fields);
    return std::move(scenario_);
  }

 private:
  // Reads a map of texts. Its names may have letters, digits and "_".
  std::vector<std::pair<std::string, std::string>> read_pairs(const YamlNode& node,
                                                              const std::string& owner,
                                                              const Variables& variables) {
    std::vector<std::pair<std::string, std::string>> pairs;
    if (node.kind != YamlNode::Kind::map) {
      log_.add(node.at,
               topology::quoted_text(owner) + " is " + std::string(topology::name_of(node.kind)) +
                   ", not a map",
               "write `NAME: value`");
      return pairs;
    }
    std::map<std::string, Location> seen;
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& key = node.items[i];
      const YamlNode& value = node.items[i + 1];
      if (key.kind != YamlNode::Kind::text || !topology::is_name(key.text, "_")) {
        log_.add(key.at, "a name in " + topology::quoted_text(owner) + " is not a word",
                 "write letters, digits and _");
      } else if (const auto [at, is_new] = seen.emplace(key.text, key.at); !is_new) {
        log_.add(key.at,
                 topology::quoted_text(key.text) + " is there already, in " +
                     topology::line_of(at->second),
                 "keep one of the two");
      } else if (value.kind == YamlNode::Kind::list || value.kind == YamlNode::Kind::map) {
        log_.add(
            value.at,
            topology::quoted_text(key.text) + " is " + std::string(topology::name_of(value.kind)),
            "write one text");
      } else {
        pairs.emplace_back(key.text, expand(value, variables));
      }
    }
    return pairs;
  }

  std::string expand(const YamlNode& node, const Variables& variables) {
    if (expanded_bytes_ > kScenarioTextMax) return {};
    std::string text = expand_variables(node, variables, log_);
    expanded_bytes_ += text.size();
    if (expanded_bytes_ > kScenarioTextMax) {
      log_.add(node.at, "the scenario has more than 64 MB of text after its variables", "split it");
    }
    return text;
  }

  // Returns the texts of a list, or the text itself; nothing if the key is absent.
  std::vector<std::string> read_texts(const Fields& fields, std::string_view key,
                                      const Variables& variables) {
    std::vector<std::string> texts;
    for (const YamlNode* item : fields.items(fields.find(key), key, false)) {
      if (item->kind == YamlNode::Kind::text) {
        texts.push_back(expand(*item, variables));
      } else {
        fields.log_fault(item->at, key,
                         "has " + std::string(topology::name_of(item->kind)) + " in it",
                         "write only texts; \"\" is an empty one");
      }
    }
    return texts;
  }

  std::string read_text(const Fields& fields, std::string_view key, const Variables& variables) {
    const YamlNode* const node = fields.text(fields.find(key), key);
    return node == nullptr ? std::string() : expand(*node, variables);
  }

  // Returns the index of the text among `choices`; nothing if the key is absent or wrong.
  std::optional<std::size_t> read_choice(const Fields& fields, std::string_view key,
                                         const std::vector<std::string_view>& choices) {
    const YamlNode* const node = fields.text(fields.find(key), key);
    if (node == nullptr) return std::nullopt;
    const auto found = std::ranges::find(choices, node->text);
    if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
    fields.log_fault(
        node->at, key, "is " + topology::quoted_text(node->text),
        topology::suggestion(node->text, choices, "write " + topology::alternatives(choices)));
    return std::nullopt;
  }

  void read_rtig(const YamlNode& node) {
    const Fields fields(node, "rtig", {std::begin(kRtigKeys), std::end(kRtigKeys)}, log_);
    if (scenario_.mesh) {
      refuse_with_mesh(fields);
    } else {
      read_url(fields, "listen", scenario_.listen);
      read_url(fields, "url", scenario_.url);
      scenario_.rtig_host = hosts_.read_host_name(fields, "host", variables_, scenario_.hosts);
    }
    scenario_.rtig_arguments = read_texts(fields, "arguments", variables_);
    scenario_.rtig_directory = read_text(fields, "directory", variables_);
  }

  void read_mesh(const YamlNode& node) {
    scenario_.mesh = mesh_.read(node, scenario_.hosts);
    if (!scenario_.mesh) return;
    scenario_.listen = scenario_.url = scenario_.mesh->rtig_url;
    scenario_.rtig_host = scenario_.mesh->processes.front().host;
    for (const auto& [router, host] : scenario_.mesh->hosts) names_.emplace(router, node.at);
  }

  // The mesh has the URL and the host of the rtig, and the routers run beside its file.
  void refuse_with_mesh(const Fields& fields) {
    for (const std::string_view key : {"listen", "url", "host", "directory"}) {
      const YamlNode* const node = fields.find(key);
      if (node != nullptr) fields.log_fault(node->at, key, "is that of the mesh", "remove it");
    }
  }

  void read_url(const Fields& fields, std::string_view key, std::string& text) {
    const YamlNode* const node = fields.text(fields.find(key), key);
    if (node == nullptr) return;
    text = expand(*node, variables_);
    const auto url = transport::parse_url(text);
    if (!url) {
      fields.log_fault(node->at, key, "is not a URL: " + topology::printable(url.error().text),
                       "write tcp://HOST:PORT or shm://NAME");
    } else if (text.ends_with(":0")) {
      fields.log_fault(node->at, key, "has port 0",
                       "write the port at which federates find the rtig");
    }
  }

  void read_federates(const Fields& fields) {
    const YamlNode* const node =
        fields.require("federates", "federates: [{name: NAME, command: [PROGRAM]}]");
    const auto items = fields.items(node, "federates", false);
    if (node != nullptr && node->kind == YamlNode::Kind::list && items.empty()) {
      fields.log_fault(node->at, "federates", "is empty", "add a federate");
    }
    for (const YamlNode* item : items) read_entry(*item);
  }

  // Reads one entry of `federates`, which describes `count` federates.
  void read_entry(const YamlNode& node) {
    const std::string owner = topology::display_name("federate", node);
    const Fields fields(node, owner, {std::begin(kFederateKeys), std::end(kFederateKeys)}, log_);
    if (!fields.is_map()) return;
    const YamlNode* const name = fields.text(fields.require("name", "name: NAME"), "name");
    const YamlNode* const command = fields.require("command", "command: [PROGRAM, ARGUMENT]");
    const auto count = fields.number(fields.find("count"), "count", 1, kFederatesMax);
    Federate common;
    constexpr Readiness kReadiness[] = {Readiness::joined, Readiness::started};
    if (const auto i = read_choice(fields, "ready",
                                   {std::begin(kReadinessNames), std::end(kReadinessNames)})) {
      common.ready = kReadiness[*i];
    }
    constexpr OnExit kOnExit[] = {OnExit::stop, OnExit::stop_on_failure, OnExit::go_on};
    if (const auto i =
            read_choice(fields, "on-exit", {std::begin(kOnExitNames), std::end(kOnExitNames)})) {
      common.on_exit = kOnExit[*i];
    }
    if (const auto restarts = fields.number(fields.find("restarts"), "restarts", 0, 1000)) {
      common.restarts_max = static_cast<unsigned>(restarts->value);
    }
    if (name == nullptr || command == nullptr) return;
    const std::uint64_t instances = count ? count->value : 1;
    std::uint64_t number = 0;  // Of the federate in its entry.
    for (const Variables& variables : read_loops(fields, variables_, log_)) {
      for (std::uint64_t i = 1; i <= instances; ++i) {
        if (!add_federate(fields, *name, *command, common, variables, ++number)) return;
      }
    }
  }

  // Adds a federate. Returns false after a fault, which each further federate of the entry would
  // repeat.
  bool add_federate(const Fields& fields, const YamlNode& name, const YamlNode& command,
                    Federate federate, Variables variables, std::uint64_t number) {
    if (scenario_.federates.size() == kFederatesMax) {
      log_.add(name.at,
               "the scenario has more than " + std::to_string(kFederatesMax) + " federates",
               "split it");
      return false;
    }
    variables["i"] = std::to_string(number);
    federate.name = expand(name, variables);
    if (!topology::is_name(federate.name, topology::kNamePunctuation) ||
        federate.name.starts_with('.') || federate.name.size() > kNameBytesMax) {
      fields.log_fault(name.at, "name", "is " + topology::quoted_text(federate.name),
                       "write up to " + std::to_string(kNameBytesMax) +
                           " letters, digits and - _ . that do not begin with a dot");
      return false;
    }
    if (federate.name == kRtigName) {
      fields.log_fault(name.at, "name", "is the name of the RTI's own program", "choose another");
      return false;
    }
    if (const auto [before, is_new] = names_.emplace(federate.name, name.at); !is_new) {
      fields.log_fault(name.at, "name",
                       "gives " + topology::quoted_text(federate.name) + " again, after " +
                           topology::line_of(before->second),
                       "choose another; with `count` or `for`, write ${i} in it");
      return false;
    }
    variables["name"] = federate.name;
    federate.command = read_texts(fields, "command", variables);
    if (command.kind == YamlNode::Kind::list &&
        (federate.command.empty() || federate.command.front().empty())) {
      fields.log_fault(command.at, "command", "has no program", "write [PROGRAM, ARGUMENT]");
      return false;
    }
    federate.directory = read_text(fields, "directory", variables);
    if (const YamlNode* node = fields.find("environment")) {
      federate.environment = read_pairs(*node, "environment", variables);
    }
    federate.router = read_text(fields, "router", variables);
    if (!federate.router.empty() &&
        (!scenario_.mesh || !scenario_.mesh->urls.contains(federate.router))) {
      fields.log_fault(name.at, "router", "is no router of `mesh`", "name one of the mesh");
      return false;
    }
    federate.collect = read_texts(fields, "collect", variables);
    if (const YamlNode* node = fields.find("placement")) {
      federate.placement =
          hosts_.read_placement(*node, variables, scenario_.hosts, scenario_.federates);
    }
    scenario_.federates.push_back(std::move(federate));
    return log_.empty();
  }

  // A log's file name is the name and ".log".
  static constexpr std::size_t kNameBytesMax = 200;

  ProblemLog& log_;
  std::string stem_;
  Scenario scenario_;
  Variables variables_;
  std::size_t expanded_bytes_ = 0;
  HostReader hosts_{variables_, log_};
  MeshReader mesh_;
  std::map<std::string, Location> names_;
};

}  // namespace

boost::system::result<Scenario, topology::Problems> read_scenario(std::string_view text,
                                                                  std::string_view file,
                                                                  const MeshLoader& load_mesh) {
  ProblemLog log(file);
  const auto root = topology::read_yaml(text, log, {.bytes = kScenarioBytesMax});
  Scenario scenario;
  if (root) scenario = ScenarioReader(stem_of(file), load_mesh, log).read(*root);
  if (!log.empty()) return log.take_problems();
  return scenario;
}

}  // namespace triad::rtirun
