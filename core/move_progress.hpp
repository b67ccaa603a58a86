// Decisions of the RTIG while members move to other routers (docs/internals.md, "How a member
// moves"): which members must and can move, whether a record is in transit, which members are away
// or back, and when the federation may resume. Pure: it takes events and answers questions; rtig/
// sends the records.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/federation_state.hpp"
#include "core/settling_rounds.hpp"

namespace triad::core {

using wire::FederateHandle;

// Phases: `settling`: all members pause, and records in transit arrive; `moving`: moving members
// change their links.
class MoveProgress {
 public:
  enum class Phase { none, settling, moving };

  // --- Members to move. Records a request to move a member. Returns true if the member must now be
  // asked whether it can; false if it was asked, waits for a pause, or is away.
  bool record_request(FederateHandle federate);
  // Records the answer. Returns false if the member was not asked.
  bool record_answer(FederateHandle federate, bool able);
  // Returns true if a member can move and no pause is in progress.
  bool is_due() const { return phase_ == Phase::none && !able_.empty(); }
  // Returns true if no member moves, can move or was asked whether it can.
  bool is_idle() const { return phase_ == Phase::none && able_.empty() && asked_.empty(); }

  // --- A pause.
  Phase phase() const { return phase_; }
  bool is_paused() const { return phase_ != Phase::none; }
  std::uint64_t number() const { return number_; }
  // Numbers the next pause after this number.
  void continue_from(std::uint64_t number) { number_ = number; }
  // Begins a pause with a new number.
  void begin_pause();
  // Begins the next round of settling and returns its number.
  std::uint32_t begin_round() { return rounds_.begin_round(); }
  // Records an answer. Returns false if it is of another round or the member's second one.
  bool record_settling_answer(FederateHandle federate, std::uint32_t round, bool quiet) {
    return phase_ == Phase::settling && rounds_.record_answer(federate, round, quiet);
  }
  // Returns true if all members have answered the present round.
  bool is_round_over(const Federation& federation) const {
    return phase_ == Phase::settling && rounds_.is_over(federation);
  }
  const SettlingRounds& rounds() const { return rounds_; }

  // Marks the members that can move as away, and returns them. Called when nothing is in transit.
  std::vector<FederateHandle> begin_moving();
  bool has_away_members() const { return !away_.empty(); }
  bool is_away(FederateHandle federate) const { return away_.contains(federate); }
  // Returns the members that are away or have returned without completing the move.
  std::vector<FederateHandle> moving_members() const;
  // Records that the member has connected by its new link.
  void record_return(FederateHandle federate);
  // Records the completion of a move. Returns false if the member has not returned or has completed
  // before.
  bool record_completion(FederateHandle federate) { return returned_.erase(federate) > 0; }
  // Returns true if all members that were sent away have completed the move or left.
  bool have_all_completed() const {
    return phase_ == Phase::moving && away_.empty() && returned_.empty();
  }
  // Returns true if no member is left that could move in this pause.
  bool has_no_movers() const { return phase_ == Phase::settling && able_.empty(); }
  // Ends the pause. Members that became able to move meanwhile move in the next pause.
  void end_pause();
  // Ends the pause before any member was sent away. Returns the members that therefore do not move.
  std::vector<FederateHandle> cancel_pause();

  // Removes a member that has left the federation.
  void remove_member(FederateHandle federate);

 private:
  Phase phase_ = Phase::none;
  std::uint64_t number_ = 0;
  std::set<FederateHandle> asked_;
  std::set<FederateHandle> able_;
  SettlingRounds rounds_;
  std::set<FederateHandle> away_;
  std::set<FederateHandle>
      returned_;  // have returned, but not all routers apply their interest yet
};

}  // namespace triad::core
