#include "tests/fuzz/policy_property.hpp"

#include <algorithm>

#include "policy/file/policy_file.hpp"

namespace triad::policy {

namespace {

std::string broken_in_problems(const Problems& problems, std::string_view text) {
  if (problems.empty()) return "neither a policy nor a problem";
  // yaml-cpp also ends lines at carriage returns.
  const auto last_line =
      std::count(text.begin(), text.end(), '\n') + std::count(text.begin(), text.end(), '\r') + 1;
  for (const topology::Problem& problem : problems) {
    if (problem.description.empty() || problem.cure.empty()) return "a problem without a text";
    if (problem.at.line < 1 || problem.at.line > last_line || problem.at.column < 1) {
      return "a problem outside of the text";
    }
    const auto is_printed = [](char c) { return c >= ' ' && c < 0x7f; };
    if (!std::ranges::all_of(problem.text(), is_printed)) return "a message with other bytes";
  }
  return {};
}

std::string broken_in_decision(const Policy& policy, const Request& request) {
  const Decision decision = policy.decide(request);
  for (const Rule& rule : policy.rules()) {
    if (!rule.applies_to(request)) continue;
    const bool is_right = decision.is_allowed == rule.allows && decision.line == rule.line;
    return is_right ? "" : "a decision that is not the first rule's";
  }
  return decision.is_allowed || decision.line != 0 ? "a decision without a rule" : "";
}

}  // namespace

std::string broken_property(std::string_view text) {
  const auto policy = parse_policy(text, "input");
  if (!policy) return broken_in_problems(policy.error(), text);
  for (const Rule& rule : policy->rules()) {
    if (rule.actions.empty()) return "a rule without actions";
    if (rule.line < 1) return "a rule without a line";
  }
  const Principal principals[]{{},
                               certificate_principal("user", "anna"),
                               certificate_principal("Sales", "user anna"),
                               key_principal("lab"),
                               uid_principal(1000, "anna")};
  for (const Principal& by : principals) {
    for (const Action action : kActions) {
      for (const Operation operation : kOperations) {
        for (const char* const name : {"", "battle", "tank-1"}) {
          auto broken = broken_in_decision(*policy, {by, action, name, name, operation});
          if (!broken.empty()) return broken;
        }
      }
    }
  }
  return {};
}

}  // namespace triad::policy
