#include "router/outside_sums.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

namespace {

// Entries, sets of entries and cells in one message: many take several, between which others go.
constexpr std::size_t kPartsMax = 1024;

// In parts, cells before the entries that name them.
class Parts {
 public:
  explicit Parts(wire::InterestChanged&& changed) {
    for (const wire::CellsChanged& set : changed.cells) {
      for (const wire::Cell cell : set.added) cells(set.set).added.push_back(cell);
      for (const wire::Cell cell : set.removed) cells(set.set).removed.push_back(cell);
    }
    for (wire::InterestEntry& entry : changed.entries) {
      wire::OutsideInterest& part = next(1 + entry.cell_sets.size());
      part.entries.push_back(std::move(entry));
    }
    if (parts_.empty()) parts_.emplace_back();
  }
  std::vector<wire::OutsideInterest>& all() { return parts_; }

 private:
  wire::OutsideInterest& next(std::size_t weight) {
    if (parts_.empty() || weight_ + weight > kPartsMax) {
      parts_.emplace_back();
      weight_ = 0;
    }
    weight_ += weight;
    return parts_.back();
  }
  wire::CellsChanged& cells(wire::InterestKey set) {
    auto& sets = next(1).cells;
    if (sets.empty() || sets.back().set != set) sets.push_back({set, {}, {}});
    return sets.back();
  }

  std::vector<wire::OutsideInterest> parts_;
  std::size_t weight_ = 0;
};

}  // namespace

// --- Who is where.

void OutsideSums::member_came(FederateHandle member, LinkId via) {
  if (via == LinkId{}) return;
  vias_[member] = via;
  ++links_[via].members;
}

void OutsideSums::clear() {
  vias_.clear();
  links_.clear();
  direct_.clear();
}

// --- What has changed.

void OutsideSums::note_entry(FederateHandle member, wire::InterestKey key) {
  if (!concerns_routers(key)) return;
  for (auto& [router, link] : links_) {
    if (!link.told || !counts_for(router, member)) continue;
    link.sum.note_entry_of(member, each_, key, counts(router));
  }
}

void OutsideSums::note_cells(FederateHandle member, wire::InterestKey set,
                             std::span<const wire::Cell> added,
                             std::span<const wire::Cell> removed) {
  for (auto& [router, link] : links_) {
    if (!link.told || !counts_for(router, member)) continue;
    link.sum.add_cells(set, added);
    link.sum.remove_cells(set, removed);
  }
}

void OutsideSums::publish() {
  for (auto& [router, link] : links_) {
    if (!link.told) continue;
    wire::InterestChanged changes = link.sum.take_changes();
    if (!is_empty(changes)) tell(router, link, std::move(changes), false);
  }
}

// --- Routers.

bool OutsideSums::whole_is_due() const {
  return std::ranges::any_of(links_, [](const auto& entry) { return !entry.second.told; });
}

void OutsideSums::tell_wholes() {
  for (auto& [router, link] : links_) {
    if (!link.told) tell_whole(router, link);
  }
}

void OutsideSums::tell_whole(LinkId router, Link& link) {
  link.told = true;
  link.sum.begin(each_, counts(router));
  wire::InterestChanged whole = link.sum.whole();
  std::erase_if(whole.entries, [this](const auto& one) { return !concerns_routers(one.key); });
  constexpr wire::InterestMask kAll = ~wire::InterestMask{0};
  for (const wire::InterestKey key : always_) whole.entries.push_back({key, kAll, kAll, {}});
  tell(router, link, std::move(whole), true);
}

void OutsideSums::begin_peer(PeerIndex peer) {
  const LinkId link = as_link(peer);
  tell_whole(link, links_[link]);
}

void OutsideSums::set_direct(LinkId from, LinkId to, bool direct) {
  const bool changes = direct ? direct_.emplace(from, to).second : direct_.erase({from, to}) > 0;
  const auto at = links_.find(from);
  if (changes && at != links_.end() && at->second.told) tell_whole(from, at->second);
}

void OutsideSums::tell(LinkId router, Link& link, wire::InterestChanged changed, bool anew) {
  Parts parts(std::move(changed));
  bool begins = anew;
  for (wire::OutsideInterest& part : parts.all()) {
    part.anew = std::exchange(begins, false);
    part.complete = !anew || &part == &parts.all().back();
    const std::uint64_t round = tell_(router, part);
    if (part.anew) link.begun = round;
    link.round = std::max(link.round, round);
  }
}

void OutsideSums::open() {
  for (auto& [router, link] : links_) {
    if (is_peer(router) || !std::exchange(link.told, false)) continue;
    link.sum.clear();
    wire::OutsideInterest everything;
    everything.anew = true;
    link.begun = tell_(router, everything);
    link.round = std::max(link.round, link.begun);
  }
}

// --- Answers.

void OutsideSums::taken(LinkId router, const wire::OutsideInterestTaken& taken) {
  const auto at = links_.find(router);
  if (at == links_.end()) return;
  Link& link = at->second;
  link.taken = std::max(link.taken, std::min(taken.round, link.round));
  link.was_silent = link.late = false;
  if (!taken.known && taken.round >= link.begun) link.told = false;
}

std::vector<LinkId> OutsideSums::find_late() {
  std::vector<LinkId> found;
  for (auto& [router, link] : links_) {
    if (!link.is_awaited() || !std::exchange(link.was_silent, true)) continue;
    link.late = true;
    found.push_back(router);
  }
  return found;
}

template <class Counts>
OutsideSums::Rounds OutsideSums::awaited(Counts&& counts) const {
  Rounds rounds;
  if (TRIAD_DEFECT(settled_while_the_sum_is_under_way)) return rounds;
  for (const auto& [router, link] : links_) {
    if (counts(router) && link.is_awaited()) rounds.emplace_back(router, link.round);
  }
  return rounds;
}

OutsideSums::Rounds OutsideSums::outstanding(LinkId except) const {
  return awaited([except](LinkId router) { return router != except && !is_peer(router); });
}

OutsideSums::Rounds OutsideSums::outstanding_with_peers(LinkId except) const {
  if (TRIAD_DEFECT(settled_before_peers_know)) return outstanding(except);
  return awaited([except](LinkId router) { return router != except; });
}

bool OutsideSums::are_taken(const Rounds& rounds) const {
  return std::ranges::all_of(rounds, [this](const auto& told) {
    const auto at = links_.find(told.first);
    return at == links_.end() || at->second.taken >= told.second || at->second.late;
  });
}

}  // namespace triad::router
