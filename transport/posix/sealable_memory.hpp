// Memory that is shared with other processes by a descriptor. It is reserved at once, so that a
// lack of memory is an error here and not a signal later.
#pragma once

#include <sys/stat.h>

#include <cstddef>

#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Names of the memory, for /proc and for error texts.
struct MemoryPurpose {
  const char* name;    // shown in /proc
  const char* use;     // such as "an outbox"
  const char* remedy;  // such as "set smaller outboxes": the remedy if memory is short
};

// Returns a memfd of that size. The caller maps it and then seals it (fcntl, F_ADD_SEALS).
[[nodiscard]] Result<UniqueFd> make_sealable_memory(const MemoryPurpose& purpose,
                                                    std::size_t bytes);
// Returns the error for a failed reservation or mapping of so many bytes, with the system's reason
// (errno) and the remedy.
[[nodiscard]] Error memory_error(const MemoryPurpose& purpose, std::size_t bytes, int error_number);

// Returns whether the memory of another process (its fstat()) is fully reserved. To read a page
// that is not reserved allocates it, and ends this process if there is no memory.
[[nodiscard]] bool has_reserved_memory(const struct stat& status);

}  // namespace triad::transport
