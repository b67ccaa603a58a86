// Counts what operator new is asked for in this program, by whichever thread.
#pragma once

#include <cstdint>

namespace triad::allocation {

// Since the program began.
std::uint64_t count();

}  // namespace triad::allocation
