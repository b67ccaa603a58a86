// A topology file as it is written: names where a Topology has indices, and the place of
// everything, for messages. Made by read_draft(), checked as a whole by check_draft(). A name that
// is empty was missing or wrong, which has been said.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "topology/problem.hpp"
#include "topology/topology.hpp"
#include "topology/yaml_tree.hpp"

namespace triad::topology {

template <class T>
struct Placed {
  T value = {};
  Place at = {};
};

using PlacedName = Placed<std::string>;

// Those that are given.
struct DraftOptions {
  std::optional<Placed<std::uint64_t>> keepalive = {};
  std::optional<Placed<std::pair<std::uint64_t, std::uint64_t>>> retry = {};
  std::optional<Placed<std::uint64_t>> peer_lost_after = {};
  std::optional<Placed<LongWay>> long_way = {};
};

struct DraftOverlay {
  Overlay value = {};
  Place at = {};
  PlacedName registry = {};
  std::vector<std::pair<std::string, std::vector<PlacedName>>> senders = {};
};

struct DraftRouter {
  Router value = {};
  Place name_at = {};
  Place process_at = {};
  std::vector<Place> listen_at = {};  // one for each of value.listen
  std::vector<Place> share_at = {};   // one for each of value.share
  Place mpi_at = {};                  // of mpi://, where value.is_rank
  Place key_at = {};
};

struct DraftGroup {
  PlacedName name = {};
  PlacedName head = {};
  std::optional<PlacedName> parent = {};
  std::optional<DraftOverlay> overlay = {};
  std::vector<DraftRouter> routers = {};
};

struct DraftLink {
  PlacedName a = {};
  PlacedName b = {};
  std::optional<Placed<LinkKind>> kind = {};
  DraftOptions options = {};
};

struct Draft {
  PlacedName name = {};
  PlacedName rtig = {};
  std::map<std::string, std::uint8_t> priorities = {};
  DraftOptions link_defaults = {};
  std::vector<DraftGroup> groups = {};
  std::vector<DraftLink> links = {};
};

// Keys, types, ranges: what can be said of each value by itself.
Draft read_draft(const YamlNode& root, ProblemLog& log);

// The same of the overlay of a group, and of the key of a router.
DraftOverlay read_overlay(const YamlNode& node, ProblemLog& log);
void read_overlay_key(const YamlNode* node, DraftRouter& router, ProblemLog& log);

// What can be said of the overlays of a topology that holds together without them.
void check_overlays(const Draft& draft, Topology& topology, ProblemLog& log);

// Names, references and the tree: what can be said of the whole. The topology is of use only if the
// log is empty then.
Topology check_draft(const Draft& draft, ProblemLog& log);

}  // namespace triad::topology
