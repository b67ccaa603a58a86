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
struct Located {
  T value = {};
  Location at = {};
};

using LocatedName = Located<std::string>;

// Options of links that the file gives.
struct DraftOptions {
  std::optional<Located<std::uint64_t>> keepalive = {};
  std::optional<Located<std::pair<std::uint64_t, std::uint64_t>>> retry = {};
  std::optional<Located<std::uint64_t>> peer_lost_after = {};
  std::optional<Located<LongLinkOptions>> long_link = {};
  std::optional<Located<bool>> is_encrypted = {};
};

struct DraftOverlay {
  Overlay value = {};
  Location at = {};
  LocatedName registry = {};
  std::vector<std::pair<std::string, std::vector<LocatedName>>> senders = {};
};

struct DraftRouter {
  Router value = {};
  Location name_at = {};
  Location process_at = {};
  std::vector<Location> listen_at = {};  // One for each element of value.listen.
  std::vector<Location> share_at = {};   // One for each element of value.share.
  Location mpi_at = {};                  // Position of mpi://, if value.is_rank.
  Location key_at = {};
};

struct DraftGroup {
  LocatedName name = {};
  std::vector<LocatedName> heads = {};    // The first, and the spare ones.
  std::vector<LocatedName> parents = {};  // Empty: the group has none.
  std::optional<DraftOverlay> overlay = {};
  std::vector<DraftRouter> routers = {};
};

struct DraftLink {
  LocatedName a = {};
  LocatedName b = {};
  std::optional<Located<LinkKind>> kind = {};
  DraftOptions options = {};
};

struct Draft {
  LocatedName name = {};
  LocatedName rtig = {};
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
