#include "libRTI/src/rtia_host.hpp"

#include "libRTI/src/embedded_rtia_host.hpp"
#include "libRTI/src/fed_time_type.hpp"
#include "libRTI/src/process_rtia_host.hpp"

namespace triad::api {
namespace {

// Refuses time.tolerance for a foreign libFedTime, because the RTI does not know which of its times
// are adjacent.
std::optional<wire::Error> refuse_tolerance(const config::Configuration& settings) {
  if (!leniency_of(settings).tolerates_ulp || !is_foreign_time()) return std::nullopt;
  return wire::error(wire::ErrorCode::RTIinternalError,
                     "time.tolerance = ulp (" + settings.origin("time.tolerance") +
                         ") is for the times of Triad's libFedTime, and this federate has a "
                         "libFedTime of its own (" +
                         std::string(federation_time_type().name()) +
                         "): set time.tolerance = off");
}

}  // namespace

wire::Result<std::unique_ptr<RtiaHost>> connect_rtia(const config::Configuration& settings) {
  if (auto refused = refuse_tolerance(settings)) return *refused;
  if (settings.text("rtia") != "process") return EmbeddedRtiaHost::connect(settings);
  const std::string& url = settings.text("url");
  if (url.starts_with("memory:")) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       url + " (" + settings.origin("url") +
                           ") is within one process, and an rtia process (" +
                           settings.origin("rtia") + ") is another: use RTI_RTIA=embedded");
  }
  return ProcessRtiaHost::start(settings);
}

rtia::TimeLeniency leniency_of(const config::Configuration& settings) {
  return {.advances_wait = settings.text("time.pending") == "wait",
          .tolerates_ulp = settings.text("time.tolerance") == "ulp"};
}

transport::Duration spin_of(const config::Configuration& settings) {
  return transport::sensible_spin(std::chrono::microseconds(settings.count("wait.spin")));
}

}  // namespace triad::api
