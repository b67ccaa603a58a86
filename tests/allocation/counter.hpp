// Counts calls of operator new in this program, in all threads. Used by the tests of this folder.
#pragma once

#include <cstdint>

namespace triad::allocation {

// Returns the number of calls since the program began.
std::uint64_t count();

}  // namespace triad::allocation
