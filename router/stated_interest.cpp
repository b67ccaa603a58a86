#include "router/stated_interest.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

// --- Members.

void StatedInterest::member_joined(FederateHandle newcomer) {
  if (paths_.on_fabric(newcomer) && paths_.streams().on_fabric_count() == 1) {
    outside_.begin(filter_, [&](FederateHandle member) { return is_outside(member); });
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
  cells_.erase(leaver);
  if (!tells_outside() || !is_outside(leaver)) {
    filter_.erase(leaver);
    if (paths_.on_fabric(leaver) && paths_.streams().on_fabric_count() == 1) outside_.clear();
    return;
  }
  filter_.for_each_cell_set(
      [&](FederateHandle member, wire::InterestKey set, const records::CellSet& cells) {
        if (member != leaver) return;
        cells.for_each([&](wire::Cell cell, std::uint32_t times) {
          for (std::uint32_t i = 0; i < times; ++i) outside_.remove_cells(set, std::span(&cell, 1));
        });
      });
  filter_.erase(leaver);
  for (wire::InterestKey key = 0; key < filter_.keys_end(); ++key) {
    outside_.note_entry(filter_, key, [&](FederateHandle member) { return is_outside(member); });
  }
  publish_outside();
}

void StatedInterest::clear() {
  filter_ = {};
  cells_.clear();
  outside_.clear();
}

// --- Records.

Fault StatedInterest::on_changed(FederateHandle by, const Record& record,
                                 const wire::InterestChanged& changed) {
  if (auto fault = check(by, changed)) return fault;
  if (changed.after_restore) {
    after_restore_[paths_.link(by)] = changed;
    return {};
  }
  if (auto fault = change(by, changed)) return fault;
  publish_outside();
  paths_.tell(by, wire::InterestAcknowledged{}, record.header);
  return {};
}

Fault StatedInterest::check(FederateHandle by, const wire::InterestChanged& changed) const {
  const auto is_key = [&](wire::InterestKey key) { return key > 0 && key < limits_.keys_end; };
  for (const wire::InterestEntry& entry : changed.entries) {
    if (!is_key(entry.key) || !std::ranges::all_of(entry.cell_sets, is_key)) {
      return "an interest in something that there is not";
    }
    if (entry.cell_sets.size() > wire::kCellSetsMax) {
      return "an interest with more sets of cells than " + std::to_string(wire::kCellSetsMax);
    }
    if ((entry.mask_without_region & ~entry.mask) != 0)
      return "an interest that contradicts itself";
  }
  const auto had = cells_.find(by);
  std::size_t cells = had == cells_.end() || changed.after_restore ? 0 : had->second;
  for (const wire::CellsChanged& set : changed.cells) {
    if (!is_key(set.set)) return "cells of something that there is not";
    if (!std::ranges::all_of(set.added, records::CellSet::is_cell)) {
      return "a number that is none of a cell";
    }
    cells += set.added.size();
  }
  if (cells > limits_.cells_max) {
    return "an interest in more cells than " + std::to_string(limits_.cells_max);
  }
  return {};
}

Fault StatedInterest::change(FederateHandle by, const wire::InterestChanged& changed) {
  const bool counts = tells_outside() && is_outside(by);
  for (const wire::CellsChanged& set : changed.cells) {
    records::CellSet& cells = filter_.cells(by, set.set);
    cells.add(set.added);
    cells_[by] += set.added.size();
    if (counts) outside_.add_cells(set.set, set.added);
    for (const wire::Cell cell : set.removed) {
      // Its link ends for that, and with it all that it has stated.
      if (cells.remove(std::span(&cell, 1)) == 0) return "the end of an interest that it had not";
      --cells_[by];
      if (counts) outside_.remove_cells(set.set, std::span(&cell, 1));
    }
  }
  for (const wire::InterestEntry& entry : changed.entries) {
    filter_.set(by, entry);
    if (!counts) continue;
    outside_.note_entry(filter_, entry.key,
                        [&](FederateHandle member) { return is_outside(member); });
  }
  return {};
}

void StatedInterest::publish_outside() {
  if (!tells_outside()) return;
  const wire::InterestChanged changes = outside_.take_changes();
  if (!is_empty(changes) && !TRIAD_DEFECT(outside_interest_not_told)) paths_.publish(changes);
}

}  // namespace triad::router
