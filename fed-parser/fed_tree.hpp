// The actions of the FED grammar: builds the syntax tree and words the errors that the grammar
// finds. Called by fed_grammar.y only; knows nothing of the object model's rules (model_builder
// does).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/fed_scanner.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

class FedTree {
 public:
  // What the grammar would have taken instead of the token that it found.
  struct Expected {
    bool left = false, right = false, word = false, fed = false, top = false, section = false;
    bool space = false, dimension = false, class_ = false, attribute = false, parameter = false;
  };

  FedTree(SyntaxTree& tree, const Scanner& scanner, DiagnosticLog& log)
      : tree_(tree), scanner_(scanner), log_(log) {}

  ClassNode* new_class() { return &tree_.class_nodes.emplace_back(); }
  SpaceNode* new_space() { return &tree_.space_nodes.emplace_back(); }
  std::vector<ClassNode*>* new_class_list() { return &class_lists_.emplace_back(); }

  void federation(Word keyword, Word name);
  void version(Word keyword, Word name);
  void add_space(SpaceNode* space) { tree_.spaces.push_back(space); }
  void spaces(Word keyword);
  void object_classes(Word keyword, const std::vector<ClassNode*>& classes);
  void interaction_classes(Word keyword, const std::vector<ClassNode*>& classes);
  core::Transportation transportation(Word word);
  core::Ordering order(Word word);

  void end_fed(Location at) { fed_ = at; }
  void end_broken_fed(Location at);
  void lose_items() { items_lost_ = true; }
  void lose_spaces() { tree_.spaces_complete = false; }
  // What only the whole file shows.
  void finish();

  void syntax_error(std::string_view found, Location at, const Expected& expected);
  void stray(Word word);
  // A section, just read, stands inside another list.
  void misplaced(Location at);
  void trailing(std::string_view found, Location at);
  void trailing_section(Location at);
  void internal_error(Location at, const std::string& message) { log_.error(at, message); }

 private:
  void once(std::optional<Location>& first, Word keyword);

  SyntaxTree& tree_;
  const Scanner& scanner_;
  DiagnosticLog& log_;
  std::deque<std::vector<ClassNode*>> class_lists_;

  std::optional<Location> federation_, version_, spaces_, objects_, interactions_;
  Location fed_;
  std::string_view last_section_;
  bool items_lost_ = false;
  bool trailing_ = false;
};

}  // namespace triad::fed
