// Memory for other processes, as a descriptor: reserved, so that memory that is short is an error
// here and no signal later.
#pragma once

#include <sys/stat.h>

#include <cstddef>

#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

struct MemoryPurpose {
  const char* name;        // stands in /proc
  const char* is_for;      // "an outbox"
  const char* less_of_it;  // "set smaller outboxes", where it is short
};

// That can be sealed (fcntl, F_ADD_SEALS).
[[nodiscard]] Result<UniqueFd> make_sealable_memory(const MemoryPurpose& purpose,
                                                    std::size_t bytes);
[[nodiscard]] Error short_of_memory(const MemoryPurpose& purpose, std::size_t bytes,
                                    int error_number);

// Another's: a read of what is not there yet takes memory, and ends this process where there is
// none.
[[nodiscard]] bool has_reserved_memory(const struct stat& status);

}  // namespace triad::transport
