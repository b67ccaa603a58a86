#include "fed-parser/fed_tree.hpp"

#include <algorithm>
#include <array>

#include "core/text_case.hpp"

namespace triad::fed {

namespace {

using core::equal_ignoring_case;

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i != 0) text += i + 1 == words.size() ? " or " : ", ";
    text += words[i];
  }
  return text;
}

std::string found_text(std::string_view found) {
  return "found " + quoted(found);
}

std::string expected_text(const FedTree::Expected& expected, const Scanner& scanner) {
  std::vector<std::string> words;
  if (expected.word) {
    words.push_back(scanner.expected_word());
  } else if (expected.left && !expected.right) {
    return "\"(FED\"";
  } else {
    if (expected.fed) words.push_back("\"FED\"");
    if (expected.attribute) words.push_back("\"attribute\"");
    if (expected.parameter) words.push_back("\"parameter\"");
    if (expected.space) words.push_back("\"space\"");
    if (expected.dimension) words.push_back("\"dimension\"");
    if (expected.class_) words.push_back("\"class\"");
    if (expected.top) {
      words = {"\"Federation\"", "\"FEDversion\"", "\"spaces\"", "\"objects\"", "\"interactions\""};
    }
  }
  if (expected.left) words.push_back("\"(\"");
  if (expected.right) words.push_back("\")\"");
  return joined(words);
}

}  // namespace

void FedTree::check_first(std::optional<Location>& first, Word keyword) {
  if (first) {
    log_.add_error(keyword.at, "found a second \"(" + std::string(keyword.text) +
                                   "\"; there is one already in line " +
                                   std::to_string(first->line));
    return;
  }
  first = keyword.at;
}

void FedTree::set_federation(Word keyword, Word name) {
  check_first(federation_at_, keyword);
  tree_.federation = name.text;
}

void FedTree::set_version(Word keyword, Word name) {
  check_first(version_at_, keyword);
  constexpr std::array<std::string_view, 4> kVersions = {"v1.3", "v1_3", "1.3", "1_3"};
  const bool known = std::any_of(kVersions.begin(), kVersions.end(), [&](auto version) {
    return equal_ignoring_case(version, name.text);
  });
  if (known) return;
  log_.add_warning(name.at, "found the FED version " + quoted(name.text) +
                                ", expected v1.3: the file is read as v1.3");
}

void FedTree::end_spaces(Word keyword) {
  check_first(spaces_at_, keyword);
  last_section_ = keyword.text;
}

void FedTree::add_object_classes(Word keyword, const std::vector<ClassNode*>& classes) {
  check_first(objects_at_, keyword);
  last_section_ = keyword.text;
  tree_.object_classes.insert(tree_.object_classes.end(), classes.begin(), classes.end());
}

void FedTree::add_interaction_classes(Word keyword, const std::vector<ClassNode*>& classes) {
  check_first(interactions_at_, keyword);
  last_section_ = keyword.text;
  tree_.interaction_classes.insert(tree_.interaction_classes.end(), classes.begin(), classes.end());
}

core::Transportation FedTree::parse_transportation(Word word) {
  if (equal_ignoring_case(word.text, "reliable")) return core::Transportation::reliable;
  if (equal_ignoring_case(word.text, "best_effort")) return core::Transportation::best_effort;
  log_.add_error(word.at,
                 found_text(word.text) + ", expected a transportation (reliable or best_effort)");
  return core::Transportation::reliable;
}

core::Ordering FedTree::parse_order(Word word) {
  if (equal_ignoring_case(word.text, "receive")) return core::Ordering::receive;
  if (equal_ignoring_case(word.text, "timestamp")) return core::Ordering::timestamp;
  log_.add_error(word.at, found_text(word.text) + ", expected an order (receive or timestamp)");
  return core::Ordering::receive;
}

void FedTree::end_broken_fed(Location at) {
  fed_at_ = at;
  has_lost_items_ = true;
}

void FedTree::finish() {
  if (has_lost_items_) return;
  if (!federation_at_) log_.add_error(fed_at_, "the FED lacks \"(Federation NAME)\"");
  if (!version_at_) log_.add_error(fed_at_, "the FED lacks \"(FEDversion v1.3)\"");
}

void FedTree::report_syntax_error(std::string_view found, Location at, const Expected& expected) {
  if (scanner_.has_ended()) {
    // The scanner has reported the early end, except for a file without any list.
    if (!log_.has_errors()) log_.add_error(at, "found the end of the file, expected \"(FED\"");
    return;
  }
  const bool after_the_end = expected.section && !expected.top && !expected.class_ &&
                             !expected.space && !expected.dimension;
  if (after_the_end) return report_trailing_text(found, at);
  if (!log_.has_room_for_errors()) return log_.count_error();
  log_.add_error(at, found_text(found) + ", expected " + expected_text(expected, scanner_));
}

void FedTree::report_stray_word(Word word) {
  if (!log_.has_room_for_errors()) return log_.count_error();
  log_.add_error(word.at, found_text(word.text) + ", expected \"(\" or \")\"");
}

void FedTree::report_misplaced_section(Location at) {
  const OpenList* enclosing = scanner_.innermost();
  if (enclosing == nullptr) return;
  std::string list = "\"(" + std::string(enclosing->head.text);
  if (enclosing->words != 0) list += " " + std::string(enclosing->first_word.text);
  log_.add_error(at, "found \"(" + std::string(last_section_) + "\" inside " + list +
                         "\" of line " + std::to_string(enclosing->at.line) +
                         ", expected \")\" before it");
}

void FedTree::report_trailing_text(std::string_view found, Location at) {
  if (has_reported_trailing_) return;
  has_reported_trailing_ = true;
  log_.add_error(at, found_text(found) + " after the \")\" that closes \"(FED\" of line " +
                         std::to_string(fed_at_.line) + ", expected the end of the file");
}

void FedTree::report_trailing_section(Location at) {
  report_trailing_text("(" + std::string(last_section_), at);
}

}  // namespace triad::fed
