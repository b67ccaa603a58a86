// Options that the host of an Ambassador, the code that runs it, chooses.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "wire/messages/recovery_messages.hpp"

namespace triad::core {
class TimeType;
}

namespace triad::rtia {

// Requests of time management that are accepted although HLA 1.3 clause 8 refuses them.
struct TimeLeniency {
  // An advance requested while regulation or constraint is being enabled begins when both are
  // enabled. False: it is refused.
  bool advances_wait = false;
  // A time one unit in the last place below the least permitted time counts as that time. Only for
  // core::DoubleTime.
  bool tolerates_ulp = false;
};

struct AmbassadorOptions {
  // Bytes queued for the federate's next ticks: above `hold_bytes` senders of data to it are held;
  // below `resume_bytes` they may send again.
  std::size_t hold_bytes = 64u << 20;
  std::size_t resume_bytes = 32u << 20;
  // Number of object handles in one lease; 1 to wire::kLeaseMax.
  std::uint32_t lease_count = 65536;
  TimeLeniency leniency;
  // Returns a random secret by which a member proves its identity when it returns by another link.
  // Empty: a member does not return after the loss of its link.
  std::function<wire::SessionSecret()> make_session = {};
  // Bytes of sent records that are kept until they are acknowledged; above it the federate waits
  // before it sends data.
  std::size_t kept_bytes_max = 64u << 20;
  // Type of the federate's logical times. Must outlive the Ambassador.
  const core::TimeType* time_type = &default_time_type();

  static const core::TimeType& default_time_type();  // core::DoubleTime
};

}  // namespace triad::rtia
