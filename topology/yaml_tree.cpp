#include "topology/yaml_tree.hpp"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <istream>
#include <map>
#include <streambuf>

namespace triad::topology {

namespace {

Location location_of(const YAML::Mark& mark) {
  // yaml-cpp returns -1 for an unknown position.
  return {std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
}

// Stops yaml-cpp's parser, which cannot be stopped without an exception. Caught in this file.
struct YamlFault {
  Location at;
  std::string description;
  std::string cure;
};

// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const YamlLimits& limits) : limits_(limits) {}

  YamlNode take_tree() { return std::move(root_); }
  std::size_t documents() const { return documents_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      throw YamlFault{location_of(mark), "a second YAML document begins here",
                      "keep one and remove what follows it"};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add_leaf({YamlNode::Kind::null, location_of(mark)}, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    if (value.size() > limits_.text_bytes) {
      throw YamlFault{location_of(mark), "a text of " + std::to_string(value.size()) + " bytes",
                      "write at most " + std::to_string(limits_.text_bytes)};
    }
    add_leaf({YamlNode::Kind::text, location_of(mark), value}, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchored_.find(anchor);
    if (known == anchored_.end()) {
      throw YamlFault{location_of(mark), "an alias is inside its own anchor",
                      "write the value in its place"};
    }
    const Anchored& target = known->second;
    count_nodes(location_of(mark), target.nodes, target.depth);
    YamlNode copy = target.node;
    copy.at = location_of(mark);
    attach_node(std::move(copy), target.nodes, target.depth);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_collection(YamlNode::Kind::list, mark, anchor);
  }
  void OnSequenceEnd() override { close_collection(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_collection(YamlNode::Kind::map, mark, anchor);
  }
  void OnMapEnd() override { close_collection(); }

 private:
  // A list or map that is still open, with its current number of nodes and levels.
  struct OpenCollection {
    YamlNode node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::size_t nodes = 1;
    std::size_t depth = 1;
  };
  struct Anchored {
    YamlNode node;
    std::size_t nodes = 1;
    std::size_t depth = 1;
  };

  void count_nodes(Location at, std::size_t nodes, std::size_t depth) {
    nodes_ += nodes;
    if (nodes_ > limits_.nodes) {
      throw YamlFault{at, "the file has more than " + std::to_string(limits_.nodes) + " values",
                      "make it smaller; each alias counts as a copy of its value"};
    }
    if (open_.size() + depth > limits_.depth) {
      throw YamlFault{
          at, "lists and maps are nested more than " + std::to_string(limits_.depth) + " deep",
          "nest them less"};
    }
  }

  void add_leaf(YamlNode node, YAML::anchor_t anchor) {
    count_nodes(node.at, 1, 1);
    if (anchor != YAML::NullAnchor) remember_anchor(anchor, {node, 1, 1});
    attach_node(std::move(node), 1, 1);
  }

  void open_collection(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    count_nodes(location_of(mark), 1, 1);
    open_.push_back({{kind, location_of(mark)}, anchor});
  }

  void close_collection() {
    OpenCollection done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor != YAML::NullAnchor) {
      remember_anchor(done.anchor, {done.node, done.nodes, done.depth});
    }
    attach_node(std::move(done.node), done.nodes, done.depth);
  }

  // The copy kept for aliases counts as well.
  void remember_anchor(YAML::anchor_t anchor, Anchored anchored) {
    count_nodes(anchored.node.at, anchored.nodes, 0);
    anchored_.insert_or_assign(anchor, std::move(anchored));
  }

  void attach_node(YamlNode node, std::size_t nodes, std::size_t depth) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    OpenCollection& parent = open_.back();
    parent.nodes += nodes;
    parent.depth = std::max(parent.depth, depth + 1);
    const bool is_value =
        parent.node.kind == YamlNode::Kind::map && parent.node.items.size() % 2 == 1;
    // For an absent value yaml-cpp returns the position of the next token.
    if (is_value && node.kind == YamlNode::Kind::null) node.at = parent.node.items.back().at;
    parent.node.items.push_back(std::move(node));
  }

  const YamlLimits& limits_;
  YamlNode root_;
  std::vector<OpenCollection> open_;
  std::map<YAML::anchor_t, Anchored> anchored_;
  std::size_t nodes_ = 0;
  std::size_t documents_ = 0;
};

// Stream buffer that reads the text in place.
class TextBuffer : public std::streambuf {
 public:
  explicit TextBuffer(std::string_view text) {
    char* const begin = const_cast<char*>(text.data());  // Only read.
    setg(begin, begin, begin + text.size());
  }
};

// Finds control characters. yaml-cpp takes 0x04 for the end of the text and would skip the rest; no
// editor writes the other control characters, or the zeros of UTF-16, into a text file.
std::optional<YamlFault> find_control_character(std::string_view text) {
  Location at;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f) {
      return YamlFault{at, "a control character, " + quoted_text({&c, 1}),
                       "write the file as UTF-8 text, with an editor"};
    }
    at = c == '\n' ? Location{at.line + 1, 1} : Location{at.line, at.column + 1};
  }
  return std::nullopt;
}

std::optional<YamlFault> find_long_line(std::string_view text, std::size_t bytes_max) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end - begin > bytes_max) {
      return YamlFault{{line, 1},
                       "a line of " + std::to_string(end - begin) + " bytes",
                       "write at most " + std::to_string(bytes_max)};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<YamlFault> find_exceeded_limit(std::string_view text, const YamlLimits& limits) {
  if (text.size() > limits.bytes) {
    return YamlFault{{},
                     "the file has " + std::to_string(text.size()) + " bytes, more than the " +
                         std::to_string(limits.bytes) + " that are read",
                     "is this the right file? Such files need far less"};
  }
  // Before yaml-cpp reports an open bracket, it scans the whole content; before it reports a word,
  // it scans the rest of the line. It allocates about a hundred times the size of the scanned text.
  const auto marks = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return c == '[' || c == '{' || c == ','; }));
  if (marks > limits.nodes) {
    return YamlFault{
        {},
        "the file has more than " + std::to_string(limits.nodes) + " brackets and commas",
        "is this the right file? Such files need far less"};
  }
  if (auto fault = find_long_line(text, limits.line_bytes)) return fault;
  return find_control_character(text);
}

}  // namespace

