// Words of one command, taken one after another while it is carried out. Errors are thrown with a
// suggestion; the player (player.hpp) adds their place.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace triad::test {

// Word that is no command, name or number of this scenario, or a missing word.
struct CommandError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Returns "there is no federate 'X'", with the most similar name, or with all if there are few.
CommandError no_such(std::string_view kind, std::string_view word,
                     const std::vector<std::string>& there_are);

class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}

  bool empty() const { return words_.empty(); }
  // Returns the first words, at most `count`, separated by blanks.
  std::string beginning(std::size_t count) const;
  void skip(std::size_t count);

  // Takes the next word. The error for a missing word names it by the argument: "the name of an
  // object".
  std::string take_word(std::string_view what);
  bool take_word_if(std::string_view word);
  // Takes the keyword and the word after it ("at 5"), at any place.
  std::optional<std::string> option(std::string_view keyword);
  // Takes the words before the keyword, or all.
  std::vector<std::string> take_words_until(std::string_view keyword);
  std::vector<std::string> take_all_words();
  // Throws if words are left.
  void check_empty() const;

 private:
  std::vector<std::string> words_;
};

// The texts on both sides of "=".
struct Pair {
  std::string name;
  std::string value;
};
Pair pair_of(const std::string& word);

}  // namespace triad::test
