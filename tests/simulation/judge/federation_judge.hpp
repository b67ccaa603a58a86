// Judges federation executions beside the one that the run lives in: created and destroyed by
// whoever likes, often by two at once; only what a call finds that nobody else's overlaps is
// certain.
#pragma once

#include "tests/simulation/judge/history.hpp"

namespace triad::test {

// Calls about one thing, by its name, that may have overlapped.
class Overlaps {
 public:
  std::uint64_t begin(const std::string& name);
  // Whether no other such call was in progress at any time since its begin.
  bool end_alone(const std::string& name, std::uint64_t call);
  // All is quiet: what was never answered is over, too; about these things.
  std::vector<std::string> clear();

 private:
  std::map<std::string, std::map<std::uint64_t, bool>> calls_;  // in progress; alone so far
  std::uint64_t last_ = 0;
};

class FederationJudge {
 public:
  explicit FederationJudge(History& history) : history_(history) {}

  std::uint64_t begin(const std::string& name) { return overlaps_.begin(name); }
  // What the call that began there was answered; empty: it succeeded.
  void created(const std::string& name, const std::string& fed, std::uint64_t call,
               std::optional<wire::ErrorCode> refusal);
  void destroyed(const std::string& name, std::uint64_t call,
                 std::optional<wire::ErrorCode> refusal);
  void judge_rest();

 private:
  void judge(const std::string& what, bool right, std::optional<wire::ErrorCode> refusal);

  History& history_;
  Overlaps overlaps_;
  std::map<std::string, bool> exists_;  // where it is certain
};

}  // namespace triad::test