std::string_view name_of(YamlNode::Kind kind) {
  switch (kind) {
    case YamlNode::Kind::text:
      return "a text";
    case YamlNode::Kind::list:
      return "a list";
    case YamlNode::Kind::map:
      return "a map";
    case YamlNode::Kind::null:
      break;
  }
  return "empty";
}

std::optional<YamlNode> read_yaml(std::string_view text, ProblemLog& log,
                                  const YamlLimits& limits) {
  if (auto problem = find_exceeded_limit(text, limits)) {
    log.add(problem->at, problem->description, problem->cure);
    return std::nullopt;
  }
  TreeBuilder builder(limits);
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YamlFault& problem) {
    log.add(problem.at, problem.description, problem.cure);
    return std::nullopt;
  } catch (const YAML::Exception& fault) {
    log.add(location_of(fault.mark), "this is not YAML: " + printable(fault.msg),
            "correct it here or in the lines before");
    return std::nullopt;
  }
  return builder.take_tree();
}

const YamlNode* find(const YamlNode& map, std::string_view key) {
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].text == key) return &map.items[i + 1];
  }
  return nullptr;
}

void check_keys(const YamlNode& map, const std::vector<std::string_view>& allowed,
                ProblemLog& log) {
  std::vector<std::string_view> seen;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    const YamlNode& key = map.items[i];
    if (std::ranges::find(allowed, key.text) == allowed.end()) {
      if (!log.has_room()) return log.add(key.at, "an unknown key", "remove it");
      log.add(key.at, "the key " + quoted_text(key.text) + " is unknown",
              suggestion(key.text, allowed, "the keys here are " + alternatives(allowed)));
    } else if (std::ranges::find(seen, key.text) != seen.end()) {
      log.add(key.at, "the key " + quoted_text(key.text) + " is there twice", "remove one of them");
    }
    if (seen.size() <= allowed.size()) seen.push_back(key.text);
  }
}

}  // namespace triad::topology
