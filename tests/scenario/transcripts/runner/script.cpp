#include "tests/scenario/transcripts/runner/script.hpp"

#include <sstream>

namespace triad::test {

namespace {

bool is_expectation(const std::string& line) {
  return line.starts_with(' ');
}
bool is_comment(const std::string& line) {
  return line.starts_with('#');
}

std::string_view without_indentation(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(' '), line.size()));
}

// Words are separated by blanks; a blank between quotation marks is part of the word.
std::vector<std::string> words_of(const Script& script, std::size_t number) {
  std::vector<std::string> words;
  std::string word;
  bool quoted = false;
  bool begun = false;
  for (const char c : script.text[number - 1]) {
    if (c == '"') {
      quoted = !quoted;
      begun = true;
    } else if (c == ' ' && !quoted) {
      if (begun) words.push_back(std::move(word));
      word.clear();
      begun = false;
    } else {
      word += c;
      begun = true;
    }
  }
  if (quoted) throw ScriptError(script.file, number, "a quotation mark is not closed");
  if (begun) words.push_back(std::move(word));
  return words;
}

TextLines lines_of(std::string_view text) {
  TextLines lines;
  std::istringstream stream{std::string(text)};
  for (std::string line; std::getline(stream, line);) lines.push_back(std::move(line));
  return lines;
}

void check_opening(const Script& script) {
  std::string opening;
  for (const std::string& line : script.text) {
    if (!is_comment(line)) break;
    opening += line;
  }
  if (opening.find("HLA 1.3 clause ") == opening.npos) {
    throw ScriptError(script.file, 1,
                      "a scenario opens with a comment (#) that says which rule it shows and names "
                      "its \"HLA 1.3 clause ...\"");
  }
}

}  // namespace

ScriptError::ScriptError(std::string_view file, std::size_t line, std::string_view what)
    : std::runtime_error(std::string(file) + ":" + std::to_string(line) + ": " +
                         std::string(what)) {}

Script parse_script(std::string_view file, std::string_view text) {
  Script script{std::string(file), lines_of(text), {}};
  check_opening(script);
  for (std::size_t number = 1; number <= script.text.size(); ++number) {
    const std::string& line = script.text[number - 1];
    if (line.find('\t') != line.npos) {
      throw ScriptError(script.file, number, "there is a tab; use blanks");
    }
    const bool blank = without_indentation(line).empty();
    if (blank || is_comment(line)) continue;
    if (!is_expectation(line)) {
      script.steps.push_back({number, words_of(script, number), {}});
    } else if (script.steps.empty()) {
      throw ScriptError(script.file, number,
                        "an indented line is what a command is expected to tell, and there is no "
                        "command above it");
    } else {
      script.steps.back().expected.emplace_back(without_indentation(line));
    }
  }
  if (script.steps.empty()) {
    throw ScriptError(script.file, script.text.size(),
                      "the scenario is empty: no line is a command");
  }
  return script;
}

std::string rewritten(const Script& script, const std::vector<TextLines>& told) {
  std::string text;
  auto step = script.steps.begin();
  auto lines = told.begin();
  for (std::size_t number = 1; number <= script.text.size(); ++number) {
    const std::string& line = script.text[number - 1];
    if (is_expectation(line)) continue;
    text += line + "\n";
    if (step == script.steps.end() || lines == told.end() || step->line != number) continue;
    for (const std::string& expected : *lines) text += "  " + expected + "\n";
    ++step;
    ++lines;
  }
  return text;
}

}  // namespace triad::test
