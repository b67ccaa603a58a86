#include "core/move_progress.hpp"

#include <algorithm>
#include <utility>

#include "records/assert.hpp"

namespace triad::core {

bool MoveProgress::ask(FederateHandle federate) {
  if (able_.contains(federate) || away_.contains(federate)) return false;
  return asked_.insert(federate).second;
}

bool MoveProgress::answer(FederateHandle federate, bool able) {
  if (asked_.erase(federate) == 0) return false;
  if (able) able_.insert(federate);
  return true;
}

void MoveProgress::begin() {
  RTI_ASSERT(phase_ == Phase::none);
  phase_ = Phase::settling;
  ++number_;
  round_ = 0;
}

std::uint32_t MoveProgress::begin_round() {
  settled_.clear();
  quiet_ = true;
  return ++round_;
}

bool MoveProgress::settled(FederateHandle federate, std::uint32_t round, bool quiet) {
  if (phase_ != Phase::settling || round != round_) return false;
  quiet_ = quiet_ && quiet;
  return settled_.insert(federate).second;
}

bool MoveProgress::round_over(const Federation& federation) const {
  return phase_ == Phase::settling &&
         std::ranges::all_of(federation.members(),
                             [&](const auto& entry) { return settled_.contains(entry.first); });
}

std::vector<FederateHandle> MoveProgress::send_away() {
  RTI_ASSERT(phase_ == Phase::settling);
  phase_ = Phase::moving;
  away_.swap(able_);
  return {away_.begin(), away_.end()};
}

std::vector<FederateHandle> MoveProgress::under_way() const {
  std::vector<FederateHandle> all(away_.begin(), away_.end());
  all.insert(all.end(), back_.begin(), back_.end());
  return all;
}

void MoveProgress::returned(FederateHandle federate) {
  if (away_.erase(federate) > 0) back_.insert(federate);
}

void MoveProgress::end() {
  phase_ = Phase::none;
  settled_.clear();
}

std::vector<FederateHandle> MoveProgress::give_up() {
  RTI_ASSERT(phase_ == Phase::settling);
  end();
  const auto stay = std::exchange(able_, {});
  return {stay.begin(), stay.end()};
}

void MoveProgress::left(FederateHandle federate) {
  asked_.erase(federate);
  able_.erase(federate);
  settled_.erase(federate);
  away_.erase(federate);
  back_.erase(federate);
}

}  // namespace triad::core
