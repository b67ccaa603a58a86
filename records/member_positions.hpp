// Checks the stream positions that a peer states it has read (wire::CausalDependencies). The number
// of stored positions is bounded by the number of members, because those of others are left out.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <vector>

#include "wire/handles.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::records {

// Calls `visit` once with the positions whose federates satisfy `is_member`. Returns false without
// a call if the handles are not strictly ascending. A correct peer states them in that order.
template <class IsMember, class Visit>
[[nodiscard]] bool visit_member_positions(std::span<const wire::StreamPosition> stated,
                                          IsMember&& is_member, Visit&& visit) {
  const auto federate_of = &wire::StreamPosition::federate;
  if (std::ranges::adjacent_find(stated, std::ranges::greater_equal(), federate_of) !=
      stated.end()) {
    return false;
  }
  if (std::ranges::all_of(stated, is_member, federate_of)) {
    visit(stated);
    return true;
  }
  std::vector<wire::StreamPosition> member_positions;  // without federates that have left
  std::ranges::copy_if(stated, std::back_inserter(member_positions), is_member, federate_of);
  visit(std::span<const wire::StreamPosition>(member_positions));
  return true;
}

}  // namespace triad::records
