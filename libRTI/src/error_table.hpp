// The table from the RTI's error codes to the exception classes of the HLA 1.3 API. Used only by
// the wrapper around every service (session.hpp).
#pragma once

#include <string_view>

#include "wire/error.hpp"

namespace triad::api {

// Throws the exception of the error's code, with the reason "service: text".
[[noreturn]] void throw_as_exception(const wire::Error& error, std::string_view service);

// Called in a catch block. Rethrows an RTI::Exception, which a federate's FedTime or set may throw;
// converts all others to RTI::RTIinternalError.
[[noreturn]] void rethrow_as_exception(std::string_view service);

}  // namespace triad::api
