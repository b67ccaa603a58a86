#include "core/settling_rounds.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace triad::core {

std::uint32_t SettlingRounds::begin() {
  settled_.clear();
  quiet_ = true;
  restless_before_ = std::exchange(restless_, {});
  if (round_ == 1) restless_before_.clear();
  return ++round_;
}

bool SettlingRounds::settled(FederateHandle federate, std::uint32_t round, bool quiet) {
  if (round_ == 0 || round != round_) return false;
  quiet_ = quiet_ && quiet;
  if (!quiet) restless_.insert(federate);
  return settled_.insert(federate).second;
}

void SettlingRounds::left(FederateHandle federate) {
  for (auto* const members : {&settled_, &restless_, &restless_before_}) members->erase(federate);
}

bool SettlingRounds::over(const Federation& federation) const {
  return round_ > 0 && owing(federation).empty();
}

std::vector<wire::FederateHandle> SettlingRounds::owing(const Federation& federation) const {
  std::vector<FederateHandle> owing;
  for (const auto& [federate, member] : federation.members()) {
    if (!settled_.contains(federate)) owing.push_back(federate);
  }
  return owing;
}

std::vector<wire::FederateHandle> SettlingRounds::restless() const {
  std::vector<FederateHandle> all;
  if (round_ < 2) return all;
  std::ranges::set_union(restless_before_, restless_, std::back_inserter(all));
  return all;
}

}  // namespace triad::core
