#include "libRTI/src/rtia_host.hpp"

#include "libRTI/src/embedded_rtia_host.hpp"
#include "libRTI/src/process_rtia_host.hpp"

namespace triad::api {

wire::Result<std::unique_ptr<RtiaHost>> connect_rtia(const config::Configuration& settings) {
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

transport::Duration spin_of(const config::Configuration& settings) {
  return transport::sensible_spin(std::chrono::microseconds(settings.count("wait.spin")));
}

}  // namespace triad::api
