// Which callbacks are of which update, interaction or deletion. HLA 1.3 has no number of a message
// that both sides see, so they are told by what they say: object or class, values, tag and time,
// and the retraction handle where there is one. Pure.
#pragma once

#include <span>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// For each event the number, from 1, of the message that it sends or receives; 0: none, or it has
// no counterpart here. Of several that say the same, a receiver gets the earliest first.
std::vector<std::size_t> link_messages(std::span<const TraceEvent> events);

}  // namespace triad::rtictl
