#include "records/in_flight.hpp"

#include <algorithm>
#include <utility>

namespace triad::records {

namespace {
constexpr wire::Position kEnd = ~wire::Position{0};
// Between a report and the moment when it is read here, a member sends only a few statements of
// dependencies. A member that never reports would send any number of them.
constexpr std::size_t kToldMax = 16;

// Keeps the last position that was named for each stream.
void add(std::vector<wire::StreamPosition>& to, std::span<const wire::StreamPosition> later) {
  for (const wire::StreamPosition& named : later) {
    const auto at =
        std::ranges::lower_bound(to, named.federate, {}, &wire::StreamPosition::federate);
    if (at == to.end() || at->federate != named.federate) {
      to.insert(at, named);
    } else {
      at->position = named.position;
    }
  }
}
}  // namespace

void InFlight::begin(Position log_position, std::span<const wire::StreamPosition> streams) {
  told_anew_since_ = log_position;
  for (const auto& [federate, position] : streams) {
    members_[federate].last_tso = position;
    count_sent(federate, members_[federate]);
    links_.handled[federate] = position;  // the RTIG had read these and will not state it
  }
}

void InFlight::sent_tso(FederateHandle from, Position position) {
  members_[from].last_tso = position;
  uncounted_ = true;
}

void InFlight::all_reported() {
  if (!std::exchange(uncounted_, false)) return;
  for (const auto& [federate, member] : members_) count_sent(federate, member);
}

void InFlight::note_dependencies(FederateHandle from, Position at,
                                 std::span<const wire::StreamPosition> handled) {
  Member& member = from == wire::kRtig ? links_ : members_[from];
  auto& told = member.told_since;
  // A statement of the RTIG covers all its earlier ones.
  if (from != wire::kRtig || told.empty()) told.emplace_back();
  told.back().at = at;
  add(told.back().handled, handled);
  if (told.size() <= kToldMax) return;
  // Merges the two oldest statements. A report between the two then counts for less than it says,
  // never for more.
  add(told[0].handled, told[1].handled);
  told[0].at = told[1].at;
  told.erase(told.begin() + 1);
}

std::size_t InFlight::told() const {
  std::size_t told = links_.told_since.size();
  for (const auto& [federate, member] : members_) told += member.told_since.size();
  return told;
}

void InFlight::reported(FederateHandle from, bool waits, Position log_position, Position at) {
  Member& member = this->member(from);
  set_waits(member, waits);
  count_sent(from, member);
  report(member, log_position, at);
}

// Statements of dependencies before the report count for it; later ones do not.
void InFlight::report(Member& member, Position log_position, Position at) {
  member.log_position = log_position;
  if (member.told_since.empty()) return;
  auto told = member.told_since.begin();
  for (; told != member.told_since.end() && told->at <= at; ++told) {
    for (const auto& [federate, position] : told->handled) member.handled[federate] = position;
  }
  member.told_since.erase(member.told_since.begin(), told);
}

void InFlight::reported_by_rtig(FederateHandle of, bool waits) {
  Member& member = members_[of];
  set_waits(member, waits);
  member.spoken_for = true;
  count_sent(of, member);
}

void InFlight::links_hold_together(bool hold, Position log_position) {
  links_hold_ = hold;
  report(links_, log_position, kEnd);
}

void InFlight::left(FederateHandle federate, Position log_position) {
  if (const auto at = members_.find(federate); at != members_.end()) {
    set_waits(at->second, false);
    members_.erase(at);
  }
  for (auto& [other, member] : members_) forget(member, federate);
  forget(links_, federate);
  to_be_received_.erase(federate);
  told_anew_since_ = log_position;
}

void InFlight::forget(Member& member, FederateHandle leaver) {
  member.handled.erase(leaver);
  for (Dependencies& told : member.told_since) {
    std::erase_if(told.handled, [&](const auto& named) { return named.federate == leaver; });
  }
}

std::size_t InFlight::kept() const {
  std::size_t kept = to_be_received_.size();
  const auto count = [&](const Member& member) {
    kept += member.handled.size();
    for (const Dependencies& told : member.told_since) kept += told.handled.size();
  };
  count(links_);
  for (const auto& [federate, member] : members_) count(member);
  return kept;
}

void InFlight::regulates_no_more(FederateHandle federate) {
  const auto at = members_.find(federate);
  if (at == members_.end()) return;
  count_sent(federate, at->second);
  if (at->second.spoken_for) links_hold_ = false;
}

void InFlight::set_waits(Member& member, bool waits) {
  if (std::exchange(member.waits, waits) != waits) waiting_ += waits ? 1 : -1;
}

// Members often report in the same order, so the entry after the last one is tried first.
InFlight::Member& InFlight::member(FederateHandle federate) {
  if (next_ >= members_.size() || members_.nth(next_)->first != federate) {
    next_ = members_.index_of(members_.try_emplace(federate).first);
  }
  return members_.nth(next_++)->second;
}

bool InFlight::received_all(FederateHandle federate) const {
  const auto at = members_.find(federate);
  return at != members_.end() && received_all(federate, at->second);
}

bool InFlight::received_all(FederateHandle federate, const Member& member) const {
  if (member.log_position < told_anew_since_) return false;
  return std::ranges::all_of(to_be_received_, [&](const auto& entry) {
    const auto& [sender, position] = entry;
    if (sender == federate) return true;
    // The RTIG has counted the messages that it forwards on links.
    if (federate == wire::kRtig && members_.at(sender).spoken_for) return true;
    const auto at = member.handled.find(sender);
    return at != member.handled.end() && at->second >= position;
  });
}

}  // namespace triad::records
