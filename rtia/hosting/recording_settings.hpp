// Settings of a federate that concern its recording.
#pragma once

#include "config/config.hpp"
#include "recording/hosting/federate_recorder.hpp"
#include "wire/error.hpp"

namespace triad::rtia {

// Returns the options of the recording. Fails if record.directory names a place in which nothing
// can be recorded, with a text for the federate's developer. Creates the directory if it is
// missing.
wire::Result<recording::RecorderOptions> recording_options_of(
    const config::Configuration& settings);

}  // namespace triad::rtia
