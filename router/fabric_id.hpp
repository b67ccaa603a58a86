// Members of one federation execution that share memory with the host of a router, as their
// fabric's coordinator tells of them.
#pragma once

#include <cstdint>

namespace triad::router {

// Never used again for others.
enum class FabricId : std::uint64_t {};

// How a member that shares memory keeps up with the others, for people.
struct Standing {
  std::uint64_t unread_bytes = 0;  // of what the others have written and what concerns it
  bool holds_others = false;       // some of them wait for it to read
  bool waits_for_room = false;     // it waits itself until others have read
};

}  // namespace triad::router
