#include "rtia/program/time_library.hpp"

#include <dlfcn.h>

namespace triad::rtia {

const core::TimeType* preloaded_time_type() {
  // Defined in libRTI/src/fed_time_type.cpp of the same release, as the handshake has verified.
  using TimeTypeOf = const core::TimeType*();
  void* const found = dlsym(RTLD_DEFAULT, "triad_federation_time_type");
  return found == nullptr ? nullptr : reinterpret_cast<TimeTypeOf*>(found)();
}

}  // namespace triad::rtia
