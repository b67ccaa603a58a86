// State of processes on this machine, by their ids.
#pragma once

#include <cstdint>

namespace triad::rtig {

// Returns true if no process with this id runs on this machine: there is none, or it has ended and
// its parent has not waited for it yet. Returns false if that cannot be found out.
bool has_process_ended(std::uint32_t process);

}  // namespace triad::rtig
