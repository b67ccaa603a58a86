#include "router/edge_interest.hpp"

#include <utility>

#include "records/defect.hpp"
#include "router/local_data.hpp"
#include "router/router_words.hpp"

namespace triad::router {

namespace {

// So often one after the other the whole is told anew; then everything goes up.
constexpr std::size_t kDoubtsMax = 3;

}  // namespace

EdgeInterest::EdgeInterest(Host& host, std::size_t piece)
    : host_(host),
      stated_(InterestLimits{.keys_end = kLocalKeysEnd}),
      beyond_(stated_.filter(), piece, [this](LinkId router, const wire::OutsideInterest& outside) {
        return is_peer(router) ? host_.tell_peer(peer_of(router), outside)
                               : tell_outside(host_, router, outside, out_);
      }) {}

// --- Members.

void EdgeInterest::add(FederateHandle member, LinkId via, const wire::InterestChanged& stated) {
  beyond_.add_member(member, via);
  (void)change(member, stated);
  changed_.insert(member);
  beyond_.send_changes();
  if (outside_ == Outside::complete) beyond_.send_next_pieces();
}

void EdgeInterest::remove(FederateHandle member) {
  unsettled_.erase(member);
  changed_.erase(member);
  doubted_.erase(member);
  erase(member);
  beyond_.send_changes();
  settle();  // of what waited for those behind its router
}

bool EdgeInterest::may_state(FederateHandle member, const wire::InterestChanged& changed) const {
  return !stated_.check(member, within_keys(changed));
}

void EdgeInterest::state(FederateHandle member, wire::Position position,
                         const wire::InterestChanged& changed) {
  if (!TRIAD_DEFECT(statement_forgotten_below)) (void)change(member, changed);
  if (changed.anew) doubted_.erase(member);
  beyond_.send_changes();
  NeighbourSums::Rounds rounds = beyond_.awaited(beyond_.via(member));
  if (!rounds.empty()) unsettled_.add(member, position, std::move(rounds));
}

bool EdgeInterest::keeps_settled(FederateHandle member, const wire::Record& settled) {
  return unsettled_.keep(member, settled.header.after_position, settled.frame);
}

// --- Routers.

void EdgeInterest::on_outside(const wire::OutsideInterest& outside) {
  if (outside.anew) {
    forget_outside(Outside::part);
  } else if (outside_ == Outside::untold) {
    return tell_taken(outside.round, false);
  }
  if (outside_ == Outside::part || outside_ == Outside::complete) {
    if (TRIAD_DEFECT(outside_forgotten_below) && !outside.anew) {
      // What has changed is not noted.
    } else if (change(wire::kRtig, {false, outside.entries, outside.cells})) {
      forget_outside(Outside::too_much);
    } else if (outside.complete) {
      outside_ = Outside::complete;
      beyond_.send_changes();
      beyond_.send_next_pieces();
    }
  }
  NeighbourSums::Rounds rounds = beyond_.awaited_of_routers({});
  if (rounds.empty()) return tell_taken(outside.round, true);
  unsettled_.add(wire::kRtig, outside.round, std::move(rounds));
}

// What the routers below were told holds no more either.
void EdgeInterest::forget_outside(Outside becomes) {
  if (outside_ == Outside::complete) beyond_.request_all_data();
  erase(wire::kRtig);
  outside_ = becomes;
}

void EdgeInterest::tell_taken(std::uint64_t round, bool known) {
  out_.clear();
  wire::encode_record({}, wire::OutsideInterestTaken{host_.federation(), round, known}, out_);
  host_.send_word_up(out_);
}

void EdgeInterest::tell_doubted() {
  out_.clear();
  wire::encode_record({}, wire::OutsideInterestDoubted{host_.federation()}, out_);
  host_.send_word_up(out_);
}

void EdgeInterest::on_taken(LinkId router, const wire::OutsideInterestTaken& taken) {
  beyond_.receive_answer(router, taken);
  if (outside_ == Outside::complete) beyond_.send_next_pieces();
  settle();
}

std::vector<LinkId> EdgeInterest::find_late_routers(std::span<const LinkId> unread) {
  std::vector<LinkId> late = beyond_.find_late(unread);
  settle();
  return late;
}

// --- Digests.

bool EdgeInterest::on_outside_digest(InterestDigest digest) {
  if (outside_ != Outside::complete) return true;
  if (stated_.digest(wire::kRtig) == digest) {
    doubts_ = 0;
    return true;
  }
  forget_outside(Outside::doubted);
  if (++doubts_ <= kDoubtsMax) tell_doubted();
  return false;
}

void EdgeInterest::on_outside_doubted(LinkId router) {
  beyond_.restart(router);
  if (outside_ == Outside::complete) beyond_.send_next_pieces();
}

bool EdgeInterest::agrees(FederateHandle member, InterestDigest digest) {
  return stated_.digest(member) == digest || !doubted_.insert(member).second;
}

void EdgeInterest::tell_digests() {
  for (const auto& [router, digest] : beyond_.collect_digests()) {
    (void)tell_router(host_, router, wire::OutsideInterestDigest{host_.federation(), digest}, out_);
  }
}

std::vector<std::pair<FederateHandle, InterestDigest>> EdgeInterest::take_digests() {
  std::vector<std::pair<FederateHandle, InterestDigest>> digests;
  for (const FederateHandle member : changed_) {
    digests.emplace_back(member, stated_.digest(member));
  }
  changed_.clear();
  return digests;
}

// --- Peers.

void EdgeInterest::peer_left(PeerIndex peer) {
  beyond_.remove_peer(peer);
  remove(as_member(peer));
}

Fault EdgeInterest::peer_states(PeerIndex peer, const wire::PeerInterest& states) {
  const FederateHandle as = as_member(peer);
  if (auto fault = change(as, {false, states.entries, states.cells})) return fault;
  beyond_.send_changes();
  NeighbourSums::Rounds rounds = beyond_.awaited_of_routers({});
  if (rounds.empty()) {
    host_.tell_peer_taken(peer, states.round);
  } else {
    unsettled_.add(as, states.round, std::move(rounds));
  }
  return {};
}

void EdgeInterest::settle() {
  unsettled_.settle(beyond_,
                    [&](FederateHandle by, wire::Position position, const wire::Buffer& record) {
                      if (by == wire::kRtig) {
                        tell_taken(position, true);
                      } else if (is_peer(by)) {
                        host_.tell_peer_taken(peer_of(by), position);
                      } else if (!record.empty()) {
                        host_.settled(by, record);
                      }
                    });
}

// --- What is wanted.

Fault EdgeInterest::change(FederateHandle of, const wire::InterestChanged& changed) {
  const wire::InterestChanged counted = within_keys(changed);
  if (auto fault = stated_.check(of, counted)) return fault;
  return stated_.change(of, counted, note_cells_of(of), note_entry_of(of));
}

void EdgeInterest::erase(FederateHandle of) {
  stated_.erase(of, note_cells_of(of), note_entry_of(of));
  beyond_.remove_member(of);
}

// A set that is not known here is as if it were everywhere.
wire::InterestChanged EdgeInterest::within_keys(const wire::InterestChanged& changed) {
  wire::InterestChanged counted = changed;
  const auto is_beyond = [](wire::InterestKey key) { return key >= kLocalKeysEnd; };
  std::erase_if(counted.entries, [&](const auto& entry) { return is_beyond(entry.key); });
  std::erase_if(counted.cells, [&](const auto& set) { return is_beyond(set.set); });
  for (wire::InterestEntry& entry : counted.entries) {
    if (std::erase_if(entry.cell_sets, is_beyond) > 0) entry.mask_without_region = entry.mask;
  }
  return counted;
}

}  // namespace triad::router
