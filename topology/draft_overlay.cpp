// Reads and checks the overlays of a topology file. See draft.hpp.
#include <algorithm>
#include <map>

#include "topology/draft.hpp"
#include "topology/draft_fields.hpp"

namespace triad::topology {

namespace {

constexpr std::uint64_t kOutDegreeMax = 64;
constexpr std::uint64_t kOverlayMillisecondsMax = 3'600'000;
constexpr std::size_t kRoutersOfOverlayMax = 256;
constexpr std::size_t kKeyDigits = 64;  // Length of an Ed25519 public key in hexadecimal digits.
constexpr std::string_view kOverlayKeys[] = {"registry",   "file",     "private-keys",
                                             "out-degree", "delay-ms", "update-ms",
                                             "keep-ms",    "signed",   "senders"};

bool is_key(std::string_view text) {
  return text.size() == kKeyDigits && std::ranges::all_of(text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

std::string path(const Fields& fields, const YamlNode* node, std::string_view key) {
  node = fields.text(node, key);
  return node == nullptr ? std::string() : node->text;
}

void read_senders(const YamlNode& node, DraftOverlay& overlay, ProblemLog& log) {
  std::vector<std::string_view> federations;
  for (std::size_t i = 0; node.kind == YamlNode::Kind::map && i < node.items.size(); i += 2) {
    if (!node.items[i].text.empty()) federations.push_back(node.items[i].text);
  }
  const std::string_view example = "FEDERATION";
  const Fields fields(node, "\"senders\"", federations.empty() ? std::vector{example} : federations,
                      log);
  for (const std::string_view federation : federations) {
    auto& [name, senders] =
        overlay.senders.emplace_back(std::string(federation), std::vector<PlacedName>());
    for (const YamlNode* const one : fields.items(fields.find(federation), federation, true)) {
      senders.push_back(fields.name(one, federation));
    }
  }
}

// Finds a router by name among the members of an overlay. Logs a name that is not found.
std::optional<RouterIndex> find_in_overlay(const Topology& topology,
                                           const std::vector<RouterIndex>& routers,
                                           const PlacedName& name, std::string_view role,
                                           ProblemLog& log) {
  std::vector<std::string_view> names;
  for (const RouterIndex router : routers) {
    if (topology.routers[router].name == name.value) return router;
    names.push_back(topology.routers[router].name);
  }
  if (!name.value.empty()) {
    log.add(name.at, std::string(role) + " " + shown(name.value) + ", which is not in the overlay",
            suggestion(name.value, names,
                       "name a router of the group, but not the one nearest to the RTIG"));
  }
  return std::nullopt;
}

void check_routers(const DraftGroup& draft, const Topology& topology,
                   const std::vector<RouterIndex>& routers, ProblemLog& log) {
  if (routers.size() > kRoutersOfOverlayMax) {
    log.add(draft.overlay->at,
            "the overlay would have " + std::to_string(routers.size()) + " routers, more than " +
                std::to_string(kRoutersOfOverlayMax),
            "divide it into two groups");
  }
  std::map<std::string_view, std::string_view> owners;
  for (const DraftRouter& written : draft.routers) {
    const auto is_it = [&](RouterIndex router) {
      return topology.routers[router].name == written.value.name;
    };
    if (std::ranges::none_of(routers, is_it)) continue;
    const Router& router = written.value;
    if (!router.process.empty()) {
      log.add(written.process_at, "a router of an overlay is a process of its own",
              "remove `process`, or the group's `overlay`");
    }
    if (router.key.empty()) {
      log.add(written.name_at, "router " + shown(router.name) + " is in the overlay and has no key",
              "make one, rtimesh key FILE, and add the `key` that this prints");
      continue;
    }
    const auto [owner, is_new] = owners.emplace(router.key, router.name);
    if (is_new) continue;
    log.add(written.key_at, "it is also the key of router " + shown(std::string(owner->second)),
            "make a separate key for each router");
  }
}

void check_overlay(const DraftGroup& draft, GroupIndex group, Topology& topology, ProblemLog& log) {
  const DraftOverlay& written = *draft.overlay;
  Overlay& overlay = topology.groups[group].overlay.emplace(written.value);
  const std::vector<RouterIndex> routers = routers_of_overlay(topology, group);
  if (routers.empty()) {
    log.add(written.at,
            "the overlay has no routers: the group's only router is the nearest to the RTIG",
            "remove it");
    return;
  }
  check_routers(draft, topology, routers, log);
  overlay.registry = routers.front();
  if (!written.registry.value.empty()) {
    const auto registry =
        find_in_overlay(topology, routers, written.registry, "the registry is at", log);
    if (registry) overlay.registry = *registry;
  }
  for (const auto& [federation, senders] : written.senders) {
    std::vector<RouterIndex>& all = overlay.senders[federation];
    for (const PlacedName& name : senders) {
      const auto sender = find_in_overlay(topology, routers, name, "a sender is", log);
      if (sender) all.push_back(*sender);
    }
    std::ranges::sort(all);
  }
}

}  // namespace

DraftOverlay read_overlay(const YamlNode& node, ProblemLog& log) {
  const Fields fields(node, "\"overlay\"", {std::begin(kOverlayKeys), std::end(kOverlayKeys)}, log);
  DraftOverlay overlay;
  overlay.at = node.at;
  Overlay& value = overlay.value;
  overlay.registry = fields.name(fields.find("registry"), "registry");
  value.file = path(fields, fields.need("file", "file: FILE"), "file");
  value.private_keys = path(fields, fields.find("private-keys"), "private-keys");
  const auto number = [&](std::string_view key, std::uint64_t most) {
    const auto given = fields.number(fields.find(key), key, 1, most);
    return given ? std::optional(given->value) : std::nullopt;
  };
  value.out_degree = number("out-degree", kOutDegreeMax).value_or(value.out_degree);
  const auto time = [&](std::string_view key, std::chrono::milliseconds& into) {
    if (const auto given = number(key, kOverlayMillisecondsMax)) {
      into = std::chrono::milliseconds(*given);
    }
  };
  time("delay-ms", value.delay_max);
  time("update-ms", value.update);
  time("keep-ms", value.keep);
  value.is_signed = fields.flag(fields.find("signed"), "signed").value_or(true);
  if (const YamlNode* const senders = fields.find("senders")) read_senders(*senders, overlay, log);
  return overlay;
}

void read_overlay_key(const YamlNode* node, DraftRouter& router, ProblemLog& log) {
  if (node == nullptr) return;
  router.key_at = node->at;
  if (is_key(node->text)) {
    router.value.key = node->text;
  } else {
    log.add(node->at, "\"key\" is " + shown(node->text),
            "write the 64 digits that `rtimesh key FILE` prints");
  }
}

void check_overlays(const Draft& draft, Topology& topology, ProblemLog& log) {
  for (GroupIndex group = 0; group < draft.groups.size(); ++group) {
    if (draft.groups[group].overlay) check_overlay(draft.groups[group], group, topology, log);
  }
}

}  // namespace triad::topology
