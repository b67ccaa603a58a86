// Checks a topology file as a whole: unique names, valid references, groups that form a tree. See
// draft.hpp.
#include <algorithm>
#include <map>

#include "topology/draft.hpp"
#include "topology/links_to_rtig.hpp"
#include "topology/read_topology.hpp"

namespace triad::topology {

namespace {

class DraftChecker {
 public:
  DraftChecker(const Draft& draft, ProblemLog& log) : draft_(draft), log_(log) {}

  Topology check() {
    if (!draft_.name.value.empty()) topology_.name = draft_.name.value;
    topology_.priorities = draft_.priorities;
    collect_routers();
    check_group_names();
    if (const auto rtig = find_router(draft_.rtig, "rtig is at")) topology_.rtig = *rtig;
    check_addresses();
    check_shared_memory_names();
    check_ranks();
    check_processes();
    check_heads();
    check_parents();
    check_tree();
    apply_options(draft_.link_defaults, topology_.link_defaults);
    for (const DraftLink& link : draft_.links) check_link(link);
    if (log_.empty()) check_encryption();
    if (log_.empty()) check_overlays(draft_, topology_, log_);
    return std::move(topology_);
  }

 private:
  struct WrittenRouter {
    Location name_at;
    const DraftRouter* router;
  };

  void collect_routers() {
    for (const DraftGroup& draft : draft_.groups) {
      Group group{draft.name.value};
      for (const DraftRouter& router : draft.routers) {
        const RouterIndex index = topology_.routers.size();
        group.routers.push_back(index);
        topology_.routers.push_back(router.value);
        topology_.routers.back().group = topology_.groups.size();
        written_routers_.push_back({router.name_at, &router});
        remember_name(router, index);
      }
      topology_.groups.push_back(std::move(group));
    }
    if (written_routers_.size() > kRoutersMax) {
      log_.add(written_routers_[kRoutersMax].name_at,
               "there are " + std::to_string(written_routers_.size()) + " routers, more than " +
                   std::to_string(kRoutersMax),
               "divide it into two meshes");
    }
  }

  void remember_name(const DraftRouter& router, RouterIndex index) {
    const std::string& name = router.value.name;
    if (name.empty()) return;
    const auto [before, is_new] = index_by_name_.emplace(name, index);
    if (is_new) {
      names_.push_back(name);
      return;
    }
    log_.add(router.name_at,
             "there is a router " + quoted_text(name) + " already, in " +
                 line_of(written_routers_[before->second].name_at),
             "give one of them another name");
  }

  void check_group_names() {
    std::map<std::string_view, Location> seen;
    for (const DraftGroup& group : draft_.groups) {
      if (group.name.value.empty()) continue;
      const auto [before, is_new] = seen.emplace(group.name.value, group.name.at);
      if (is_new) continue;
      log_.add(group.name.at,
               "there is a group " + quoted_text(group.name.value) + " already, in " +
                   line_of(before->second),
               "give one of them another name");
    }
  }

  // Returns the router with this name. If there is none, logs that; a wrong name has been logged
  // before.
  std::optional<RouterIndex> find_router(const LocatedName& name, std::string_view role) {
    if (name.value.empty() || names_.empty())
      return std::nullopt;  // A lack of routers has been logged.
    if (const auto at = index_by_name_.find(name.value); at != index_by_name_.end())
      return at->second;
    if (log_.has_room()) {
      log_.add(name.at,
               std::string(role) + " " + quoted_text(name.value) + ", and there is no such router",
               suggestion(name.value, names_, "name one of the routers"));
    } else {
      log_.add(name.at, "an unknown router", "name one of the routers");
    }
    return std::nullopt;
  }

  // Checks that each port of a host is used once. An address of all interfaces conflicts with any
  // address of that port.
  void check_addresses() {
    std::map<std::pair<std::string_view, std::uint16_t>, std::map<std::string_view, Location>>
        taken;
    for (const WrittenRouter& one : written_routers_) {
      const Router& router = one.router->value;
      for (std::size_t i = 0; i < router.listen.size() && !router.host.empty(); ++i) {
        const transport::Url& url = router.listen[i];
        auto& others = taken[{router.host, url.port}];
        auto same = others.find(url.host);
        if (same == others.end()) same = url.host.empty() ? others.begin() : others.find("");
        if (same == others.end()) {
          others.emplace(url.host, one.router->listen_at[i]);
          continue;
        }
        log_.add(one.router->listen_at[i],
                 to_string(url) + " of host " + quoted_text(router.host) + " is taken in " +
                     line_of(same->second),
                 "choose another port");
      }
    }
  }

