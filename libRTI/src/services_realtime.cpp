// CERTI's real-time additions: priority and processor affinity of the rtia process. RTI.hh declares
// them if a federate defines CERTI_REALTIME_EXTENSIONS; the library always contains them.
#define CERTI_REALTIME_EXTENSIONS
#include <sched.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "libRTI/src/session.hpp"

namespace {

int rtia_of(triad::api::Session& session, const char* service) {
  if (const auto process = session.rtia_process_id()) return *process;
  throw RTI::RTIinternalError(
      (std::string(service) + ": there is no rtia process: set RTI_RTIA=process and join first")
          .c_str());
}

void check(int outcome, const char* service) {
  if (outcome == 0) return;
  throw RTI::RTIinternalError((std::string(service) + ": " + std::strerror(errno)).c_str());
}

}  // namespace

void RTI::RTIambassador::setPriorityforRTIAProcess(int priority, unsigned int schedPolicy) {
  constexpr const char* kName = "setPriorityforRTIAProcess";
  sched_param parameters{};
  parameters.sched_priority = priority;
  check(sched_setscheduler(rtia_of(*privateRefs->session, kName), static_cast<int>(schedPolicy),
                           &parameters),
        kName);
}

void RTI::RTIambassador::setAffinityforRTIAProcess(cpu_set_t mask) {
  constexpr const char* kName = "setAffinityforRTIAProcess";
  check(sched_setaffinity(rtia_of(*privateRefs->session, kName), sizeof mask, &mask), kName);
}
