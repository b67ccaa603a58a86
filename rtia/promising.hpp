// What a Membership keeps of promises beside its federate's time (federate_time.hpp): how far they
// have been asked for and told. Private to rtia/.
#pragma once

#include <vector>

#include "core/wake_ups.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

struct Promising {
  core::WakeUps wake_ups;
  std::vector<wire::FederateHandle> constrained;  // besides this one, as last asked for
  wire::Position regulation_logged_at = 0;        // where the log has its last request to regulate
  bool asking_for_reports = false;
  bool reports_fresh = false;  // for the query made again
};

}  // namespace triad::rtia
