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
  std::vector<std::string> owing;
  for (const wire::OwedAnswer& owed : step.owing) {
    if (owing.size() == kNamedMax) break;
    owing.push_back(name(owed.federate) + " (" + age_text(owed.owed_ms) + ")");
  }
  if (step.owing_count > owing.size()) {
    owing.push_back(std::to_string(step.owing_count - owing.size()) + " more");
  }
  std::string text = std::string(step.kind) + " " + wire::quoted(step.label) + " has waited " +
                     age_text(step.open_ms) + (owing.empty() ? "" : " for ");
  for (std::size_t i = 0; i < owing.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == owing.size() ? " and " : ", ") + owing[i];
  }
  return text + " to " + std::string(step.awaited);
}

}  // namespace triad::core
