// Recovery of one federation at the root of its routers, as a state machine without messages
// (wire/messages/recovery_messages.hpp). It knows which members have a link, and in which step of a
// recovery each member is. FederationRecovery (rtig/gateway) gives it inputs and carries out its
// steps. It is not part of the replicated state: after a failure of the root all members return.
//
//   state            goes on when                            step
//   running          a member is lost: gathering
//   gathering        no member is away, one has returned     begin: a new epoch
//   stating          every member has stated its interest    retransmit
//   retransmitting   every member has sent its data again    end: running
//
// Members other than the lost ones continue while it is gathering, unless a member was lost during
// a recovery. Then all wait until no member is away, and the next epoch begins.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/handles.hpp"

namespace triad::router {

class Recovery {
 public:
  using FederateHandle = wire::FederateHandle;
  using Milliseconds = std::chrono::milliseconds;

  enum class State { running, gathering, stating, retransmitting };
  enum class Step { none, begin, retransmit, end };

  // --- Members
  void add_member(FederateHandle member) { members_[member]; }
  void remove_member(FederateHandle member) { members_.erase(member); }
  // The member's link has ended at `now`.
  void lose(FederateHandle member, Milliseconds now);
  // The member has returned by another link at `now`; its previous link may not have ended. Returns
  // false, without an effect, if it has returned with this attempt or a later one before.
  [[nodiscard]] bool take_return(FederateHandle member, std::uint32_t attempt, Milliseconds now);

  // --- Reports of a member. Each returns false if the report is of another epoch or out of order;
  // such a report has no effect.
  [[nodiscard]] bool take_epoch(FederateHandle member, std::uint64_t epoch);
  [[nodiscard]] bool record_stated(FederateHandle member, std::uint64_t epoch);
  [[nodiscard]] bool record_retransmitted(FederateHandle member, std::uint64_t epoch);

  // Takes the step that is due, and enters the state after it. The caller carries it out, and calls
  // again until there is none.
  Step take_step();

  // --- State
  State state() const { return state_; }
  bool is_running() const { return state_ == State::running; }
  // Returns true from the beginning of an epoch until all members go on.
  bool is_paused() const { return is_paused_; }
  std::uint64_t epoch() const { return epoch_; }
  // Returns true if the member has no link, or has not been asked to take an epoch since it
  // returned. Nothing is sent to it.
  bool is_silent(FederateHandle member) const {
    const auto at = members_.find(member);
    return at != members_.end() && at->second.phase <= Phase::returned;
  }
  bool is_away(FederateHandle member) const {
    const auto at = members_.find(member);
    return at != members_.end() && at->second.phase == Phase::away;
  }
  // Returns true if records of the member count: it has a link, and has taken the present epoch if
  // there is one.
  bool accepts_records_of(FederateHandle member) const;
  // Returns the members without a link.
  std::vector<FederateHandle> away() const;
  bool contains(FederateHandle member) const { return members_.contains(member); }
  // Returns members that have been away for at least `patience`.
  std::vector<FederateHandle> away_for(Milliseconds patience, Milliseconds now) const;
  // Returns the members for which the present wave waits.
  std::vector<FederateHandle> awaited() const;

 private:
  // In ascending order of progress.
  enum class Phase : std::uint8_t { away, returned, asked, taken, stated, retransmitted, present };
  struct Member {
    Phase phase = Phase::present;
    std::uint32_t attempt = 0;  // the last one that was accepted
    // Time of the first loss since the member was last present.
    std::optional<Milliseconds> lost_at = std::nullopt;
  };
  bool have_all_reached(Phase phase) const;
  bool has_member_in(Phase phase) const;
  bool advance(FederateHandle member, std::uint64_t epoch, Phase from, Phase to);

  std::map<FederateHandle, Member> members_;
  State state_ = State::running;
  std::uint64_t epoch_ = 0;  // of the last recovery
  bool is_paused_ = false;   // members stopped at the beginning of an epoch and have not gone on
};

}  // namespace triad::router
