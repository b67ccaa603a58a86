#include "core/in_flight.hpp"

#include <algorithm>

namespace triad::core {

void InFlight::begin(Position log_position, std::span<const wire::StreamPosition> streams) {
  told_anew_since_ = log_position;
  for (const auto& [federate, position] : streams) members_[federate].last_stamped = position;
}

void InFlight::stamped(FederateHandle from, Position position) {
  members_[from].last_stamped = position;
}

void InFlight::causes(FederateHandle from, std::span<const wire::StreamPosition> handled) {
  Positions& since = members_[from].handled_since;
  for (const auto& [federate, position] : handled) since[federate] = position;
}

// What it said of its causes before counts for this report; what it says later does not.
void InFlight::reported(FederateHandle from, bool waits, Position log_position) {
  Member& member = members_[from];
  member.waits = waits;
  member.log_position = log_position;
  if (member.handled_since.empty()) return;
  for (const auto& [federate, position] : member.handled_since) member.handled[federate] = position;
  member.handled_since.clear();
}

void InFlight::left(FederateHandle federate, Position log_position) {
  members_.erase(federate);
  told_anew_since_ = log_position;
}

bool InFlight::anybody_waits() const {
  return std::ranges::any_of(members_, [](const auto& entry) { return entry.second.waits; });
}

bool InFlight::none(const Regulators& regulators, std::optional<FederateHandle>& laggard) const {
  for (const auto& [federate, member] : members_) {
    if (!member.waits || !regulators.contains(federate)) continue;
    if (received_all(federate, member)) continue;
    laggard = federate;
    return false;
  }
  return true;
}

bool InFlight::received_all(FederateHandle federate, const Member& member) const {
  if (member.log_position < told_anew_since_) return false;
  return std::ranges::all_of(members_, [&](const auto& entry) {
    const auto& [other, stream] = entry;
    if (other == federate || stream.last_stamped == 0) return true;
    const auto at = member.handled.find(other);
    return at != member.handled.end() && at->second >= stream.last_stamped;
  });
}

}  // namespace triad::core
