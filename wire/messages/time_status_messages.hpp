// How logical time stands in a federation, for people: who waits, and for whom (`rtictl time`, and
// the line in rtig's log), and what passes (`rtictl list --watch`). RTIAs say it, as texts; of a
// member at a link the RTIG adds who holds it back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/messages/time_messages.hpp"
#include "wire/open_step.hpp"

namespace triad::wire {

// No text of a TimeStatus is longer, no more federates are named in one, and no age is greater.
inline constexpr std::size_t kTimeTextMax = 128;
inline constexpr std::size_t kHoldersMax = 16;
inline constexpr std::uint64_t kAgeMsMax = std::uint64_t{1} << 50;

// From the RTIG to a member: how does time stand with you? One at a time; the answer repeats the
// number.
struct TimeStatusRequest {
  std::uint64_t epoch = 0;  // not zero
};
BOOST_DESCRIBE_STRUCT(TimeStatusRequest, (), (epoch))

// What has passed between a federate and its RTI since it joined, and what waits. As in the MOM,
// whose own messages do not count.
struct FederateTraffic {
  std::uint64_t updates_sent = 0;
  std::uint64_t interactions_sent = 0;
  std::uint64_t reflections_received = 0;
  std::uint64_t interactions_received = 0;
  std::uint64_t bytes_sent = 0;  // of all records
  std::uint64_t bytes_received = 0;
  std::uint64_t callbacks = 0;       // delivered
  std::uint64_t receive_queued = 0;  // callbacks and messages in receive order that wait
  std::uint64_t tso_queued = 0;      // messages in time-stamp order that wait
  std::uint64_t dropped = 0;         // best-effort messages, for want of room
};
BOOST_DESCRIBE_STRUCT(FederateTraffic, (),
                      (updates_sent, interactions_sent, reflections_received, interactions_received,
                       bytes_sent, bytes_received, callbacks, receive_queued, tso_queued, dropped))

// An embedded RTIA answers when its federate ticks; one that computes for long does not answer.
struct TimeStatus {
  std::uint64_t epoch = 0;
  std::string_view time;
  std::string_view state;  // "granted", "NER to 40", "enableTimeRegulation"
  // Something is asked for and cannot be granted yet. What only waits for this federate's own next
  // tick is not meant.
  bool waits = false;
  // An answer that it asked for is there, and waits for its next tick.
  bool undelivered = false;
  std::uint64_t state_number = 0;  // tells two waits for the same from each other
  std::uint64_t in_state_ms = 0;   // for so long; undelivered: since the answer is there
  bool regulating = false;
  bool constrained = false;
  std::string_view lookahead;  // empty: it has none
  std::string_view lbts;       // empty: it has none, or does not know it yet
  // If it waits: those whose promise is its LBTS or who have not answered yet; the first
  // kHoldersMax.
  std::vector<FederateHandle> held_by;
  std::uint32_t holders = 0;  // all of them
  // What it has promised last. Where a router reduces promises, the RTIG knows by that who holds
  // others back.
  std::optional<TimeBound> promise;
  FederateTraffic traffic;
  // Since the federate's last tick, and since it left the RTI; zero while it ticks, or is in a
  // service. A callback counts as outside. None: the RTIA does not know.
  std::optional<std::uint64_t> not_ticking_ms = {};
  std::optional<std::uint64_t> outside_ms = {};
};
BOOST_DESCRIBE_STRUCT(TimeStatus, (),
                      (epoch, time, state, waits, undelivered, state_number, in_state_ms,
                       regulating, constrained, lookahead, lbts, held_by, holders, promise, traffic,
                       not_ticking_ms, outside_ms))

// From the RTIG to a member whose federate holds up others and does not tick.
struct HoldsUpOthers {
  std::uint32_t federates = 0;       // so many wait for it
  FederateHandle longest;            // the one that has waited longest
  std::uint64_t waited_ms = 0;       // so long
  std::uint64_t not_ticking_ms = 0;  // of the addressee
};
BOOST_DESCRIBE_STRUCT(HoldsUpOthers, (), (federates, longest, waited_ms, not_ticking_ms))

// rtictl: how does time stand? Answered by FederationTimeStatus when all members have answered. How
// long that may take is for the asker to say, who counts the time: a second question from the same
// link, with `now`, is answered in place of the first, with what there is.
struct QueryTimeStatus {
  std::string_view federation;
  bool now = false;
};
BOOST_DESCRIBE_STRUCT(QueryTimeStatus, (), (federation, now))

struct FederateTimeStatus {
  FederateHandle federate;
  std::string_view federate_type;
  bool known = false;             // it has answered once, at least; else `told` says little
  bool owes_answer = false;       // it has been asked and has not answered
  std::uint64_t silent_ms = 0;    // since the RTIG heard anything of it
  std::uint64_t told_ms = 0;      // since it said what `told` says
  BestEffortLosses dropped = {};  // to and from it, by the RTIG and the routers before it
  TimeStatus told;
};
BOOST_DESCRIBE_STRUCT(FederateTimeStatus, (),
                      (federate, federate_type, known, owes_answer, silent_ms, told_ms, dropped,
                       told))

struct FederationTimeStatus {
  std::string_view federation;
  std::vector<FederateTimeStatus> federates;  // by handle
  std::vector<OpenStep> steps = {};
};
BOOST_DESCRIBE_STRUCT(FederationTimeStatus, (), (federation, federates, steps))

}  // namespace triad::wire
