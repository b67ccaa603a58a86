// Exceptions of CERTI's real-time extensions. RTI.hh declares these services on request.
#define CERTI_REALTIME_EXTENSIONS
#include <sched.h>

#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

EXCEPTIONS(OfWhoHasNoRtiaProcess) {
  auto& never_joined = outsider();
  cpu_set_t processors;
  CPU_ZERO(&processors);
  RAISES(RTIinternalError, never_joined, setPriorityforRTIAProcess, 1, 0u);
  RAISES(RTIinternalError, never_joined, setAffinityforRTIAProcess, processors);
}

}  // namespace
}  // namespace triad::scenario
