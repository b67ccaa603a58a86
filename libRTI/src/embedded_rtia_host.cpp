#include "libRTI/src/embedded_rtia_host.hpp"

#include <utility>

#include "libRTI/src/fed_time_type.hpp"
#include "rtia/hosting/connect_to_rtig.hpp"
#include "rtia/hosting/link_settings.hpp"
#include "rtia/hosting/make_session.hpp"
#include "rtia/hosting/recording_settings.hpp"

namespace triad::api {
namespace {

// Returns the time after which the log reports a call that waits, and the timeout for the RTIG's
// answer.
rtia::WaitLimits waits_of(const config::Configuration& settings) {
  const auto time = [&](const char* key) {
    return std::chrono::ceil<std::chrono::milliseconds>(
        std::chrono::duration<double>(settings.seconds(key)));
  };
  return {time("report.waits"), time("request.timeout")};
}

}  // namespace

wire::Result<std::unique_ptr<RtiaHost>> EmbeddedRtiaHost::connect(
    const config::Configuration& settings) {
  auto recording = rtia::recording_options_of(settings);
  if (!recording) return recording.error();
  transport::LinkOptions link_options;
  link_options.datagrams = settings.flag("datagrams");
  if (const auto added =
          rtia::add_tls(rtia::tls_settings_of(settings), settings.text("url"), link_options);
      !added) {
    return added.error();
  }
  auto link = rtia::connect_to_rtig(settings.text("url"), settings.seconds("connect.timeout"),
                                    "libRTI", link_options);
  if (!link) return link.error();
  rtia::HostOptions options;
  options.ambassador.hold_bytes = settings.bytes("flow.hold");
  options.ambassador.resume_bytes = settings.bytes("flow.resume");
  options.ambassador.time_type = &federation_time_type();
  options.ambassador.leniency = leniency_of(settings);
  options.ambassador.kept_bytes_max = settings.bytes("resume.bytes");
  if (const double patience_s = settings.seconds("resume.timeout"); patience_s > 0) {
    options.join_patience = std::chrono::milliseconds(static_cast<std::int64_t>(patience_s * 1000));
    options.ambassador.make_session = rtia::make_session;
    options.reconnect = rtia::make_reconnect(settings.text("url"), "libRTI", link_options);
  }
  options.fabric.emplace().outbox_bytes = settings.bytes("fabric.log");
  options.spin = spin_of(settings);
  options.waits = waits_of(settings);
  options.recording = std::move(*recording);
  options.connect_elsewhere = rtia::make_connect_elsewhere(
      settings.text("url"), settings.seconds("connect.timeout"), "libRTI", link_options);
  return std::unique_ptr<RtiaHost>(
      std::make_unique<EmbeddedRtiaHost>(std::move(link->link), link->url, options));
}

}  // namespace triad::api
