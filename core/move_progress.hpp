// How members of a federation move to other routers, the RTIG's decisions: who is to move and can,
// whether nothing is on its way any more, who is away, who has returned, whether all may go on
// (docs/internals.md, "How a member moves"). Pure: it is told what came and says what follows;
// records are sent by rtig/.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/federation_state.hpp"
#include "core/settling_rounds.hpp"

namespace triad::core {

using wire::FederateHandle;

// settling: all pause, and what is on its way arrives; moving: those who move are on their way.
class MoveProgress {
 public:
  enum class Phase { none, settling, moving };

  // --- Who is to move.
  // True: it is to be asked whether it can. False: it has been, and has yet to move.
  bool ask(FederateHandle federate);
  // False: nobody has asked it.
  bool answer(FederateHandle federate, bool able);
  // Somebody can, and nobody does.
  bool is_due() const { return phase_ == Phase::none && !able_.empty(); }

  // --- A pause.
  Phase phase() const { return phase_; }
  bool pauses() const { return phase_ != Phase::none; }
  std::uint64_t number() const { return number_; }
  void begin();
  // The next round of settling begins; its number.
  std::uint32_t begin_round() { return rounds_.begin(); }
  // False: of another round, or said twice.
  bool settled(FederateHandle federate, std::uint32_t round, bool quiet) {
    return phase_ == Phase::settling && rounds_.settled(federate, round, quiet);
  }
  bool round_over(const Federation& federation) const {
    return phase_ == Phase::settling && rounds_.over(federation);
  }
  const SettlingRounds& rounds() const { return rounds_; }

  // Nothing is on its way: those who can move are away from here on.
  std::vector<FederateHandle> send_away();
  bool any_away() const { return !away_.empty(); }
  bool is_away(FederateHandle federate) const { return away_.contains(federate); }
  // Those who are away, and those who have returned and not completed that.
  std::vector<FederateHandle> under_way() const;
  // It has taken up its seat by another link.
  void returned(FederateHandle federate);
  // False: it has not returned, or has said so before.
  bool completed(FederateHandle federate) { return back_.erase(federate) > 0; }
  bool all_completed() const { return phase_ == Phase::moving && away_.empty() && back_.empty(); }
  // Nobody is left who could move in this pause.
  bool in_vain() const { return phase_ == Phase::settling && able_.empty(); }
  // All go on; who has become able to move meanwhile does in the next pause.
  void end();
  // The same before anybody has been sent away. Those who stay therefore.
  std::vector<FederateHandle> give_up();

  // It is a member no more.
  void left(FederateHandle federate);

 private:
  Phase phase_ = Phase::none;
  std::uint64_t number_ = 0;
  std::set<FederateHandle> asked_;
  std::set<FederateHandle> able_;
  SettlingRounds rounds_;
  std::set<FederateHandle> away_;
  std::set<FederateHandle> back_;  // have returned, and not every router goes by their interest
};

}  // namespace triad::core
