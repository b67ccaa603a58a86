#include "core/settling_rounds.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace triad::core {

std::uint32_t SettlingRounds::begin_round() {
  answered_.clear();
  is_quiet_ = true;
  previous_senders_ = std::exchange(recent_senders_, {});
  if (round_ == 1) previous_senders_.clear();
  return ++round_;
}

bool SettlingRounds::record_answer(FederateHandle federate, std::uint32_t round, bool quiet) {
  if (round_ == 0 || round != round_) return false;
  is_quiet_ = is_quiet_ && quiet;
  if (!quiet) recent_senders_.insert(federate);
  return answered_.insert(federate).second;
}

void SettlingRounds::remove_member(FederateHandle federate) {
  for (auto* const members : {&answered_, &recent_senders_, &previous_senders_})
    members->erase(federate);
}

bool SettlingRounds::is_over(const Federation& federation) const {
  return round_ > 0 && unanswered_members(federation).empty();
}

std::vector<wire::FederateHandle> SettlingRounds::unanswered_members(
    const Federation& federation) const {
  std::vector<FederateHandle> members;
  for (const auto& [federate, member] : federation.members()) {
    if (!answered_.contains(federate)) members.push_back(federate);
  }
  return members;
}

std::vector<wire::FederateHandle> SettlingRounds::recent_senders() const {
  std::vector<FederateHandle> members;
  if (round_ < 2) return members;
  std::ranges::set_union(previous_senders_, recent_senders_, std::back_inserter(members));
  return members;
}

}  // namespace triad::core
