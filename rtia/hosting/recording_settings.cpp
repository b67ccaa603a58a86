#include "rtia/hosting/recording_settings.hpp"

namespace triad::rtia {

wire::Result<recording::RecorderOptions> recording_options_of(
    const config::Configuration& settings) {
  recording::RecorderOptions options;
  options.directory = settings.text("record.directory");
  if (options.directory.empty()) return options;
  if (const auto fault = recording::check_directory(options.directory)) {
    return wire::error(wire::ErrorCode::RTIinternalError,
                       *fault + "; set record.directory (" + settings.origin("record.directory") +
                           ") to a directory in which this user may create files, or unset it");
  }
  options.waits_when_full = settings.text("record.when-full") == "wait";
  options.buffer_bytes = settings.bytes("record.buffer");
  options.split_bytes = settings.bytes("record.split");
  options.records_callbacks = settings.flag("record.callbacks");
  return options;
}

}  // namespace triad::rtia
