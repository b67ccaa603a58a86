#include "topology/topology.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "topology/links_to_rtig.hpp"

namespace triad::topology {

namespace {

bool are_in_one_process(const Router& a, const Router& b) {
  return !a.process.empty() && a.process == b.process && a.host == b.host;
}

}  // namespace

transport::Url url_to_reach(const Router& router, const transport::Url& address) {
  transport::Url url = address;
  if (url.host.empty()) url.host = router.host;
  return url;
}

LinkKind default_kind(const Router& a, const Router& b) {
  if (are_in_one_process(a, b)) return LinkKind::memory;
  return a.is_rank && b.is_rank ? LinkKind::mpi : LinkKind::tcp;
}

std::vector<RouterIndex> ranks_of(const Topology& topology) {
  std::vector<RouterIndex> ranks;
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    if (topology.routers[i].is_rank) ranks.push_back(i);
  }
  return ranks;
}

std::vector<RouterIndex> routers_of_process(const Topology& topology, RouterIndex router) {
  std::vector<RouterIndex> routers;
  for (RouterIndex i = 0; i < topology.routers.size(); ++i) {
    if (i != router && !are_in_one_process(topology.routers[i], topology.routers[router])) continue;
    routers.insert(i == topology.rtig ? routers.begin() : routers.end(), i);
  }
  return routers;
}

namespace {

// Makes links, with the options that the file gives.
class LinkMaker {
 public:
  explicit LinkMaker(const Topology& topology) : topology_(topology) {
    for (const LinkOverride& one : topology.overrides) overrides_[std::minmax(one.a, one.b)] = &one;
  }
  void add(RouterIndex connects, RouterIndex accepts, Link::Relation relation) {
    Link link{connects, accepts, relation,
              default_kind(topology_.routers[connects], topology_.routers[accepts]),
              topology_.link_defaults};
    if (const auto at = overrides_.find(std::minmax(connects, accepts)); at != overrides_.end()) {
      link.kind = at->second->kind;
      link.options = at->second->options;
    }
    links_.push_back(link);
  }
  std::vector<Link> take() { return std::move(links_); }

 private:
  const Topology& topology_;
  std::map<std::pair<RouterIndex, RouterIndex>, const LinkOverride*> overrides_;
  std::vector<Link> links_;
};

}  // namespace

std::vector<Link> links_of(const Topology& topology) {
  LinkMaker links(topology);
  for (const Group& group : topology.groups) {
    for (std::size_t later = 1; later < group.routers.size(); ++later) {
      for (std::size_t earlier = 0; earlier < later; ++earlier) {
        links.add(group.routers[later], group.routers[earlier], Link::Relation::peers);
      }
    }
    if (group.parent) links.add(group.head, *group.parent, Link::Relation::child_parent);
  }
  return links.take();
}

std::vector<Link> spare_links_of(const Topology& topology) {
  LinkMaker links(topology);
  for (const Group& group : topology.groups) {
    for (const RouterIndex head : heads_of(group)) {
      for (const RouterIndex parent : parents_of(group)) {
        if (head == group.head && parent == group.parent) continue;
        links.add(head, parent, Link::Relation::child_parent);
      }
    }
  }
  return links.take();
}

std::vector<RouterIndex> heads_of(const Group& group) {
  std::vector<RouterIndex> heads{group.head};
  heads.insert(heads.end(), group.spare_heads.begin(), group.spare_heads.end());
  return heads;
}

std::vector<RouterIndex> parents_of(const Group& group) {
  if (!group.parent) return {};
  std::vector<RouterIndex> parents{*group.parent};
  parents.insert(parents.end(), group.spare_parents.begin(), group.spare_parents.end());
  return parents;
}

std::vector<RouterIndex> routers_of_overlay(const Topology& topology, GroupIndex group) {
  std::vector<RouterIndex> routers;
  if (!topology.groups[group].overlay) return routers;
  const auto next = next_routers_to_rtig(topology);
  for (const RouterIndex router : topology.groups[group].routers) {
    if (next[router] && topology.routers[*next[router]].group == group) routers.push_back(router);
  }
  return routers;
}

std::size_t depth_of(const Topology& topology) {
  std::size_t deepest = 0;
  for (const Group& leaf : topology.groups) {
    std::size_t depth = 1;
    const Group* group = &leaf;
    while (group->parent) {
      group = &topology.groups[topology.routers[*group->parent].group];
      ++depth;
    }
    deepest = std::max(deepest, depth);
  }
  return deepest;
}

