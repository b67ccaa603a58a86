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

// Returns a memfd of that size that can be sealed (fcntl, F_ADD_SEALS).
[[nodiscard]] Result<UniqueFd> make_sealable_memory(const MemoryPurpose& purpose,
                                                    std::size_t bytes);
[[nodiscard]] Error memory_error(const MemoryPurpose& purpose, std::size_t bytes, int error_number);

// Returns whether the memory of another process is fully reserved. Reading a page that is not
// reserved takes memory, and ends this process if there is none.
[[nodiscard]] bool has_reserved_memory(const struct stat& status);

}  // namespace triad::transport
