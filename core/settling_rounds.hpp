// Rounds of questions by which the RTIG establishes that no record of a federation is in transit,
// before a save or a move (docs/internals.md, "Save and restore"). In each round each member
// answers whether it has sent anything since its last answer. Pure; used by SaveProgress and
// MoveProgress.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "core/federation_state.hpp"

namespace triad::core {

class SettlingRounds {
 public:
  using FederateHandle = wire::FederateHandle;

  // Begins the next round and returns its number, from 1.
  std::uint32_t begin_round();
  // Records an answer. Returns false if it is of another round or the member's second one.
  bool record_answer(FederateHandle federate, std::uint32_t round, bool quiet);
  // Forgets a member that has left; its records still count in the present round.
  void remove_member(FederateHandle federate);
  void clear() { *this = {}; }

  std::uint32_t round() const { return round_; }
  // Returns the members that have answered the present round.
  const std::set<FederateHandle>& answered() const { return answered_; }
  // Returns true if all members have answered.
  bool is_over(const Federation& federation) const;
  // Returns true if no member has sent anything since the round before. Valid when the round is
  // over.
  bool is_quiet() const { return is_quiet_ && round_ > 1; }
  // Returns the members that have not answered yet.
  std::vector<FederateHandle> unanswered_members(const Federation& federation) const;
  // Returns the members that, by their last answers, had sent something. The first round does not
  // count, because a member cannot know it then.
  std::vector<FederateHandle> recent_senders() const;

 private:
  std::uint32_t round_ = 0;
  bool is_quiet_ = true;
  std::set<FederateHandle> answered_;
  std::set<FederateHandle> recent_senders_;
  std::set<FederateHandle> previous_senders_;  // in the round before
};

}  // namespace triad::core
