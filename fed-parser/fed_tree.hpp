// Actions of the FED grammar: they build the syntax tree and compose the messages of syntax errors.
// Called only by fed_grammar.y. The rules of the object model are in model_builder.
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
  // Tokens that the grammar would have accepted in place of the one found.
  struct Expected {
    bool left = false, right = false, word = false, fed = false, top = false, section = false;
    bool space = false, dimension = false, class_ = false, attribute = false, parameter = false;
  };

  FedTree(SyntaxTree& tree, const Scanner& scanner, DiagnosticLog& log)
      : tree_(tree), scanner_(scanner), log_(log) {}

  // Make empty nodes. The tree, or this object, owns them.
  ClassNode* new_class() { return &tree_.class_nodes.emplace_back(); }
  SpaceNode* new_space() { return &tree_.space_nodes.emplace_back(); }
  std::vector<ClassNode*>* new_class_list() { return &class_lists_.emplace_back(); }

  // Record the header and the sections. They log a second one of the same kind.
  void federation(Word keyword, Word name);
  void version(Word keyword, Word name);
  void add_space(SpaceNode* space) { tree_.spaces.push_back(space); }
  void spaces(Word keyword);
  void object_classes(Word keyword, const std::vector<ClassNode*>& classes);
  void interaction_classes(Word keyword, const std::vector<ClassNode*>& classes);
  // Convert a word. For an unknown word they log an error and return a default.
  core::Transportation transportation(Word word);
  core::Ordering order(Word word);

  // Record the position of "(FED".
  void end_fed(Location at) { fed_ = at; }
  void end_broken_fed(Location at);
  // Record that errors have hidden items or spaces, so that missing ones are not reported.
  void lose_items() { items_lost_ = true; }
  void lose_spaces() { tree_.spaces_complete = false; }
  // Reports errors that are known only at the end of the file.
  void finish();

  // Reports a token that the grammar does not accept.
  void syntax_error(std::string_view found, Location at, const Expected& expected);
  // Reports a word between lists.
  void stray(Word word);
  // Reports that the section just read is inside another list.
  void misplaced(Location at);
  // Report text after the end of the FED, once.
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
