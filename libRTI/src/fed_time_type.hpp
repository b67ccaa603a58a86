// The arithmetic of the federation's logical time, for the RTIA. Where the federate is linked with
// Triad's own libFedTime, times are plain doubles (core::DoubleTime); where it has brought one of
// its own, that is asked, through nothing but RTI::FedTime and RTI::FedTimeFactory.
#pragma once

#include <RTI.hh>
#include <string>
#include <vector>

#include "core/time_type.hpp"
#include "wire/error.hpp"

// The same for the rtia program, into which a federate that has brought a libFedTime of its own has
// this library and that one loaded (rtia/program/time_library.hpp).
extern "C" __attribute__((visibility("default"))) const triad::core::TimeType*
triad_federation_time_type();

namespace triad::api {

// Of whatever libFedTime this process has. Lives as long as the process.
const core::TimeType& federation_time_type();
// Whether that is a library of the federation's own.
bool is_foreign_time();
// The files that an rtia process must have to calculate with it: that library, and libRTI-NG, which
// asks it. The error says why there are none.
wire::Result<std::vector<std::string>> time_libraries();

// Gives a time of FedTimeFactory's another value without making a new one. False: not possible with
// this libFedTime.
bool assign_time(RTI::FedTime& time, wire::Bytes encoded);

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
