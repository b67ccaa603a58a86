#include "topology/draft_fields.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace triad::topology {

namespace {

constexpr std::size_t kNameBytesMax = 255;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Returns the characters separated by blanks.
std::string joined_by_blanks(std::string_view characters) {
  std::string text;
  for (const char c : characters) text += std::string(text.empty() ? "" : " ") + c;
  return text;
}

}  // namespace

bool is_name(std::string_view text, std::string_view punctuation) {
  return !text.empty() && text.size() <= kNameBytesMax && std::ranges::all_of(text, [&](char c) {
    return is_letter_or_digit(c) || punctuation.find(c) != punctuation.npos;
  });
}

Fields::Fields(const YamlNode& node, std::string owner, std::vector<std::string_view> keys,
               ProblemLog& log)
    : node_(node), owner_(std::move(owner)), log_(log) {
  if (!is_map()) {
    log_.add(node.at, owner_ + " is " + std::string(name_of(node.kind)) + ", not a map",
             "write `key: value` with the keys " + alternatives(keys));
    return;
  }
  std::map<std::string_view, Location> seen;
  for (std::size_t i = 0; i < node.items.size(); i += 2) {
    const YamlNode& key = node.items[i];
    if (key.kind != YamlNode::Kind::text) {
      log_.add(key.at, "a key of " + owner_ + " is " + std::string(name_of(key.kind)),
               "write one of " + alternatives(keys));
      continue;
    }
    const auto [before, is_new] = seen.emplace(key.text, key.at);
    if (std::ranges::find(keys, key.text) == keys.end()) {
      if (!log_.has_room()) {
        log_.add(key.at, "an unknown key", "remove it");
        continue;
      }
      log_.add(key.at, "there is no key " + quoted_text(key.text) + " in " + owner_,
               suggestion(key.text, keys, "there are " + alternatives(keys)));
    } else if (!is_new) {
      log_.add(key.at,
               "the key " + quoted_text(key.text) + " of " + owner_ + " is there already, in " +
                   line_of(before->second),
               "keep one of the two");
    }
  }
}

const YamlNode* Fields::find(std::string_view key) const {
  if (!is_map()) return nullptr;
  for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
    const YamlNode& candidate = node_.items[i];
    if (candidate.kind == YamlNode::Kind::text && candidate.text == key) return &node_.items[i + 1];
  }
  return nullptr;
}

const YamlNode* Fields::require(std::string_view key, std::string_view example) const {
  const YamlNode* const node = find(key);
  if (node == nullptr && is_map()) {
    log_.add(node_.at, owner_ + " has no " + quoted_text(key),
             "add `" + std::string(example) + "`");
  }
  return node;
}

void Fields::log_fault(Location at, std::string_view key, std::string_view fault,
                       std::string cure) const {
  log_.add(at, quoted_text(key) + " of " + owner_ + " " + std::string(fault), std::move(cure));
}

const YamlNode* Fields::text(const YamlNode* node, std::string_view key) const {
  if (node == nullptr) return nullptr;
  if (node->kind == YamlNode::Kind::text && !node->text.empty()) return node;
  const bool is_empty = node->kind == YamlNode::Kind::null || node->kind == YamlNode::Kind::text;
  log_fault(node->at, key, "is " + std::string(is_empty ? "empty" : name_of(node->kind)),
            "write one text");
  return nullptr;
}

LocatedName Fields::name(const YamlNode* node, std::string_view key,
                         std::string_view punctuation) const {
  if (text(node, key) == nullptr) return {{}, node == nullptr ? node_.at : node->at};
  if (!is_name(node->text, punctuation)) {
    log_fault(node->at, key, "is " + quoted_text(node->text),
              "write up to " + std::to_string(kNameBytesMax) + " letters, digits and " +
                  joined_by_blanks(punctuation));
    return {{}, node->at};
  }
  return {node->text, node->at};
}

std::optional<Located<std::uint64_t>> Fields::number(const YamlNode* node, std::string_view key,
                                                     std::uint64_t least,
                                                     std::uint64_t most) const {
  if (node == nullptr) return std::nullopt;
  const std::string range =
      "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
  if (node->kind != YamlNode::Kind::text) {
    log_fault(node->at, key, "is " + std::string(name_of(node->kind)), "write " + range);
    return std::nullopt;
  }
  std::uint64_t value = 0;
  const char* const end = node->text.data() + node->text.size();
  const auto [read_to, fault] = std::from_chars(node->text.data(), end, value);
  if (fault != std::errc() || read_to != end || value < least || value > most) {
    log_fault(node->at, key, "is " + quoted_text(node->text), "write " + range);
    return std::nullopt;
  }
  return Located<std::uint64_t>{value, node->at};
}

std::optional<bool> Fields::flag(const YamlNode* node, std::string_view key) const {
  if (node == nullptr) return std::nullopt;
  if (node->kind == YamlNode::Kind::text && node->text == "true") return true;
  if (node->kind == YamlNode::Kind::text && node->text == "false") return false;
  const bool is_text = node->kind == YamlNode::Kind::text;
  log_fault(node->at, key,
            "is " + (is_text ? quoted_text(node->text) : std::string(name_of(node->kind))),
            "write true or false");
  return std::nullopt;
}

std::vector<const YamlNode*> Fields::items(const YamlNode* node, std::string_view key,
                                           bool allow_single_text) const {
  std::vector<const YamlNode*> found;
  if (node == nullptr) return found;
  if (node->kind == YamlNode::Kind::list) {
    for (const YamlNode& item : node->items) found.push_back(&item);
  } else if (allow_single_text && node->kind == YamlNode::Kind::text) {
    found.push_back(node);
  } else {
    log_fault(node->at, key, "is " + std::string(name_of(node->kind)) + ", not a list",
              "write [ONE, ANOTHER], or each in a line of its own after `- `");
  }
  return found;
}

std::string display_name(std::string_view kind, const YamlNode& node) {
  if (node.kind == YamlNode::Kind::map) {
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      const YamlNode& key = node.items[i];
      const YamlNode& value = node.items[i + 1];
      if (key.text == "name" && value.kind == YamlNode::Kind::text && !value.text.empty()) {
        return std::string(kind) + " " + quoted_text(value.text);
      }
    }
  }
  return "a " + std::string(kind);
}

}  // namespace triad::topology
