#include "router/neighbour_sums.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

namespace {

// Greatest number of entries, sets and cells in one message. Longer statements take several
// messages, between which other messages are sent.
constexpr std::size_t kPartsMax = 1024;

// Returns the entry for data that always goes to the RTIG.
wire::InterestEntry all_of(wire::InterestKey key) {
  constexpr wire::InterestMask kAll = ~wire::InterestMask{0};
  return {key, kAll, kAll, {}};
}

// Splits a statement into messages, with cells before the entries that name them.
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

// --- Members

void NeighbourSums::add_member(FederateHandle member, LinkId via) {
  if (via == LinkId{}) return;
  vias_[member] = via;
  const auto [at, is_new] = links_.try_emplace(via);
  if (is_new) restore_lateness(via, at->second);
  ++at->second.members;
}

void NeighbourSums::remove_member(FederateHandle member) {
  const auto at = vias_.find(member);
  if (at == vias_.end()) return;
  const auto link = links_.find(at->second);
  if (--link->second.members == 0) {
    remember_lateness(link->first, link->second);
    links_.erase(link);
  }
  vias_.erase(at);
}

void NeighbourSums::remember_lateness(const NeighbourRouter& of, const Link& link) {
  if (link.lateness.lapses == 0 && link.lateness.slow == 0) return;
  were_late_[of] = link.lateness;
}

void NeighbourSums::restore_lateness(const NeighbourRouter& of, Link& link) {
  const auto at = were_late_.find(of);
  if (at == were_late_.end()) return;
  link.lateness = at->second;
  were_late_.erase(at);
}

void NeighbourSums::rename_router(LinkId before, LinkId now) {
  auto lateness = were_late_.extract(before);
  if (lateness.empty()) return;
  lateness.key() = now;
  were_late_.insert(std::move(lateness));
}

void NeighbourSums::clear() {
  for (const auto& [router, link] : links_) remember_lateness(router, link);
  vias_.clear();
  links_.clear();
  direct_.clear();
}

// --- Changes

void NeighbourSums::note_entry(const InterestOwner& owner, wire::InterestKey key) {
  if (!concerns_routers(key)) return;
  for (auto& [to, link] : links_) {
    if (!counts_for(to, owner)) continue;
    if (link.complete || (link.progress && key < link.progress->key)) {
      link.sum.update_entry_of(owner, each_, key, counts(to));
    }
  }
}

void NeighbourSums::note_cells(const InterestOwner& owner, wire::InterestKey set,
                               std::span<const wire::Cell> added,
                               std::span<const wire::Cell> removed) {
  for (auto& [to, link] : links_) {
    if (!counts_for(to, owner)) continue;
    if (link.complete) {
      link.sum.add_cells(set, added);
      link.sum.remove_cells(set, removed);
    } else if (link.progress) {
      const auto includes = [&, &progress = *link.progress](wire::Cell cell) {
        return progress.includes({owner, set}, cell);
      };
      for (const wire::Cell& cell : added) {
        if (includes(cell)) link.sum.add_cells(set, std::span(&cell, 1));
      }
      for (const wire::Cell& cell : removed) {
        if (includes(cell)) link.sum.remove_cells(set, std::span(&cell, 1));
      }
    }
  }
}

void NeighbourSums::send_changes() {
  for (auto& [to, link] : links_) {
    if (!link.has_some()) continue;
    wire::InterestChanged changes = link.sum.take_changes();
    if (!is_empty(changes)) send_statement(to, link, std::move(changes));
  }
}

// --- Routers

bool NeighbourSums::is_incomplete() const {
  return std::ranges::any_of(links_, [](const auto& entry) { return !entry.second.complete; });
}

void NeighbourSums::send_next_pieces() {
  for (auto& [to, link] : links_) {
    if (!link.complete) send_piece(to, link);
  }
}

void NeighbourSums::send_piece(const NeighbourRouter& to, Link& link) {
  const bool begins = !link.progress;
  if (begins) {
    link.sum.clear();
    link.progress.emplace();
  }
  const std::size_t left = add_cells(to, link, piece_);
  if (left > 0) add_entries(to, link, left);
  if (!link.progress->set && link.progress->key >= each_.keys_end()) {
    link.progress.reset();
    link.complete = true;
  }
  wire::InterestChanged piece = link.sum.take_changes();
  if (begins) {
    for (const wire::InterestKey key : always_) piece.entries.push_back(all_of(key));
  }
  if (begins || link.complete || !is_empty(piece))
    send_statement(to, link, std::move(piece), begins);
}

// Returns how many more cells could have been added.
std::size_t NeighbourSums::add_cells(const NeighbourRouter& to, Link& link,
                                     std::size_t most) const {
  WholeProgress& at = *link.progress;
  const auto is_counted = counts(to);
  while (at.set) {
    const auto* const next = each_.cells_from(*at.set);
    if (next == nullptr) {
      at.set.reset();
      break;
    }
    if (most == 0) return 0;
    if (next->first != *at.set) {
      at.set = next->first;
      at.cell = 0;
    }
    const bool whole_set =
        !is_counted(next->first.first) ||
        next->second.for_each_after(at.cell, [&](wire::Cell cell, std::uint32_t times) {
          if (most == 0) return false;
          --most;
          at.cell = cell;
          for (std::uint32_t i = 0; i < times; ++i) {
            link.sum.add_cells(next->first.second, std::span(&cell, 1));
          }
          return true;
        });
    if (!whole_set) return 0;
    if (most > 0) --most;  // also for a set that does not count
    at.set = std::pair(next->first.first, next->first.second + 1);
    at.cell = 0;
  }
  return most;
}

// A key without subscribers costs only a fraction of an entry.
void NeighbourSums::add_entries(const NeighbourRouter& to, Link& link, std::size_t most) const {
  constexpr wire::InterestKey kLooked = 16;
  WholeProgress& at = *link.progress;
  const auto is_counted = counts(to);
  std::size_t credit = most * kLooked;
  for (; at.key < each_.keys_end() && credit > 0; ++at.key) {
    const bool wanted = !each_.subscribers(at.key).empty() && concerns_routers(at.key);
    credit -= wanted ? std::min<std::size_t>(kLooked, credit) : 1;
    if (wanted) link.sum.update_entry(each_, at.key, is_counted);
  }
}

void NeighbourSums::add_peer(PeerIndex peer) {
  const NeighbourRouter to = peer;
  Link& link = links_[to];
  restore_lateness(to, link);
  while (!link.complete) send_piece(to, link);
}

void NeighbourSums::remove_peer(PeerIndex peer) {
  const auto at = links_.find(peer);
  if (at == links_.end()) return;
  remember_lateness(at->first, at->second);
  links_.erase(at);
}

// States the first piece at once. Until the statement is complete, the router sends up all data.
void NeighbourSums::set_direct(LinkId from, LinkId to, bool direct) {
  const bool changes = direct ? direct_.emplace(from, to).second : direct_.erase({from, to}) > 0;
  const auto at = links_.find(from);
  if (!changes || at == links_.end() || !at->second.has_some()) return;
  at->second.forget();
  send_piece(from, at->second);
}

void NeighbourSums::send_statement(const NeighbourRouter& to, Link& link,
                                   wire::InterestChanged changed, bool replaces_earlier) {
  Parts parts(std::move(changed));
  bool begins = replaces_earlier;
  for (wire::OutsideInterest& part : parts.all()) {
    part.replaces_earlier = std::exchange(begins, false);
    part.complete = link.complete && (!replaces_earlier || &part == &parts.all().back());
    const std::uint64_t round = send_(to, part);
    if (part.replaces_earlier) link.begun = round;
    link.round = std::max(link.round, round);
  }
}

void NeighbourSums::request_all_data() {
  for (auto& [to, link] : links_) {
    if (is_peer(to) || !link.has_some()) continue;
    link.forget();
    wire::OutsideInterest everything;
    everything.replaces_earlier = true;
    link.begun = send_(to, everything);
    link.round = std::max(link.round, link.begun);
  }
}

// --- Answers

void NeighbourSums::receive_answer(const NeighbourRouter& by,
                                   const wire::OutsideInterestTaken& answer) {
  const auto at = links_.find(by);
  if (at == links_.end()) return;
  Link& link = at->second;
  const std::uint64_t before = link.answered;
  link.answered = std::max(link.answered, std::min(answer.round, link.round));
  if (link.lateness.late && link.answered > std::max(before, link.round_at_look)) {
    link.lateness.answered_in_time();
  }
  if (!answer.known && answer.round >= link.begun) link.forget();
}

void NeighbourSums::restart(LinkId router) {
  const auto at = links_.find(router);
  if (at != links_.end()) at->second.forget();
}

std::vector<NeighbourRouter> NeighbourSums::find_late(std::span<const NeighbourRouter> unread) {
  std::vector<NeighbourRouter> found;
  for (auto& [router, link] : links_) {
    if (std::ranges::find(unread, router) != unread.end()) continue;
    const std::uint64_t round_before = std::exchange(link.round_at_look, link.round);
    if (!link.lateness.late) {
      if (link.lateness.note(link.answered < round_before)) found.push_back(router);
      continue;
    }
    link.lateness.look();
    // The router has caught up. An empty statement lets it show that it answers in time.
    if (link.answered >= link.round && link.has_some()) send_statement(router, link, {});
  }
  return found;
}

template <class Counts>
NeighbourSums::Rounds NeighbourSums::awaited_where(Counts&& counts) const {
  Rounds rounds;
  if (TRIAD_DEFECT(settled_while_sum_in_transit)) return rounds;
  for (const auto& [router, link] : links_) {
    if (counts(router) && link.is_awaited()) rounds.emplace_back(router, link.round);
  }
  return rounds;
}

NeighbourSums::Rounds NeighbourSums::awaited_of_routers(LinkId except) const {
  return awaited_where([except](const NeighbourRouter& of) {
    return !is_peer(of) && of != NeighbourRouter(except);
  });
}

NeighbourSums::Rounds NeighbourSums::awaited_of_neighbours(LinkId except) const {
  if (TRIAD_DEFECT(settled_before_peers_know)) return awaited_of_routers(except);
  return awaited_where(
      [except](const NeighbourRouter& of) { return of != NeighbourRouter(except); });
}

bool NeighbourSums::are_answered(const Rounds& rounds) const {
  return std::ranges::all_of(rounds, [this](const auto& round) {
    const auto at = links_.find(round.first);
    return at == links_.end() || at->second.answered >= round.second || at->second.lateness.late;
  });
}

// --- Digests

bool NeighbourSums::has_digests() const {
  return std::ranges::any_of(links_, [](const auto& entry) {
    return !is_peer(entry.first) && entry.second.owes_digest();
  });
}

std::vector<std::pair<LinkId, InterestDigest>> NeighbourSums::collect_digests() {
  std::vector<std::pair<LinkId, InterestDigest>> digests;
  for (auto& [to, link] : links_) {
    const LinkId* const router = std::get_if<LinkId>(&to);
    if (router == nullptr || !link.owes_digest()) continue;
    link.digest_round = link.round;
    InterestDigest& digest = digests.emplace_back(*router, link.sum.digest()).second;
    for (const wire::InterestKey key : always_) digest += digest_of(all_of(key));
  }
  return digests;
}

}  // namespace triad::router
