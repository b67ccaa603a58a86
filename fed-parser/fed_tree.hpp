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
  void set_federation(Word keyword, Word name);
  void set_version(Word keyword, Word name);
  void add_space(SpaceNode* space) { tree_.spaces.push_back(space); }
  void end_spaces(Word keyword);
  void add_object_classes(Word keyword, const std::vector<ClassNode*>& classes);
  void add_interaction_classes(Word keyword, const std::vector<ClassNode*>& classes);
  // Convert a word. For an unknown word they log an error and return a default.
  core::Transportation parse_transportation(Word word);
  core::Ordering parse_order(Word word);

  // Record the position of "(FED".
  void end_fed(Location at) { fed_at_ = at; }
  void end_broken_fed(Location at);
  // Record that errors have hidden items or spaces, so that missing ones are not reported.
  void record_lost_items() { has_lost_items_ = true; }
  void record_lost_spaces() { tree_.has_all_spaces = false; }
  // Reports errors that are known only at the end of the file.
  void finish();

  // Reports a token that the grammar does not accept.
  void report_syntax_error(std::string_view found, Location at, const Expected& expected);
  // Reports a word between lists.
  void report_stray_word(Word word);
  // Reports that the section just read is inside another list.
  void report_misplaced_section(Location at);
  // Report text after the end of the FED, once.
  void report_trailing_text(std::string_view found, Location at);
  void report_trailing_section(Location at);
  void report_internal_error(Location at, const std::string& message) {
    log_.add_error(at, message);
  }

 private:
  void check_first(std::optional<Location>& first, Word keyword);

  SyntaxTree& tree_;
  const Scanner& scanner_;
  DiagnosticLog& log_;
  std::deque<std::vector<ClassNode*>> class_lists_;

  std::optional<Location> federation_at_, version_at_, spaces_at_, objects_at_, interactions_at_;
  Location fed_at_;
  std::string_view last_section_;
  bool has_lost_items_ = false;
  bool has_reported_trailing_ = false;
};

}  // namespace triad::fed
