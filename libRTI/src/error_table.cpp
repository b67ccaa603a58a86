#include "libRTI/src/error_table.hpp"

#include <cxxabi.h>

#include <RTI.hh>
#include <array>
#include <exception>
#include <new>
#include <string>

#include "wire/harmless_text.hpp"

namespace triad::api {
namespace {

template <class HlaException>
[[noreturn]] void throw_with(const char* reason) {
  throw HlaException(reason);
}

using Thrower = void (*)(const char* reason);

#define TRIAD_THROWER(name) &throw_with<RTI::name>,
constexpr std::array<Thrower, wire::kErrorCodes> kThrowers{TRIAD_HLA_EXCEPTIONS(TRIAD_THROWER)};
#undef TRIAD_THROWER

}  // namespace

void throw_as_exception(const wire::Error& error, std::string_view service) {
  // The text may contain a peer's bytes, and the federate may print it.
  const std::string reason = std::string(service) + ": " + wire::harmless(error.text);
  if (const auto code = static_cast<std::size_t>(error.code); code < kThrowers.size()) {
    kThrowers[code](reason.c_str());
  }
  throw RTI::RTIinternalError(reason.c_str());
}

void rethrow_as_exception(std::string_view service) {
  try {
    throw;
  } catch (const RTI::Exception&) {
    throw;
  } catch (const abi::__forced_unwind&) {
    throw;  // The thread is being cancelled; swallowing this would end the process.
  } catch (const std::bad_alloc&) {
    throw RTI::RTIinternalError("out of memory");
  } catch (const std::exception& e) {
    throw RTI::RTIinternalError((std::string(service) + ": " + e.what()).c_str());
  } catch (...) {
    throw RTI::RTIinternalError((std::string(service) + ": an unknown exception").c_str());
  }
}

}  // namespace triad::api
