// Entries of a federation's journal. The first one describes the federation. Each other one has an
// input of the authority (rtig/inputs.hpp), or a fact that FederationExecution does not learn from
// the authority. Views in a decoded entry point into its bytes.
#pragma once

#include <boost/describe.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rtig/inputs.hpp"
#include "rtig/options.hpp"
#include "wire/codec.hpp"
#include "wire/handles.hpp"
#include "wire/messages/recovery_messages.hpp"

namespace triad::rtig::journal {

using wire::FederateHandle;

// --- Facts of the gateway.

// First entry. A journal of another format, or with other settings, is not replayed.
struct Begin {
  std::uint32_t format = 0;
  std::string_view settings;  // settings_of_journal()
  std::string_view federation;
  std::string_view fed;  // these three as in FedSource
  std::string_view creator;
  std::uint64_t text_digest = 0;
  wire::Bytes object_model;  // encoded
  std::uint64_t now_ms = 0;  // time of the Rtig at the creation
};
BOOST_DESCRIBE_STRUCT(Begin, (),
                      (format, settings, federation, fed, creator, text_digest, object_model,
                       now_ms))

// A new process continues the federation from here.
struct Restart {
  bool unused = false;
};
BOOST_DESCRIBE_STRUCT(Restart, (), (unused))

// Records for one member that no output of the authority determines: the answer to a question about
// the LBTS, or another member's request that the Router has passed on by interest. One entry has
// all of one output.
struct RouterAnswer {
  FederateHandle to;
  wire::Bytes record;
};
BOOST_DESCRIBE_STRUCT(RouterAnswer, (), (to, record))
struct RouterAnswers {
  std::vector<RouterAnswer> answers;
};
BOOST_DESCRIBE_STRUCT(RouterAnswers, (), (answers))

// The reply to the member's request that belongs to no federation.
struct OutsideReply {
  FederateHandle to;
  wire::Bytes record;
};
BOOST_DESCRIBE_STRUCT(OutsideReply, (), (to, record))

// Records of the RTIG that the member has acknowledged.
struct Acknowledged {
  FederateHandle by;
  wire::RtigProgress received;
};
BOOST_DESCRIBE_STRUCT(Acknowledged, (), (by, received))

// Stands directly after Begin, in place of all entries before it.
struct Image {
  wire::Bytes federation;  // encoded FederationImage
};
BOOST_DESCRIBE_STRUCT(Image, (), (federation))

// --- Inputs of the authority, as in namespace input.

struct Origin {
  std::string_view transport;
  std::string_view router;
  std::string_view release;
  std::string_view host;
  std::uint32_t process = 0;
  std::string_view principal;  // Principal::text()
};
BOOST_DESCRIBE_STRUCT(Origin, (), (transport, router, release, host, process, principal))

struct TimePassed {
  std::uint64_t span_ms = 0;
};
BOOST_DESCRIBE_STRUCT(TimePassed, (), (span_ms))

struct FromMember {
  FederateHandle by;
  wire::Bytes record;
};
BOOST_DESCRIBE_STRUCT(FromMember, (), (by, record))

struct Denied {
  FederateHandle by;
  wire::Bytes record;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(Denied, (), (by, record, reason))

struct MemberLost {
  FederateHandle federate;
  wire::Position last_position = 0;
  std::string_view reason;
  bool link_ends = false;
};
BOOST_DESCRIBE_STRUCT(MemberLost, (), (federate, last_position, reason, link_ends))

struct MemberAway {
  FederateHandle federate;
  std::string_view reason;
  bool is_suspended = false;
};
BOOST_DESCRIBE_STRUCT(MemberAway, (), (federate, reason, is_suspended))

struct MoveRequest {
  FederateHandle federate;
  std::uint64_t token = 0;
};
BOOST_DESCRIBE_STRUCT(MoveRequest, (), (federate, token))

struct Join {
  Origin origin;
  wire::Bytes request;  // header and message
  std::string_view fed_in_force;
};
BOOST_DESCRIBE_STRUCT(Join, (), (origin, request, fed_in_force))

struct Entered {
  bool shares_memory = false;
  std::vector<wire::StreamPosition> streams;
  std::vector<wire::StreamPosition> forwarded;
};
BOOST_DESCRIBE_STRUCT(Entered, (), (shares_memory, streams, forwarded))

struct WelcomeFailed {
  FederateHandle newcomer;
};
BOOST_DESCRIBE_STRUCT(WelcomeFailed, (), (newcomer))

struct Returning {
  Origin origin;
  wire::ReturnMember returned;
};
BOOST_DESCRIBE_STRUCT(Returning, (), (origin, returned))

struct Resuming {
  Origin origin;
  wire::ResumeMember request;
};
BOOST_DESCRIBE_STRUCT(Resuming, (), (origin, request))

struct Reentered {
  std::vector<FederateHandle> sharing;
};
BOOST_DESCRIBE_STRUCT(Reentered, (), (sharing))

struct SavesElsewhere {
  std::uint64_t bytes = 0;
};
BOOST_DESCRIBE_STRUCT(SavesElsewhere, (), (bytes))

struct SaveStored {
  bool stored = false;
  wire::ErrorCode code = wire::ErrorCode::RTIinternalError;
  std::string_view text;
};
BOOST_DESCRIBE_STRUCT(SaveStored, (), (stored, code, text))

struct SaveLoaded {
  bool loaded = false;
  wire::ErrorCode code = wire::ErrorCode::RTIinternalError;
  std::string_view text;
  wire::Bytes file;
};
BOOST_DESCRIBE_STRUCT(SaveLoaded, (), (loaded, code, text, file))

// An input without values.
enum class PlainInput : std::uint8_t {
  end_turn,
  end_overdue_moves,
  end_overdue_saves,
  end_overdue_orders,
  report_open_steps,
  request_manager_values,
};
BOOST_DESCRIBE_ENUM(PlainInput, end_turn, end_overdue_moves, end_overdue_saves, end_overdue_orders,
                    report_open_steps, request_manager_values)
struct Plain {
  PlainInput input = PlainInput::end_turn;
};
BOOST_DESCRIBE_STRUCT(Plain, (), (input))

// A new kind goes to the end, because the place in the list is the number in the file.
using Body =
    std::variant<Begin, Restart, RouterAnswers, OutsideReply, Acknowledged, TimePassed, FromMember,
                 Denied, MemberLost, MoveRequest, Join, Entered, WelcomeFailed, Returning, Resuming,
                 Reentered, SavesElsewhere, SaveStored, SaveLoaded, Plain, MemberAway, Image>;

// Where an entry stands among the outputs of the authority.
struct Place {
  // The entry was made while this output of the input before was carried out; empty: after all.
  std::optional<std::uint32_t> output;
  wire::Position log = 0;  // position of the log before the entry
};
BOOST_DESCRIBE_STRUCT(Place, (), (output, log))

struct Entry {
  Place place;
  Body body;
};

// Number of this format. It changes when an older journal would be replayed differently.
inline constexpr std::uint32_t kFormat = 4;

// Latest time of an Rtig in a journal, in milliseconds.
inline constexpr std::uint64_t kTimeMaxMs = std::uint64_t{1} << 53;

// Appends the encoded entry to `out`.
void encode(const Place& place, const Body& body, wire::Buffer& out);
// Returns nothing if the bytes are no entry.
std::optional<Entry> decode(wire::Bytes bytes);

// Returns the value of an input. `scratch` receives bytes and `text` the text that the value refers
// to; both outlive it.
struct Scratch {
  wire::Buffer bytes;
  std::string text;
};
inline Body body_of(const input::TimePassed& in, Scratch&) {
  return TimePassed{static_cast<std::uint64_t>(in.span.count())};
}
inline Body body_of(const input::FromMember& in, Scratch&) {
  return FromMember{in.by, in.record.frame};
}
inline Body body_of(const input::Denied& in, Scratch&) {
  return Denied{in.by, in.record.frame, in.reason};
}
inline Body body_of(const input::MemberLost& in, Scratch&) {
  return MemberLost{in.federate, in.last_position, in.reason, in.link_ends};
}
inline Body body_of(const input::MemberAway& in, Scratch&) {
  return MemberAway{in.federate, in.reason, in.is_suspended};
}
inline Body body_of(const input::MoveRequest& in, Scratch&) {
  return MoveRequest{in.federate, in.token};
}
Body body_of(const input::Join& in, Scratch& scratch);
inline Body body_of(const input::Entered& in, Scratch&) {
  return Entered{in.shares_memory, in.streams, in.forwarded};
}
inline Body body_of(const input::WelcomeFailed& in, Scratch&) {
  return WelcomeFailed{in.newcomer};
}
Body body_of(const input::Returning& in, Scratch& scratch);
Body body_of(const input::Resuming& in, Scratch& scratch);
inline Body body_of(const input::Reentered& in, Scratch&) {
  return Reentered{in.sharing};
}
inline Body body_of(const input::SavesElsewhere& in, Scratch&) {
  return SavesElsewhere{in.bytes};
}
Body body_of(const input::SaveStored& in, Scratch&);
Body body_of(const input::SaveLoaded& in, Scratch&);
inline Body body_of(const input::EndTurn&, Scratch&) {
  return Plain{PlainInput::end_turn};
}
inline Body body_of(const input::EndOverdueMoves&, Scratch&) {
  return Plain{PlainInput::end_overdue_moves};
}
inline Body body_of(const input::EndOverdueSaves&, Scratch&) {
  return Plain{PlainInput::end_overdue_saves};
}
inline Body body_of(const input::EndOverdueOrders&, Scratch&) {
  return Plain{PlainInput::end_overdue_orders};
}
inline Body body_of(const input::ReportOpenSteps&, Scratch&) {
  return Plain{PlainInput::report_open_steps};
}
inline Body body_of(const input::RequestManagerValues&, Scratch&) {
  return Plain{PlainInput::request_manager_values};
}

// Returns a text with all that an authority's decisions depend on besides its inputs. A journal is
// replayed only with the settings with which it was written.
std::string settings_of_journal(const RtigOptions& options, bool keeps_saves,
                                std::uint64_t save_bytes_max);

// Returns the origin of an entry.
rtig::Origin origin_of(const Origin& in);

}  // namespace triad::rtig::journal
