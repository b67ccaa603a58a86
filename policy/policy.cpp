#include "policy/policy.hpp"

#include <algorithm>

#include "wire/harmless_text.hpp"

namespace triad::policy {

namespace {

bool any_matches(const std::vector<Pattern>& patterns, std::string_view name) {
  return patterns.empty() ||
         std::ranges::any_of(patterns, [&](const Pattern& one) { return one.matches(name); });
}

}  // namespace

std::string_view name_of(Action action) {
  switch (action) {
    case Action::create:
      return "create";
    case Action::destroy:
      return "destroy";
    case Action::join:
      return "join";
    case Action::save:
      return "save";
    case Action::restore:
      return "restore";
    case Action::operate:
      break;
  }
  return "operate";
}

std::string_view name_of(Operation operation) {
  switch (operation) {
    case Operation::list:
      return "list";
    case Operation::time:
      return "time";
    case Operation::saves:
      return "saves";
    case Operation::figures:
      return "figures";
    case Operation::destroy:
      break;
  }
  return "destroy";
}

// Compares from left to right. After a mismatch, the last `*` takes one character more.
bool Pattern::matches(std::string_view name) const {
  std::size_t in_text = 0;
  std::size_t in_name = 0;
  std::size_t star = std::string::npos;  // last `*` so far
  std::size_t after_star = 0;            // first character of the name that it does not take
  while (in_name < name.size()) {
    if (in_text < text_.size() && text_[in_text] == '*') {
      star = in_text++;
      after_star = in_name;
    } else if (in_text < text_.size() &&
               (text_[in_text] == '?' || text_[in_text] == name[in_name])) {
      ++in_text;
      ++in_name;
    } else if (star != std::string::npos) {
      in_text = star + 1;
      in_name = ++after_star;
    } else {
      return false;
    }
  }
  return text_.find_first_not_of('*', in_text) == std::string::npos;
}

bool Rule::applies_to(const Request& request) const {
  if (std::ranges::find(actions, request.action) == actions.end()) return false;
  if (!any_matches(federations, request.federation)) return false;
  if (request.action == Action::join && !any_matches(federates, request.federate)) return false;
  if (request.action == Action::operate && !operations.empty() &&
      std::ranges::find(operations, request.operation) == operations.end()) {
    return false;
  }
  return any_matches(principals, request.principal.subject());
}

Decision Policy::decide(const Request& request) const {
  const auto rule =
      std::ranges::find_if(rules_, [&](const Rule& one) { return one.applies_to(request); });
  if (rule == rules_.end()) return {};
  return {rule->allows, rule->line};
}

std::string describe(const Request& request) {
  const std::string federation = "federation " + wire::quoted(request.federation);
  switch (request.action) {
    case Action::create:
      return "create " + federation;
    case Action::destroy:
      return "destroy " + federation;
    case Action::join:
      return "join " + federation + " as " + wire::quoted(request.federate);
    case Action::save:
      return "save " + federation;
    case Action::restore:
      return "restore " + federation;
    case Action::operate:
      break;
  }
  const std::string command =
      request.operation == Operation::figures
          ? std::string("watch with `rtimon`")
          : "operate with `rtictl " + std::string(name_of(request.operation)) + "`";
  return request.federation.empty() ? command : command + " on " + federation;
}

std::string Policy::denial_text(const Request& request, const Decision& decision) const {
  const std::string reason = decision.line > 0 ? "line " + std::to_string(decision.line)
                                               : std::string("which has no rule that allows it");
  return wire::harmless(request.principal.text()) + " may not " + describe(request) +
         " (policy of this rtig, " + file_ + ", " + reason + ")";
}

}  // namespace triad::policy
