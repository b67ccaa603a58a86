// Logical time of a federate with a libFedTime of its own. libRTI loads that library and libRTI-NG
// into this process (LD_PRELOAD, so that they find each other's symbols as in the federate). The
// adapter in libRTI-NG uses the library.
#pragma once

#include "core/time_type.hpp"

namespace triad::rtia {

// Returns null if the libraries are not loaded here.
const core::TimeType* preloaded_time_type();

}  // namespace triad::rtia
