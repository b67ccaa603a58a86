#include "libRTI/src/rtia_host.hpp"

#include <utility>

#include "libRTI/src/fed_time_type.hpp"
#include "rtia/host/greeting.hpp"

namespace triad::api {

wire::Result<std::unique_ptr<RtiaHost>> RtiaHost::connect(const config::Configuration& settings) {
  const std::string& url = settings.text("url");
  if (settings.text("rtia") == "process") {
    if (url.starts_with("memory:")) {
      return wire::error(wire::ErrorCode::RTIinternalError,
                         url + " (" + settings.origin("url") +
                             ") is within one process, and an rtia process (" +
                             settings.origin("rtia") + ") is another: use RTI_RTIA=embedded");
    }
    auto process = ProcessRtia::start(settings);
    if (!process) return process.error();
    return std::make_unique<RtiaHost>(std::move(*process));
  }
  transport::LinkOptions link_options;
  link_options.datagrams = settings.flag("datagrams");
  auto link =
      rtia::connect_to_rtig(url, settings.seconds("connect.timeout"), "libRTI", link_options);
  if (!link) return link.error();
  rtia::HostOptions options;
  options.ambassador.hold_bytes = settings.bytes("flow.hold");
  options.ambassador.resume_bytes = settings.bytes("flow.resume");
  options.ambassador.time_type = &federation_time_type();
  options.fabric.emplace().outbox_bytes = settings.bytes("fabric.log");
  options.spin = spin_of(settings);
  options.waits = waits_of(settings);
  return std::make_unique<RtiaHost>(
      std::make_unique<rtia::HostedAmbassador>(std::move(*link), url, options));
}

}  // namespace triad::api
