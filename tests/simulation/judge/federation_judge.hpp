// Judges federation executions beside the one of the run. Any session creates and destroys them,
// often two at once. A result is certain only if no other call about the same execution overlaps.
#pragma once

#include "tests/simulation/judge/history.hpp"

namespace triad::test {

// Calls about named things that may overlap.
class OverlappingCalls {
 public:
  std::uint64_t begin_call(const std::string& name);
  // Ends the call. Returns whether no other call about the name was in progress since its begin.
  bool end_call(const std::string& name, std::uint64_t call);
  // Ends all calls at rest, also those without an answer. Returns the names of the latter.
  std::vector<std::string> end_all_calls();

 private:
  std::map<std::string, std::map<std::uint64_t, bool>> calls_;  // in progress; alone so far
  std::uint64_t last_ = 0;
};

class FederationJudge {
 public:
  explicit FederationJudge(History& history) : history_(history) {}

  std::uint64_t begin_call(const std::string& name) { return overlaps_.begin_call(name); }
  // Judge the result of a call that began as `call`; empty refusal: success.
  void judge_creation(const std::string& name, const std::string& fed, std::uint64_t call,
                      std::optional<wire::ErrorCode> refusal);
  void judge_destruction(const std::string& name, std::uint64_t call,
                         std::optional<wire::ErrorCode> refusal);
  void judge_idle_state();

 private:
  void judge_existence(const std::string& error_text, bool right,
                       std::optional<wire::ErrorCode> refusal);

  History& history_;
  OverlappingCalls overlaps_;
  std::map<std::string, bool> exists_;  // only where certain
};

}  // namespace triad::test