namespace {

std::string_view kind_text(LinkKind kind) {
  switch (kind) {
    case LinkKind::memory:
      return "memory";
    case LinkKind::mpi:
      return "mpi";
    case LinkKind::tcp:
      break;
  }
  return "tcp";
}

// Returns an empty text if no option is set.
std::string long_link_text(const LongLinkOptions& long_link) {
  std::string text;
  if (!long_link.congestion.empty()) text += " congestion=" + long_link.congestion;
  if (long_link.bandwidth_mbit > 0) {
    text += " bandwidth-mbit=" + std::to_string(long_link.bandwidth_mbit) +
            " rtt-ms=" + std::to_string(long_link.rtt.count());
  }
  if (long_link.bundle_delay.count() > 0) {
    text += " bundle-ms=" + std::to_string(long_link.bundle_delay.count()) +
            " bundle-bytes=" + std::to_string(long_link.bundle_bytes);
  }
  if (long_link.compress_above)
    text += " compress-above=" + std::to_string(*long_link.compress_above);
  return text;
}

std::string options_text(const LinkOptions& options) {
  return "keepalive-ms=" + std::to_string(options.keepalive.count()) +
         " retry-ms=" + std::to_string(options.retry_smallest.count()) + "," +
         std::to_string(options.retry_largest.count()) +
         " peer-lost-after-ms=" + std::to_string(options.peer_lost_after.count()) +
         long_link_text(options.long_link) + (options.is_encrypted ? " tls" : "");
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

// Names contain no blank, comma or '=', so different routers have different texts.
std::string router_text(const Router& router) {
  std::string text = "router " + router.name + " host=" + router.host;
  if (!router.process.empty()) text += " process=" + router.process;
  std::vector<std::string> urls;
  for (const transport::Url& url : router.listen) urls.push_back(to_string(url));
  for (const transport::Url& url : router.share) urls.push_back(to_string(url));
  if (router.is_rank) urls.emplace_back(kMpiListen);
  text += " listen=" + joined(urls);
  text += std::string(" federates-regulate=") + (router.federates_regulate ? "true" : "false");
  if (router.classes) text += " classes=" + joined(*router.classes);
  if (router.queue_bytes) text += " queue-bytes=" + std::to_string(*router.queue_bytes);
  if (router.members) text += " members=" + std::to_string(*router.members);
  if (router.best_effort_age) {
    text += " best-effort-age-ms=" + std::to_string(router.best_effort_age->count());
  }
  if (router.multicast) text += " multicast=" + to_string(*router.multicast);
  if (!router.key.empty()) text += " key=" + router.key;
  return text + "\n";
}

std::string names_of(const Topology& topology, const std::vector<RouterIndex>& routers) {
  std::vector<std::string> names;
  names.reserve(routers.size());
  for (const RouterIndex router : routers) names.push_back(topology.routers[router].name);
  return joined(names);
}

// Values that may contain blanks end at the line end; none contains a line end.
std::string overlay_text(const Topology& topology, const Overlay& overlay) {
  std::string text = "overlay registry=" + topology.routers[overlay.registry].name +
                     " out-degree=" + std::to_string(overlay.out_degree) +
                     " delay-ms=" + std::to_string(overlay.delay_max.count()) +
                     " update-ms=" + std::to_string(overlay.update.count()) +
                     " keep-ms=" + std::to_string(overlay.keep.count()) +
                     " signed=" + (overlay.is_signed ? "true" : "false") + "\nfile " +
                     overlay.file + "\nkeys " + overlay.private_keys + "\n";
  for (const auto& [federation, senders] : overlay.senders) {
    text += "senders " + names_of(topology, senders) + " of " + federation + "\n";
  }
  return text;
}

std::string group_text(const Topology& topology, const Group& group) {
  std::string text = "group " + group.name + " head=" + names_of(topology, heads_of(group));
  if (group.parent) text += " parent=" + names_of(topology, parents_of(group));
  text += "\n";
  if (group.overlay) text += overlay_text(topology, *group.overlay);
  for (const RouterIndex i : group.routers) text += router_text(topology.routers[i]);
  return text;
}

}  // namespace

std::string canonical_text(const Topology& topology) {
  std::vector<std::string> groups;
  for (const Group& group : topology.groups) groups.push_back(group_text(topology, group));
  std::ranges::sort(groups);

  std::vector<std::string> links;
  std::vector<Link> all = links_of(topology);
  std::ranges::copy(spare_links_of(topology), std::back_inserter(all));
  for (const Link& link : all) {
    const Router& from = topology.routers[link.connecting_router];
    const Router& to = topology.routers[link.accepting_router];
    if (link.options == topology.link_defaults && link.kind == default_kind(from, to)) continue;
    links.push_back("link " + from.name + " " + to.name + " kind=" +
                    std::string(kind_text(link.kind)) + " " + options_text(link.options) + "\n");
  }
  std::ranges::sort(links);

  std::string text = "triad mesh 1\nname " + topology.name + "\nrtig " +
                     topology.routers[topology.rtig].name + "\n";
  for (const auto& [name, priority] : topology.priorities) {
    text += "priority " + name + " " + std::to_string(priority) + "\n";
  }
  text += "links " + options_text(topology.link_defaults) + "\n";
  for (const std::string& group : groups) text += group;
  for (const std::string& link : links) text += link;
  return text;
}

}  // namespace triad::topology
