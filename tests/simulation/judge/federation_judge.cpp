#include "tests/simulation/judge/federation_judge.hpp"

namespace triad::test {

using wire::ErrorCode;

std::uint64_t OverlappingCalls::begin_call(const std::string& name) {
  auto& calls = calls_[name];
  const bool alone = calls.empty();
  for (auto& [call, was_alone] : calls) was_alone = false;
  calls[++last_] = alone;
  return last_;
}

bool OverlappingCalls::end_call(const std::string& name, std::uint64_t call) {
  auto& calls = calls_[name];
  const auto at = calls.find(call);
  const bool alone = at != calls.end() && at->second;
  calls.erase(call);
  return alone;
}

std::vector<std::string> OverlappingCalls::end_all_calls() {
  std::vector<std::string> unanswered;
  for (const auto& [name, calls] : calls_) {
    if (!calls.empty()) unanswered.push_back(name);
  }
  calls_.clear();
  return unanswered;
}

void FederationJudge::judge_idle_state() {
  for (const std::string& name : overlaps_.end_all_calls()) exists_.erase(name);
}

void FederationJudge::judge_existence(const std::string& error_text, bool right,
                                      std::optional<ErrorCode> refusal) {
  if (right) return;
  history_.report_error(error_text + (refusal
                                          ? " is refused: " + std::string(wire::name_of(*refusal))
                                          : std::string(" succeeds")));
}

void FederationJudge::judge_creation(const std::string& name, const std::string& fed,
                                     std::uint64_t call, std::optional<ErrorCode> refusal) {
  const bool alone = overlaps_.end_call(name, call);
  const auto known = exists_.find(name);
  std::optional<ErrorCode> expected;
  if (fed == "missing") expected = ErrorCode::CouldNotOpenFED;
  if (fed == "broken") expected = ErrorCode::ErrorReadingFED;
  const bool surely_there = alone && known != exists_.end() && known->second;
  const bool surely_not = alone && known != exists_.end() && !known->second;
  const bool found = refusal == ErrorCode::FederationExecutionAlreadyExists;
  judge_existence("creating '" + name + "' with " + fed,
                  found ? !surely_not : !surely_there && refusal == expected, refusal);
  if (!alone) {
    exists_.erase(name);
  } else if (found || !refusal) {
    exists_[name] = true;
  } else {
    exists_[name] = false;
  }
}

void FederationJudge::judge_destruction(const std::string& name, std::uint64_t call,
                                        std::optional<ErrorCode> refusal) {
  const bool alone = overlaps_.end_call(name, call);
  const auto known = exists_.find(name);
  const bool surely_there = alone && known != exists_.end() && known->second;
  const bool surely_not = alone && known != exists_.end() && !known->second;
  const bool right = refusal
                         ? refusal == ErrorCode::FederationExecutionDoesNotExist && !surely_there
                         : !surely_not;
  judge_existence("destroying '" + name + "'", right, refusal);
  if (alone) {
    exists_[name] = false;
  } else {
    exists_.erase(name);
  }
}

}  // namespace triad::test
