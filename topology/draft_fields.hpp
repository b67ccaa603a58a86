// Access to a map of a topology file by key, and to its values by type. Faults go to the log. Used
// by read_draft().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/draft.hpp"

namespace triad::topology {

// Characters that names may contain besides letters and digits.
inline constexpr std::string_view kNamePunctuation = "-_.";
inline constexpr std::string_view kHostPunctuation = "-_.:%";

// Returns whether `text` has only letters, digits and `punctuation`, and a valid length.
bool is_name(std::string_view text, std::string_view punctuation);

class Fields {
 public:
  // Logs unknown and repeated keys of the map. `owner` is the map's name in messages, such as
  // "router \"alpha\"".
  Fields(const YamlNode& node, std::string owner, std::vector<std::string_view> keys,
         ProblemLog& log);

  bool is_map() const { return node_.kind == YamlNode::Kind::map; }
  Location at() const { return node_.at; }

  // Returns the value of a key; null if the key is missing.
  const YamlNode* find(std::string_view key) const;
  // Returns the value of a key, or logs that the key is missing and returns null. `example` is a
  // line that the user can write, such as "host: ws1".
  const YamlNode* require(std::string_view key, std::string_view example) const;

  // Convert a result of find() or require(), which may be null. `key` is for messages. A missing
  // name has the map's position.
  LocatedName name(const YamlNode* node, std::string_view key,
                   std::string_view punctuation = kNamePunctuation) const;
  std::optional<Located<std::uint64_t>> number(const YamlNode* node, std::string_view key,
                                               std::uint64_t least, std::uint64_t most) const;
  std::optional<bool> flag(const YamlNode* node, std::string_view key) const;
  // Returns the items of a list. Returns the node itself if it is a text and `allow_single_text` is
  // true. Returns nothing otherwise.
  std::vector<const YamlNode*> items(const YamlNode* node, std::string_view key,
                                     bool allow_single_text) const;
  // Returns the node if it is a text that is not empty; otherwise logs the fault and returns null.
  const YamlNode* text(const YamlNode* node, std::string_view key) const;

  // Logs a fault of the value of `key`.
  void log_fault(Location at, std::string_view key, std::string_view fault, std::string cure) const;

 private:
  const YamlNode& node_;
  std::string owner_;
  ProblemLog& log_;
};

// Returns "router \"alpha\"", or "a router" if the map has no name.
std::string display_name(std::string_view kind, const YamlNode& node);

}  // namespace triad::topology
