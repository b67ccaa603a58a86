#include "router/interest_exchange.hpp"

#include <algorithm>
#include <iterator>
#include <string>

#include "router/router_dispatch.hpp"

namespace triad::router {

namespace {

// Consecutive requests for a complete interest that has the wrong digest each time.
constexpr std::size_t kDoubtsMax = 3;

}  // namespace

InterestExchange::InterestExchange(Host& host, Place place, const InterestLimits& limits)
    : host_(host),
      keys_end_(limits.keys_end),
      stated_(limits),
      sums_(stated_.filter(), limits.piece,
            [this](const NeighbourRouter& to, const wire::OutsideInterest& outside) {
              const LinkId* const router = std::get_if<LinkId>(&to);
              return router != nullptr ? send_interest_to_router(host_, *router, outside, out_)
                                       : host_.state_to_peer(std::get<PeerIndex>(to), outside);
            }),
      upper_(place == Place::root ? Upper::none : Upper::unstated) {}

// --- Members

void InterestExchange::add_member(FederateHandle newcomer, const Newcomer& as) {
  sums_.add_member(newcomer, as.via);
  if (as.shares_memory) sharing_memory_.insert(newcomer);
  if (as.shares_memory && sharing_memory_.size() == 1) {
    sum_of_links_.begin(filter(), [&](const InterestOwner& owner) {
      return !sharing_memory_.contains(owner.member());
    });
  }
  apply_after_restore(newcomer, as.link);
  if (!is_root()) changed_.insert(newcomer);
  send_changes();
  if (upper_ == Upper::complete) sums_.send_next_pieces();
}

void InterestExchange::apply_after_restore(FederateHandle newcomer, LinkId link) {
  const auto stated = after_restore_.extract(link);
  if (stated.empty() || (is_root() && TRIAD_DEFECT(interest_lost_at_a_restore))) return;
  if (is_root() && TRIAD_DEFECT(outside_forgotten_after_restore)) {
    sums_.send_next_pieces();
    (void)stated_.apply_change(owner_of(newcomer), stated.mapped());
    return;
  }
  (void)change(owner_of(newcomer), stated.mapped());  // it was checked on arrival
}

void InterestExchange::remove_member(FederateHandle leaver) {
  changed_.erase(leaver);
  doubted_.erase(leaver);
  remove_owner(owner_of(leaver));
}

void InterestExchange::remove_owner(const InterestOwner& leaver) {
  std::erase_if(waiting_, [&](const Waiting& one) { return one.by == leaver; });
  erase(leaver);
  if (leaver.is_member() && sharing_memory_.erase(leaver.member()) > 0 && sharing_memory_.empty())
    sum_of_links_.clear();
  sums_.send_changes();
  settle();        // statements that waited only for routers without members now
  send_changes();  // to shared memory
}

void InterestExchange::move_member(FederateHandle member, LinkId via) {
  const InterestOwner before = owner_of(member);
  const wire::InterestChanged all = stated_.complete_interest(before);
  std::erase_if(waiting_, [&](const Waiting& one) { return one.by == before; });
  erase(before);
  sums_.add_member(member, via);
  (void)change(owner_of(member), all);
  send_changes();
  settle();
  doubted_.insert(member);
}

void InterestExchange::clear() {
  sums_.request_all_data();
  sums_.clear();
  doubted_.clear();
  waiting_.clear();
  stated_.clear();
  sum_of_links_.clear();
  sharing_memory_.clear();
}

// --- Statements

// A router below the root ignores faulty statements. The root finds the fault and ends the link.
Fault InterestExchange::receive_statement_from_member(FederateHandle member, LinkId link,
                                                      const wire::Record& record) {
  if (!is_root()) changed_.insert(member);
  auto stated = wire::decode<wire::InterestChanged>(record.payload);
  if (!stated) return "a malformed InterestChanged record";
  wire::InterestChanged changed = within_keys(std::move(*stated));
  const InterestOwner owner = owner_of(member);
  if (auto fault = stated_.check(owner, changed)) return fault;
  if (changed.after_restore) {
    after_restore_[link] = std::move(changed);
    return {};
  }
  if (is_root()) {
    if (auto fault = change(owner, changed)) return fault;
  } else if (!TRIAD_DEFECT(statement_not_applied_at_lower_router)) {
    (void)change(owner, changed);
  }
  if (changed.replaces_earlier) doubted_.erase(member);
  send_changes();
  answer_member(member, record.header.position);
  return {};
}

// The answer to a peer waits only for lower routers. If it waited for peers, a cycle could arise.
Fault InterestExchange::receive_statement_from_peer(PeerIndex peer,
                                                    const wire::PeerInterest& states) {
  const InterestOwner by = InterestOwner::of_peer(peer);
  if (auto fault = check_and_change(by, {false, states.entries, states.cells})) return fault;
  sums_.send_changes();
  wait(by, states.round, sums_.awaited_of_routers({}));
  return {};
}

void InterestExchange::receive_statement_from_upper(const wire::OutsideInterest& outside) {
  if (outside.replaces_earlier) {
    forget_upper(Upper::part);
  } else if (upper_ == Upper::unstated) {
    return answer_upper(outside.round, false);
  }
  if (upper_ == Upper::part || upper_ == Upper::complete) {
    if (TRIAD_DEFECT(outside_not_applied_at_lower_router) && !outside.replaces_earlier) {
      // The change is lost.
    } else if (check_and_change(InterestOwner::upper_router(),
                                {false, outside.entries, outside.cells})) {
      forget_upper(Upper::too_much);
    } else if (outside.complete) {
      upper_ = Upper::complete;
      sums_.send_changes();
      sums_.send_next_pieces();
    }
  }
  wait(InterestOwner::upper_router(), outside.round, sums_.awaited_of_routers({}));
}

// Statements to lower routers contained the upper router's. They are no longer true.
void InterestExchange::forget_upper(Upper becomes) {
  if (upper_ == Upper::complete) sums_.request_all_data();
  erase(InterestOwner::upper_router());
  upper_ = becomes;
}

void InterestExchange::ask_upper_again() {
  ignore_upper();
  doubt_upper();
}

void InterestExchange::doubt_upper() {
  out_.clear();
  wire::encode_record({}, wire::OutsideInterestDoubted{host_.federation()}, out_);
  host_.send_word_up(out_);
}

// --- Changes

// Records each change for every neighbour that receives a sum with this owner's interest.
auto InterestExchange::noted_changes_of(const InterestOwner& of) {
  const bool counts = !sharing_memory_.empty() && !sharing_memory_.contains(of.member());
  return std::pair(
      [this, of, counts](wire::InterestKey set, std::span<const wire::Cell> added,
                         std::span<const wire::Cell> removed) {
        sums_.note_cells(of, set, added, removed);
        if (!counts) return;
        sum_of_links_.add_cells(set, added);
        sum_of_links_.remove_cells(set, removed);
      },
      [this, of, counts](wire::InterestKey key) {
        sums_.note_entry(of, key);
        if (!counts) return;
        sum_of_links_.update_entry(filter(), key, [&](const InterestOwner& owner) {
          return !sharing_memory_.contains(owner.member());
        });
      });
}

Fault InterestExchange::change(const InterestOwner& of, const wire::InterestChanged& changed) {
  const auto [note_cells, note_entry] = noted_changes_of(of);
  return stated_.apply_change(of, changed, note_cells, note_entry);
}

Fault InterestExchange::check_and_change(const InterestOwner& of, wire::InterestChanged changed) {
  changed = within_keys(std::move(changed));
  if (auto fault = stated_.check(of, changed)) return fault;
  return change(of, changed);
}

void InterestExchange::erase(const InterestOwner& of) {
  const auto [note_cells, note_entry] = noted_changes_of(of);
  stated_.erase(of, note_cells, note_entry);
  if (of.is_member()) sums_.remove_member(of.member());
}

// Below the root, an unknown set of cells counts as one that covers everything.
wire::InterestChanged InterestExchange::within_keys(wire::InterestChanged changed) const {
  if (is_root()) return changed;
  const auto is_beyond = [this](wire::InterestKey key) { return key >= keys_end_; };
  std::erase_if(changed.entries, [&](const auto& entry) { return is_beyond(entry.key); });
  std::erase_if(changed.cells, [&](const auto& set) { return is_beyond(set.set); });
  for (wire::InterestEntry& entry : changed.entries) {
    if (std::erase_if(entry.cell_sets, is_beyond) > 0) entry.mask_without_region = entry.mask;
  }
  return changed;
}

void InterestExchange::send_changes() {
  if (!sharing_memory_.empty()) {
    const wire::InterestChanged changes = sum_of_links_.take_changes();
    if (!is_empty(changes) && !TRIAD_DEFECT(outside_interest_not_sent)) {
      host_.publish_interest(changes);
    }
  }
  sums_.send_changes();
}

// --- Answers

// The root answers `taken` at once, because the member compares the answer's place in the log with
// the records that follow. Routers on the path of a member below may hold back `settled`. So that
// member gets the two answers in two records.
void InterestExchange::answer_member(FederateHandle member, wire::Position position) {
  const LinkId via = sums_.via(member);
  NeighbourSums::Rounds rounds = sums_.awaited_of_neighbours(via);
  if (is_root()) {
    const bool is_settled = rounds.empty() && via == LinkId{};
    host_.answer_member(member, position, is_settled ? Answer::taken_and_settled : Answer::taken,
                        {});
    if (is_settled) return;
  } else if (rounds.empty()) {
    return;
  }
  wait(owner_of(member), position, std::move(rounds));
}

// Answers now if nothing is awaited. Otherwise keeps at most two statements of each neighbour: the
// oldest, so that it is answered as soon as possible, and all later ones as one.
void InterestExchange::wait(const InterestOwner& by, wire::Position position,
                            NeighbourSums::Rounds rounds) {
  if (rounds.empty()) return answer_settled({by, position, {}, {}});
  const auto is_by = [&by](const Waiting& one) { return one.by == by; };
  const auto first = std::ranges::find_if(waiting_, is_by);
  const auto second =
      first == waiting_.end() ? first : std::find_if(std::next(first), waiting_.end(), is_by);
  if (second == waiting_.end()) {
    waiting_.push_back({by, position, std::move(rounds), {}});
  } else {
    second->position = position;
    second->rounds = std::move(rounds);
  }
}

void InterestExchange::answer_settled(const Waiting& statement) {
  const InterestOwner& by = statement.by;
  if (by.kind == InterestOwner::Kind::upper_router) {
    answer_upper(statement.position, true);
  } else if (by.is_peer()) {
    host_.answer_peer(by.peer(), statement.position);
  } else if (is_root() || !statement.answer.empty()) {
    host_.answer_member(by.member(), statement.position, Answer::settled, statement.answer);
  }
}

void InterestExchange::answer_upper(std::uint64_t round, bool known) {
  out_.clear();
  wire::encode_record({}, wire::OutsideInterestTaken{host_.federation(), round, known}, out_);
  host_.send_word_up(out_);
}

void InterestExchange::settle() {
  for (std::size_t i = 0; i < waiting_.size();) {
    if (!sums_.are_answered(waiting_[i].rounds)) {
      ++i;
      continue;
    }
    const Waiting settled = std::move(waiting_[i]);
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
    answer_settled(settled);
  }
}

void InterestExchange::receive_answer(const NeighbourRouter& by,
                                      const wire::OutsideInterestTaken& answer) {
  sums_.receive_answer(by, answer);
  if (upper_ == Upper::complete) sums_.send_next_pieces();
  settle();
}

bool InterestExchange::keeps_settled_answer(FederateHandle member, const wire::Record& answer) {
  const wire::Position position = answer.header.after_position;
  const InterestOwner by = owner_of(member);
  const auto at = std::ranges::find_if(
      waiting_, [&](const Waiting& one) { return one.by == by && one.position >= position; });
  if (at == waiting_.end()) return false;
  at->answer.assign(answer.frame.begin(), answer.frame.end());
  return true;
}

std::vector<NeighbourRouter> InterestExchange::find_late_routers(
    std::span<const NeighbourRouter> unread) {
  std::vector<NeighbourRouter> late = sums_.find_late(unread);
  settle();
  return late;
}

// --- Peers

void InterestExchange::remove_peer(PeerIndex peer) {
  sums_.remove_peer(peer);
  remove_owner(InterestOwner::of_peer(peer));
}

// --- Digests

bool InterestExchange::receive_digest_from_upper(InterestDigest digest) {
  if (upper_ != Upper::complete) return true;
  if (stated_.digest(InterestOwner::upper_router()) == digest) {
    doubts_of_upper_ = 0;
    return true;
  }
  ignore_upper();
  if (++doubts_of_upper_ <= kDoubtsMax) doubt_upper();
  return false;
}

void InterestExchange::receive_doubt_from_router(LinkId router) {
  sums_.restart(router);
  if (upper_ == Upper::complete) sums_.send_next_pieces();
}

void InterestExchange::send_digests() {
  for (const auto& [router, digest] : sums_.collect_digests()) {
    (void)send_message_to_router(host_, router,
                                 wire::OutsideInterestDigest{host_.federation(), digest}, out_);
  }
}

std::vector<std::pair<FederateHandle, InterestDigest>> InterestExchange::collect_member_digests() {
  std::vector<std::pair<FederateHandle, InterestDigest>> digests;
  for (const FederateHandle member : changed_) {
    digests.emplace_back(member, stated_.digest(owner_of(member)));
  }
  changed_.clear();
  return digests;
}

}  // namespace triad::router
