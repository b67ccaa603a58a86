#include "libRTI/src/call_by_record.hpp"

#include <string>

namespace triad::api {

wire::Error CallByRecord::invalid_answer_error() {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "the rtia process sent an answer that does not fit the call");
}

wire::Error CallByRecord::too_long_error(std::size_t bytes) {
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "nothing was sent: the call takes " + std::to_string(bytes) +
                         " bytes with its values, names and tag, and no RTIG takes more than " +
                         std::to_string(wire::kRecordBytesMaxLimit) + "; send less at a time");
}

}  // namespace triad::api
