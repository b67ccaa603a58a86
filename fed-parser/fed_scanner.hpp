// Tokens of a FED text for the Bison grammar. Runs the Flex scanner (fed_tokens.l), and tracks
// line, column and open lists. At the end of the file it closes the open lists, so the grammar
// always sees a complete FED. For messages it also names the word that is expected next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// Value of a grammar symbol. Each symbol uses one member.
struct SemanticValue {
  Word word;
  core::Transportation transportation = core::Transportation::reliable;
  core::Ordering order = core::Ordering::receive;
  ClassNode* class_node = nullptr;
  SpaceNode* space_node = nullptr;
  std::vector<ClassNode*>* class_list = nullptr;
};

// A list without its ")" so far.
struct OpenList {
  Location at;
  int keyword = 0;        // Token kind of its first element; 0 if there is none yet.
  Word head;              // The first element.
  std::size_t words = 0;  // Number of words after it.
  Word first_word;
};

class Scanner {
 public:
  Scanner(std::string_view text, DiagnosticLog& log);
  ~Scanner();
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;

  // Returns the kind of the next token, for yylex.
  int next_token(SemanticValue& value, Location& at);

  // Returns true after the end of the text or after the scanner has stopped reading it. The tokens
  // that follow are not in the file, and errors about them must not be reported.
  bool has_ended() const { return has_ended_; }
  // Returns the description of a word at the position of the last token, such as "the attribute's
  // name".
  std::string expected_word() const;
  // Returns the innermost open list; null at the outermost level.
  const OpenList* innermost() const { return open_.empty() ? nullptr : &open_.back(); }

  // Called by the Flex rules: at a token of `length` bytes, at the end of a line, and for each kind
  // of fault.
  void begin_token(std::size_t length);
  void end_line();
  void report_lone_semicolon();
  void report_unterminated_quote();
  void report_unexpected_byte();

 private:
  int open_list();
  int close_list();
  int count_word(int kind, bool quoted);
  int close_next_open_list();
  void report_open_lists();
  bool is_inside_interactions() const;

  std::string_view text_;
  DiagnosticLog& log_;
  void* flex_ = nullptr;

  std::size_t offset_ = 0;  // End of the current token.
  std::size_t line_start_ = 0;
  int line_ = 1;
  Word token_;
  std::vector<OpenList> open_;
  OpenList enclosing_;  // The list that contains the last token, in its state before that token.
  bool has_ended_ = false;
};

// Returns "8:3".
std::string to_string(Location at);

}  // namespace triad::fed
