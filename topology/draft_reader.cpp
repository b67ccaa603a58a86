// Reads each value of a topology file and checks it by itself. See draft.hpp.
#include <algorithm>
#include <map>

#include "topology/draft.hpp"
#include "topology/draft_fields.hpp"

namespace triad::topology {

namespace {

constexpr std::uint64_t kMillisecondsMax = 3'600'000;
constexpr std::uint64_t kQueueBytesMin = 4096;
constexpr std::uint64_t kQueueBytesMax = std::uint64_t{1} << 40;
constexpr std::uint64_t kMembersMax = 1'000'000;
constexpr std::uint64_t kPriorityMax = 7;
constexpr std::string_view kOptionKeys[] = {"keepalive-ms", "retry-ms", "peer-lost-after-ms",
                                            "long", "tls"};
constexpr std::size_t kCongestionBytesMax = 15;  // The kernel's limit.
constexpr std::uint64_t kMegabitsMax = 1'000'000;
constexpr std::uint64_t kRoundTripMax = 60'000;
constexpr std::uint64_t kBatchBytesMax = 65'536;  // The transport's limit.
constexpr std::uint64_t kBundleMillisecondsMax = 1'000;

bool is_listen_url(const transport::Result<transport::Url>& url) {
  using enum transport::Url::Scheme;
  return url && (url->scheme == tcp || url->scheme == tls) && url->port != 0 &&
         (url->host.empty() || is_name(url->host, kHostPunctuation));
}

class DraftReader {
 public:
  explicit DraftReader(ProblemLog& log) : log_(log) {}

  Draft read(const YamlNode& root) {
    Draft draft;
    if (root.kind == YamlNode::Kind::null) {
      log_.add({}, "the file is empty", "write `rtig:` and `groups:`");
      return draft;
    }
    const Fields fields(root, "the file",
                        {"name", "rtig", "groups", "links", "link-defaults", "priorities"}, log_);
    draft.name = fields.name(fields.find("name"), "name");
    draft.rtig = fields.name(fields.require("rtig", "rtig: ROUTER"), "rtig");
    if (const YamlNode* const node = fields.find("link-defaults")) {
      const Fields defaults(*node, "link-defaults",
                            {std::begin(kOptionKeys), std::end(kOptionKeys)}, log_);
      draft.link_defaults = read_options(defaults);
    }
    if (const YamlNode* const node = fields.find("priorities")) {
      draft.priorities = read_priorities(*node);
    }
    const YamlNode* const groups = fields.require("groups", "groups:");
    for (const YamlNode* const node : nonempty_items(fields, groups, "groups", false)) {
      draft.groups.push_back(read_group(*node));
    }
    for (const YamlNode* const node : fields.items(fields.find("links"), "links", false)) {
      draft.links.push_back(read_link(*node));
    }
    return draft;
  }

 private:
  // Returns the same as Fields::items(), but logs an empty list.
  static std::vector<const YamlNode*> nonempty_items(const Fields& fields, const YamlNode* node,
                                                     std::string_view key, bool allow_single_text) {
    auto items = fields.items(node, key, allow_single_text);
    if (items.empty() && node != nullptr && node->kind == YamlNode::Kind::list) {
      fields.log_fault(node->at, key, "is an empty list", "write at least one");
    }
    return items;
  }

  DraftOptions read_options(const Fields& fields) const {
    DraftOptions options;
    options.keepalive =
        fields.number(fields.find(kOptionKeys[0]), kOptionKeys[0], 1, kMillisecondsMax);
    options.retry = read_retry(fields);
    options.peer_lost_after =
        fields.number(fields.find(kOptionKeys[2]), kOptionKeys[2], 1, kMillisecondsMax);
    options.long_link = read_long_link(fields.find(kOptionKeys[3]));
    if (const YamlNode* const node = fields.find(kOptionKeys[4])) {
      const auto flag = fields.flag(node, kOptionKeys[4]);
      if (flag) options.is_encrypted = Located<bool>{*flag, node->at};
    }
    return options;
  }

  std::optional<Located<LongLinkOptions>> read_long_link(const YamlNode* node) const {
    if (node == nullptr) return std::nullopt;
    const Fields fields(
        *node, "long",
        {"congestion", "bandwidth-mbit", "rtt-ms", "compress-above", "bundle-ms", "bundle-bytes"},
        log_);
    LongLinkOptions long_link;
    long_link.congestion = read_congestion(fields);
    const auto value = [&](std::string_view key, std::uint64_t most) {
      const auto number = fields.number(fields.find(key), key, 1, most);
      return number ? std::optional(number->value) : std::nullopt;
    };
    long_link.bandwidth_mbit = value("bandwidth-mbit", kMegabitsMax).value_or(0);
    long_link.rtt = std::chrono::milliseconds(value("rtt-ms", kRoundTripMax).value_or(0));
    long_link.compress_above = value("compress-above", kBatchBytesMax);
    long_link.bundle_delay =
        std::chrono::milliseconds(value("bundle-ms", kBundleMillisecondsMax).value_or(0));
    long_link.bundle_bytes = value("bundle-bytes", kBatchBytesMax).value_or(long_link.bundle_bytes);
    require_both(fields, "bundle-bytes", "bundle-ms");
    require_both(fields, "bandwidth-mbit", "rtt-ms");
    require_both(fields, "rtt-ms", "bandwidth-mbit");
    return Located<LongLinkOptions>{long_link, node->at};
  }

