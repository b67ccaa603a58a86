#include "router/link_sums.hpp"

#ifdef TRIAD_WITH_DEFECTS

#include "records/defect.hpp"

namespace triad::router {

void LinkSums::add_member(wire::FederateHandle member, LinkId link) {
  members_[member] = link;
  Link& of = links_[link];
  if (of.members++ == 0) of.stated_as = wire::FederateHandle(++last_handle_);
}

void LinkSums::remove_member(wire::FederateHandle member) {
  const auto at = members_.find(member);
  if (at == members_.end()) return;
  const auto link = links_.find(at->second);
  members_.erase(at);
  if (--link->second.members > 0) return;
  stated_.erase(link->second.stated_as);
  links_.erase(link);
}

void LinkSums::clear() {
  members_.clear();
  links_.clear();
  stated_ = {};
}

LinkSums::Link* LinkSums::find(wire::FederateHandle member) {
  const auto at = members_.find(member);
  return at == members_.end() ? nullptr : &links_.at(at->second);
}

void LinkSums::update_entry(wire::FederateHandle member, wire::InterestKey key) {
  Link* const link = find(member);
  if (link == nullptr) return;
  link->sum.update_entry(each_, key, [&](wire::FederateHandle of) {
    if (TRIAD_DEFECT(sum_of_the_last_statement)) return of == member;
    const auto at = members_.find(of);
    return at != members_.end() && at->second == members_.at(member);
  });
  state_changes(*link);
}

void LinkSums::update_cells(wire::FederateHandle member, wire::InterestKey set,
                            std::span<const wire::Cell> added,
                            std::span<const wire::Cell> removed) {
  Link* const link = find(member);
  if (link == nullptr) return;
  link->sum.add_cells(set, added);
  link->sum.remove_cells(set, removed);
  state_changes(*link);
}

void LinkSums::state_changes(Link& link) {
  const wire::InterestChanged changes = link.sum.take_changes();
  for (const wire::CellsChanged& set : changes.cells) {
    records::CellSet& cells = stated_.cells(link.stated_as, set.set);
    cells.add(set.added);
    (void)cells.remove(set.removed);
  }
  for (const wire::InterestEntry& entry : changes.entries) stated_.set(link.stated_as, entry);
}

}  // namespace triad::router

#endif
