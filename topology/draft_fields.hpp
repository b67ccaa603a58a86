// A map of a topology file by its keys, and its values by type; what is wrong goes to the log. Used
// by read_draft().
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "topology/draft.hpp"

namespace triad::topology {

// What a name may consist of, besides letters and digits.
inline constexpr std::string_view kNamePunctuation = "-_.";
inline constexpr std::string_view kHostPunctuation = "-_.:%";

// Letters, digits and those, at least one and not too many.
bool is_name(std::string_view text, std::string_view punctuation);

class Fields {
 public:
  // `owner` is what messages call the map: "router \"alpha\"". Says which keys are unknown or
  // twice.
  Fields(const YamlNode& node, std::string owner, std::vector<std::string_view> keys,
         ProblemLog& log);

  bool is_map() const { return node_.kind == YamlNode::Kind::map; }
  Place at() const { return node_.at; }

  // Null: the key is not there.
  const YamlNode* find(std::string_view key) const;
  // The same, and says so; `example` is what to write: "host: ws1".
  const YamlNode* need(std::string_view key, std::string_view example) const;

  // These take what find() or need() gave, which may be null. The key is for messages. A name that
  // is not there has the place of the map.
  PlacedName name(const YamlNode* node, std::string_view key,
                  std::string_view punctuation = kNamePunctuation) const;
  std::optional<Placed<std::uint64_t>> number(const YamlNode* node, std::string_view key,
                                              std::uint64_t least, std::uint64_t most) const;
  std::optional<bool> flag(const YamlNode* node, std::string_view key) const;
  // Of a list its items, of a text itself where `also_one`; else nothing.
  std::vector<const YamlNode*> items(const YamlNode* node, std::string_view key,
                                     bool also_one) const;
  // A text that is there; null: said so.
  const YamlNode* text(const YamlNode* node, std::string_view key) const;

  void wrong(Place at, std::string_view key, std::string_view what, std::string cure) const;

 private:
  const YamlNode& node_;
  std::string owner_;
  ProblemLog& log_;
};

// "router \"alpha\"", or "a router" where the map has no name.
std::string called(std::string_view kind, const YamlNode& node);

}  // namespace triad::topology