  static std::string read_congestion(const Fields& fields) {
    constexpr std::string_view kKey = "congestion";
    const LocatedName name = fields.name(fields.find(kKey), kKey);
    if (name.value.size() <= kCongestionBytesMax) return name.value;
    fields.log_fault(name.at, kKey, "is " + quoted_text(name.value),
                     "name one of those in /proc/sys/net/ipv4/tcp_available_congestion_control");
    return {};
  }

  static void require_both(const Fields& fields, std::string_view key, std::string_view other) {
    const YamlNode* const node = fields.find(key);
    if (node == nullptr || fields.find(other) != nullptr) return;
    fields.log_fault(node->at, key, "needs " + quoted_text(std::string(other)),
                     "add `" + std::string(other) + "`");
  }

  std::optional<Located<std::pair<std::uint64_t, std::uint64_t>>> read_retry(
      const Fields& fields) const {
    const std::string_view key = kOptionKeys[1];
    const YamlNode* const node = fields.find(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind != YamlNode::Kind::list || node->items.size() != 2) {
      fields.log_fault(node->at, key, "is not a list of two numbers",
                       "write the smallest and the largest wait: [100, 5000]");
      return std::nullopt;
    }
    const auto smallest = fields.number(&node->items[0], key, 1, kMillisecondsMax);
    const auto largest = fields.number(&node->items[1], key, 1, kMillisecondsMax);
    if (!smallest || !largest) return std::nullopt;
    if (smallest->value > largest->value) {
      fields.log_fault(node->at, key, "begins with the larger number",
                       "write the smallest and the largest wait: [100, 5000]");
      return std::nullopt;
    }
    return Located<std::pair<std::uint64_t, std::uint64_t>>{{smallest->value, largest->value},
                                                            node->at};
  }

  // Reads the priorities. The keys of this map are classes.
  std::map<std::string, std::uint8_t> read_priorities(const YamlNode& node) const {
    std::vector<std::string_view> classes;
    for (std::size_t i = 0; node.kind == YamlNode::Kind::map && i < node.items.size(); i += 2) {
      if (is_name(node.items[i].text, kNamePunctuation)) classes.push_back(node.items[i].text);
    }
    const std::string_view example = "CLASS";
    const Fields fields(node, "\"priorities\"", classes.empty() ? std::vector{example} : classes,
                        log_);
    std::map<std::string, std::uint8_t> priorities;
    for (const std::string_view name : classes) {
      const auto priority = fields.number(fields.find(name), name, 0, kPriorityMax);
      if (priority) priorities[std::string(name)] = static_cast<std::uint8_t>(priority->value);
    }
    return priorities;
  }

  static std::vector<LocatedName> read_names(const Fields& fields, const YamlNode* node,
                                             std::string_view key) {
    std::vector<LocatedName> names;
    for (const YamlNode* const one : nonempty_items(fields, node, key, true))
      names.push_back(fields.name(one, key));
    return names;
  }

  DraftGroup read_group(const YamlNode& node) {
    const Fields fields(node, display_name("group", node),
                        {"name", "head", "parent", "overlay", "routers"}, log_);
    DraftGroup group;
    group.name = fields.name(fields.require("name", "name: GROUP"), "name");
    group.heads = read_names(fields, fields.require("head", "head: ROUTER"), "head");
    group.parents = read_names(fields, fields.find("parent"), "parent");
    if (const YamlNode* const overlay = fields.find("overlay")) {
      group.overlay = read_overlay(*overlay, log_);
    }
    const YamlNode* const routers = fields.require("routers", "routers:");
    for (const YamlNode* const one : nonempty_items(fields, routers, "routers", false)) {
      group.routers.push_back(read_router(*one));
    }
    return group;
  }

  DraftRouter read_router(const YamlNode& node) {
    const Fields fields(node, display_name("router", node),
                        {"name", "host", "listen", "process", "federates-regulate", "classes",
                         "limits", "multicast", "key"},
                        log_);
    DraftRouter router;
    const LocatedName name = fields.name(fields.require("name", "name: ROUTER"), "name");
    router.value.name = name.value;
    router.name_at = name.at;
    router.value.host =
        fields.name(fields.require("host", "host: HOST"), "host", kHostPunctuation).value;
    const LocatedName process = fields.name(fields.find("process"), "process");
    router.value.process = process.value;
    router.process_at = process.at;
    read_listen(fields, router);
    router.value.federates_regulate =
        fields.flag(fields.find("federates-regulate"), "federates-regulate").value_or(true);
    read_classes(fields, router.value);
    read_limits(node, fields, router.value);
    read_multicast(fields, router.value);
    read_overlay_key(fields.text(fields.find("key"), "key"), router, log_);
    return router;
  }

