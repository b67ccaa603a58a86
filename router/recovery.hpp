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
// a recovery. Then all wait until no member is away, and the next epoch begins. A member for which
// the others have waited for too long, or that returns too often, is not waited for any longer.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "router/link_end.hpp"
#include "router/wait_account.hpp"
#include "wire/handles.hpp"

namespace triad::router {

// Limits on the time that one member may cost the others.
struct RecoveryLimits {
  // Time for which a member may be away, and for which the others wait for it in recoveries.
  std::chrono::milliseconds patience{30'000};
  std::size_t returns_per_minute = 0;  // of a member; 0: no limit
  // Time after which a wait for a member counts for it, even if another one is lost meanwhile.
  // Shorter ones may be those of the network.
  std::chrono::milliseconds silence{3'000};
  // Time for which a member may be away after its host has closed the link. Its process has
  // probably ended, but a device on the way may have closed the link, too.
  std::chrono::milliseconds grace{5'000};
};

class Recovery {
 public:
  using FederateHandle = wire::FederateHandle;
  using Milliseconds = std::chrono::milliseconds;

  enum class State { running, gathering, stating, retransmitting };
  enum class Step { none, begin, retransmit, end };

  explicit Recovery(const RecoveryLimits& limits = {}) : limits_(limits) {}

  // Gives epochs numbers above those of this many earlier processes.
  void continue_epochs_after(std::uint64_t processes) { epoch_ = processes << 32; }

  // --- Members
  void add_member(FederateHandle member) { members_[member]; }
  void remove_member(FederateHandle member) { members_.erase(member); }
  // Records that the member's link has ended at `now`.
  void lose(FederateHandle member, Milliseconds now, LinkEnd end);
  // old_attempt: it has returned with this attempt or a later one before. too_often: it has
  // returned RecoveryLimits::returns_per_minute times in the last minute.
  enum class ReturnAnswer { taken, old_attempt, too_often };
  // Return the number of the member's last accepted return, and take it from an earlier process.
  std::uint32_t last_attempt(FederateHandle member) const { return members_.at(member).attempt; }
  void repeat_attempt(FederateHandle member, std::uint32_t attempt) {
    std::uint32_t& last = members_.at(member).attempt;
    last = std::max(last, attempt);
  }
  // Records that the member has returned by another link at `now`. Its previous link may not have
  // ended. `attempt` is empty if the member repeats its request to join: then the caller knows that
  // this is its last link. Has no effect unless the answer is `taken`.
  [[nodiscard]] ReturnAnswer take_return(FederateHandle member,
                                         std::optional<std::uint32_t> attempt, Milliseconds now);

  // --- Reports of a member. Each returns false if the report is of another epoch or out of order;
  // such a report has no effect.
  [[nodiscard]] bool take_epoch(FederateHandle member, std::uint64_t epoch);
  [[nodiscard]] bool record_stated(FederateHandle member, std::uint64_t epoch, Milliseconds now);
  [[nodiscard]] bool record_retransmitted(FederateHandle member, std::uint64_t epoch,
                                          Milliseconds now);

  // Takes the step that is due at `now`, and enters the state after it. The caller carries it out,
  // and calls again until there is none.
  Step take_step(Milliseconds now);

  // --- State
  State state() const { return state_; }
  bool is_running() const { return state_ == State::running; }
  // Returns true from the beginning of an epoch until all members go on.
  bool is_paused() const { return is_paused_; }
  std::uint64_t epoch() const { return epoch_; }
  // Returns true if the member has no link, or has not been asked to take an epoch since it
  // returned. Nothing is sent to it by a link of its own.
  bool is_silent(FederateHandle member) const {
    const auto at = members_.find(member);
    return at != members_.end() && at->second.phase <= Phase::returned;
  }
  bool is_away(FederateHandle member) const {
    const auto at = members_.find(member);
    return at != members_.end() && at->second.phase == Phase::away;
  }
  // Returns the time of a member's first loss since it last took part; empty: it takes part.
  std::optional<Milliseconds> lost_at(FederateHandle member) const {
    const auto at = members_.find(member);
    return at == members_.end() ? std::nullopt : at->second.lost_at;
  }
  // Returns true if records of the member count: it has a link, and has taken the present epoch if
  // there is one.
  bool accepts_records_of(FederateHandle member) const;
  // Returns the members without a link.
  std::vector<FederateHandle> away() const;
  bool contains(FederateHandle member) const { return members_.contains(member); }
  // A member that has exceeded a limit. closed: it has been away for RecoveryLimits::grace since
  // its host closed the link; away: for RecoveryLimits::patience; awaited: the others have waited
  // for it for so long.
  struct Overdue {
    enum class Limit : std::uint8_t { closed, away, awaited };
    FederateHandle member;
    Limit limit = Limit::away;
    friend bool operator==(const Overdue&, const Overdue&) = default;
  };
  // Returns the members that have exceeded a limit at `now`. The RTIG expels them.
  std::vector<Overdue> overdue(Milliseconds now) const;
  // Returns the members for which the present wave waits.
  std::vector<FederateHandle> awaited_members() const;

 private:
  // In ascending order of progress.
  enum class Phase : std::uint8_t { away, returned, asked, taken, stated, retransmitted, present };
  struct Member {
    Phase phase = Phase::present;
    std::uint32_t attempt = 0;  // the last one that was accepted
    // Time of the first loss since the member was last present.
    std::optional<Milliseconds> lost_at = std::nullopt;
    // Time at which its host closed its link, if it has not returned since.
    std::optional<Milliseconds> closed_at = std::nullopt;
    bool is_suspended = false;              // its return is no sign of a bad network
    std::deque<Milliseconds> returns = {};  // in the last minute, as far as the limit needs them
    WaitAccount wait = {};                  // of the others, while they are paused
  };
  // Returns true if the member has used up its returns.
  bool returns_too_often(Member& member, Milliseconds now) const;
  // Charges the present epoch to the member that was lost in it. The others now wait for all that
  // are away.
  void charge_epoch(Member& lost, Milliseconds now);
  void begin_epoch(Milliseconds now);
  void end_epoch(Milliseconds now);
  bool have_all_reached(Phase phase) const;
  bool has_member_in(Phase phase) const;
  bool advance(FederateHandle member, std::uint64_t epoch, Phase from, Phase to);

  const RecoveryLimits limits_;
  std::map<FederateHandle, Member> members_;
  State state_ = State::running;
  std::uint64_t epoch_ = 0;  // of the last recovery
  bool is_paused_ = false;   // members stopped at the beginning of an epoch and have not gone on
  Milliseconds epoch_begun_at_{0};
};

}  // namespace triad::router
