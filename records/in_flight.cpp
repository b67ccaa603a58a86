#include "records/in_flight.hpp"

#include <algorithm>

namespace triad::records {

void InFlight::begin(Position log_position, std::span<const wire::StreamPosition> streams) {
  told_anew_since_ = log_position;
  for (const auto& [federate, position] : streams) {
    members_[federate].last_stamped = members_[federate].to_be_received = position;
    links_.handled[federate] = position;  // the RTIG had read them, and will not say so
  }
}

void InFlight::sent_tso(FederateHandle from, Position position) {
  members_[from].last_stamped = position;
}

void InFlight::note_dependencies(FederateHandle from,
                                 std::span<const wire::StreamPosition> handled) {
  Positions& since = (from == wire::kRtig ? links_ : members_[from]).handled_since;
  for (const auto& [federate, position] : handled) since[federate] = position;
}

void InFlight::reported(FederateHandle from, bool waits, Position log_position) {
  Member& member = members_[from];
  member.waits = waits;
  count_sent(member);
  report(member, log_position);
}

// What it said of its causes before counts for this report; what it says later does not.
void InFlight::report(Member& member, Position log_position) {
  member.log_position = log_position;
  if (member.handled_since.empty()) return;
  for (const auto& [federate, position] : member.handled_since) member.handled[federate] = position;
  member.handled_since.clear();
}

void InFlight::reported_by_rtig(FederateHandle of, bool waits) {
  Member& member = members_[of];
  member.waits = waits;
  member.spoken_for = true;
  count_sent(member);
}

void InFlight::links_hold_together(bool hold, Position log_position) {
  links_hold_ = hold;
  report(links_, log_position);
}

void InFlight::left(FederateHandle federate, Position log_position) {
  members_.erase(federate);
  told_anew_since_ = log_position;
}

void InFlight::regulates_no_more(FederateHandle federate) {
  const auto at = members_.find(federate);
  if (at == members_.end()) return;
  count_sent(at->second);
  if (at->second.spoken_for) links_hold_ = false;
}

bool InFlight::anybody_waits() const {
  return std::ranges::any_of(members_, [](const auto& entry) { return entry.second.waits; });
}

bool InFlight::received_all(FederateHandle federate) const {
  const auto at = members_.find(federate);
  return at != members_.end() && received_all(federate, at->second);
}

bool InFlight::received_all(FederateHandle federate, const Member& member) const {
  if (member.log_position < told_anew_since_) return false;
  return std::ranges::all_of(members_, [&](const auto& entry) {
    const auto& [other, stream] = entry;
    if (other == federate || stream.to_be_received == 0) return true;
    // What it forwards on links the RTIG has counted.
    if (federate == wire::kRtig && stream.spoken_for) return true;
    const auto at = member.handled.find(other);
    return at != member.handled.end() && at->second >= stream.to_be_received;
  });
}

}  // namespace triad::records
