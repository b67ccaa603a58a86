// Shared memory of the members at one router of a RouterTree.
#include <utility>

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

using router::FabricId;
using router::LinkId;

bool RouterTree::Process::add_to_fabric(FabricId fabric, std::string_view /*federation*/,
                                        LinkId client, wire::FederateHandle newcomer) {
  const auto member = members.find(client);
  if (!tree.has_segments_ || member == members.end() || member->second % 4 == 3) return false;
  auto& streams = segments[fabric];
  if (!streams) streams = std::make_shared<SegmentStreams>();
  tree.members_.enter_segment(member->second,
                              {streams, streams->read_by_router, streams->of_router.size()});
  streams->of_members[newcomer].clear();
  streams->read_by_router[newcomer] = 0;
  sharing[client] = {fabric, newcomer};
  return true;
}

void RouterTree::Process::remove_from_fabric(FabricId fabric, wire::FederateHandle federate) {
  const auto segment = segments.find(fabric);
  if (segment != segments.end()) segment->second->read_by_router.erase(federate);
  std::erase_if(sharing, [&](const auto& of) {
    return of.second.fabric == fabric && of.second.federate == federate;
  });
}

void RouterTree::Process::end_fabric(FabricId fabric) {
  segments.erase(fabric);
  std::erase_if(sharing, [&](const auto& of) { return of.second.fabric == fabric; });
}

void RouterTree::Process::publish(FabricId fabric, wire::FederateHandle, wire::Bytes record) {
  const auto at = segments.find(fabric);
  if (at != segments.end()) at->second->of_router.emplace_back(record.begin(), record.end());
}

// Returns false if there is nothing more to read.
bool RouterTree::Process::read_record_of_segment(LinkId client, const Sharing& of) {
  const auto segment = segments.find(of.fabric);
  if (segment == segments.end()) return false;
  const auto read = segment->second->read_by_router.find(of.federate);
  if (read == segment->second->read_by_router.end()) return false;
  const auto& stream = segment->second->of_members[of.federate];
  if (read->second >= stream.size()) return false;
  const wire::Buffer record = stream[read->second++];
  ++tree.data_in_segments_;
  if (relay.needs_segment_record(client, record)) {
    relay.receive_from_segment(client, record);
  } else {
    relay.receive_segment_header(client, record);
  }
  return true;
}

void RouterTree::Process::read_segment(FabricId fabric) {
  const auto all = sharing;  // members may leave meanwhile
  for (const auto& [client, of] : all) {
    while (of.fabric == fabric && sharing.contains(client) && read_record_of_segment(client, of)) {
    }
  }
}

bool RouterTree::Process::has_segment_input() const {
  for (const auto& [federation, streams] : segments) {
    for (const auto& [member, read] : streams->read_by_router) {
      if (read < streams->of_members.at(member).size()) return true;
    }
  }
  return false;
}

void RouterTree::Process::read_one_of_segments(wire::Random& random) {
  const auto all = sharing;
  std::size_t left = random.below(all.size());
  for (int round = 0; round < 2; ++round) {
    for (const auto& [client, of] : all) {
      if (left > 0) {
        --left;
      } else if (read_record_of_segment(client, of)) {
        return;
      }
    }
  }
}

}  // namespace triad::test
