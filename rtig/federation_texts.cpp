#include "rtig/federation_texts.hpp"

#include <algorithm>

#include "core/shown_name.hpp"
#include "wire/harmless_text.hpp"

namespace triad::rtig {

using wire::FederateHandle;

std::string federate_text(const core::Federation& federation, FederateHandle federate) {
  return "federate " + std::to_string(federate.value) + " " +
         wire::quoted(core::shown_name(federation.member(federate)->federate_type));
}

std::string federates_text(const core::Federation& federation,
                           std::span<const FederateHandle> federates) {
  constexpr std::size_t kNamed = 4;
  std::string text;
  for (const FederateHandle federate : federates.first(std::min(federates.size(), kNamed))) {
    text += (text.empty() ? "" : ", ") + federate_text(federation, federate);
  }
  if (federates.size() <= kNamed) return text;
  return text + " and " + std::to_string(federates.size() - kNamed) + " more";
}

std::string unsettled_text(const core::Federation& federation, const core::SettlingRounds& rounds) {
  const std::vector<FederateHandle> unanswered = rounds.unanswered_members(federation);
  const std::vector<FederateHandle> still_sending = rounds.recent_senders();
  std::string text;
  if (!unanswered.empty()) {
    text = federates_text(federation, unanswered) + (unanswered.size() == 1 ? " has" : " have") +
           " not answered in round " + std::to_string(rounds.round());
  }
  if (still_sending.empty()) return text;
  return text + (text.empty() ? "" : "; ") + federates_text(federation, still_sending) +
         (still_sending.size() == 1 ? " still sends" : " still send");
}

wire::OpenStep describe_open_step(std::chrono::milliseconds now, std::string_view kind,
                                  std::string_view label, std::string_view pending_action,
                                  std::chrono::milliseconds since, const PendingAnswers& owing) {
  const auto age = [&](std::chrono::milliseconds from) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>((now - from).count(), 0));
  };
  wire::OpenStep step{kind, label, pending_action, age(since), {}, 0};
  step.owing_count = static_cast<std::uint32_t>(owing.size());
  for (const auto& [federate, due_at] : owing) {
    if (step.owing.size() == wire::kOwingMax) break;
    step.owing.push_back({federate, age(due_at)});
  }
  return step;
}

}  // namespace triad::rtig
