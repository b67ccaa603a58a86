// Time management (HLA 1.3 clause 8). Times and lookaheads are encoded FedTimes, which only the
// federates' libFedTime interprets (core/time_type.hpp). The RTIG can compare times of Triad's own
// libFedTime; it only forwards those of another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// Largest size of an encoded time, in bytes.
inline constexpr std::size_t kTimeBytesMax = 31;

// Lower bound on time stamps: no message is earlier than `time` or, if the bound is exclusive, at
// `time`.
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

// Calls that, unchanged, are requests to the RTIG and log records. From the log record on, all
// other members count the federate as regulating (or constrained). For the federate itself this
// begins with the callback.
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

// Call and, unchanged, the data record to all other members. So it reaches every member that
// received the message, regardless of the present declarations.
struct Retract {
  using Reply = void;
  Retraction retraction;
};
BOOST_DESCRIBE_STRUCT(Retract, (), (retraction))

// Report of a regulating federate, sent after the messages that it covers.
struct TimeReport {
  // The federate never sends anything below this bound.
  TimeBound promise;
  // Set while the federate waits for the next event: it sends nothing below this bound unless it
  // receives a message earlier than all that it has.
  std::optional<TimeBound> conditional;
  // Number of time-stamp-ordered messages that it had received. If it shares memory: a fingerprint
  // of them (records::MessagesInMemory).
  std::uint64_t received = 0;
  // It needs no message about promises until those of all others reach this bound. Members that
  // promise less need not wake it.
  std::optional<TimeBound> waits_for;
  // It wants each rise of its LBTS above waits_for, which it knows. Used, like waits_for, by
  // members that receive their LBTS from the Router.
  bool each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeReport, (), (promise, conditional, received, waits_for, each_rise))

// From a member that receives its LBTS from the Router and has nothing to promise: the LBTS that it
// waits for from now on.
struct TimeWait {
  std::optional<TimeBound> waits_for;
  bool each_rise = false;
};
BOOST_DESCRIBE_STRUCT(TimeWait, (), (waits_for, each_rise))

// LBTS of a member at a link or after PromisesReduced, sent when it reaches the bound that the
// member waits for, and on request. Without an addressee it is for several members that share
// memory; then `least` is the least promise of all members, which is not above the LBTS of any.
struct LbtsTold {
  // All other regulating federates have promised. Otherwise there is no LBTS yet.
  bool known = false;
  // The least of their promises. Empty: no other federate regulates.
  std::optional<TimeBound> least;
  // The least of all conditional promises and of the promises of members without a conditional one,
  // including the addressee's. Set only if no message is in transit to a member that waits for an
  // event; then no message below this bound will come.
  std::optional<TimeBound> together;
  // Position of the addressee's report that is included; 0: none. A message to several members
  // lists the report of each instead, and `together` is valid only for the members listed.
  Position own_report = 0;
  std::vector<StreamPosition> own_reports;
  // If the RTIG cannot compare the times of the federation's libFedTime: further bounds, of which
  // the least is valid.
  std::vector<TimeBound> or_least;
  std::vector<TimeBound> or_together;
};
BOOST_DESCRIBE_STRUCT(LbtsTold, (),
                      (known, least, together, own_report, own_reports, or_least, or_together))

// Log record: from here on members that share memory do not read each other's promises
// (rtig/time_authority.hpp). They report only to the RTIG and receive their LBTS as members at
// links do.
struct PromisesReduced {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(PromisesReduced, (), (unused))

// Request of a member that receives its LBTS from the Router for its present LBTS. Answered by
// LbtsTold, then Accepted.
struct RequestLbts {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(RequestLbts, (), (unused))

// From a constrained federate to a federate that begins to regulate: a bound that the new
// regulating federate must not undercut.
struct RegulationFloor {
  TimeBound floor;
};
BOOST_DESCRIBE_STRUCT(RegulationFloor, (), (floor))

// From the federate that deleted the instance: its time-stamp-ordered deletion has reached its time
// and can no longer be retracted.
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
