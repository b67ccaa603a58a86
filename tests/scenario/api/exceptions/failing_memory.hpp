// Memory that fails on request, to test the API. failing_memory.cpp replaces the program's operator
// new, also for allocations of libRTI-NG and libFedTime.
#pragma once

namespace triad::scenario {

// Makes the next allocation of this thread fail; later ones succeed.
void fail_next_allocation();

}  // namespace triad::scenario
