#include "router/recovery.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

void Recovery::lose(FederateHandle member, Milliseconds now) {
  Member& lost = members_.at(member);
  const Phase reached = std::exchange(lost.phase, Phase::away);
  if (!lost.lost_at) lost.lost_at = now;
  // Everything that the member had to send in this epoch has arrived, so the others complete it.
  if (state_ == State::retransmitting &&
      (reached == Phase::retransmitted || reached <= Phase::returned)) {
    return;
  }
  state_ = State::gathering;
}

bool Recovery::take_return(FederateHandle member, std::uint32_t attempt, Milliseconds now) {
  Member& returned = members_.at(member);
  if (attempt <= returned.attempt && !TRIAD_DEFECT(old_attempt_counts)) return false;
  if (returned.phase > Phase::returned) lose(member, now);
  returned.attempt = attempt;
  returned.phase = Phase::returned;
  return true;
}

bool Recovery::advance(FederateHandle member, std::uint64_t epoch, Phase from, Phase to) {
  Member& at = members_.at(member);
  if (epoch != epoch_ || at.phase != from) return false;
  at.phase = to;
  return true;
}

bool Recovery::take_epoch(FederateHandle member, std::uint64_t epoch) {
  return advance(member, epoch, Phase::asked, Phase::taken);
}

bool Recovery::record_stated(FederateHandle member, std::uint64_t epoch) {
  return advance(member, epoch, Phase::taken, Phase::stated);
}

bool Recovery::record_retransmitted(FederateHandle member, std::uint64_t epoch) {
  return state_ == State::retransmitting &&
         advance(member, epoch, Phase::stated, Phase::retransmitted);
}

// Excludes members that were lost after they had sent everything. They take part in the next epoch.
bool Recovery::have_all_reached(Phase phase) const {
  return std::ranges::all_of(members_, [phase](const auto& entry) {
    return entry.second.phase >= phase || entry.second.phase <= Phase::returned;
  });
}

bool Recovery::has_member_in(Phase phase) const {
  return std::ranges::any_of(members_,
                             [phase](const auto& entry) { return entry.second.phase == phase; });
}

Recovery::Step Recovery::take_step() {
  switch (state_) {
    case State::running:
      return Step::none;
    case State::gathering:
      if (has_member_in(Phase::away) && !TRIAD_DEFECT(epoch_while_away)) return Step::none;
      if (!has_member_in(Phase::returned) && !is_paused_) {
        if (!has_member_in(Phase::away)) state_ = State::running;
        return Step::none;
      }
      ++epoch_;
      for (auto& [member, at] : members_) {
        if (at.phase != Phase::away) at.phase = Phase::asked;
      }
      is_paused_ = true;
      state_ = State::stating;
      return Step::begin;
    case State::stating:
      if (!have_all_reached(Phase::stated)) return Step::none;
      state_ = State::retransmitting;
      return Step::retransmit;
    case State::retransmitting:
      if (!have_all_reached(Phase::retransmitted)) return Step::none;
      for (auto& [member, at] : members_) {
        if (at.phase <= Phase::returned) continue;
        at.phase = Phase::present;
        at.lost_at.reset();
      }
      is_paused_ = false;
      state_ = has_member_in(Phase::away) || has_member_in(Phase::returned) ? State::gathering
                                                                            : State::running;
      return Step::end;
  }
  return Step::none;
}

bool Recovery::accepts_records_of(FederateHandle member) const {
  const auto at = members_.find(member);
  if (at == members_.end() || (state_ == State::gathering && is_paused_)) return false;
  if (TRIAD_DEFECT(no_fence) && at->second.phase >= Phase::asked) return true;
  return at->second.phase >= Phase::taken;
}

std::vector<wire::FederateHandle> Recovery::away() const {
  std::vector<FederateHandle> list;
  for (const auto& [member, at] : members_) {
    if (at.phase == Phase::away) list.push_back(member);
  }
  return list;
}

std::vector<wire::FederateHandle> Recovery::away_for(Milliseconds patience,
                                                     Milliseconds now) const {
  std::vector<FederateHandle> list;
  for (const auto& [member, at] : members_) {
    if (at.phase == Phase::away && at.lost_at && now - *at.lost_at >= patience)
      list.push_back(member);
  }
  return list;
}

std::vector<wire::FederateHandle> Recovery::awaited() const {
  std::vector<FederateHandle> list;
  if (state_ != State::stating && state_ != State::retransmitting) return list;
  const Phase needed = state_ == State::stating ? Phase::stated : Phase::retransmitted;
  for (const auto& [member, at] : members_) {
    if (at.phase > Phase::returned && at.phase < needed) list.push_back(member);
  }
  return list;
}

}  // namespace triad::router
