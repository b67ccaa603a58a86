// What passes on a link before, beside and beneath the HLA services: the handshake, replies to one
// asker, leases, flow control, and what operators ask of an RTIG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/open_step.hpp"

namespace triad::wire {

// First record in each direction. Anything else first, another magic or another version ends the
// link with a readable reason.
struct Hello {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  std::string_view program;  // "libRTI", "rtia", "rtig", "rtictl"
  std::string_view release;  // Triad's version, for people
  std::string_view host;
  std::uint32_t process = 0;  // process id on that host
  // The largest record that it takes in one piece from who has joined; 0: it has no say.
  std::uint64_t record_bytes_max = 0;
};
BOOST_DESCRIBE_STRUCT(Hello, (),
                      (magic, version, program, release, host, process, record_bytes_max))

// The RTIG (or an rtia, to its federate) did what the record named by the stamp asked for. `value`
// is the handle that it returns, if it returns one.
struct Accepted {
  std::uint64_t value = 0;
};
BOOST_DESCRIBE_STRUCT(Accepted, (), (value))

// What rtictl calls itself.
inline constexpr std::string_view kOperatorTool = "rtictl";

// It did not, and nothing changed. `warning` is for whoever runs the asker, who may take the
// refusal for usual.
struct Refused {
  ErrorCode code = ErrorCode::RTIinternalError;
  std::string_view text;
  std::string_view warning = {};
};
BOOST_DESCRIBE_STRUCT(Refused, (), (code, text, warning))

// The sender serves nobody more for now, and ends the link: who comes again so much later may be
// served. `elsewhere`: it is about to leave, so another one is to be tried first; a client that it
// serves already, and that is no member, makes its next request to that one. `text` says why. An
// operator on the sender's host is served by its operators' socket, which its process id names.
struct ComeAgain {
  std::uint32_t after_ms = 0;
  bool elsewhere = false;
  std::string_view text;
  std::string_view host = {};
  std::uint32_t process = 0;
};
BOOST_DESCRIBE_STRUCT(ComeAgain, (), (after_ms, elsewhere, text, host, process))

// A federate's RTIA asks for a block of object handles of its own, kLeaseMax at most.
inline constexpr std::uint32_t kLeaseMax = 1u << 20;

struct LeaseObjectHandles {
  std::uint32_t count = 0;
};
BOOST_DESCRIBE_STRUCT(LeaseObjectHandles, (), (count))

// Its answer; a record of the log where the asker shares memory, for its neighbours are to know
// with which handles it may register.
struct ObjectHandlesLeased {
  ObjectHandle first;
  std::uint32_t count = 0;
  FederateHandle federate;
};
BOOST_DESCRIBE_STRUCT(ObjectHandlesLeased, (), (first, count, federate))

// Reserves an object name for the asker until it registers an instance of that name or leaves.
struct ReserveObjectName {
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(ReserveObjectName, (), (name))

// A federate has more waiting for its next tick than its limit (held), or has room again. The RTIG
// passes it on with the federate concerned; senders of data to that federate wait meanwhile.
struct FlowControl {
  FederateHandle federate;
  bool held = false;
};
BOOST_DESCRIBE_STRUCT(FlowControl, (), (federate, held))

// The asker's federate itself waits in a send (or no longer does): such a federate holds nobody, or
// two that only send would wait for each other for ever.
struct SenderWaiting {
  bool waiting = false;
};
BOOST_DESCRIBE_STRUCT(SenderWaiting, (), (waiting))

// From a member: another's records make no sense, and it has dropped them. Where both share memory,
// the RTIG, which may not have looked at them, ends the other's membership.
struct FaultyFederate {
  FederateHandle federate;
  std::string_view what;
};
BOOST_DESCRIBE_STRUCT(FaultyFederate, (), (federate, what))

// rtictl: what runs here?
struct ListFederations {
  bool unused = false;  // every struct has a member, so that lists and prints have no special case
};
BOOST_DESCRIBE_STRUCT(ListFederations, (), (unused))

struct FederateInfo {
  FederateHandle federate;
  std::string_view federate_type;
  std::string_view host;
  std::uint32_t process = 0;
  std::string_view transport;
  std::string_view state;
  std::uint64_t queued_bytes = 0;
};
BOOST_DESCRIBE_STRUCT(FederateInfo, (),
                      (federate, federate_type, host, process, transport, state, queued_bytes))

struct FederationInfo {
  std::string_view federation;
  std::string_view fed;
  std::uint64_t objects = 0;
  std::vector<FederateInfo> federates;
  std::vector<OpenStep> steps = {};
};
BOOST_DESCRIBE_STRUCT(FederationInfo, (), (federation, fed, objects, federates, steps))

struct FederationList {
  std::vector<FederationInfo> federations;
};
BOOST_DESCRIBE_STRUCT(FederationList, (), (federations))

// rtictl: which saves are there?
struct ListSaves {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(ListSaves, (), (unused))

struct SaveInfo {
  std::string_view federation;
  std::string_view label;
  std::string_view fed;
  std::string_view release;  // of the rtig that wrote it
  std::uint64_t bytes = 0;
  std::int64_t saved_at = 0;  // seconds since 1970
  std::string_view file;
  std::string_view fault;  // why it is of no use, as far as its beginning tells; empty: of use
};
BOOST_DESCRIBE_STRUCT(SaveInfo, (), (federation, label, fed, release, bytes, saved_at, file, fault))

struct SaveList {
  bool kept = false;  // there is a directory for saves
  std::vector<SaveInfo> saves;
};
BOOST_DESCRIBE_STRUCT(SaveList, (), (kept, saves))

// Where the rtig of that process listens for operators beside its other URLs, as far as it can: its
// user alone reaches that.
inline std::string operator_url(std::uint32_t process) {
  return "shm://rtig-" + std::to_string(process);
}

// rtictl: ends a federation execution; with `force` its federates are resigned first.
struct TerminateFederation {
  std::string_view federation;
  bool force = false;
};
BOOST_DESCRIBE_STRUCT(TerminateFederation, (), (federation, force))

// libRTI to its rtia: hand over the next callback. Answered by the callback's record; where there
// is none at once by NoCallback, or, if libRTI is to wait, when there is one.
struct TakeCallback {
  bool wait = false;
};
BOOST_DESCRIBE_STRUCT(TakeCallback, (), (wait))

// From the rtia, see above. From libRTI: it does not wait any more; answered by the same.
struct NoCallback {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(NoCallback, (), (unused))

// Between the two ends of a link: an agreement about unreliable frames
// (transport/datagram_channel.hpp).
enum class DatagramChannelStep : std::uint8_t { ask, offer, heard, groups, join, leave, hears };
BOOST_DESCRIBE_ENUM(DatagramChannelStep, ask, offer, heard, groups, join, leave, hears)

struct DatagramChannel {
  DatagramChannelStep step = DatagramChannelStep::ask;
  std::uint16_t port = 0;
  std::uint64_t token = 0;
  std::uint64_t token_high = 0;
  std::uint32_t address = 0;
  std::uint16_t source_port = 0;
  std::uint32_t client = 0;
  std::uint16_t group = 0;
  std::uint32_t round = 0;
  std::uint64_t lost = 0;
};
BOOST_DESCRIBE_STRUCT(DatagramChannel, (),
                      (step, port, token, token_high, address, source_port, client, group, round,
                       lost))

// From the RTIG: a part of one long record, which is the next one on its link (wire/pieces.hpp).
struct Piece {
  std::uint64_t record_bytes = 0;  // of the whole record; the same in all its pieces
  Bytes bytes;
};
BOOST_DESCRIBE_STRUCT(Piece, (), (record_bytes, bytes))

}  // namespace triad::wire
