// Messages by which members move to another router while their federation runs (docs/internals.md,
// "How a member moves"). The federation pauses, records in transit arrive, the moving members
// connect by a new link, and the federation resumes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/federation_messages.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// From a router that is about to leave the mesh to the RTIG: this client of the router is a member
// and must move.
struct ClientToMove {
  std::uint64_t client = 0;
};
BOOST_DESCRIBE_STRUCT(ClientToMove, (), (client))

// Answer of the RTIG if the client does not move, with the reason.
struct ClientStays {
  std::uint64_t client = 0;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(ClientStays, (), (client, reason))

// Question to a member at a router that is about to leave: does it have another router to connect
// to?
struct MoveAsked {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(MoveAsked, (), (unused))

struct MoveAnswered {
  bool able = false;
};
BOOST_DESCRIBE_STRUCT(MoveAnswered, (), (able))

// Log record. The first round pauses the federation. Members that read other streams directly read
// them up to these positions before they answer.
struct PauseSettling {
  std::uint64_t pause = 0;
  std::uint32_t round = 0;
  std::vector<StreamPosition> streams;
};
BOOST_DESCRIBE_STRUCT(PauseSettling, (), (pause, round, streams))

// Answer of a member to PauseSettling, sent when the member itself waits for no answer.
struct PauseSettled {
  std::uint64_t pause = 0;
  std::uint32_t round = 0;
  // True: the member has sent nothing since it answered the previous round.
  bool quiet = false;
};
BOOST_DESCRIBE_STRUCT(PauseSettled, (), (pause, round, quiet))

// Last record to a moving member on its old link: it must connect again by another router.
struct MoveAway {
  std::uint64_t pause = 0;
  std::string_view federation;
  std::uint64_t token = 0;  // identifies the member on its new link
};
BOOST_DESCRIBE_STRUCT(MoveAway, (), (pause, federation, token))

// First record of a moving member on its new link.
struct ReturnMember {
  std::string_view federation;
  FederateHandle federate;
  std::uint64_t token = 0;
};
BOOST_DESCRIBE_STRUCT(ReturnMember, (), (federation, federate, token))

// Reply to ReturnMember, after all records that were kept for the member meanwhile. The member then
// states its interest to the routers on its new way.
struct MemberReturned {
  std::uint64_t pause = 0;
  RulesAtRouter rules = {};
};
BOOST_DESCRIBE_STRUCT(MemberReturned, (), (pause, rules))

// Report of a moved member: every router applies its interest.
struct MoveCompleted {
  std::uint64_t pause = 0;
};
BOOST_DESCRIBE_STRUCT(MoveCompleted, (), (pause))

// Log record: the pause is over and all members resume.
struct PauseOver {
  std::uint64_t pause = 0;
};
BOOST_DESCRIBE_STRUCT(PauseOver, (), (pause))

}  // namespace triad::wire