  // Checks that each shared memory name of a host is used once.
  void check_shared_memory_names() {
    std::map<std::pair<std::string_view, std::string_view>, Location> taken;
    for (const WrittenRouter& one : written_routers_) {
      const Router& router = one.router->value;
      if (router.listen.empty() && !router.is_rank && !router.share.empty()) {
        log_.add(one.router->share_at.front(),
                 "the router listens only in shared memory, to which no other router connects",
                 "add an address: listen: [tcp://HOST:PORT, shm://NAME]");
      }
      for (std::size_t i = 0; i < router.share.size() && !router.host.empty(); ++i) {
        const Location at = one.router->share_at[i];
        const std::pair<std::string_view, std::string_view> own(router.host, router.share[i].name);
        const auto [same, is_new] = taken.emplace(own, at);
        if (is_new) continue;
        log_.add(at,
                 to_string(router.share[i]) + " of host " + quoted_text(router.host) +
                     " is taken in " + line_of(same->second),
                 "choose another name");
      }
    }
  }

  // Checks that each rank has a TCP address and a process of its own, and is not the RTIG's router.
  void check_ranks() {
    for (RouterIndex i = 0; i < written_routers_.size(); ++i) {
      const DraftRouter& router = *written_routers_[i].router;
      if (!router.value.is_rank) continue;
      if (router.value.listen.empty()) {
        log_.add(router.mpi_at, "the router listens only on mpi://, to which no federate connects",
                 "add an address: listen: [tcp://HOST:PORT, mpi://]");
      }
      if (router.value.name == draft_.rtig.value) {
        log_.add(router.mpi_at,
                 "the RTIG is at this router, and rtig cannot be a rank of an MPI job",
                 "remove mpi:// here, or put the RTIG at a router without it");
      }
      if (!router.value.process.empty()) {
        log_.add(router.mpi_at, "a rank of an MPI job is a process of its own",
                 "remove mpi://, or `process`");
      }
    }
  }

  void check_processes() {
    std::map<std::string_view, const DraftRouter*> first;
    for (const WrittenRouter& one : written_routers_) {
      const Router& router = one.router->value;
      if (router.process.empty() || router.host.empty()) continue;
      const auto [before, is_new] = first.emplace(router.process, one.router);
      if (is_new || before->second->value.host == router.host) continue;
      log_.add(one.router->process_at,
               "process " + quoted_text(router.process) + " is on host " +
                   quoted_text(before->second->value.host) + " in " +
                   line_of(before->second->process_at) + " and on " + quoted_text(router.host) +
                   " here",
               "give the process of another host another name");
    }
  }

  void check_heads() {
    for (GroupIndex i = 0; i < draft_.groups.size(); ++i) {
      Group& group = topology_.groups[i];
      for (const LocatedName& head : draft_.groups[i].heads) {
        const auto router = find_router(head, "the head is");
        if (!router) continue;
        if (topology_.routers[*router].group != i) {
          log_.add(head.at, "the head " + quoted_text(head.value) + " is a router of another group",
                   "name one of this group's routers");
        }
        if (&head == &draft_.groups[i].heads.front()) {
          group.head = *router;
        } else {
          add_spare(head, *router, group.head, group.spare_heads);
        }
      }
    }
  }

  void check_parents() {
    for (GroupIndex i = 0; i < draft_.groups.size(); ++i) {
      Group& group = topology_.groups[i];
      for (const LocatedName& parent : draft_.groups[i].parents) {
        const auto router = find_router(parent, "the parent is");
        if (!router) continue;
        if (topology_.routers[*router].group == i) {
          log_.add(parent.at,
                   "the parent " + quoted_text(parent.value) + " is a router of the same group",
                   "name a router of another group, or leave `parent` out");
        } else if (&parent == &draft_.groups[i].parents.front()) {
          group.parent = router;
        } else {
          add_spare(parent, *router, group.parent, group.spare_parents);
        }
      }
    }
  }

  void add_spare(const LocatedName& name, RouterIndex router, std::optional<RouterIndex> first,
                 std::vector<RouterIndex>& spare) {
    if (router != first && std::ranges::find(spare, router) == spare.end())
      return spare.push_back(router);
    log_.add(name.at, quoted_text(name.value) + " is in the list twice", "name each router once");
  }

