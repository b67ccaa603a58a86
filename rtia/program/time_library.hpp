// The logical time of a federate that has brought a libFedTime of its own. libRTI has that library
// and libRTI-NG loaded into this process when it starts it (LD_PRELOAD, so that they find each
// other's symbols as in the federate); libRTI-NG's adapter then asks it.
#pragma once

#include "core/time_type.hpp"

namespace triad::rtia {

// Null if they are not loaded here.
const core::TimeType* preloaded_time_type();

}  // namespace triad::rtia
