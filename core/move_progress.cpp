#include "core/move_progress.hpp"

#include <utility>

#include "records/assert.hpp"

namespace triad::core {

bool MoveProgress::record_request(FederateHandle federate) {
  if (able_.contains(federate) || away_.contains(federate)) return false;
  return asked_.insert(federate).second;
}

bool MoveProgress::record_answer(FederateHandle federate, bool able) {
  if (asked_.erase(federate) == 0) return false;
  if (able) able_.insert(federate);
  return true;
}

void MoveProgress::begin_pause() {
  RTI_ASSERT(phase_ == Phase::none);
  phase_ = Phase::settling;
  ++number_;
  rounds_.clear();
}

std::vector<FederateHandle> MoveProgress::begin_moving() {
  RTI_ASSERT(phase_ == Phase::settling);
  phase_ = Phase::moving;
  away_.swap(able_);
  return {away_.begin(), away_.end()};
}

std::vector<FederateHandle> MoveProgress::moving_members() const {
  std::vector<FederateHandle> all(away_.begin(), away_.end());
  all.insert(all.end(), returned_.begin(), returned_.end());
  return all;
}

void MoveProgress::record_return(FederateHandle federate) {
  if (away_.erase(federate) > 0) returned_.insert(federate);
}

void MoveProgress::end_pause() {
  phase_ = Phase::none;
}

std::vector<FederateHandle> MoveProgress::cancel_pause() {
  RTI_ASSERT(phase_ == Phase::settling);
  end_pause();
  const auto staying = std::exchange(able_, {});
  return {staying.begin(), staying.end()};
}

void MoveProgress::remove_member(FederateHandle federate) {
  asked_.erase(federate);
  able_.erase(federate);
  rounds_.remove_member(federate);
  away_.erase(federate);
  returned_.erase(federate);
}

}  // namespace triad::core