  // Returns whether the group states no parent. A group with an invalid parent is not a root.
  bool is_root(GroupIndex group) const { return draft_.groups[group].parents.empty(); }

  std::optional<GroupIndex> parent_group(GroupIndex group) const {
    const auto parent = topology_.groups[group].parent;
    return parent ? std::optional(topology_.routers[*parent].group) : std::nullopt;
  }

  void check_tree() {
    std::optional<GroupIndex> root;
    for (GroupIndex i = 0; i < draft_.groups.size(); ++i) {
      if (!is_root(i)) continue;
      if (root) {
        log_.add(draft_.groups[i].name.at,
                 "the group has no parent, and the group in " +
                     line_of(draft_.groups[*root].name.at) + " has none either",
                 "give all groups but one a parent");
      } else {
        root = i;
      }
    }
    find_cycles();
  }

  // Finds cycles. Every path upwards ends at a root, at an invalid parent, or in a cycle.
  void find_cycles() {
    enum class Mark { unseen, on_the_way, ends, in_cycle };
    std::vector<Mark> marks(draft_.groups.size(), Mark::unseen);
    for (GroupIndex start = 0; start < marks.size(); ++start) {
      std::vector<GroupIndex> path;
      std::optional<GroupIndex> group = start;
      while (group && marks[*group] == Mark::unseen) {
        marks[*group] = Mark::on_the_way;
        path.push_back(*group);
        group = parent_group(*group);
      }
      const bool new_cycle = group && marks[*group] == Mark::on_the_way;
      const bool old_cycle = group && marks[*group] == Mark::in_cycle;
      const auto cycle = new_cycle ? std::ranges::find(path, *group) : path.end();
      if (new_cycle) report_cycle({cycle, path.end()});
      for (auto one = path.begin(); one != path.end(); ++one) {
        marks[*one] = new_cycle || old_cycle ? Mark::in_cycle : Mark::ends;
        if ((new_cycle || old_cycle) && one < cycle) report_unreachable(*one);
      }
    }
  }

  void report_cycle(const std::vector<GroupIndex>& cycle) {
    const auto first = std::ranges::min(cycle);
    std::string path;
    auto group = first;
    do {
      path += quoted_text(draft_.groups[group].name.value) + ", ";
      group = *parent_group(group);
      if (path.size() > 200) {
        path += "..., ";
        break;
      }
    } while (group != first);
    path += quoted_text(draft_.groups[first].name.value);
    log_.add(draft_.groups[first].parents.front().at, "the parents form a cycle: " + path,
             "leave out the `parent` of the group that is to be the root, or change one");
  }

  void report_unreachable(GroupIndex group) {
    log_.add(draft_.groups[group].name.at,
             "the group is not reachable from the root: its parents lead into a cycle",
             "change its parent, or one of the cycle");
  }

  // Applies the given options to `options`.
  void apply_options(const DraftOptions& draft, LinkOptions& options) {
    using std::chrono::milliseconds;
    if (draft.keepalive) options.keepalive = milliseconds(draft.keepalive->value);
    if (draft.retry) {
      options.retry_smallest = milliseconds(draft.retry->value.first);
      options.retry_largest = milliseconds(draft.retry->value.second);
    }
    if (draft.peer_lost_after) options.peer_lost_after = milliseconds(draft.peer_lost_after->value);
    if (draft.long_link) options.long_link = draft.long_link->value;
    if (draft.is_encrypted) options.is_encrypted = draft.is_encrypted->value;
    if (options.peer_lost_after > options.keepalive ||
        !(draft.keepalive || draft.peer_lost_after)) {
      return;
    }
    log_.add(draft.peer_lost_after ? draft.peer_lost_after->at : draft.keepalive->at,
             "the peer would be lost after " + std::to_string(options.peer_lost_after.count()) +
                 " ms, before the next keepalive after " +
                 std::to_string(options.keepalive.count()) + " ms",
             "make peer-lost-after-ms larger than keepalive-ms, two times or more");
  }

