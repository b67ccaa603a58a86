// The words of one command, taken one by one by whoever carries it out. What cannot be understood
// is thrown with a suggestion; the player (player.hpp) says where it stands.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace triad::test {

// A word that is no command, name or number of this scenario, or one that is missing.
struct Misunderstood : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// "there is no federate 'X'", and the one that may have been meant, or all if they are few.
Misunderstood no_such(std::string_view kind, std::string_view word,
                      const std::vector<std::string>& there_are);

class Words {
 public:
  explicit Words(std::vector<std::string> words) : words_(std::move(words)) {}

  bool empty() const { return words_.empty(); }
  // As many words as there are, at most `count`, with a blank between two.
  std::string beginning(std::size_t count) const;
  void skip(std::size_t count);

  // The next word. `what` is said if there is none: "the name of an object".
  std::string take(std::string_view what);
  bool take_if(std::string_view word);
  // The word behind the keyword, wherever the keyword stands ("at 5"); both are taken.
  std::optional<std::string> option(std::string_view keyword);
  // The words up to the keyword, which is not taken, or to the end.
  std::vector<std::string> take_until(std::string_view keyword);
  std::vector<std::string> take_all();
  // Nothing may be left.
  void end() const;

 private:
  std::vector<std::string> words_;
};

// What stands on both sides of "=".
struct Pair {
  std::string name;
  std::string value;
};
Pair pair_of(const std::string& word);

}  // namespace triad::test
