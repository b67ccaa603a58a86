// Shared memory of the members of one federation at one router of a RouterTree: streams that one
// member writes and the others read.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "wire/handles.hpp"
#include "wire/record.hpp"

namespace triad::test {

struct SegmentStreams {
  std::map<wire::FederateHandle, std::vector<wire::Buffer>> of_members;
  std::vector<wire::Buffer> of_router;
  // Positions to which the router has read the present members.
  std::map<wire::FederateHandle, std::size_t> read_by_router;
};

// Positions to which one member has read.
struct SegmentReader {
  std::shared_ptr<SegmentStreams> streams;  // null: not in a segment
  std::map<wire::FederateHandle, std::size_t> read;
  std::size_t read_of_router = 0;

  // Returns null if there is nothing more to read.
  const wire::Buffer* next(wire::FederateHandle of) const {
    const auto at = read.find(of);
    if (at == read.end()) return nullptr;
    const auto& stream = streams->of_members[of];
    return at->second < stream.size() ? &stream[at->second] : nullptr;
  }
  bool has_input() const {
    if (!streams) return false;
    if (read_of_router < streams->of_router.size()) return true;
    for (const auto& [of, unused] : read) {
      if (next(of) != nullptr) return true;
    }
    return false;
  }
};

}  // namespace triad::test
