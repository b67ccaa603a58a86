// YAML text as a tree of values with their places; the only user of yaml-cpp. Called by
// read_topology(). Knows nothing of topologies.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/problem.hpp"

namespace triad::topology {

// A file that exceeds these is refused: it may be made so that reading it never ends. An alias
// counts as a copy of what it stands for.
struct YamlLimits {
  std::size_t bytes = 16u << 20;
  std::size_t nodes = 100'000;
  std::size_t line_bytes = 1u << 20;
  std::size_t depth = 16;
  std::size_t text_bytes = 1000;  // of one text
};

struct YamlNode {
  enum class Kind { null, text, list, map };

  Kind kind = Kind::null;
  Place at;
  std::string text = {};
  std::vector<YamlNode> items = {};  // of a list; of a map key, value, key, value...
};

// "a text", "a list": for messages.
std::string_view name_of(YamlNode::Kind kind);

// Empty: the text is no YAML, or none that is read here, and the log says why. A text without any
// value is a null.
std::optional<YamlNode> read_yaml(std::string_view text, ProblemLog& log,
                                  const YamlLimits& limits = {});

}  // namespace triad::topology
