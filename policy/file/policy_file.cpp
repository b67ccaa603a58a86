#include "policy/file/policy_file.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "topology/yaml_tree.hpp"

namespace triad::policy {

namespace {

using topology::check_keys;
using topology::find;
using topology::Location;
using topology::ProblemLog;
using topology::YamlNode;

constexpr topology::YamlLimits kLimits{.bytes = kPolicyBytesMax,
                                       .nodes = 300'000,
                                       .line_bytes = 64u << 10,
                                       .depth = 8,
                                       .text_bytes = 1000};
constexpr std::string_view kGroupWord = "group ";

template <class Enumerator>
std::vector<std::string_view> names_of(std::span<const Enumerator> all) {
  std::vector<std::string_view> names;
  for (const Enumerator one : all) names.push_back(name_of(one));
  return names;
}

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?") != text.npos;
}

class PolicyReader {
 public:
  explicit PolicyReader(ProblemLog& log) : log_(log) {}

  std::vector<Rule> read(const YamlNode& root) {
    std::vector<Rule> rules;
    if (root.kind != YamlNode::Kind::map) {
      log_.add(root.at, "a policy is a map with the key `rules`",
               "write `rules:`, and below it a list; `rules: []` denies everything");
      return rules;
    }
    check_keys(root, {"groups", "rules"}, log_);
    if (const YamlNode* const groups = find(root, "groups")) read_groups(*groups);
    const YamlNode* const list = find(root, "rules");
    if (list == nullptr) {
      log_.add(root.at, "the key `rules` is missing", "write `rules: []` to deny everything");
    } else if (list->kind != YamlNode::Kind::list) {
      log_.add(list->at, "`rules` is " + std::string(topology::name_of(list->kind)),
               "write a list, each item of which begins with `- allow:` or `- deny:`");
    } else if (list->items.size() > kRulesMax) {
      log_.add(list->at, "there are " + std::to_string(list->items.size()) + " rules",
               "write at most " + std::to_string(kRulesMax));
    } else {
      for (const YamlNode& item : list->items) read_rule(item, rules);
    }
    return rules;
  }

 private:
  // --- Texts.
  // Returns the texts of a list, or a text alone.
  std::vector<const YamlNode*> texts(const YamlNode& node, std::string_view key) {
    std::vector<const YamlNode*> found;
    const auto add = [&](const YamlNode& one) {
      if (one.kind == YamlNode::Kind::text && !one.text.empty()) {
        found.push_back(&one);
      } else {
        log_.add(one.at,
                 "a value of `" + std::string(key) + "` is " +
                     (one.kind == YamlNode::Kind::text ? std::string("an empty text")
                                                       : std::string(topology::name_of(one.kind))),
                 "write a text, or a list of texts such as [a, b]");
      }
    };
    if (node.kind != YamlNode::Kind::list) {
      add(node);
      return found;
    }
    if (node.items.empty()) {
      log_.add(node.at, "`" + std::string(key) + "` is an empty list, which would match nothing",
               "write values, or remove the key to match everything");
    }
    for (const YamlNode& one : node.items) add(one);
    return found;
  }

  // --- Groups.
  void read_groups(const YamlNode& groups) {
    if (groups.kind != YamlNode::Kind::map) {
      return log_.add(groups.at, "`groups` is " + std::string(topology::name_of(groups.kind)),
                      "write lines NAME: [PRINCIPAL, ...] below it");
    }
    for (std::size_t i = 0; i + 1 < groups.items.size(); i += 2) {
      const YamlNode& name = groups.items[i];
      if (name.kind != YamlNode::Kind::text || name.text.empty()) {
        log_.add(name.at, "the name of a group is no text", "write a name");
        continue;
      }
      const auto [group, is_new] = groups_.try_emplace(name.text);
      if (!is_new) {
        log_.add(name.at, "the group " + topology::quoted_text(name.text) + " is there twice",
                 "give one of them another name");
        continue;
      }
      for (const YamlNode* const one : texts(groups.items[i + 1], "groups")) {
        if (one->text.starts_with(kGroupWord)) {
          log_.add(one->at, "a group within a group", "write the principals themselves");
        } else {
          add_principal(*one, group->second);
        }
      }
    }
  }

  // --- Rules.
  void read_rule(const YamlNode& item, std::vector<Rule>& rules) {
    if (item.kind != YamlNode::Kind::map) {
      return log_.add(item.at, "a rule is " + std::string(topology::name_of(item.kind)),
                      "write `- allow: ACTIONS` or `- deny: ACTIONS`, and below it the other keys");
    }
    check_keys(item, {"allow", "deny", "principals", "federations", "federates", "operations"},
               log_);
    const YamlNode* const allow = find(item, "allow");
    const YamlNode* const deny = find(item, "deny");
    if ((allow == nullptr) == (deny == nullptr)) {
      return log_.add(item.at,
                      allow == nullptr ? "a rule without `allow` and `deny`"
                                       : "a rule with both `allow` and `deny`",
                      "write one of them, with its actions");
    }
    Rule rule{.line = item.at.line, .allows = allow != nullptr};
    read_actions(allow != nullptr ? *allow : *deny, allow != nullptr ? "allow" : "deny", rule);
    if (const YamlNode* const node = find(item, "principals")) read_principals(*node, rule);
    if (const YamlNode* const node = find(item, "federations")) {
      read_patterns(*node, "federations", rule.federations);
    }
    if (const YamlNode* const node = find(item, "federates")) {
      read_patterns(*node, "federates", rule.federates);
      require_single_action(*node, "federates", Action::join, rule);
    }
    if (const YamlNode* const node = find(item, "operations")) {
      read_operations(*node, rule);
      require_single_action(*node, "operations", Action::operate, rule);
    }
    rules.push_back(std::move(rule));
  }

