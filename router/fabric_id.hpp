// Identity and state of members that share memory with the program of a router, as the fabric's
// coordinator reports them.
#pragma once

#include <cstdint>

namespace triad::router {

// Number of a fabric, never reused.
enum class FabricId : std::uint64_t {};

// How a member that shares memory keeps up with the others, for status reports.
struct FabricMemberState {
  std::uint64_t unread_bytes = 0;  // of others' records that concern it
  bool holds_others = false;       // other members wait for it to read
  bool waits_for_room = false;     // it waits until others have read
};

}  // namespace triad::router
