// Faults in a topology file with their positions. read_topology() returns them in place of a
// topology.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace triad::topology {

// Position in a file. Lines and columns count from 1; columns count bytes.
struct Location {
  int line = 1;
  int column = 1;

  friend auto operator<=>(const Location&, const Location&) = default;
};

struct Problem {
  std::string file;
  Location at;
  std::string description;
  std::string cure;  // Advice on how to fix the problem.

  // Returns "FILE:LINE:COLUMN: PROBLEM; CURE".
  std::string text() const;
};

// Problems of one file. Keeps the first kProblemsMax and only counts the rest, because a hostile
// file must not fill the memory with messages.
class ProblemLog {
 public:
  static constexpr std::size_t kProblemsMax = 100;

  explicit ProblemLog(std::string_view file) : file_(file) {}

  void add(Location at, std::string description, std::string cure);

  bool empty() const { return count_ == 0; }
  // Returns whether the next problem would be kept. If not, the caller need not search for a
  // suggestion.
  bool has_room() const { return count_ < kProblemsMax; }
  // Returns the problems in the order of the file. The last one states how many were left out.
  std::vector<Problem> take_problems();

 private:
  std::string file_;
  std::vector<Problem> kept_;
  std::size_t count_ = 0;
};

// Returns `text` without bytes that a terminal could take for control sequences.
std::string printable(std::string_view text);
// Returns printable(`text`) in quotation marks, shortened if long, for messages.
std::string quoted_text(std::string_view text);
// Returns "line 3", to refer to an earlier line.
std::string line_of(Location at);
// Returns "a, b or c".
std::string alternatives(const std::vector<std::string_view>& names);

// Returns `did you mean "NAME"?` if one of `names` is similar to `wrong`; otherwise `otherwise`.
std::string suggestion(std::string_view wrong, const std::vector<std::string_view>& names,
                       std::string_view otherwise);

}  // namespace triad::topology
