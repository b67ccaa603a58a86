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
                                            "long"};
constexpr std::size_t kCongestionBytesMax = 15;  // The kernel's limit.
constexpr std::uint64_t kMegabitsMax = 1'000'000;
constexpr std::uint64_t kRoundTripMax = 60'000;
constexpr std::uint64_t kBatchBytesMax = 65'536;  // The transport's limit.
constexpr std::uint64_t kBundleMillisecondsMax = 1'000;

bool is_listen_url(const transport::Result<transport::Url>& url) {
  return url && url->scheme == transport::Url::Scheme::tcp && url->port != 0 &&
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
    draft.rtig = fields.name(fields.need("rtig", "rtig: ROUTER"), "rtig");
    if (const YamlNode* const node = fields.find("link-defaults")) {
      const Fields defaults(*node, "link-defaults",
                            {std::begin(kOptionKeys), std::end(kOptionKeys)}, log_);
      draft.link_defaults = options(defaults);
    }
    if (const YamlNode* const node = fields.find("priorities")) {
      draft.priorities = priorities(*node);
    }
    const YamlNode* const groups = fields.need("groups", "groups:");
    for (const YamlNode* const node : some(fields, groups, "groups", false)) {
      draft.groups.push_back(group(*node));
    }
    for (const YamlNode* const node : fields.items(fields.find("links"), "links", false)) {
      draft.links.push_back(link(*node));
    }
    return draft;
  }

 private:
  // Returns the same as Fields::items(), but logs an empty list.
  static std::vector<const YamlNode*> some(const Fields& fields, const YamlNode* node,
                                           std::string_view key, bool also_one) {
    auto items = fields.items(node, key, also_one);
    if (items.empty() && node != nullptr && node->kind == YamlNode::Kind::list) {
      fields.wrong(node->at, key, "is an empty list", "write at least one");
    }
    return items;
  }

  DraftOptions options(const Fields& fields) const {
    DraftOptions options;
    options.keepalive =
        fields.number(fields.find(kOptionKeys[0]), kOptionKeys[0], 1, kMillisecondsMax);
    options.retry = retry(fields);
    options.peer_lost_after =
        fields.number(fields.find(kOptionKeys[2]), kOptionKeys[2], 1, kMillisecondsMax);
    options.long_way = long_way(fields.find(kOptionKeys[3]));
    return options;
  }

  std::optional<Placed<LongWay>> long_way(const YamlNode* node) const {
    if (node == nullptr) return std::nullopt;
    const Fields fields(
        *node, "long",
        {"congestion", "bandwidth-mbit", "rtt-ms", "compress-above", "bundle-ms", "bundle-bytes"},
        log_);
    LongWay way;
    way.congestion = congestion(fields);
    const auto value = [&](std::string_view key, std::uint64_t most) {
      const auto number = fields.number(fields.find(key), key, 1, most);
      return number ? std::optional(number->value) : std::nullopt;
    };
    way.bandwidth_mbit = value("bandwidth-mbit", kMegabitsMax).value_or(0);
    way.rtt = std::chrono::milliseconds(value("rtt-ms", kRoundTripMax).value_or(0));
    way.compress_above = value("compress-above", kBatchBytesMax);
    way.bundle = std::chrono::milliseconds(value("bundle-ms", kBundleMillisecondsMax).value_or(0));
    way.bundle_bytes = value("bundle-bytes", kBatchBytesMax).value_or(way.bundle_bytes);
    need_both(fields, "bundle-bytes", "bundle-ms");
    need_both(fields, "bandwidth-mbit", "rtt-ms");
    need_both(fields, "rtt-ms", "bandwidth-mbit");
    return Placed<LongWay>{way, node->at};
  }

  static std::string congestion(const Fields& fields) {
    constexpr std::string_view kKey = "congestion";
    const PlacedName name = fields.name(fields.find(kKey), kKey);
    if (name.value.size() <= kCongestionBytesMax) return name.value;
    fields.wrong(name.at, kKey, "is " + shown(name.value),
                 "name one of those in /proc/sys/net/ipv4/tcp_available_congestion_control");
    return {};
  }

  static void need_both(const Fields& fields, std::string_view key, std::string_view other) {
    const YamlNode* const node = fields.find(key);
    if (node == nullptr || fields.find(other) != nullptr) return;
    fields.wrong(node->at, key, "needs " + shown(std::string(other)),
                 "add `" + std::string(other) + "`");
  }

  std::optional<Placed<std::pair<std::uint64_t, std::uint64_t>>> retry(const Fields& fields) const {
    const std::string_view key = kOptionKeys[1];
    const YamlNode* const node = fields.find(key);
    if (node == nullptr) return std::nullopt;
    if (node->kind != YamlNode::Kind::list || node->items.size() != 2) {
      fields.wrong(node->at, key, "is not a list of two numbers",
                   "write the smallest and the largest wait: [100, 5000]");
      return std::nullopt;
    }
    const auto smallest = fields.number(&node->items[0], key, 1, kMillisecondsMax);
    const auto largest = fields.number(&node->items[1], key, 1, kMillisecondsMax);
    if (!smallest || !largest) return std::nullopt;
    if (smallest->value > largest->value) {
      fields.wrong(node->at, key, "begins with the larger number",
                   "write the smallest and the largest wait: [100, 5000]");
      return std::nullopt;
    }
    return Placed<std::pair<std::uint64_t, std::uint64_t>>{{smallest->value, largest->value},
                                                           node->at};
  }

  // Reads the priorities. The keys of this map are classes.
  std::map<std::string, std::uint8_t> priorities(const YamlNode& node) const {
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

  DraftGroup group(const YamlNode& node) {
    const Fields fields(node, called("group", node),
                        {"name", "head", "parent", "overlay", "routers"}, log_);
    DraftGroup group;
    group.name = fields.name(fields.need("name", "name: GROUP"), "name");
    group.head = fields.name(fields.need("head", "head: ROUTER"), "head");
    if (const YamlNode* const parent = fields.find("parent")) {
      group.parent = fields.name(parent, "parent");
    }
    if (const YamlNode* const overlay = fields.find("overlay")) {
      group.overlay = read_overlay(*overlay, log_);
    }
    const YamlNode* const routers = fields.need("routers", "routers:");
    for (const YamlNode* const one : some(fields, routers, "routers", false)) {
      group.routers.push_back(router(*one));
    }
    return group;
  }

  DraftRouter router(const YamlNode& node) {
    const Fields fields(node, called("router", node),
                        {"name", "host", "listen", "process", "federates-regulate", "classes",
                         "limits", "multicast", "key"},
                        log_);
    DraftRouter router;
    const PlacedName name = fields.name(fields.need("name", "name: ROUTER"), "name");
    router.value.name = name.value;
    router.name_at = name.at;
    router.value.host =
        fields.name(fields.need("host", "host: HOST"), "host", kHostPunctuation).value;
    const PlacedName process = fields.name(fields.find("process"), "process");
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
      fields.wrong(node->at, "multicast", "is " + shown(node->text),
                   "write ADDRESS/GROUPS:PORT, such as 239.192.7.0/16:60500, with groups from "
                   "224.0.1.0 to 239.255.255.255, at most 256 of them, and a port from 1 to 65535");
    }
  }

  void read_listen(const Fields& fields, DraftRouter& router) const {
    constexpr std::string_view kKey = "listen";
    const YamlNode* const listen = fields.need(kKey, "listen: tcp://HOST:PORT");
    for (const YamlNode* node : some(fields, listen, kKey, true)) {
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
        fields.wrong(node->at, kKey, "has " + shown(node->text),
                     is_mpi ? "write mpi:// with nothing after it"
                            : "write tcp://HOST:PORT with a port from 1 to 65535, or shm://NAME");
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
      const PlacedName name = fields.name(one, "classes");
      if (!name.value.empty()) classes.push_back(name.value);
    }
    std::ranges::sort(classes);
    const auto twice = std::ranges::adjacent_find(classes);
    if (twice != classes.end()) {
      fields.wrong(node->at, "classes", "has " + shown(*twice) + " twice", "remove one of the two");
    }
  }

  void read_limits(const YamlNode& node, const Fields& fields, Router& router) {
    const YamlNode* const limits = fields.find("limits");
    if (limits == nullptr) return;
    const Fields of(*limits, "\"limits\" of " + called("router", node),
                    {"queue-bytes", "members", "best-effort-age-ms"}, log_);
    const auto value = [&](std::string_view key, std::uint64_t least, std::uint64_t most) {
      const auto number = of.number(of.find(key), key, least, most);
      return number ? std::optional(number->value) : std::nullopt;
    };
    router.queue_bytes = value("queue-bytes", kQueueBytesMin, kQueueBytesMax);
    router.members = value("members", 1, kMembersMax);
    if (const auto age = value("best-effort-age-ms", 1, kMillisecondsMax)) {
      router.best_effort_age = std::chrono::milliseconds(*age);
    }
  }

  DraftLink link(const YamlNode& node) {
    const Fields fields(
        node, "a link",
        {"between", "kind", kOptionKeys[0], kOptionKeys[1], kOptionKeys[2], kOptionKeys[3]}, log_);
    DraftLink link;
    const YamlNode* const between = fields.need("between", "between: [ROUTER, ROUTER]");
    if (between != nullptr) {
      if (between->kind == YamlNode::Kind::list && between->items.size() == 2) {
        link.a = fields.name(&between->items[0], "between");
        link.b = fields.name(&between->items[1], "between");
      } else {
        fields.wrong(between->at, "between", "is not a list of two routers",
                     "write [ROUTER, ROUTER]");
      }
    }
    link.kind = kind(fields);
    link.options = options(fields);
    return link;
  }

  std::optional<Placed<LinkKind>> kind(const Fields& fields) const {
    const YamlNode* const node = fields.text(fields.find("kind"), "kind");
    if (node == nullptr) return std::nullopt;
    if (node->text == "tcp") return Placed<LinkKind>{LinkKind::tcp, node->at};
    if (node->text == "memory") return Placed<LinkKind>{LinkKind::memory, node->at};
    if (node->text == "mpi") return Placed<LinkKind>{LinkKind::mpi, node->at};
    fields.wrong(node->at, "kind", "is " + shown(node->text), "write tcp, mpi or memory");
    return std::nullopt;
  }

  ProblemLog& log_;
};

}  // namespace

Draft read_draft(const YamlNode& root, ProblemLog& log) {
  return DraftReader(log).read(root);
}

}  // namespace triad::topology