  static void read_multicast(const Fields& fields, Router& router) {
    const YamlNode* const node = fields.text(fields.find("multicast"), "multicast");
    if (node == nullptr) return;
    const auto address = transport::parse_multicast(node->text);
    if (address) {
      router.multicast = *address;
    } else {
      fields.log_fault(
          node->at, "multicast", "is " + quoted_text(node->text),
          "write ADDRESS/GROUPS:PORT, such as 239.192.7.0/16:60500, with groups from "
          "224.0.1.0 to 239.255.255.255, at most 256 of them, and a port from 1 to 65535");
    }
  }

  void read_listen(const Fields& fields, DraftRouter& router) const {
    constexpr std::string_view kKey = "listen";
    const YamlNode* const listen = fields.require(kKey, "listen: tcp://HOST:PORT");
    for (const YamlNode* node : nonempty_items(fields, listen, kKey, true)) {
      node = fields.text(node, kKey);
      if (node == nullptr) continue;
      if (node->text == kMpiListen) {
        router.value.is_rank = true;
        router.mpi_at = node->at;
        continue;
      }
      const auto url = transport::parse_url(node->text);
      if (url && url->scheme == transport::Url::Scheme::shm) {
        router.value.share.push_back(*url);
        router.share_at.push_back(node->at);
        continue;
      }
      if (!is_listen_url(url)) {
        const bool is_mpi = node->text.starts_with("mpi:");
        fields.log_fault(
            node->at, kKey, "has " + quoted_text(node->text),
            is_mpi ? "write mpi:// with nothing after it"
                   : "write tcp://HOST:PORT or tls://HOST:PORT with a port from 1 to 65535, "
                     "or shm://NAME");
        continue;
      }
      router.value.listen.push_back(*url);
      router.listen_at.push_back(node->at);
    }
  }

  void read_classes(const Fields& fields, Router& router) const {
    const YamlNode* const node = fields.find("classes");
    if (node == nullptr) return;
    std::vector<std::string>& classes = router.classes.emplace();
    for (const YamlNode* const one : fields.items(node, "classes", true)) {
      const LocatedName name = fields.name(one, "classes");
      if (!name.value.empty()) classes.push_back(name.value);
    }
    std::ranges::sort(classes);
    const auto duplicate = std::ranges::adjacent_find(classes);
    if (duplicate != classes.end()) {
      fields.log_fault(node->at, "classes", "has " + quoted_text(*duplicate) + " twice",
                       "remove one of the two");
    }
  }

  void read_limits(const YamlNode& node, const Fields& fields, Router& router) {
    const YamlNode* const limits = fields.find("limits");
    if (limits == nullptr) return;
    const Fields limit_fields(*limits, "\"limits\" of " + display_name("router", node),
                              {"queue-bytes", "members", "best-effort-age-ms"}, log_);
    const auto value = [&](std::string_view key, std::uint64_t least, std::uint64_t most) {
      const auto number = limit_fields.number(limit_fields.find(key), key, least, most);
      return number ? std::optional(number->value) : std::nullopt;
    };
    router.queue_bytes = value("queue-bytes", kQueueBytesMin, kQueueBytesMax);
    router.members = value("members", 1, kMembersMax);
    if (const auto age = value("best-effort-age-ms", 1, kMillisecondsMax)) {
      router.best_effort_age = std::chrono::milliseconds(*age);
    }
  }

  DraftLink read_link(const YamlNode& node) {
    const Fields fields(node, "a link",
                        {"between", "kind", kOptionKeys[0], kOptionKeys[1], kOptionKeys[2],
                         kOptionKeys[3], kOptionKeys[4]},
                        log_);
    DraftLink link;
    const YamlNode* const between = fields.require("between", "between: [ROUTER, ROUTER]");
    if (between != nullptr) {
      if (between->kind == YamlNode::Kind::list && between->items.size() == 2) {
        link.a = fields.name(&between->items[0], "between");
        link.b = fields.name(&between->items[1], "between");
      } else {
        fields.log_fault(between->at, "between", "is not a list of two routers",
                         "write [ROUTER, ROUTER]");
      }
    }
    link.kind = read_kind(fields);
    link.options = read_options(fields);
    return link;
  }

  std::optional<Located<LinkKind>> read_kind(const Fields& fields) const {
    const YamlNode* const node = fields.text(fields.find("kind"), "kind");
    if (node == nullptr) return std::nullopt;
    if (node->text == "tcp") return Located<LinkKind>{LinkKind::tcp, node->at};
    if (node->text == "memory") return Located<LinkKind>{LinkKind::memory, node->at};
    if (node->text == "mpi") return Located<LinkKind>{LinkKind::mpi, node->at};
    fields.log_fault(node->at, "kind", "is " + quoted_text(node->text), "write tcp, mpi or memory");
    return std::nullopt;
  }

  ProblemLog& log_;
};

}  // namespace

Draft read_draft(const YamlNode& root, ProblemLog& log) {
  return DraftReader(log).read(root);
}

}  // namespace triad::topology
