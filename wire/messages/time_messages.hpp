// Time management (HLA 1.3 clause 8). Times and lookaheads are encoded FedTimes: bytes whose
// meaning only the federates' libFedTime knows (core/time_type.hpp). The RTIG compares those of
// Triad's own libFedTime; others it passes on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// An encoded time is no longer than this.
inline constexpr std::size_t kTimeBytesMax = 31;

// A lower bound on time stamps: nothing below `time` or, if it is exclusive, nothing at it either.
struct TimeBound {
  Bytes time;
  bool exclusive = false;
};
BOOST_DESCRIBE_STRUCT(TimeBound, (), (time, exclusive))

enum class Advance : std::uint8_t {
  time_advance_request = 1,
  time_advance_request_available = 2,
  next_event_request = 3,
  next_event_request_available = 4,
  flush_queue_request = 5,
};
BOOST_DESCRIBE_ENUM(Advance, time_advance_request, time_advance_request_available,
                    next_event_request, next_event_request_available, flush_queue_request)

enum class TimeQuery : std::uint8_t { lbts = 1, federate_time, min_next_event_time, lookahead };
BOOST_DESCRIBE_ENUM(TimeQuery, lbts, federate_time, min_next_event_time, lookahead)

// Calls that, unchanged, are requests to the RTIG and records of its log: from such a record on the
// federate counts as regulating (or constrained) for all others, though for itself it is so only
// when the callback has been delivered.
struct EnableTimeRegulation {
  using Reply = void;
  Bytes time;
  Bytes lookahead;
};
BOOST_DESCRIBE_STRUCT(EnableTimeRegulation, (), (time, lookahead))

struct DisableTimeRegulation {
  using Reply = void;
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(DisableTimeRegulation, (), (unused))

struct EnableTimeConstrained {
  using Reply = void;
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(EnableTimeConstrained, (), (unused))

struct DisableTimeConstrained {
  using Reply = void;
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(DisableTimeConstrained, (), (unused))

// Calls that the RTIA carries out alone.
struct AdvanceTime {
  using Reply = void;
  Advance kind = Advance::time_advance_request;
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(AdvanceTime, (), (kind, time))

struct SetAsynchronousDelivery {
  using Reply = void;
  bool enabled = false;
};
BOOST_DESCRIBE_STRUCT(SetAsynchronousDelivery, (), (enabled))

struct ModifyLookahead {
  using Reply = void;
  Bytes lookahead;
};
BOOST_DESCRIBE_STRUCT(ModifyLookahead, (), (lookahead))

struct QueryTime {
  using Reply = std::string;  // the encoded time
  TimeQuery which = TimeQuery::federate_time;
};
BOOST_DESCRIBE_STRUCT(QueryTime, (), (which))

// A call and, unchanged, the data record to all others: whoever was sent the message, whatever the
// declarations are now, is among them and knows what to do with it.
struct Retract {
  using Reply = void;
  Retraction retraction;
};
BOOST_DESCRIBE_STRUCT(Retract, (), (retraction))

// From a regulating federate to the RTIG, behind the messages that it speaks for.
struct TimeReport {
  // It sends nothing below, come what may.
  TimeBound promise;
  // It waits for the next event and sends nothing below this unless it receives a message that is
  // earlier than all that it has.
  std::optional<TimeBound> conditional;
  // How many time-stamp-ordered messages it had received from the RTIG.
  std::uint64_t received = 0;
  // It sleeps until the others' promises are at least this, if nothing else wakes it: who promises
  // less need not.
  std::optional<TimeBound> waits_for;
  // It wants to know of each rise of its LBTS above waits_for, which it knows. Of a member that is
  // told it, as waits_for is.
  bool each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeReport, (), (promise, conditional, received, waits_for, each_rise))

// From a member that is told its LBTS to the RTIG: what it wants to know of its LBTS from now on,
// where it has nothing to promise.
struct TimeWait {
  std::optional<TimeBound> waits_for;
  bool each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeWait, (), (waits_for, each_rise))

// From the RTIG to a member at a link, or after PromisesReduced: its LBTS, when that is what it
// waits for, and when it asked. Without an addressee, to several of those who share memory: the
// least promise of all, that is no more than anybody's LBTS.
struct LbtsTold {
  // All others who regulate have promised. If not, there is no LBTS yet.
  bool known = false;
  // The least of their promises; empty: nobody else regulates.
  std::optional<TimeBound> least;
  // The least of all conditional promises, and of what those promise who make none, its own as
  // well: no message is under way that one of those had not received who wait for an event. So
  // nothing earlier comes. Empty: this cannot be said.
  std::optional<TimeBound> together;
  // The addressee's own report that entered, by its position; 0: none. Where it goes to several,
  // each one's: what holds together is for these alone.
  Position own_report = 0;
  std::vector<StreamPosition> own_reports;
  // Of a libFedTime whose times the RTIG cannot compare: others of which the least counts.
  std::vector<TimeBound> or_least;
  std::vector<TimeBound> or_together;
};
BOOST_DESCRIBE_STRUCT(LbtsTold, (),
                      (known, least, together, own_report, own_reports, or_least, or_together))

// In the log: from here on members that share memory do not read each other's promises
// (rtig/time_authority.hpp). They report to the RTIG alone, and are told their LBTS as members at
// links are.
struct PromisesReduced {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(PromisesReduced, (), (unused))

// From a member that is told its LBTS: what is it? Answered by LbtsTold and, behind it, Accepted.
struct RequestLbts {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(RequestLbts, (), (unused))

// From a constrained federate to one that is about to regulate: what it may have been promised.
struct RegulationFloor {
  TimeBound floor;
};
BOOST_DESCRIBE_STRUCT(RegulationFloor, (), (floor))

// From the deleter: a deletion in time-stamp order can no longer be retracted, its time has come.
struct DeletionCompleted {
  ObjectHandle object;
  Bytes time;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(DeletionCompleted, (), (object, time, tag))

// Callbacks.
struct TimeRegulationEnabled {
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(TimeRegulationEnabled, (), (time))

struct TimeConstrainedEnabled {
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(TimeConstrainedEnabled, (), (time))

struct TimeAdvanceGrant {
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(TimeAdvanceGrant, (), (time))

struct RequestRetraction {
  Retraction retraction;
};
BOOST_DESCRIBE_STRUCT(RequestRetraction, (), (retraction))

}  // namespace triad::wire
