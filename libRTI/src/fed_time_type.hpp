// The arithmetic of the federation's logical time, for the RTIA. Where the federate is linked with
// Triad's own libFedTime, times are plain doubles (core::DoubleTime); where it has brought one of
// its own, that is asked, through nothing but RTI::FedTime and RTI::FedTimeFactory.
#pragma once

#include "core/time_type.hpp"

namespace triad::api {

// Of whatever libFedTime this process has. Lives as long as the process.
const core::TimeType& federation_time_type();
// Whether that is a library of the federation's own.
bool is_foreign_time();

// A copy of an encoded time in a buffer that FedTimeFactory::decode may read: it is told no length,
// so behind the time come zero bytes.
class DecodableTime {
 public:
  explicit DecodableTime(wire::Bytes encoded);
  const char* data() const { return bytes_.data(); }

 private:
  std::array<char, wire::kTimeBytesMax + 256> bytes_{};
};

}  // namespace triad::api
