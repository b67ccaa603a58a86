#include "tests/fuzz/policy_property.hpp"

#include <algorithm>

#include "policy/file/policy_file.hpp"
#include "tests/fuzz/problems_property.hpp"

namespace triad::policy {

namespace {

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
  if (!policy) return std::string(topology::broken_in_problems(policy.error(), text));
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
