// Shared memory of the members at one router of a RouterTree.
#include <utility>

#include "tests/scenario/core/router_tree.hpp"

namespace triad::test {

using router::LinkId;

bool RouterTree::Process::enter_segment(LinkId client, const router::Membership& membership) {
  const auto member = members.find(client);
  if (!tree.has_segments_ || member == members.end() || member->second % 4 == 3) return false;
  auto& streams = segments[std::string(membership.federation)];
  if (!streams) streams = std::make_shared<SegmentStreams>();
  tree.members_.enter_segment(member->second,
                              {streams, streams->read_by_router, streams->of_router.size()});
  streams->of_members[membership.federate].clear();
  streams->read_by_router[membership.federate] = 0;
  sharing[client] = {std::string(membership.federation), membership.federate};
  return true;
}

void RouterTree::Process::leave_segment(LinkId client) {
  const auto at = sharing.find(client);
  if (at == sharing.end()) return;
  const auto segment = segments.find(at->second.federation);
  if (segment != segments.end()) segment->second->read_by_router.erase(at->second.federate);
  sharing.erase(at);
}

void RouterTree::Process::end_segment(std::string_view federation) {
  if (const auto at = segments.find(federation); at != segments.end()) segments.erase(at);
  std::erase_if(sharing, [&](const auto& of) { return of.second.federation == federation; });
}

void RouterTree::Process::publish_in_segment(std::string_view federation, wire::Bytes record) {
  const auto at = segments.find(federation);
  if (at != segments.end()) at->second->of_router.emplace_back(record.begin(), record.end());
}

// False: there is no more.
bool RouterTree::Process::read_next(LinkId client, const Sharing& of) {
  const auto segment = segments.find(of.federation);
  if (segment == segments.end()) return false;
  const auto read = segment->second->read_by_router.find(of.federate);
  if (read == segment->second->read_by_router.end()) return false;
  const auto& stream = segment->second->of_members[of.federate];
  if (read->second >= stream.size()) return false;
  const wire::Buffer record = stream[read->second++];
  ++tree.data_in_segments_;
  if (relay.wants_in_segment(client, record)) {
    relay.on_segment_record(client, record);
  } else {
    relay.on_segment_header(client, record);
  }
  return true;
}

void RouterTree::Process::read_segment(std::string_view federation) {
  const auto all = sharing;  // some may leave meanwhile
  for (const auto& [client, of] : all) {
    while (of.federation == federation && sharing.contains(client) && read_next(client, of)) {
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
      } else if (read_next(client, of)) {
        return;
      }
    }
  }
}

}  // namespace triad::test
