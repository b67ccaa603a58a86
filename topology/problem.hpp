// What is wrong with a topology file, and where: what read_topology() returns instead of a
// topology.
#pragma once

#include <compare>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace triad::topology {

// Line and column count from 1; columns count bytes.
struct Place {
  int line = 1;
  int column = 1;

  friend auto operator<=>(const Place&, const Place&) = default;
};

struct Problem {
  std::string file;
  Place at;
  std::string what;
  std::string cure;  // what to do

  // "FILE:LINE:COLUMN: what is wrong; what to do"
  std::string text() const;
};

// The problems of one file. Keeps the first kProblemsMax and counts on: a hostile file must not
// fill the memory with messages.
class ProblemLog {
 public:
  static constexpr std::size_t kProblemsMax = 100;

  explicit ProblemLog(std::string_view file) : file_(file) {}

  void add(Place at, std::string what, std::string cure);

  bool empty() const { return count_ == 0; }
  // False where a further problem would only be counted: no suggestion need be looked for.
  bool keeps() const { return count_ < kProblemsMax; }
  // In the order of the file; a last one tells how many were left out.
  std::vector<Problem> take();

 private:
  std::string file_;
  std::vector<Problem> kept_;
  std::size_t count_ = 0;
};

// `text` without bytes that a terminal could take for orders.
std::string printable(std::string_view text);
// The same in quotation marks, shortened if long: for messages.
std::string shown(std::string_view text);
// "line 3", for what was there before.
std::string line_of(Place at);
// "a, b or c"
std::string alternatives(const std::vector<std::string_view>& names);

// `did you mean "NAME"?` where one of the names is near to the wrong one, else `otherwise`.
std::string suggestion(std::string_view wrong, const std::vector<std::string_view>& names,
                       std::string_view otherwise);

}  // namespace triad::topology
