#include "core/move_progress.hpp"

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
  rounds_.clear();
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
  rounds_.left(federate);
  away_.erase(federate);
  back_.erase(federate);
}

}  // namespace triad::core
