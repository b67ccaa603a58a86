// Converts YAML text to a tree of values with positions; the only user of yaml-cpp. Called by
// read_topology(). Independent of topologies.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/problem.hpp"

namespace triad::topology {

// Limits on a file, against files made to exhaust time or memory. An alias counts as a copy of its
// target.
struct YamlLimits {
  std::size_t bytes = 16u << 20;
  std::size_t nodes = 100'000;
  std::size_t line_bytes = 1u << 20;
  std::size_t depth = 16;
  std::size_t text_bytes = 1000;  // Limit on one text.
};

struct YamlNode {
  enum class Kind { null, text, list, map };

  Kind kind = Kind::null;
  Location at;
  std::string text = {};
  std::vector<YamlNode> items = {};  // Items of a list; of a map key, value, key, value and so on.
};

// Returns "a text", "a list" and so on, for messages.
std::string_view name_of(YamlNode::Kind kind);

// Parses the text. Returns nothing and logs the reason if it is not YAML, exceeds a limit, or uses
// an unsupported feature. Returns a null node if the text has no value.
std::optional<YamlNode> read_yaml(std::string_view text, ProblemLog& log,
                                  const YamlLimits& limits = {});

// Returns the value of a key of a map; null if the map does not have it.
const YamlNode* find(const YamlNode& map, std::string_view key);
// Logs keys of a map that are not allowed, with a suggestion, and keys that are there twice.
void check_keys(const YamlNode& map, const std::vector<std::string_view>& allowed, ProblemLog& log);

}  // namespace triad::topology
