// The one table from the RTI's error codes to the exception classes of the HLA 1.3 API. Used by the
// wrapper around every service (session.hpp) and by nothing else.
#pragma once

#include <string_view>

#include "wire/error.hpp"

namespace triad::api {

// Throws the RTI::... of the error's code; the reason is "service: text".
[[noreturn]] void throw_as_exception(const wire::Error& error, std::string_view service);

// In a catch block: rethrows an RTI::Exception (a federate's FedTime or set may throw one) as it
// is, and anything else as RTI::RTIinternalError.
[[noreturn]] void rethrow_as_exception(std::string_view service);

}  // namespace triad::api
