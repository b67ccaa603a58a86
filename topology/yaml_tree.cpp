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

Place place_of(const YAML::Mark& mark) {
  // yaml-cpp returns -1 for an unknown position.
  return {std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
}

// Stops yaml-cpp's parser, which cannot be stopped without an exception. Caught in this file.
struct Refused {
  Place at;
  std::string what;
  std::string cure;
};

// Builds the tree from the parser's events.
class TreeBuilder : public YAML::EventHandler {
 public:
  explicit TreeBuilder(const YamlLimits& limits) : limits_(limits) {}

  YamlNode take() { return std::move(root_); }
  std::size_t documents() const { return documents_; }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) {
      throw Refused{place_of(mark), "a second YAML document begins here",
                    "keep one and remove what follows it"};
    }
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({YamlNode::Kind::null, place_of(mark)}, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                const std::string& value) override {
    if (value.size() > limits_.text_bytes) {
      throw Refused{place_of(mark), "a text of " + std::to_string(value.size()) + " bytes",
                    "write at most " + std::to_string(limits_.text_bytes)};
    }
    add({YamlNode::Kind::text, place_of(mark), value}, anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchored_.find(anchor);
    if (known == anchored_.end()) {
      throw Refused{place_of(mark), "an alias is inside its own anchor",
                    "write the value in its place"};
    }
    const Anchored& meant = known->second;
    count(place_of(mark), meant.nodes, meant.height);
    YamlNode copy = meant.node;
    copy.at = place_of(mark);
    put(std::move(copy), meant.nodes, meant.height);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::list, mark, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(YamlNode::Kind::map, mark, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // A list or map that is still open, with its current number of nodes and levels.
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::size_t nodes = 1;
    std::size_t height = 1;
  };
  struct Anchored {
    YamlNode node;
    std::size_t nodes = 1;
    std::size_t height = 1;
  };

  void count(Place at, std::size_t nodes, std::size_t height) {
    nodes_ += nodes;
    if (nodes_ > limits_.nodes) {
      throw Refused{at, "the file has more than " + std::to_string(limits_.nodes) + " values",
                    "make it smaller; each alias counts as a copy of its value"};
    }
    if (open_.size() + height > limits_.depth) {
      throw Refused{
          at, "lists and maps are nested more than " + std::to_string(limits_.depth) + " deep",
          "nest them less"};
    }
  }

  void add(YamlNode node, YAML::anchor_t anchor) {
    count(node.at, 1, 1);
    if (anchor != YAML::NullAnchor) remember(anchor, {node, 1, 1});
    put(std::move(node), 1, 1);
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, YAML::anchor_t anchor) {
    count(place_of(mark), 1, 1);
    open_.push_back({{kind, place_of(mark)}, anchor});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor != YAML::NullAnchor) {
      remember(done.anchor, {done.node, done.nodes, done.height});
    }
    put(std::move(done.node), done.nodes, done.height);
  }

  // The copy kept for aliases counts as well.
  void remember(YAML::anchor_t anchor, Anchored anchored) {
    count(anchored.node.at, anchored.nodes, 0);
    anchored_.insert_or_assign(anchor, std::move(anchored));
  }

  void put(YamlNode node, std::size_t nodes, std::size_t height) {
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    Open& parent = open_.back();
    parent.nodes += nodes;
    parent.height = std::max(parent.height, height + 1);
    const bool is_value =
        parent.node.kind == YamlNode::Kind::map && parent.node.items.size() % 2 == 1;
    // For an absent value yaml-cpp returns the position of the next token.
    if (is_value && node.kind == YamlNode::Kind::null) node.at = parent.node.items.back().at;
    parent.node.items.push_back(std::move(node));
  }

  const YamlLimits& limits_;
  YamlNode root_;
  std::vector<Open> open_;
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
std::optional<Refused> control_character(std::string_view text) {
  Place at;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && c != '\n' && c != '\r' && c != '\t') || byte == 0x7f) {
      return Refused{at, "a control character, " + shown({&c, 1}),
                     "write the file as UTF-8 text, with an editor"};
    }
    at = c == '\n' ? Place{at.line + 1, 1} : Place{at.line, at.column + 1};
  }
  return std::nullopt;
}

std::optional<Refused> long_line(std::string_view text, std::size_t bytes_max) {
  int line = 1;
  for (std::size_t begin = 0; begin < text.size(); ++line) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (end - begin > bytes_max) {
      return Refused{{line, 1},
                     "a line of " + std::to_string(end - begin) + " bytes",
                     "write at most " + std::to_string(bytes_max)};
    }
    begin = end + 1;
  }
  return std::nullopt;
}

std::optional<Refused> exceeds(std::string_view text, const YamlLimits& limits) {
  if (text.size() > limits.bytes) {
    return Refused{{},
                   "the file has " + std::to_string(text.size()) + " bytes, more than the " +
                       std::to_string(limits.bytes) + " that are read",
                   "is this the right file? A mesh needs far less"};
  }
  // Before yaml-cpp reports an open bracket, it scans the whole content; before it reports a word,
  // it scans the rest of the line. It allocates about a hundred times the size of the scanned text.
  const auto marks = static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return c == '[' || c == '{' || c == ','; }));
  if (marks > limits.nodes) {
    return Refused{
        {},
        "the file has more than " + std::to_string(limits.nodes) + " brackets and commas",
        "is this the right file? A mesh needs far less"};
  }
  if (auto refused = long_line(text, limits.line_bytes)) return refused;
  return control_character(text);
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
  if (auto refused = exceeds(text, limits)) {
    log.add(refused->at, refused->what, refused->cure);
    return std::nullopt;
  }
  TreeBuilder builder(limits);
  try {
    TextBuffer buffer(text);
    std::istream stream(&buffer);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const Refused& refused) {
    log.add(refused.at, refused.what, refused.cure);
    return std::nullopt;
  } catch (const YAML::Exception& fault) {
    log.add(place_of(fault.mark), "this is not YAML: " + printable(fault.msg),
            "correct it here or in the lines before");
    return std::nullopt;
  }
  return builder.take();
}

}  // namespace triad::topology
