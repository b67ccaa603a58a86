// Matches callbacks with the updates, interactions and deletions that caused them. HLA 1.3 has no
// message number that both sides see. So the match compares object or class, values, tag, time, and
// the retraction handle if there is one. Pure.
#pragma once

#include <span>
#include <vector>

#include "tools/rtictl/trace/event.hpp"

namespace triad::rtictl {

// Returns, for each event, the number (from 1) of the message that it sends or receives. 0: no
// message, or no counterpart among `events`. Of several equal messages, a receiver gets the
// earliest first.
std::vector<std::size_t> link_messages(std::span<const TraceEvent> events);

}  // namespace triad::rtictl
