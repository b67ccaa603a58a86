// Options of a federate's or a tool's link from its settings.
#pragma once

#include "config/config.hpp"
#include "transport/link_options.hpp"
#include "transport/tls/tls.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

// Settings of tls://, as files and a flag. Passed to the rtia process, too.
struct TlsSettings {
  transport::TlsFiles files;
  bool is_required = false;
};
TlsSettings tls_settings_of(const config::Configuration& settings);

// Completes `options` for links to the URLs in `urls`. Reads the files of tls:// only if a URL
// needs them. The error names the file, the fault and the remedy.
wire::Result<void> add_tls(const TlsSettings& tls, const std::string& urls,
                           transport::LinkOptions& options);

}  // namespace triad::rtia
