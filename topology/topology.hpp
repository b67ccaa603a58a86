// A mesh of routers as plain values: the routers, their hosts, and the links between them. Made
// from a file by read_topology(), which checks its consistency. Independent of files, sockets and
// running routers.
//
// Routers form groups. Within a group each router has a link to each other one. The head of a group
// may have a link to a parent, a router of another group, so the groups form a tree. Spare heads
// and parents stand in when that link, or one of its routers, is lost.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "transport/multicast/multicast_address.hpp"
#include "transport/url.hpp"

namespace triad::topology {

// Index in Topology::routers.
using RouterIndex = std::size_t;
// Index in Topology::groups.
using GroupIndex = std::size_t;

// Address of a router that is a rank of an MPI job.
inline constexpr std::string_view kMpiListen = "mpi://";

struct Router {
  std::string name;
  GroupIndex group = 0;
  std::string host;
  // Name of the process. Routers of one host with the same name run in one process. Empty: a
  // process of its own.
  std::string process = {};
  // TCP addresses (tcp, tls). Other routers connect to the first.
  std::vector<transport::Url> listen = {};
  // Shared memory addresses (shm), to which federates of the router's host connect.
  std::vector<transport::Url> share = {};
  bool is_rank = false;  // Whether the router also listens on mpi://.

  // Whether the router's federates may regulate.
  bool federates_regulate = true;
  // Object and interaction classes whose updates and interactions pass this router in either
  // direction, each with its subclasses. Sorted. Absent: all classes pass.
  std::optional<std::vector<std::string>> classes = {};
  std::optional<std::uint64_t> queue_bytes = {};  // Absent: the program's default.
  // Most clients of the router. Absent: the program's default.
  std::optional<std::uint64_t> members = {};
  // Best effort that has waited longer in this router's queues is dropped. Absent: no limit.
  std::optional<std::chrono::milliseconds> best_effort_age = {};
  // Multicast group for best effort to several clients. Absent: the program's setting.
  std::optional<transport::MulticastAddress> multicast = {};
  // Public key for the overlay (overlay/keys.hpp); empty if none.
  std::string key = {};

