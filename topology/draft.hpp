// A topology file as written: with names where a Topology has indices, and with the position of
// every value in the file, for messages. Made by read_draft(), checked as a whole by check_draft().
// An empty name was missing or wrong, and the log already says so.
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

// Options of links that the file gives.
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
  std::vector<Place> listen_at = {};  // One for each element of value.listen.
  std::vector<Place> share_at = {};   // One for each element of value.share.
  Place mpi_at = {};                  // Position of mpi://, if value.is_rank.
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

// Reads the draft, and checks keys, types and ranges of each value by itself.
Draft read_draft(const YamlNode& root, ProblemLog& log);

// Read a group's overlay and a router's key; called by read_draft().
DraftOverlay read_overlay(const YamlNode& node, ProblemLog& log);
void read_overlay_key(const YamlNode* node, DraftRouter& router, ProblemLog& log);

// Checks the overlays against a topology that has passed all other checks, and adds them to it.
void check_overlays(const Draft& draft, Topology& topology, ProblemLog& log);

// Checks names, references and the tree of groups. The result is valid only if the log is empty
// afterwards.
Topology check_draft(const Draft& draft, ProblemLog& log);

}  // namespace triad::topology