  void read_actions(const YamlNode& node, std::string_view key, Rule& rule) {
    for (const YamlNode* const one : texts(node, key)) {
      if (one->text == "all") {
        rule.actions.assign(std::begin(kActions), std::end(kActions));
        continue;
      }
      add_named<Action>(*one, "action", kActions, "all", rule.actions);
    }
  }

  void read_operations(const YamlNode& node, Rule& rule) {
    for (const YamlNode* const one : texts(node, "operations")) {
      add_named<Operation>(*one, "operation", kOperations, {}, rule.operations);
    }
  }

  // `also`: a further word that is allowed; empty: none.
  template <class Enumerator>
  void add_named(const YamlNode& node, std::string_view kind, std::span<const Enumerator> all,
                 std::string_view also, std::vector<Enumerator>& into) {
    for (const Enumerator one : all) {
      if (name_of(one) != node.text) continue;
      if (std::ranges::find(into, one) == into.end()) into.push_back(one);
      return;
    }
    if (!log_.has_room()) return log_.add(node.at, "an unknown word", "remove it");
    auto names = names_of(all);
    if (!also.empty()) names.push_back(also);
    log_.add(node.at,
             "the " + std::string(kind) + " " + topology::quoted_text(node.text) + " is unknown",
             topology::suggestion(node.text, names, "write " + topology::alternatives(names)));
  }

  // A key that narrows one action would say nothing about the others.
  void require_single_action(const YamlNode& node, std::string_view key, Action action,
                             const Rule& rule) {
    if (rule.actions.size() == 1 && rule.actions.front() == action) return;
    if (rule.actions.empty()) return;  // their fault is in the log
    const std::string word(name_of(action));
    log_.add(node.at, "`" + std::string(key) + "` in a rule about other actions than " + word,
             "write a rule for " + word + " alone");
  }

  void read_patterns(const YamlNode& node, std::string_view key, std::vector<Pattern>& into) {
    for (const YamlNode* const one : texts(node, key)) add_pattern(*one, into);
  }

  void read_principals(const YamlNode& node, Rule& rule) {
    for (const YamlNode* const one : texts(node, "principals")) {
      if (!one->text.starts_with(kGroupWord)) {
        add_principal(*one, rule.principals);
        continue;
      }
      const std::string name = one->text.substr(kGroupWord.size());
      const auto group = groups_.find(name);
      if (group == groups_.end()) {
        log_.add(one->at, "there is no group " + topology::quoted_text(name),
                 "write it below `groups`, or correct its name here");
        continue;
      }
      for (const Pattern& member : group->second) add_checked(one->at, member, rule.principals);
    }
  }

  void add_principal(const YamlNode& node, std::vector<Pattern>& into) {
    const std::size_t space = node.text.find(' ');
    const std::string_view word = std::string_view(node.text).substr(0, space);
    const bool is_whole = space == std::string::npos;
    const bool is_anonymous = node.text == name_of(Principal::Kind::anonymous);
    if (!has_wildcard(word) && !is_anonymous && (is_whole || !is_kind(word))) {
      return log_.add(node.at, topology::quoted_text(node.text) + " is no principal",
                      "write a kind and a name, such as \"user anna\", \"user *\", \"host ws1\", "
                      "\"key lab\", \"uid 1000\", \"certificate NAME\" or \"router beta\"; or "
                      "anonymous, or \"*\" for all, or \"group NAME\"");
    }
    const std::string_view name = is_whole ? "" : std::string_view(node.text).substr(space + 1);
    if (word == "uid" && !has_wildcard(name) && name.find_first_not_of("0123456789") != name.npos) {
      return log_.add(node.at, topology::quoted_text(node.text) + " has no number",
                      "write the user's number, as `id -u` prints it: uid 1000");
    }
    add_pattern(node, into);
  }

  static bool is_kind(std::string_view word) {
    return !parse_principal(std::string(word) + " 1").is_anonymous();
  }

  void add_pattern(const YamlNode& node, std::vector<Pattern>& into) {
    add_checked(node.at, Pattern(node.text), into);
  }

  void add_checked(Location at, const Pattern& pattern, std::vector<Pattern>& into) {
    if (++patterns_ > kPatternsMax) {
      if (patterns_ == kPatternsMax + 1) {
        log_.add(at, "there are more than " + std::to_string(kPatternsMax) + " patterns",
                 "write fewer; a group counts at each use");
      }
      return;
    }
    into.push_back(pattern);
  }

  ProblemLog& log_;
  std::map<std::string, std::vector<Pattern>, std::less<>> groups_;
  std::size_t patterns_ = 0;
};

}  // namespace

boost::system::result<Policy, Problems> parse_policy(std::string_view text, std::string_view file) {
  ProblemLog log(file);
  const auto tree = topology::read_yaml(text, log, kLimits);
  std::vector<Rule> rules;
  if (tree) rules = PolicyReader(log).read(*tree);
  if (!log.empty()) return log.take_problems();
  return Policy(std::string(file), std::move(rules));
}

std::string text_of(const Problems& problems) {
  std::string text;
  for (const topology::Problem& one : problems) text += (text.empty() ? "" : "; ") + one.text();
  return text;
}

}  // namespace triad::policy
