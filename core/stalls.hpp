// Who holds up whom in logical time, for people (wire/messages/time_status_messages.hpp): those who
// wait, grouped by whom they wait for in the end. Used by the RTIG for its log and by rtictl. Pure,
// and without any idea of what a time is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wire/messages/time_status_messages.hpp"

namespace triad::core {

struct Stall {
  // Who would have to go on first: those whom the others wait for, directly or through others who
  // wait themselves. Ascending. Where all wait for each other, those who are waited for directly.
  std::vector<wire::FederateHandle> blockers;
  std::size_t unnamed = 0;           // and so many more (wire::kHoldersMax)
  std::vector<std::size_t> waiting;  // places in the list, he who waits longest first
};

// Waits for others, as far as is known: what a federate that does not answer said last may be over.
bool waits_for_others(const wire::FederateTimeStatus& federate);

// A federate that has ticked within this time counts as one that ticks.
inline constexpr std::uint64_t kTicksWithinMs = 1000;

// Since the last tick. Of a federate that does not answer: since the RTIG heard anything from it.
std::uint64_t not_ticking_ms(const wire::FederateTimeStatus& federate);
// Since the federate left the RTI; zero: it is in a service, or it is not known.
std::uint64_t outside_ms(const wire::FederateTimeStatus& federate);

// `federates` by handle. Those for whom most wait come first.
std::vector<Stall> stalls(std::span<const wire::FederateTimeStatus> federates);

}  // namespace triad::core
