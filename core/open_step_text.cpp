#include "core/open_step_text.hpp"

#include <vector>

#include "core/age_text.hpp"
#include "wire/harmless_text.hpp"

namespace triad::core {

namespace {

constexpr std::size_t kNamedMax = 8;

}  // namespace

std::string open_step_text(const wire::OpenStep& step,
                           const std::function<std::string(wire::FederateHandle)>& name) {
  std::vector<std::string> pending;
  for (const wire::OwedAnswer& answer : step.owing) {
    if (pending.size() == kNamedMax) break;
    pending.push_back(name(answer.federate) + " (" + age_text(answer.owed_ms) + ")");
  }
  if (step.owing_count > pending.size()) {
    pending.push_back(std::to_string(step.owing_count - pending.size()) + " more");
  }
  std::string text = std::string(step.kind) + " " + wire::quoted(step.label) + " has waited " +
                     age_text(step.open_ms) + (pending.empty() ? "" : " for ");
  for (std::size_t i = 0; i < pending.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == pending.size() ? " and " : ", ") + pending[i];
  }
  return text + " to " + std::string(step.awaited);
}

}  // namespace triad::core
