// What a Membership keeps of promises beside its federate's time (federate_time.hpp): how far they
// have been asked for and told. Private to rtia/.
#pragma once

#include <optional>

#include "core/time_type.hpp"
#include "wire/record.hpp"

namespace triad::rtia {

struct Promising {
  wire::Position regulation_logged_at = 0;  // where the log has its last request to regulate
  bool asking_for_reports = false;
  bool reports_fresh = false;             // for the query made again
  std::optional<core::TimeBound> judged;  // all who could go on by it have been woken
};

}  // namespace triad::rtia
