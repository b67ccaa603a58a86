#include "router/stated_interest.hpp"

#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// What has changed of what it wants is noted for all who are told.
auto StatedInterest::notes_of(FederateHandle by) {
  const bool counted = tells_outside() && is_outside(by);
  return std::pair(
      [this, by, counted](wire::InterestKey set, std::span<const wire::Cell> added,
                          std::span<const wire::Cell> removed) {
        beyond_.note_cells(by, set, added, removed);
        if (!counted) return;
        outside_.add_cells(set, added);
        outside_.remove_cells(set, removed);
      },
      [this, by, counted](wire::InterestKey key) {
        beyond_.note_entry(by, key);
        if (!counted) return;
        outside_.update_entry(filter(), key,
                              [&](FederateHandle member) { return is_outside(member); });
      });
}

// --- Members.

void StatedInterest::member_joined(FederateHandle newcomer) {
  beyond_.member_came(newcomer, paths_.find(newcomer)->via);
  if (paths_.is_on_fabric(newcomer) && paths_.streams().on_fabric_count() == 1) {
    outside_.begin(filter(), [&](FederateHandle member) { return is_outside(member); });
  }
  const auto stated = after_restore_.find(paths_.link(newcomer));
  if (stated == after_restore_.end()) return;
  const wire::InterestChanged all = std::move(stated->second);
  after_restore_.erase(stated);
  if (TRIAD_DEFECT(interest_lost_at_a_restore)) return;
  if (TRIAD_DEFECT(outside_forgotten_after_restore)) {
    beyond_.tell_wholes();
    (void)stated_.apply_change(newcomer, all);
    return;
  }
  (void)change(newcomer, all);  // checked when it came
  publish_outside();
}

void StatedInterest::tell_newcomer(FederateHandle to) {
  if (!paths_.is_on_fabric(to)) return;
  const wire::InterestChanged whole = outside_.complete_interest();
  if (!is_empty(whole)) paths_.send_message(to, whole);
}

void StatedInterest::member_left(FederateHandle leaver) {
  after_restore_.erase(paths_.link(leaver));
  asked_.erase(leaver);
  unsettled_.erase(leaver);
  const auto [on_cells, on_entry] = notes_of(leaver);
  stated_.erase(leaver, on_cells, on_entry);
  beyond_.member_gone(leaver);
  beyond_.publish();
  settle();  // of what waited for those behind its router
  if (paths_.is_on_fabric(leaver)) {
    if (paths_.streams().on_fabric_count() == 1) outside_.clear();
  } else {
    publish_outside();
  }
}

void StatedInterest::moves(FederateHandle member, LinkId via) {
  const wire::InterestChanged wants = stated_.complete_interest(member);
  const auto [on_cells, on_entry] = notes_of(member);
  stated_.erase(member, on_cells, on_entry);
  unsettled_.erase(member);
  beyond_.member_gone(member);
  beyond_.member_came(member, via);
  (void)change(member, wants);
  publish_outside();
  beyond_.publish();
  settle();  // of what waited for those behind its router
  asked_.insert(member);
}

void StatedInterest::clear() {
  beyond_.open();
  beyond_.clear();
  asked_.clear();
  unsettled_.clear();
  stated_.clear();
  outside_.clear();
}

// --- Records.

Fault StatedInterest::on_changed(FederateHandle by, const Record& record,
                                 const wire::InterestChanged& changed) {
  if (auto fault = stated_.check(by, changed)) return fault;
  if (changed.after_restore) {
    after_restore_[paths_.link(by)] = changed;
    return {};
  }
  if (auto fault = change(by, changed)) return fault;
  if (changed.anew) asked_.erase(by);
  publish_outside();
  beyond_.publish();
  acknowledge(by, record.header);
  return {};
}

Fault StatedInterest::change(FederateHandle by, const wire::InterestChanged& changed) {
  const auto [on_cells, on_entry] = notes_of(by);
  return stated_.apply_change(by, changed, on_cells, on_entry);
}

void StatedInterest::publish_outside() {
  if (!tells_outside()) return;
  const wire::InterestChanged changes = outside_.take_changes();
  if (!is_empty(changes) && !TRIAD_DEFECT(outside_interest_not_told)) paths_.publish(changes);
}

// --- Acknowledgements.

// What the Router goes by itself is said at once and in its place: how the statement's member takes
// what follows in the log hangs on it. Routers between it and this one add to what is settled.
void StatedInterest::acknowledge(FederateHandle by, const wire::RecordHeader& statement) {
  const LinkId via = beyond_.via(by);
  OutsideSums::Rounds rounds = beyond_.outstanding(via);
  const bool settled = rounds.empty();
  paths_.send_message(by, wire::InterestAcknowledged{settled && via == LinkId{}}, statement);
  if (!settled) {
    unsettled_.add(by, statement.position, std::move(rounds));
  } else if (via != LinkId{}) {
    paths_.send_message(by, wire::InterestSettled{}, statement);
  }
}

void StatedInterest::on_taken(LinkId router, const wire::OutsideInterestTaken& taken) {
  beyond_.taken(router, taken);
  settle();
}

std::vector<LinkId> StatedInterest::find_late_routers(std::span<const LinkId> unread) {
  std::vector<LinkId> late = beyond_.find_late(unread);
  settle();
  return late;
}

// --- Digests.

void StatedInterest::tell_digests() {
  for (const auto& [router, digest] : beyond_.take_digests()) {
    (void)send_message_to_router(paths_, router,
                                 wire::OutsideInterestDigest{paths_.federation(), digest}, out_);
  }
}

void StatedInterest::ask_to_state_anew(FederateHandle member) {
  if (asked_.insert(member).second) paths_.send_message(member, wire::StateInterestAnew{});
}

void StatedInterest::settle() {
  unsettled_.settle(beyond_, [&](FederateHandle by, wire::Position position, const wire::Buffer&) {
    wire::RecordHeader statement;
    statement.sender = by.value;
    statement.position = position;
    paths_.send_message(by, wire::InterestSettled{}, statement);
  });
}

}  // namespace triad::router
