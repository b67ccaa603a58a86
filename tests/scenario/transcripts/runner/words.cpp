#include "tests/scenario/transcripts/runner/words.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/spelling.hpp"

namespace triad::test {

namespace {

// Largest number of names that an error lists.
constexpr std::size_t kFewNames = 8;

}  // namespace

CommandError no_such(std::string_view kind, std::string_view word,
                     const std::vector<std::string>& there_are) {
  std::string text = "there is no " + std::string(kind) + " '" + std::string(word) + "'";
  core::NearestSpelling nearest(word);
  for (std::size_t i = 0; i < there_are.size(); ++i) nearest.consider(there_are[i], i);
  if (const auto place = nearest.index()) {
    text += "; did you mean '" + there_are[*place] + "'?";
  } else if (there_are.size() <= kFewNames) {
    text += "; there is";
    for (const std::string& name : there_are) text += " '" + name + "'";
  }
  return CommandError(text);
}

std::string Words::beginning(std::size_t count) const {
  std::string text;
  for (std::size_t i = 0; i < std::min(count, words_.size()); ++i) {
    if (i != 0) text += ' ';
    text += words_[i];
  }
  return text;
}

void Words::skip(std::size_t count) {
  words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(count));
}

std::string Words::take_word(std::string_view what) {
  if (words_.empty()) {
    throw CommandError("the line ends where " + std::string(what) + " is expected");
  }
  std::string word = std::move(words_.front());
  skip(1);
  return word;
}

bool Words::take_word_if(std::string_view word) {
  if (words_.empty() || words_.front() != word) return false;
  skip(1);
  return true;
}

std::optional<std::string> Words::option(std::string_view keyword) {
  const auto at = std::ranges::find(words_, keyword);
  if (at == words_.end()) return std::nullopt;
  if (at + 1 == words_.end()) {
    throw CommandError("the line ends where something is expected after '" + std::string(keyword) +
                       "'");
  }
  std::string value = std::move(at[1]);
  words_.erase(at, at + 2);
  return value;
}

std::vector<std::string> Words::take_words_until(std::string_view keyword) {
  const auto end = std::ranges::find(words_, keyword);
  std::vector<std::string> taken(std::make_move_iterator(words_.begin()),
                                 std::make_move_iterator(end));
  words_.erase(words_.begin(), end);
  return taken;
}

std::vector<std::string> Words::take_all_words() {
  return std::exchange(words_, {});
}

void Words::check_empty() const {
  if (!words_.empty()) {
    throw CommandError("the command ends before '" + beginning(words_.size()) + "'");
  }
}

Pair pair_of(const std::string& word) {
  const auto at = word.find('=');
  if (at == word.npos || at == 0) {
    throw CommandError("'" + word + "' is no value: write name=value");
  }
  return {word.substr(0, at), word.substr(at + 1)};
}

}  // namespace triad::test
