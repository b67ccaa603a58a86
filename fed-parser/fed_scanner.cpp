#include "fed-parser/fed_scanner.hpp"

#include "fed-parser/fed_parser.hpp"
#include "fed_grammar.hpp"

namespace triad::fed {

using Token = FedGrammar::token;

// Defined in fed_tokens.l, because Flex's own names are known only there.
void* start_flex(Scanner* scanner, std::string_view text);
int next_flex_token(void* flex);
void stop_flex(void* flex);

namespace {

bool is_word(int kind) {
  return kind != Token::LEFT && kind != Token::RIGHT && kind != Token::END;
}

std::string list_text(const OpenList& list) {
  std::string shown = "\"(" + std::string(list.head.text.substr(0, 40));
  if (list.keyword == Token::CLASS || list.keyword == Token::SPACE) {
    shown += " " + std::string(list.first_word.text.substr(0, 40));
  }
  return shown + "\" of line " + std::to_string(list.at.line);
}

}  // namespace

std::string to_string(Location at) {
  return std::to_string(at.line) + ":" + std::to_string(at.column);
}

Scanner::Scanner(std::string_view text, DiagnosticLog& log)
    : text_(text), log_(log), flex_(start_flex(this, text)) {}

Scanner::~Scanner() {
  stop_flex(flex_);
}

int Scanner::next_token(SemanticValue& value, Location& at) {
  int kind = has_ended_ ? Token::END : next_flex_token(flex_);
  if (kind == Token::END && !has_ended_) {
    token_ = {{}, {line_, static_cast<int>(offset_ - line_start_) + 1}};
    report_open_lists();
  }
  if (kind == Token::LEFT) kind = open_list();
  if (kind == Token::RIGHT) kind = close_list();
  if (kind == Token::END) kind = close_next_open_list();
  if (is_word(kind)) kind = count_word(kind, kind == Token::STRING);
  value.word = token_;
  at = token_.at;
  return kind;
}

int Scanner::open_list() {
  if (open_.size() == kNestingMax) {
    log_.add_error(token_.at, "lists are nested more than " + std::to_string(kNestingMax) +
                                  " deep: the rest of the file was not read");
    return Token::END;
  }
  enclosing_ = open_.empty() ? OpenList() : open_.back();
  open_.push_back({token_.at, 0, {}, 0, {}});
  return Token::LEFT;
}

int Scanner::close_list() {
  enclosing_ = open_.empty() ? OpenList() : open_.back();
  if (!open_.empty()) open_.pop_back();
  return Token::RIGHT;
}

int Scanner::count_word(int kind, bool is_quoted) {
  if (is_quoted) {
    token_.text.remove_prefix(1);
    if (token_.text.ends_with('"')) token_.text.remove_suffix(1);
    if (token_.text.empty()) log_.add_error(token_.at, "found an empty name");
  }
  enclosing_ = open_.empty() ? OpenList() : open_.back();
  if (open_.empty()) return kind;
  OpenList& list = open_.back();
  if (list.keyword == 0) {
    list.keyword = kind;
    list.head = token_;
  } else if (list.words++ == 0) {
    list.first_word = token_;
  }
  return kind;
}

int Scanner::close_next_open_list() {
  has_ended_ = true;
  token_.text = {};
  return open_.empty() ? int{Token::END} : close_list();
}

void Scanner::report_open_lists() {
  if (open_.empty()) return;
  constexpr std::size_t kShown = 4;
  std::string message = "found the end of the file, expected ";
  message += open_.size() == 1 ? "\")\"" : std::to_string(open_.size()) + " times \")\"";
  message += ", to close ";
  for (std::size_t i = 0; i < open_.size() && i < kShown; ++i) {
    if (i != 0) message += ", ";
    message += list_text(open_[open_.size() - 1 - i]);
  }
  if (open_.size() > kShown) message += ", ...";
  log_.add_error(token_.at, std::move(message));
}

bool Scanner::is_inside_interactions() const {
  for (auto list = open_.rbegin(); list != open_.rend(); ++list) {
    if (list->keyword == Token::INTERACTIONS) return true;
    if (list->keyword == Token::OBJECTS) return false;
  }
  return false;
}

std::string Scanner::expected_word() const {
  const std::size_t words = enclosing_.words;
  const bool has_delivery = enclosing_.keyword == Token::ATTRIBUTE ||
                            (enclosing_.keyword == Token::CLASS && is_inside_interactions());
  if (has_delivery && words == 1) return "a transportation (reliable or best_effort)";
  if (has_delivery && words == 2) return "an order (receive or timestamp)";
  if (has_delivery && words == 3) return "the name of a routing space";
  switch (enclosing_.keyword) {
    case Token::FEDERATION:
      return "the federation's name";
    case Token::FEDVERSION:
      return "the FED version (v1.3)";
    case Token::FEDERATE:
      return words == 0 ? "the federate's name" : "the federate's security level";
    case Token::SPACE:
      return "the routing space's name";
    case Token::DIMENSION:
      return "the dimension's name";
    case Token::CLASS:
      return "the class's name";
    case Token::ATTRIBUTE:
      return "the attribute's name";
    case Token::PARAMETER:
      return "the parameter's name";
    case Token::SEC_LEVEL:
      return "the security level";
    default:
      return "a name";
  }
}

void Scanner::begin_token(std::size_t length) {
  token_ = {text_.substr(offset_, length), {line_, static_cast<int>(offset_ - line_start_) + 1}};
  offset_ += length;
}

void Scanner::end_line() {
  ++line_;
  line_start_ = offset_;
}

void Scanner::report_lone_semicolon() {
  log_.add_error(token_.at, "found \";\", expected \";;\": a comment begins with two semicolons");
}

void Scanner::report_unterminated_quote() {
  log_.add_error(token_.at, "found a quotation mark without its partner on the same line");
}

void Scanner::report_unexpected_byte() {
  if (!log_.has_room_for_errors()) return log_.count_error();
  log_.add_error(token_.at,
                 "found the byte " + quoted(token_.text) + ", which does not belong in a FED");
}

}  // namespace triad::fed
