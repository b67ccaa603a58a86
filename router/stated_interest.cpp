#include "router/stated_interest.hpp"

#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// --- Members.

void StatedInterest::member_joined(FederateHandle newcomer) {
  if (paths_.on_fabric(newcomer) && paths_.streams().on_fabric_count() == 1) {
    outside_.begin(filter(), [&](FederateHandle member) { return is_outside(member); });
  }
  const auto stated = after_restore_.find(paths_.link(newcomer));
  if (stated == after_restore_.end()) return;
  const wire::InterestChanged all = std::move(stated->second);
  after_restore_.erase(stated);
  if (TRIAD_DEFECT(interest_lost_at_a_restore)) return;
  (void)change(newcomer, all);  // checked when it came
  publish_outside();
}

void StatedInterest::tell_newcomer(FederateHandle to) {
  if (!paths_.on_fabric(to)) return;
  const wire::InterestChanged whole = outside_.whole();
  if (!is_empty(whole)) paths_.tell(to, whole);
}

void StatedInterest::member_left(FederateHandle leaver) {
  after_restore_.erase(paths_.link(leaver));
  if (!tells_outside() || !is_outside(leaver)) {
    stated_.erase(leaver);
    if (paths_.on_fabric(leaver) && paths_.streams().on_fabric_count() == 1) outside_.clear();
    return;
  }
  filter().for_each_cell_set(
      [&](FederateHandle member, wire::InterestKey set, const records::CellSet& cells) {
        if (member != leaver) return;
        cells.for_each([&](wire::Cell cell, std::uint32_t times) {
          for (std::uint32_t i = 0; i < times; ++i) outside_.remove_cells(set, std::span(&cell, 1));
        });
      });
  stated_.erase(leaver);
  for (wire::InterestKey key = 0; key < filter().keys_end(); ++key) {
    outside_.note_entry(filter(), key, [&](FederateHandle member) { return is_outside(member); });
  }
  publish_outside();
}

void StatedInterest::clear() {
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
  publish_outside();
  paths_.tell(by, wire::InterestAcknowledged{}, record.header);
  return {};
}

Fault StatedInterest::change(FederateHandle by, const wire::InterestChanged& changed) {
  if (!tells_outside() || !is_outside(by)) return stated_.change(by, changed);
  return stated_.change(
      by, changed,
      [&](wire::InterestKey set, std::span<const wire::Cell> added,
          std::span<const wire::Cell> removed) {
        outside_.add_cells(set, added);
        outside_.remove_cells(set, removed);
      },
      [&](wire::InterestKey key) {
        outside_.note_entry(filter(), key,
                            [&](FederateHandle member) { return is_outside(member); });
      });
}

void StatedInterest::publish_outside() {
  if (!tells_outside()) return;
  const wire::InterestChanged changes = outside_.take_changes();
  if (!is_empty(changes) && !TRIAD_DEFECT(outside_interest_not_told)) paths_.publish(changes);
}

}  // namespace triad::router
