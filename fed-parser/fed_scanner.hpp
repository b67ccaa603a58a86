// The tokens of a FED text, as the Bison grammar asks for them: runs the Flex scanner
// (fed_tokens.l), keeps line, column and the lists that are open, and closes at the end of the file
// what the file left open, so that the grammar always sees a whole FED. Knows nothing of what the
// lists mean beyond naming the word that is expected next.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fed-parser/diagnostic.hpp"
#include "fed-parser/syntax_tree.hpp"

namespace triad::fed {

// The value of a grammar symbol: each symbol uses its own part.
struct SemanticValue {
  Word word;
  core::Transportation transportation = core::Transportation::reliable;
  core::Ordering order = core::Ordering::receive;
  ClassNode* class_node = nullptr;
  SpaceNode* space_node = nullptr;
  std::vector<ClassNode*>* class_list = nullptr;
};

// A list whose ")" has not come yet.
struct OpenList {
  Location at;
  int keyword = 0;        // token kind of its first element; 0 if it has none yet
  Word head;              // that element
  std::size_t words = 0;  // how many words have followed it
  Word first_word;
};

class Scanner {
 public:
  Scanner(std::string_view text, DiagnosticLog& log);
  ~Scanner();
  Scanner(const Scanner&) = delete;
  Scanner& operator=(const Scanner&) = delete;

  // Kind of the next token, for yylex.
  int next(SemanticValue& value, Location& at);

  // True once the text has ended or was given up: what follows is made up, and no error is news.
  bool ended() const { return ended_; }
  // What a word would have been at the place of the last token: "the attribute's name".
  std::string expected_word() const;
  // The innermost list still open; null at the outermost level.
  const OpenList* innermost() const { return open_.empty() ? nullptr : &open_.back(); }

  // For the Flex rules: a token of `length` bytes begins here; a line ends here; a fault was found.
  void begin_token(std::size_t length);
  void end_line();
  void lone_semicolon();
  void unterminated_quote();
  void unexpected_byte();

 private:
  int open_list();
  int close_list();
  int count_word(int kind, bool quoted);
  int close_what_is_open();
  void report_open_lists();
  bool inside_interactions() const;

  std::string_view text_;
  DiagnosticLog& log_;
  void* flex_ = nullptr;

  std::size_t offset_ = 0;  // behind the present token
  std::size_t line_start_ = 0;
  int line_ = 1;
  Word token_;
  std::vector<OpenList> open_;
  OpenList enclosing_;  // the list in which the last token stands, as it was before that token
  bool ended_ = false;
};

// "8:3"
std::string to_string(Location at);

}  // namespace triad::fed
