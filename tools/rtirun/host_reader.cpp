#include "tools/rtirun/host_reader.hpp"

#include <algorithm>
#include <iterator>

#include "tools/rtirun/loops.hpp"
#include "tools/rtirun/scenario_keys.hpp"

namespace triad::rtirun {

namespace {

using topology::Fields;
using topology::YamlNode;

// Characters of paths on other hosts. A shell and scp take these literally.
constexpr std::string_view kPathPunctuation = "-_./+@,";

std::vector<std::string_view> names_of(const std::vector<HostSpec>& hosts) {
  std::vector<std::string_view> names{kThisHost};
  for (const HostSpec& host : hosts) names.push_back(host.name);
  return names;
}

}  // namespace

std::string stem_of(std::string_view file) {
  file = file.substr(file.rfind('/') + 1);
  std::string stem;
  for (const char c : file.substr(0, file.rfind('.'))) {
    stem += topology::is_name(std::string_view(&c, 1), topology::kNamePunctuation) ? c : '_';
  }
  while (stem.starts_with('.')) stem.erase(0, 1);
  return stem.empty() ? "run" : stem.substr(0, 100);
}

std::vector<HostSpec> HostReader::read_hosts(const YamlNode& node, const std::string& stem) {
  std::vector<HostSpec> hosts;
  const Fields owner(YamlNode{.kind = YamlNode::Kind::map, .at = node.at}, "the scenario", {},
                     log_);
  if (node.kind != YamlNode::Kind::list || node.items.empty()) {
    log_.add(
        node.at,
        "\"hosts\" is " + std::string(topology::name_of(node.kind)) + ", not a list with a host",
        "write - name: HOST");
    return hosts;
  }
  for (const YamlNode& item : node.items) {
    const Fields fields(item, topology::display_name("host", item),
                        {std::begin(kHostKeys), std::end(kHostKeys)}, log_);
    if (!fields.is_map()) continue;
    for (const Variables& variables : read_loops(fields, variables_, log_)) {
      HostSpec host = read_host(fields, variables, stem, hosts);
      if (host.name.empty()) break;
      if (hosts.size() == kHostsMax) {
        log_.add(item.at, "the scenario has more than " + std::to_string(kHostsMax) + " hosts",
                 "split it");
        return hosts;
      }
      hosts.push_back(std::move(host));
    }
  }
  return hosts;
}

HostSpec HostReader::read_host(const Fields& fields, const Variables& variables,
                               const std::string& stem, const std::vector<HostSpec>& before) {
  HostSpec host;
  const YamlNode* const name = fields.text(fields.require("name", "name: ws1"), "name");
  if (name == nullptr) return host;
  host.name = expand_variables(*name, variables, log_);
  if (!topology::is_name(host.name, topology::kHostPunctuation) || host.name.starts_with('-')) {
    fields.log_fault(name->at, "name", "is " + topology::quoted_text(host.name),
                     "write letters, digits and - _ . :");
    host.name.clear();
    return host;
  }
  if (std::ranges::find(before, host.name, &HostSpec::name) != before.end()) {
    fields.log_fault(name->at, "name", "is that of an earlier host", "keep one of the two");
  }
  host.address = host.name;
  if (const YamlNode* address = fields.text(fields.find("address"), "address")) {
    host.address = expand_variables(*address, variables, log_);
    check_destination(fields, "address", *address, host.address);
  }
  for (const YamlNode* group : fields.items(fields.find("groups"), "groups", true)) {
    host.groups.push_back(fields.name(group, "groups").value);
  }
  if (const auto cores = fields.number(fields.find("cores"), "cores", 1, 4096)) {
    host.cores = static_cast<unsigned>(cores->value);
  }
  host.programs = read_path(fields, "programs", variables);
  host.directory = read_path(fields, "directory", variables);
  if (host.directory.empty()) host.directory = "rtirun/" + stem;
  return host;
}

// Refuses text that ssh or scp would take for an option or for a path.
void HostReader::check_destination(const Fields& fields, std::string_view key, const YamlNode& node,
                                   const std::string& text) {
  if (topology::is_name(text, "-_.@%") && !text.starts_with('-')) return;
  fields.log_fault(node.at, key, "is " + topology::quoted_text(text),
                   "write HOST or USER@HOST, or a name of ~/.ssh/config");
}

std::string HostReader::read_path(const Fields& fields, std::string_view key,
                                  const Variables& variables) {
  const YamlNode* const node = fields.text(fields.find(key), key);
  if (node == nullptr) return {};
  std::string path = expand_variables(*node, variables, log_);
  if (!topology::is_name(path, kPathPunctuation) || path.starts_with('-')) {
    fields.log_fault(node->at, key, "is " + topology::quoted_text(path),
                     "write a path of letters, digits and - _ . / + @ ,");
    path.clear();
  }
  return path;
}

std::string HostReader::read_host_name(const Fields& fields, std::string_view key,
                                       const Variables& variables,
                                       const std::vector<HostSpec>& hosts) {
  const YamlNode* const node = fields.text(fields.find(key), key);
  if (node == nullptr) return kThisHost;
  std::string name = expand_variables(*node, variables, log_);
  const auto known = names_of(hosts);
  if (std::ranges::find(known, name) != known.end()) return name;
  fields.log_fault(node->at, key, "is " + topology::quoted_text(name) + ", which is no host",
                   topology::suggestion(name, known, "add it to `hosts`"));
  return kThisHost;
}

Placement HostReader::read_placement(const YamlNode& node, const Variables& variables,
                                     const std::vector<HostSpec>& hosts,
                                     const std::vector<Federate>& federates) {
  const Fields fields(node, "placement", {std::begin(kPlacementKeys), std::end(kPlacementKeys)},
                      log_);
  Placement placement;
  if (!fields.is_map()) return placement;
  if (hosts.empty()) {
    log_.add(node.at, "a \"placement\" without hosts", "add `hosts`");
    return placement;
  }
  const auto text = [&](std::string_view key) {
    const YamlNode* const value = fields.text(fields.find(key), key);
    return value == nullptr ? std::string() : expand_variables(*value, variables, log_);
  };
  if (fields.find("host") != nullptr) {
    placement.host = read_host_name(fields, "host", variables, hosts);
    if (std::ranges::find(hosts, placement.host, &HostSpec::name) == hosts.end() && log_.empty()) {
      fields.log_fault(node.at, "host", "is this host, which is not in `hosts`",
                       "add `- name: this` to `hosts`");
    }
  }
  placement.group = text("group");
  placement.beside = text("beside");
  const auto has_group = [&](const HostSpec& host) {
    return std::ranges::find(host.groups, placement.group) != host.groups.end();
  };
  if (!placement.group.empty() && std::ranges::none_of(hosts, has_group)) {
    fields.log_fault(node.at, "group", "is one that no host has",
                     "add it to the `groups` of a host");
  }
  if (!placement.beside.empty() &&
      std::ranges::find(federates, placement.beside, &Federate::name) == federates.end()) {
    fields.log_fault(node.at, "beside", "is no earlier federate", "name one that is above");
  }
  if ((placement.host.empty() ? 0 : 1) + (placement.group.empty() ? 0 : 1) +
          (placement.beside.empty() ? 0 : 1) >
      1) {
    log_.add(node.at, "\"placement\" has more than one of host, group and beside", "keep one");
  }
  const std::string strategy = text("strategy");
  if (strategy == kStrategyNames[1]) placement.strategy = Strategy::pack;
  if (!strategy.empty() &&
      std::ranges::find(kStrategyNames, strategy) == std::end(kStrategyNames)) {
    fields.log_fault(node.at, "strategy", "is " + topology::quoted_text(strategy),
                     "write spread or pack");
  }
  return placement;
}

}  // namespace triad::rtirun
