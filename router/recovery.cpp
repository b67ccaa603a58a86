#include "router/recovery.hpp"

#include <algorithm>
#include <utility>

#include "records/defect.hpp"

namespace triad::router {

namespace {

constexpr std::chrono::minutes kReturnsWindow{1};

}  // namespace

void Recovery::lose(FederateHandle member, Milliseconds now, LinkEnd end) {
  Member& lost = members_.at(member);
  lost.is_suspended = end == LinkEnd::suspended;
  lost.closed_at = end == LinkEnd::closed_by_peer ? std::optional(now) : std::nullopt;
  const Phase reached = std::exchange(lost.phase, Phase::away);
  if (!lost.lost_at) lost.lost_at = now;
  // Everything that the member had to send in this epoch has arrived, so the others complete it.
  if (state_ == State::retransmitting &&
      (reached == Phase::retransmitted || reached <= Phase::returned)) {
    return;
  }
  if (state_ == State::stating || state_ == State::retransmitting) {
    charge_epoch(lost, now);
  } else if (is_paused_) {
    lost.wait.begin(now);
  }
  state_ = State::gathering;
}

void Recovery::charge_epoch(Member& lost, Milliseconds now) {
  Milliseconds for_others{0};
  for (auto& [member, at] : members_) {
    const bool is_away = at.phase == Phase::away;  // also the lost one
    if (!is_away && at.wait.present(now) >= limits_.silence) {
      for_others = std::max(for_others, at.wait.present(now));
      at.wait.commit_present(now);
    } else {
      at.wait.drop();
    }
    if (is_away) at.wait.begin(now);
  }
  lost.wait.charge(std::max(Milliseconds(0), now - epoch_begun_at_ - for_others));
}

bool Recovery::returns_too_often(Member& member, Milliseconds now) const {
  if (limits_.returns_per_minute == 0) return false;
  while (!member.returns.empty() && now - member.returns.front() >= kReturnsWindow) {
    member.returns.pop_front();
  }
  return member.returns.size() >= limits_.returns_per_minute;
}

Recovery::ReturnAnswer Recovery::take_return(FederateHandle member,
                                             std::optional<std::uint32_t> attempt,
                                             Milliseconds now) {
  Member& returned = members_.at(member);
  if (attempt && *attempt <= returned.attempt && !TRIAD_DEFECT(old_attempt_counts)) {
    return ReturnAnswer::old_attempt;
  }
  if (!returned.is_suspended) {
    if (returns_too_often(returned, now)) return ReturnAnswer::too_often;
    if (limits_.returns_per_minute > 0) returned.returns.push_back(now);
  }
  if (returned.phase > Phase::returned) lose(member, now, LinkEnd::other);
  returned.is_suspended = false;
  returned.closed_at.reset();
  if (attempt) returned.attempt = *attempt;
  returned.phase = Phase::returned;
  returned.wait.commit(now);
  return ReturnAnswer::taken;
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

bool Recovery::record_stated(FederateHandle member, std::uint64_t epoch, Milliseconds now) {
  if (!advance(member, epoch, Phase::taken, Phase::stated)) return false;
  members_.at(member).wait.end(now);
  return true;
}

bool Recovery::record_retransmitted(FederateHandle member, std::uint64_t epoch, Milliseconds now) {
  if (state_ != State::retransmitting ||
      !advance(member, epoch, Phase::stated, Phase::retransmitted)) {
    return false;
  }
  members_.at(member).wait.end(now);
  return true;
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

Recovery::Step Recovery::take_step(Milliseconds now) {
  switch (state_) {
    case State::running:
      return Step::none;
    case State::gathering:
      if (has_member_in(Phase::away) && !TRIAD_DEFECT(epoch_while_away)) return Step::none;
      if (!has_member_in(Phase::returned) && !is_paused_) {
        if (!has_member_in(Phase::away)) state_ = State::running;
        return Step::none;
      }
      begin_epoch(now);
      return Step::begin;
    case State::stating:
      if (!have_all_reached(Phase::stated)) return Step::none;
      for (auto& [member, at] : members_) {
        if (at.phase == Phase::stated) at.wait.begin(now);
      }
      state_ = State::retransmitting;
      return Step::retransmit;
    case State::retransmitting:
      if (!have_all_reached(Phase::retransmitted)) return Step::none;
      end_epoch(now);
      return Step::end;
  }
  return Step::none;
}

void Recovery::begin_epoch(Milliseconds now) {
  ++epoch_;
  for (auto& [member, at] : members_) {
    if (!is_paused_) at.wait.begin_pause(now);
    if (at.phase == Phase::away) continue;
    at.phase = Phase::asked;
    at.wait.begin(now);
  }
  is_paused_ = true;
  epoch_begun_at_ = now;
  state_ = State::stating;
}

void Recovery::end_epoch(Milliseconds now) {
  for (auto& [member, at] : members_) {
    at.wait.end_pause(now);
    if (at.phase <= Phase::returned) continue;
    at.phase = Phase::present;
    at.lost_at.reset();
  }
  is_paused_ = false;
  const bool is_complete = !has_member_in(Phase::away) && !has_member_in(Phase::returned);
  state_ = is_complete ? State::running : State::gathering;
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

std::vector<Recovery::Overdue> Recovery::overdue(Milliseconds now) const {
  std::vector<Overdue> list;
  for (const auto& [member, at] : members_) {
    const bool is_away = at.phase == Phase::away;
    if (is_away && at.lost_at && now - *at.lost_at >= limits_.patience) {
      list.push_back({member, Overdue::Limit::away});
    } else if (is_away && at.closed_at && now - *at.closed_at >= limits_.grace) {
      list.push_back({member, Overdue::Limit::closed});
    } else if (at.wait.total(now) >= limits_.patience) {
      list.push_back({member, Overdue::Limit::awaited});
    }
  }
  return list;
}

std::vector<wire::FederateHandle> Recovery::awaited_members() const {
  std::vector<FederateHandle> list;
  if (state_ != State::stating && state_ != State::retransmitting) return list;
  const Phase needed = state_ == State::stating ? Phase::stated : Phase::retransmitted;
  for (const auto& [member, at] : members_) {
    if (at.phase > Phase::returned && at.phase < needed) list.push_back(member);
  }
  return list;
}

}  // namespace triad::router
