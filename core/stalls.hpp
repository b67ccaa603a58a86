// Groups the federates that wait in logical time by the federates for which they wait in the end,
// for operators (wire/messages/time_status_messages.hpp). Used by the RTIG for its log and by
// rtictl. Pure; does not interpret times.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "wire/messages/time_status_messages.hpp"

namespace triad::core {

struct Stall {
  // Federates that must advance first: the others wait for them, directly or through other waiting
  // federates. Ascending. If all wait for each other: the federates that are waited for directly.
  std::vector<wire::FederateHandle> blockers;
  std::size_t unnamed_blockers = 0;  // further blockers without a name (wire::kHoldersMax)
  std::vector<std::size_t> waiting;  // indices into the list, longest wait first
};

// Returns true if the federate is known to wait for others. A federate that owes an answer does not
// count, because its last report may be outdated.
bool is_waiting_for_others(const wire::FederateTimeStatus& federate);

// A federate with a tick within this time counts as ticking.
inline constexpr std::uint64_t kTicksWithinMs = 1000;

// Returns the milliseconds since the last tick or, for a federate that does not answer, since the
// RTIG last received anything from it.
std::uint64_t not_ticking_ms(const wire::FederateTimeStatus& federate);
// Returns the milliseconds since the federate left the RTI. Zero: it is in a service, or unknown.
std::uint64_t outside_ms(const wire::FederateTimeStatus& federate);

// Returns the stalls, those with most waiting federates first. `federates` must be ordered by
// handle.
std::vector<Stall> find_stalls(std::span<const wire::FederateTimeStatus> federates);

}  // namespace triad::core
