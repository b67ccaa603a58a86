// A mesh of routers as plain values: who is in it, where each runs, and how they are linked. Made
// from a file by read_topology(), which also checks that it holds together. Knows nothing of files,
// sockets or running routers.
//
// Routers form groups. In a group each has a link to each; its head may have a link to a parent, a
// router of another group, so that the groups form a tree.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "transport/udp/multicast_address.hpp"
#include "transport/url.hpp"

namespace triad::topology {

// Places in Topology::routers.
using RouterIndex = std::size_t;
// In Topology::groups.
using GroupIndex = std::size_t;

// In a router's list of addresses: it is a rank of an MPI job.
inline constexpr std::string_view kMpiListen = "mpi://";

struct Router {
  std::string name;
  GroupIndex group = 0;
  std::string host;
  // Routers with the same one, which are on one host, run in one process; empty: in its own.
  std::string process = {};
  std::vector<transport::Url> listen = {};  // tcp; others connect to the first
  // shm: where federates of its host connect to share memory.
  std::vector<transport::Url> share = {};
  bool is_rank = false;  // it listens on mpi:// as well

  // Of its federates:
  bool federates_regulate = true;
  // Object and interaction classes that pass, each with its subclasses. Sorted. Absent: all pass.
  std::optional<std::vector<std::string>> classes = {};
  std::optional<std::uint64_t> queue_bytes = {};  // absent: the program's own limit
  std::optional<std::uint64_t> members = {};
  // Best effort that has waited here for longer is dropped. Absent: it may wait for any time.
  std::optional<std::chrono::milliseconds> best_effort_age = {};
  // Where it sends best effort for several of its clients. Absent: its program's own setting.
  std::optional<transport::MulticastAddress> multicast = {};
  // Its public key, in an overlay (overlay/keys.hpp); empty: none.
  std::string key = {};

  bool operator==(const Router&) const = default;
};

// Best effort between the routers of a group goes by relays (docs/mesh.md, "Overlay across sites").
// All of them are in it but the one that is nearest to the RTIG.
struct Overlay {
  RouterIndex registry = 0;
  std::string file = {};          // in which that keeps its state
  std::string private_keys = {};  // the folder of these; empty: each router is told its own
  std::size_t out_degree = 2;
  std::chrono::milliseconds delay_max{100};
  std::chrono::milliseconds update{10'000};
  std::chrono::milliseconds keep{60'000};
  bool is_signed = true;
  // Who may send, by federations; in those that are not named all may. Sorted.
  std::map<std::string, std::vector<RouterIndex>> senders = {};

  bool operator==(const Overlay&) const = default;
};

struct Group {
  std::string name;
  std::vector<RouterIndex> routers = {};  // in the order of the file
  RouterIndex head = 0;
  std::optional<RouterIndex> parent = {};  // absent: the root of the tree
  std::optional<Overlay> overlay = {};

  bool operator==(const Group&) const = default;
};

// Of a link over a long way, by TCP. Nothing of it holds unless the file says so.
struct LongWay {
  std::string congestion = {};       // empty: the system's
  std::uint64_t bandwidth_mbit = 0;  // 0: not given, and then the other is not either
  std::chrono::milliseconds rtt{0};
  std::optional<std::uint64_t> compress_above = {};  // absent: nothing is
  std::chrono::milliseconds bundle{0};               // 0: no frame waits for others
  std::uint64_t bundle_bytes = 16'384;

  bool operator==(const LongWay&) const = default;
};

struct LinkOptions {
  std::chrono::milliseconds keepalive{1000};
  // Between attempts to connect, growing from the one to the other, each with some chance in it.
  std::chrono::milliseconds retry_smallest{100};
  std::chrono::milliseconds retry_largest{5000};
  // After so long without a word the other end is given up.
  std::chrono::milliseconds peer_lost_after{5000};
  LongWay long_way = {};

  bool operator==(const LinkOptions&) const = default;
};

enum class LinkKind { tcp, memory, mpi };

// What the file says of one link in particular.
struct LinkOverride {
  RouterIndex a = 0;
  RouterIndex b = 0;
  LinkKind kind = LinkKind::tcp;
  LinkOptions options = {};

  bool operator==(const LinkOverride&) const = default;
};

struct Topology {
  std::string name = "mesh";    // of the whole: routers of another one are strangers
  std::vector<Router> routers;  // in the order of the file
  std::vector<Group> groups;
  RouterIndex rtig = 0;  // where the RTIG is
  // Of best effort, by object and interaction classes.
  std::map<std::string, std::uint8_t> priorities = {};
  LinkOptions link_defaults = {};
  std::vector<LinkOverride> overrides = {};

  bool operator==(const Topology&) const = default;
};

struct Link {
  enum class Relation { peers, child_parent };

  RouterIndex connects =
      0;  // the child to its parent; of peers the later in the file to the earlier
  RouterIndex accepts = 0;
  Relation relation = Relation::peers;
  LinkKind kind = LinkKind::tcp;
  LinkOptions options = {};

  bool operator==(const Link&) const = default;
};

// All links, group after group in the order of the file: those of its peers, then that to its
// parent.
std::vector<Link> links_of(const Topology& topology);

// The kind of link between them unless the file says otherwise: memory within a process, mpi where
// both listen on it.
LinkKind usual_kind(const Router& a, const Router& b);

// The routers that listen on mpi://, in the order of the file: the first one is rank 0.
std::vector<RouterIndex> ranks_of(const Topology& topology);

// Those that run in one process with it, itself too: the one with the RTIG first, the others in the
// order of the file.
std::vector<RouterIndex> routers_of_process(const Topology& topology, RouterIndex router);

// Who is in the overlay of a group, in the order of the file; in others nobody.
std::vector<RouterIndex> routers_of_overlay(const Topology& topology, GroupIndex group);

// Levels of the tree of groups; 1 for a single group.
std::size_t depth_of(const Topology& topology);

// The same text for files that differ in comments, layout, the order of keys, the order of groups
// and classes, or in spelling out what holds anyway. A different text for any other difference; the
// order of a group's routers is one, as it decides who connects.
std::string canonical_text(const Topology& topology);

}  // namespace triad::topology
