// Checks the stream positions that a peer states it has read (wire::CausalDependencies). The number
// of stored positions is bounded by the number of members.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::records {

// Calls `take` with the positions of members. Returns false if the handles are not strictly
// ascending, as those of StreamPositions::take_untold() are.
template <class IsMember, class Take>
[[nodiscard]] bool take_named(std::span<const wire::StreamPosition> named, IsMember&& is_member,
                              Take&& take) {
  const auto federate_of = &wire::StreamPosition::federate;
  if (std::ranges::adjacent_find(named, std::ranges::greater_equal(), federate_of) != named.end()) {
    return false;
  }
  if (std::ranges::all_of(named, is_member, federate_of)) {
    take(named);
    return true;
  }
  std::vector<wire::StreamPosition> of_members;  // without federates that have left
  std::ranges::copy_if(named, std::back_inserter(of_members), is_member, federate_of);
  take(std::span<const wire::StreamPosition>(of_members));
  return true;
}

}  // namespace triad::records
