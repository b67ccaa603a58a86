// Inputs of the authority of one federation (rtig/authority.hpp). Each input is a value; its views
// and references are valid during the call. The same inputs give the same outputs. Times are spans,
// so that they mean the same in a process with another clock. The host is the code that runs the
// RTIG.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/object_model.hpp"
#include "rtig/guest.hpp"
#include "rtig/options.hpp"
#include "wire/error.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

// Origin of a federation's object model.
struct FedSource {
  std::string name;             // as the creator gave it
  std::string creator;          // for people
  std::size_t text_digest = 0;  // of the FED's text; 0: the creator sent no text
};

// Properties of the store of saves, which the RTIG's host keeps.
struct SaveStore {
  bool present = false;
  std::uint64_t bytes_max = 0;  // limit on the parts of one save together
};

}  // namespace triad::rtig

namespace triad::rtig::input {

using wire::FederateHandle;

// The first input, which makes the authority.
struct Begin {
  AuthorityOptions options;
  SaveStore store;
  std::string federation;
  FedSource fed;
  core::ObjectModel model;
};
// Time that has passed since the last TimePassed, or since Begin. Precedes another input unless it
// is zero.
struct TimePassed {
  std::chrono::milliseconds span;
};

// --- Members.

// A record that the Router has not answered itself.
struct FromMember {
  FederateHandle by;
  const wire::Record& record;
};
// A member's request that the policy denies. It is refused.
struct Denied {
  FederateHandle by;
  const wire::Record& record;
  std::string_view reason;
};
// The member's link has ended, or the host ends it for `reason`.
struct MemberLost {
  FederateHandle federate;
  wire::Position last_position = 0;  // last one that the Router has read
  std::string_view reason;
  bool link_ends = false;  // with the membership; for the journal
};
// The member's link has ended for `reason`, and the member may return by another one.
struct MemberAway {
  FederateHandle federate;
  std::string_view reason;
  bool is_suspended = false;  // its process may end: another one will return as this member
};
// The member's router is about to leave the mesh. The member proves its identity at another router
// by the random token.
struct MoveRequest {
  FederateHandle federate;
  std::uint64_t token = 0;
};

// --- Guests.

// A request to join. `fed_in_force` is a warning that the guest named another FED file; empty: no
// warning.
struct Join {
  GuestId guest;
  const Origin& origin;
  const wire::RecordHeader& request;
  const wire::JoinFederationExecution& join;
  std::string_view fed_in_force;
};
// Answer to output::Enter. The positions are those that the Router has read and forwarded.
struct Entered {
  bool shares_memory = false;
  std::vector<wire::StreamPosition> streams = {};
  std::vector<wire::StreamPosition> forwarded = {};
};
// Answer to output::Welcome: the host has no memory for the record.
struct WelcomeFailed {
  FederateHandle newcomer;
};
// A moved member asks to continue at another link.
struct Returning {
  GuestId guest;
  const Origin& origin;
  const wire::ReturnMember& returned;
};

// A member that has lost its link continues at the guest's link. The host has checked it.
struct Resuming {
  GuestId guest;
  const Origin& origin;
  const wire::ResumeMember& request;
};

// --- The Router.

// Answer to output::Reenter: the members that share memory, in ascending order.
struct Reentered {
  std::vector<FederateHandle> sharing;
};
// The host has no more records to hand over for now.
struct EndTurn {};

// --- Saves and timers.

// Bytes of the parts of other federations' saves. Precedes a part if the number has changed.
struct SavesElsewhere {
  std::uint64_t bytes = 0;
};
// Answer to output::StoreSave.
struct SaveStored {
  const wire::Result<void>& stored;
};
// Answer to output::LoadSave.
struct SaveLoaded {
  const wire::Result<wire::Buffer>& file;
};
// Time to look for moves, saves and orders to resign that take too long.
struct EndOverdueMoves {};
struct EndOverdueSaves {};
struct EndOverdueOrders {};
// Time to log steps that have waited long, and to request periodic values of the MOM.
struct ReportOpenSteps {};
struct RequestManagerValues {};

}  // namespace triad::rtig::input

namespace triad::rtig {

using Input =
    std::variant<input::TimePassed, input::FromMember, input::Denied, input::MemberLost,
                 input::MemberAway, input::MoveRequest, input::Join, input::Entered,
                 input::WelcomeFailed, input::Returning, input::Resuming, input::Reentered,
                 input::EndTurn, input::SavesElsewhere, input::SaveStored, input::SaveLoaded,
                 input::EndOverdueMoves, input::EndOverdueSaves, input::EndOverdueOrders,
                 input::ReportOpenSteps, input::RequestManagerValues>;

}  // namespace triad::rtig