  bool operator==(const Router&) const = default;
};

// Overlay of a group: its routers pass on best effort for each other along trees (docs/mesh.md,
// "Overlay across sites"). It contains all routers of the group but the one nearest to the RTIG.
// One of them, the registry, admits the others and computes the trees.
struct Overlay {
  RouterIndex registry = 0;
  std::string file = {};  // File in which the registry keeps its state.
  // Folder of the private keys. Empty: each router gets its key file as an option.
  std::string private_keys = {};
  std::size_t out_degree = 2;                // Most children of a router in a tree.
  std::chrono::milliseconds delay_max{100};  // Longest delay from a source by relays.
  std::chrono::milliseconds update{10'000};  // Interval of reports of delays, and of new trees.
  std::chrono::milliseconds keep{60'000};    // How long trees are used without the registry.
  bool is_signed = true;                     // Each relayed record has its source's signature.
  // Routers that may send, by federation. In federations not listed, all may. Sorted.
  std::map<std::string, std::vector<RouterIndex>> senders = {};

  bool operator==(const Overlay&) const = default;
};

struct Group {
  std::string name;
  std::vector<RouterIndex> routers = {};  // In the order of the file.
  RouterIndex head = 0;
  std::optional<RouterIndex> parent = {};  // Absent: the root of the tree.
  // In the order of their use. Spare parents may be of several groups.
  std::vector<RouterIndex> spare_heads = {};
  std::vector<RouterIndex> spare_parents = {};
  std::optional<Overlay> overlay = {};

  bool operator==(const Group&) const = default;
};

// Options of a TCP link over a long distance. By default none is in effect.
struct LongLinkOptions {
  std::string congestion = {};       // Congestion control; empty: the system's default.
  std::uint64_t bandwidth_mbit = 0;  // 0: not given; then rtt is not given either.
  std::chrono::milliseconds rtt{0};
  // Bytes above which frames are compressed; absent: never.
  std::optional<std::uint64_t> compress_above = {};
  std::chrono::milliseconds bundle_delay{0};  // Longest wait of a frame for others; 0: none.
  std::uint64_t bundle_bytes = 16'384;

  bool operator==(const LongLinkOptions&) const = default;
};

struct LinkOptions {
  std::chrono::milliseconds keepalive{1000};
  // Bounds of the random delay between attempts to connect, which grows from the first to the
  // second.
  std::chrono::milliseconds retry_smallest{100};
  std::chrono::milliseconds retry_largest{5000};
  // A link is closed after this time without data from the peer.
  std::chrono::milliseconds peer_lost_after{5000};
  LongLinkOptions long_link = {};
  bool is_encrypted = false;  // Whether the link uses the first tls:// address of the router.

  bool operator==(const LinkOptions&) const = default;
};

enum class LinkKind { tcp, memory, mpi };

// Options that the file gives for one link.
struct LinkOverride {
  RouterIndex a = 0;
  RouterIndex b = 0;
  LinkKind kind = LinkKind::tcp;
  LinkOptions options = {};

  bool operator==(const LinkOverride&) const = default;
};

struct Topology {
  // Name of the mesh. Routers of meshes with different names refuse each other.
  std::string name = "mesh";
  std::vector<Router> routers;  // In the order of the file.
  std::vector<Group> groups;
  RouterIndex rtig = 0;  // Router at which the RTIG is.
  // Priorities of best effort, by object and interaction class: 0 (dropped first) to 7.
  std::map<std::string, std::uint8_t> priorities = {};
  LinkOptions link_defaults = {};
  std::vector<LinkOverride> overrides = {};

  bool operator==(const Topology&) const = default;
};

struct Link {
  enum class Relation { peers, child_parent };

  RouterIndex connecting_router = 0;  // The child; of two peers the later one in the file.
  RouterIndex accepting_router = 0;
  Relation relation = Relation::peers;
  LinkKind kind = LinkKind::tcp;
  LinkOptions options = {};

  bool operator==(const Link&) const = default;
};

// Returns all links, by group in the order of the file: the links between peers, then the link to
// the parent.
std::vector<Link> links_of(const Topology& topology);

// Return the head, or the parent if there is one, and the spare ones.
std::vector<RouterIndex> heads_of(const Group& group);
std::vector<RouterIndex> parents_of(const Group& group);

// Returns the links that a head or a spare head makes to a parent or a spare parent if the link of
// the first ones is lost, by group in the order of the file.
std::vector<Link> spare_links_of(const Topology& topology);

// Returns the URL at which others reach one of the router's addresses. If the router listens at all
// addresses of its host, the address names none, and the URL has the host.
transport::Url url_to_reach(const Router& router, const transport::Url& address);

// Returns the kind of the link between two routers if the file states none: memory within a
// process, mpi if both are ranks, tcp otherwise.
LinkKind default_kind(const Router& a, const Router& b);

// Returns the routers that listen on mpi://, in the order of the file. The first is rank 0.
std::vector<RouterIndex> ranks_of(const Topology& topology);

// Returns the routers in the process of `router`, including it: first the RTIG's router, then the
// others in the order of the file.
std::vector<RouterIndex> routers_of_process(const Topology& topology, RouterIndex router);

// Returns the members of the group's overlay in the order of the file; empty if it has none.
std::vector<RouterIndex> routers_of_overlay(const Topology& topology, GroupIndex group);

// Returns the number of levels of the tree of groups; 1 for a single group.
std::size_t depth_of(const Topology& topology);

// Returns a normal form of the topology. Files have the same text if they differ only in comments,
// layout, the order of keys, groups and classes, or in explicit defaults. Any other difference
// changes it. So does the order of a group's routers, which decides the end that connects.
std::string canonical_text(const Topology& topology);

}  // namespace triad::topology
