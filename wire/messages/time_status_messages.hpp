// State of logical time in a federation, for operators: the waiting federates and the federates
// that hold them back (`rtictl time`, rtig's log), and message counts (`rtictl list --watch`).
// RTIAs report it as texts. For a member at a link the RTIG adds the federates that hold it back.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/best_effort.hpp"
#include "wire/codec.hpp"
#include "wire/messages/time_messages.hpp"
#include "wire/open_step.hpp"
#include "wire/watch_figures.hpp"

namespace triad::wire {

// Limits of a TimeStatus: bytes of a text, federates named, and milliseconds of an age.
inline constexpr std::size_t kTimeTextMax = 128;
inline constexpr std::size_t kHoldersMax = 16;
inline constexpr std::uint64_t kAgeMsMax = std::uint64_t{1} << 50;

// Question of the RTIG to a member. At most one is pending; the answer repeats the number.
struct TimeStatusRequest {
  std::uint64_t epoch = 0;  // never zero
  FiguresScope figures = FiguresScope::none;
};
BOOST_DESCRIBE_STRUCT(TimeStatusRequest, (), (epoch, figures))

// Messages between a federate and its RTI since it joined, and those that are queued. Counted as in
// the MOM, without the MOM's own messages.
struct FederateTraffic {
  std::uint64_t updates_sent = 0;
  std::uint64_t interactions_sent = 0;
  std::uint64_t reflections_received = 0;
  std::uint64_t interactions_received = 0;
  std::uint64_t bytes_sent = 0;  // in all records
  std::uint64_t bytes_received = 0;
  std::uint64_t callbacks = 0;       // delivered to the federate
  std::uint64_t receive_queued = 0;  // queued callbacks and messages in receive order
  std::uint64_t tso_queued = 0;      // queued messages in time-stamp order
  std::uint64_t dropped = 0;         // best-effort messages dropped for lack of room
};
BOOST_DESCRIBE_STRUCT(FederateTraffic, (),
                      (updates_sent, interactions_sent, reflections_received, interactions_received,
                       bytes_sent, bytes_received, callbacks, receive_queued, tso_queued, dropped))

// Answer of a member. An embedded RTIA answers when its federate ticks, so a federate that computes
// for long does not answer.
struct TimeStatus {
  std::uint64_t epoch = 0;
  std::string_view time;
  std::string_view state;  // e.g. "granted", "NER to 40", "enableTimeRegulation"
  // A request cannot be granted yet. Not set if it only waits for the federate's own next tick.
  bool waits = false;
  // The answer to a request is ready and waits for the federate's next tick.
  bool undelivered = false;
  std::uint64_t state_number = 0;  // differs between two waits for the same time
  // Time in this state or, if `undelivered`, since the answer is ready.
  std::uint64_t in_state_ms = 0;
  bool regulating = false;
  bool constrained = false;
  std::string_view lookahead;  // empty: none
  std::string_view lbts;       // empty: none, or not known yet
  // If it waits: federates with a promise equal to its LBTS or without an answer yet, at most
  // kHoldersMax.
  std::vector<FederateHandle> held_by;
  std::uint32_t holders = 0;  // total number
  // Its last promise. If a router reduces promises, the RTIG uses it to find the federates that
  // hold others back.
  std::optional<TimeBound> promise;
  FederateTraffic traffic;
  // Milliseconds since the federate's last tick, and since it left the RTI. Zero while it ticks or
  // is in a service; a callback counts as outside the RTI. Empty: the RTIA does not know.
  std::optional<std::uint64_t> not_ticking_ms = {};
  std::optional<std::uint64_t> outside_ms = {};
  Figures figures = {};  // empty unless the question asks for them
};
BOOST_DESCRIBE_STRUCT(TimeStatus, (),
                      (epoch, time, state, waits, undelivered, state_number, in_state_ms,
                       regulating, constrained, lookahead, lbts, held_by, holders, promise, traffic,
                       not_ticking_ms, outside_ms, figures))

// From the RTIG to the RTIA of a federate that does not tick and holds up others.
struct HoldsUpOthers {
  std::uint32_t federates = 0;       // number of federates that wait for it
  FederateHandle longest;            // the federate that has waited longest
  std::uint64_t waited_ms = 0;       // how long that one has waited
  std::uint64_t not_ticking_ms = 0;  // of the addressee
};
BOOST_DESCRIBE_STRUCT(HoldsUpOthers, (), (federates, longest, waited_ms, not_ticking_ms))

// Request of rtictl. Answered by FederationTimeStatus when all members have answered. The requester
// limits the time: a second request on the same link, with `now`, is answered at once in place of
// the first, with the answers so far.
struct QueryTimeStatus {
  std::string_view federation;
  bool now = false;
  bool figures = false;  // ask for figures of processes and hosts as well
};
BOOST_DESCRIBE_STRUCT(QueryTimeStatus, (), (federation, now, figures))

struct FederateTimeStatus {
  FederateHandle federate;
  std::string_view federate_type;
  bool known = false;             // has answered at least once; otherwise `told` is mostly empty
  bool owes_answer = false;       // has been asked and has not answered
  std::uint64_t silent_ms = 0;    // since the RTIG last received anything from it
  std::uint64_t told_ms = 0;      // age of `told`
  BestEffortLosses dropped = {};  // to and from it, by the RTIG and the routers in between
  TimeStatus told;
};
BOOST_DESCRIBE_STRUCT(FederateTimeStatus, (),
                      (federate, federate_type, known, owes_answer, silent_ms, told_ms, dropped,
                       told))

struct FederationTimeStatus {
  std::string_view federation;
  std::vector<FederateTimeStatus> federates;  // ordered by handle
  std::vector<OpenStep> steps = {};
};
BOOST_DESCRIBE_STRUCT(FederationTimeStatus, (), (federation, federates, steps))

// Request of rtimon for the figures of the RTIG's process, and for the events after this number.
// Answered by RtigFigures at once.
struct QueryFigures {
  std::uint64_t events_after = 0;
};
BOOST_DESCRIBE_STRUCT(QueryFigures, (), (events_after))

struct RtigFigures {
  std::string_view release;
  std::string_view host;
  std::uint32_t process = 0;
  Figures figures;
  std::uint64_t first_event = 0;  // number of the oldest event that the RTIG still keeps; 0: none
  std::uint64_t last_event = 0;   // number of the newest event; 0: none
  std::vector<RtigEvent> events;  // ordered by number, at most kEventsMax
};
BOOST_DESCRIBE_STRUCT(RtigFigures, (),
                      (release, host, process, figures, first_event, last_event, events))

}  // namespace triad::wire
