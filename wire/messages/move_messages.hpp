// How members move to another router while their federation goes on (docs/internals.md, "How a
// member moves"): the federation pauses, what is on its way arrives, those who move take up their
// seats by a new link, and all go on.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/federation_messages.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// From a router that is about to leave the mesh, to the RTIG: this client of its own is a member,
// and is to move.
struct ClientToMove {
  std::uint64_t client = 0;
};
BOOST_DESCRIBE_STRUCT(ClientToMove, (), (client))

// The answer, where it does not: why.
struct ClientStays {
  std::uint64_t client = 0;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(ClientStays, (), (client, reason))

// To a member whose router is about to leave: has it another one to go to?
struct MoveAsked {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(MoveAsked, (), (unused))

struct MoveAnswered {
  bool able = false;
};
BOOST_DESCRIBE_STRUCT(MoveAnswered, (), (able))

// In the log: the federation pauses from the first round on. Who reads others' streams directly
// reads them up to these positions first.
struct PauseSettling {
  std::uint64_t pause = 0;
  std::uint32_t round = 0;
  std::vector<StreamPosition> streams;
};
BOOST_DESCRIBE_STRUCT(PauseSettling, (), (pause, round, streams))

// When it waits for no answer.
struct PauseSettled {
  std::uint64_t pause = 0;
  std::uint32_t round = 0;
  // It has sent nothing since it answered the round before.
  bool quiet = false;
};
BOOST_DESCRIBE_STRUCT(PauseSettled, (), (pause, round, quiet))

// To a member, the last thing that it is told by its link: it is to return by another one.
struct MoveAway {
  std::uint64_t pause = 0;
  std::string_view federation;
  std::uint64_t token = 0;  // by which it is known there
};
BOOST_DESCRIBE_STRUCT(MoveAway, (), (pause, federation, token))

// The first record on the new link.
struct ReturnMember {
  std::string_view federation;
  FederateHandle federate;
  std::uint64_t token = 0;
};
BOOST_DESCRIBE_STRUCT(ReturnMember, (), (federation, federate, token))

// To it, behind what it would have been sent meanwhile. It states its interest to the routers on
// its new way.
struct MemberReturned {
  std::uint64_t pause = 0;
  RulesAtRouter rules = {};
};
BOOST_DESCRIBE_STRUCT(MemberReturned, (), (pause, rules))

// From it: every router goes by its interest.
struct MoveCompleted {
  std::uint64_t pause = 0;
};
BOOST_DESCRIBE_STRUCT(MoveCompleted, (), (pause))

// In the log: all go on.
struct PauseOver {
  std::uint64_t pause = 0;
};
BOOST_DESCRIBE_STRUCT(PauseOver, (), (pause))

}  // namespace triad::wire
