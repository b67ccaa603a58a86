// Texts for people about the members of a federation, and the description of a step for which the
// federation waits.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/federation_state.hpp"
#include "core/settling_rounds.hpp"
#include "wire/open_step.hpp"

namespace triad::rtig {

// Returns the name of a member: "federate 3 'tank'".
std::string federate_text(const core::Federation& federation, wire::FederateHandle federate);
// Names the first four members and counts the others.
std::string federates_text(const core::Federation& federation,
                           std::span<const wire::FederateHandle> federates);
// Names the members that owe an answer and the members that continue to send, while all records in
// transit are awaited.
std::string unsettled_text(const core::Federation& federation, const core::SettlingRounds& rounds);

// Federates that owe an answer to a step, each with the time since which the answer is due.
using PendingAnswers = std::vector<std::pair<wire::FederateHandle, std::chrono::milliseconds>>;
// Describes a step that has been open since `since`, with its age at `now`. The texts are views of
// the arguments.
wire::OpenStep describe_open_step(std::chrono::milliseconds now, std::string_view kind,
                                  std::string_view label, std::string_view pending_action,
                                  std::chrono::milliseconds since, const PendingAnswers& owing);

}  // namespace triad::rtig
