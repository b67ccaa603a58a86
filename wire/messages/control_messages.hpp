// Messages of a link that belong to no HLA service: the handshake, replies to a single requester,
// leases of handles, flow control, and the requests of operators (rtictl).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/open_step.hpp"

namespace triad::wire {

// First record in each direction. Any other first record, a wrong magic number or another version
// ends the link with a reason for the log.
struct Hello {
  std::uint32_t magic = 0;
  std::uint32_t version = 0;
  std::string_view program;   // "libRTI", "rtia", "rtig", "rtictl"
  std::string_view release;   // release of Triad, for the log
  std::string_view host;      // name of the sender's machine
  std::uint32_t process = 0;  // process id on that machine
  // Largest record, in bytes, that this end accepts uncut from a joined peer. 0: this end sets no
  // limit.
  std::uint64_t record_bytes_max = 0;
};
BOOST_DESCRIBE_STRUCT(Hello, (),
                      (magic, version, program, release, host, process, record_bytes_max))

// Reply of the RTIG, or of an rtia to its federate: the request named by the stamp has been carried
// out. `value` is the handle that the request returns, if any.
struct Accepted {
  std::uint64_t value = 0;
};
BOOST_DESCRIBE_STRUCT(Accepted, (), (value))

// Hello::program of rtictl.
inline constexpr std::string_view kOperatorTool = "rtictl";

// Reply: the request was refused and nothing has changed. `warning` is a text for the user of the
// requesting program, which may otherwise treat the refusal as normal.
struct Refused {
  ErrorCode code = ErrorCode::RTIinternalError;
  std::string_view text;
  std::string_view warning = {};
};
BOOST_DESCRIBE_STRUCT(Refused, (), (code, text, warning))

// The sender accepts no further clients for now and ends the link. A client that connects again
// after `after_ms` may be accepted. If `elsewhere` is true, the sender is about to leave the mesh:
// clients try another router first, and a connected client that is not a member sends its next
// request to another router. `text` gives the reason. An operator on the sender's machine uses the
// operators' socket instead, which `host` and `process` identify.
struct ComeAgain {
  std::uint32_t after_ms = 0;
  bool elsewhere = false;
  std::string_view text;
  std::string_view host = {};
  std::uint32_t process = 0;
};
BOOST_DESCRIBE_STRUCT(ComeAgain, (), (after_ms, elsewhere, text, host, process))

// Request of an RTIA for a block of object handles for its own use, at most kLeaseMax.
inline constexpr std::uint32_t kLeaseMax = 1u << 20;

struct LeaseObjectHandles {
  std::uint32_t count = 0;
};
BOOST_DESCRIBE_STRUCT(LeaseObjectHandles, (), (count))

// Reply to LeaseObjectHandles. If the requester shares memory, it is a log record, because members
// on the fabric check with which handles their neighbours register.
struct ObjectHandlesLeased {
  ObjectHandle first;
  std::uint32_t count = 0;
  FederateHandle federate;
};
BOOST_DESCRIBE_STRUCT(ObjectHandlesLeased, (), (first, count, federate))

// Request to reserve an object name until the requester registers an instance of that name or
// leaves.
struct ReserveObjectName {
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(ReserveObjectName, (), (name))

// Flow control. A member sends it when more callbacks than its limit wait for its next tick (held),
// and when it has room again. The RTIG passes it on with the federate concerned; meanwhile senders
// of data to that federate wait.
struct FlowControl {
  FederateHandle federate;
  bool held = false;
};
BOOST_DESCRIBE_STRUCT(FlowControl, (), (federate, held))

// The sender's federate itself waits in a send, or no longer does. Such a federate holds no
// senders, because otherwise two federates that only send would wait for each other forever.
struct SenderWaiting {
  bool waiting = false;
};
BOOST_DESCRIBE_STRUCT(SenderWaiting, (), (waiting))

// Report of a member that it has dropped invalid records of another member. If both share memory,
// the RTIG ends the membership of the accused, whose records it may not have checked itself.
struct FaultyFederate {
  FederateHandle federate;
  std::string_view what;
};
BOOST_DESCRIBE_STRUCT(FaultyFederate, (), (federate, what))

// Request of rtictl for a list of the federations.
struct ListFederations {
  bool unused = false;  // every struct has a member, so that no code needs a special case
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
  std::string_view principal = {};  // policy::Principal::text()
};
BOOST_DESCRIBE_STRUCT(FederateInfo, (),
                      (federate, federate_type, host, process, transport, state, queued_bytes,
                       principal))

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

// Request of rtictl for a list of the saves.
struct ListSaves {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(ListSaves, (), (unused))

struct SaveInfo {
  std::string_view federation;
  std::string_view label;
  std::string_view fed;
  std::string_view release;  // release of the rtig that wrote it
  std::uint64_t bytes = 0;
  std::int64_t saved_at = 0;  // seconds since 1970
  std::string_view file;
  std::string_view fault;  // reason why it cannot be restored, judged by its beginning; empty: none
};
BOOST_DESCRIBE_STRUCT(SaveInfo, (), (federation, label, fed, release, bytes, saved_at, file, fault))

struct SaveList {
  bool kept = false;  // true: a directory for saves is configured
  std::vector<SaveInfo> saves;
};
BOOST_DESCRIBE_STRUCT(SaveList, (), (kept, saves))

// Returns the URL at which an rtig listens for operators beside its other URLs, if it can. Only the
// user of that rtig can connect to it.
inline std::string operator_url(std::uint32_t process) {
  return "shm://rtig-" + std::to_string(process);
}

// Request of rtictl to end a federation execution. With `force` its federates are resigned first.
struct TerminateFederation {
  std::string_view federation;
  bool force = false;
};
BOOST_DESCRIBE_STRUCT(TerminateFederation, (), (federation, force))

// Request of libRTI to its rtia for callbacks. The reply is a batch of callbacks' records
// (rtia/hosting/process_protocol.hpp). If there are none, the reply is NoCallback at once or, if
// `wait` is true, the next batch when it arrives.
struct TakeCallback {
  bool wait = false;
};
BOOST_DESCRIBE_STRUCT(TakeCallback, (), (wait))

// Message without content. From the rtia: no callback is pending. From libRTI: it no longer waits;
// the rtia replies with the same message. With position 0 it has other meanings
// (rtia/hosting/process_protocol.hpp).
struct NoCallback {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(NoCallback, (), (unused))

// Message of libRTI: whether the rtia passes the two callbacks below. It stays in force for all
// memberships.
struct WatchConnection {
  bool is_on = false;
};
BOOST_DESCRIBE_STRUCT(WatchConnection, (), (is_on))

// Callback: the federate has lost its connection, and is connected again within `patience_s`
// seconds or loses its membership.
struct ConnectionLost {
  std::string_view reason;
  std::uint32_t patience_s = 0;
};
BOOST_DESCRIBE_STRUCT(ConnectionLost, (), (reason, patience_s))

// Callback: the federate is connected again, to this URL, and goes on.
struct ConnectionRestored {
  std::string_view url;
};
BOOST_DESCRIBE_STRUCT(ConnectionRestored, (), (url))

// Negotiation of the datagram channel and the multicast groups of a link
// (transport/datagram_channel.hpp).
enum class DatagramChannelStep : std::uint8_t { ask, offer, heard, groups, join, leave, hears };
BOOST_DESCRIBE_ENUM(DatagramChannelStep, ask, offer, heard, groups, join, leave, hears)

// The fields and the steps are those of transport::DatagramNote, which describes them.
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

// Part of a long record of the RTIG. The pieces of a record follow each other on their link
// (wire/pieces.hpp).
struct Piece {
  std::uint64_t record_bytes = 0;  // size of the whole record, the same in all its pieces
  Bytes bytes;
};
BOOST_DESCRIBE_STRUCT(Piece, (), (record_bytes, bytes))

}  // namespace triad::wire
