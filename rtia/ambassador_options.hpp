// What the host of an Ambassador chooses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace triad::core {
class TimeType;
}

namespace triad::rtia {

struct AmbassadorOptions {
  // Bytes that may wait for the federate's next ticks before senders of data to it are held, and
  // below which they are let go again.
  std::size_t hold_bytes = 64u << 20;
  std::size_t resume_bytes = 32u << 20;
  // Object handles asked for at a time; at least 1 and at most wire::kLeaseMax.
  std::uint32_t lease_count = 65536;
  // What the federate's times are. Must outlive the Ambassador.
  const core::TimeType* time_type = &default_time_type();

  static const core::TimeType& default_time_type();  // core::DoubleTime
};

}  // namespace triad::rtia
