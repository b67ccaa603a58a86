// Memory that runs out on request, to see what the API does then. The program's operator new is
// replaced by failing_memory.cpp, also for what libRTI-NG and libFedTime allocate.
#pragma once

namespace triad::scenario {

// The next allocation of this thread fails; those behind it succeed.
void fail_next_allocation();

}  // namespace triad::scenario
