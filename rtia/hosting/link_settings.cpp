#include "rtia/hosting/link_settings.hpp"

#include <utility>

namespace triad::rtia {

TlsSettings tls_settings_of(const config::Configuration& settings) {
  return {{.certificate = settings.text("tls.certificate"),
           .key = settings.text("tls.key"),
           .authorities = settings.text("tls.authorities"),
           .psk = settings.text("tls.psk")},
          settings.flag("tls.required")};
}

wire::Result<void> add_tls(const TlsSettings& tls, const std::string& urls,
                           transport::LinkOptions& options) {
  options.is_tls_required = tls.is_required;
  if (urls.find("tls://") == std::string::npos) return {};
  auto identity = transport::load_tls_identity(tls.files);
  if (!identity) {
    return wire::error(wire::ErrorCode::RTIinternalError, identity.error().text);
  }
  options.tls = std::move(*identity);
  return {};
}

}  // namespace triad::rtia