  void check_link(const DraftLink& draft) {
    LinkOverride link;
    link.options = topology_.link_defaults;
    apply_options(draft.options, link.options);
    const auto a = find_router(draft.a, "the link is between");
    const auto b = find_router(draft.b, "the link is between");
    if (!a || !b) return;
    link.a = *a;
    link.b = *b;
    if (!are_linked(*a, *b)) {
      log_.add(draft.a.at,
               "there is no link between " + quoted_text(draft.a.value) + " and " +
                   quoted_text(draft.b.value),
               "name two routers of one group, or a head and its parent");
      return;
    }
    const auto [before, is_new] = links_.emplace(std::minmax(*a, *b), draft.a.at);
    if (!is_new) {
      log_.add(draft.a.at,
               "the link between " + quoted_text(draft.a.value) + " and " +
                   quoted_text(draft.b.value) + " is there already, in " + line_of(before->second),
               "make one entry of the two");
    }
    check_kind(draft, link);
    topology_.overrides.push_back(link);
  }

  // Checks that a router with encrypted links to it listens for them. Each router connects to the
  // next one towards the RTIG, whichever is the first of the two in the file.
  void check_encryption() {
    const auto ways = ways_to_rtig(topology_);
    for (RouterIndex from = 0; from < ways.size(); ++from) {
      for (const Way& way : ways[from]) check_encryption(from, way.next, way.link);
    }
    for (const Link& link : links_of(topology_)) {
      const auto next = [&](RouterIndex of) {
        return ways[of].empty() ? std::nullopt : std::optional(ways[of].front().next);
      };
      const bool is_way = next(link.accepting_router) == link.connecting_router ||
                          next(link.connecting_router) == link.accepting_router;
      if (!is_way) check_encryption(link.connecting_router, link.accepting_router, link);
    }
  }

  void check_encryption(RouterIndex from, RouterIndex to, const Link& link) {
    const Router& router = topology_.routers[to];
    const bool has_address = std::ranges::any_of(router.listen, [](const transport::Url& url) {
      return url.scheme == transport::Url::Scheme::tls;
    });
    if (!link.options.is_encrypted || link.kind != LinkKind::tcp || has_address) return;
    log_.add(written_routers_[to].name_at,
             "the link from " + quoted_text(topology_.routers[from].name) + " to " +
                 quoted_text(router.name) +
                 " has `tls: true`, and the router has no tls:// address",
             "add an address to its `listen`: tls://HOST:PORT");
  }

  void check_kind(const DraftLink& draft, LinkOverride& link) {
    const LinkKind usual = default_kind(topology_.routers[link.a], topology_.routers[link.b]);
    link.kind = draft.kind ? draft.kind->value : usual;
    if (link.kind == LinkKind::memory && usual != LinkKind::memory) {
      log_.add(draft.kind->at,
               "the link is in memory, but " + quoted_text(draft.a.value) + " and " +
                   quoted_text(draft.b.value) + " are not in one process",
               "give both the same host and the same `process`, or write `kind: tcp`");
    }
    const bool are_ranks = topology_.routers[link.a].is_rank && topology_.routers[link.b].is_rank;
    if (link.kind == LinkKind::mpi && !are_ranks) {
      log_.add(draft.kind->at,
               "the link uses MPI, but " + quoted_text(draft.a.value) + " and " +
                   quoted_text(draft.b.value) + " do not both listen on mpi://",
               "add mpi:// to the `listen` of both, or write `kind: tcp`");
    }
    if (draft.options.long_link && draft.options.long_link->value != LongLinkOptions() &&
        link.kind != LinkKind::tcp) {
      log_.add(draft.options.long_link->at,
               "the link between " + quoted_text(draft.a.value) + " and " +
                   quoted_text(draft.b.value) + " does not use TCP, so `long` has no effect",
               "remove it, or write `kind: tcp`");
    }
  }

  bool are_linked(RouterIndex a, RouterIndex b) const {
    const auto is_parent = [&](RouterIndex child, RouterIndex parent) {
      const Group& group = topology_.groups[topology_.routers[child].group];
      const auto heads = heads_of(group);
      const auto parents = parents_of(group);
      return std::ranges::find(heads, child) != heads.end() &&
             std::ranges::find(parents, parent) != parents.end();
    };
    const bool peers = a != b && topology_.routers[a].group == topology_.routers[b].group;
    return peers || is_parent(a, b) || is_parent(b, a);
  }

  const Draft& draft_;
  ProblemLog& log_;
  Topology topology_;
  std::vector<WrittenRouter> written_routers_;  // One for each router of the topology.
  std::map<std::string_view, RouterIndex> index_by_name_;
  std::vector<std::string_view> names_;
  std::map<std::pair<RouterIndex, RouterIndex>, Location> links_;
};

}  // namespace

Topology check_draft(const Draft& draft, ProblemLog& log) {
  return DraftChecker(draft, log).check();
}

}  // namespace triad::topology
