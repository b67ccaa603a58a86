// Arithmetic of the federation's logical time, for the RTIA. If the federate is linked with Triad's
// libFedTime, times are doubles (core::DoubleTime). If it is linked with another libFedTime, all
// operations use RTI::FedTime and RTI::FedTimeFactory.
#pragma once

#include <RTI.hh>
#include <string>
#include <vector>

#include "core/time_type.hpp"
#include "wire/error.hpp"

// Returns federation_time_type() to the rtia program. That program loads this library and the
// federate's own libFedTime (rtia/program/time_library.hpp).
extern "C" __attribute__((visibility("default"))) const triad::core::TimeType*
triad_federation_time_type();

namespace triad::api {

// Returns the time type of the libFedTime in this process. Lives as long as the process.
const core::TimeType& federation_time_type();
// Returns whether that libFedTime is not Triad's own.
bool is_foreign_time();
// Returns the libraries that an rtia process must load for these times: the foreign libFedTime, and
// libRTI-NG, which calls it. Returns an error with the reason if there are none.
wire::Result<std::vector<std::string>> time_libraries();

// Assigns an encoded time to an existing time of FedTimeFactory. Returns false if this libFedTime
// does not support that.
bool assign_time(RTI::FedTime& time, wire::Bytes encoded);

// A copy of an encoded time, followed by zero bytes. FedTimeFactory::decode receives no length and
// may read beyond the time.
class DecodableTime {
 public:
  explicit DecodableTime(wire::Bytes encoded);
  const char* data() const { return bytes_.data(); }

 private:
  std::array<char, wire::kTimeBytesMax + 256> bytes_{};
};

}  // namespace triad::api
