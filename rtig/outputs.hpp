// Outputs of the authority of one federation (rtig/authority.hpp), as values: records for members
// and guests, calls of the Router, and requests to the host, the program that runs the RTIG.
// FederationExecution carries them out in order after each input. The bytes of all outputs are in
// one buffer that is reused, so an output needs no allocation.
#pragma once

#include <boost/describe.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "core/saved_federation.hpp"
#include "rtig/guest.hpp"
#include "wire/message_list.hpp"
#include "wire/record.hpp"

namespace triad::rtig {

// Range of bytes in the buffer of an Outputs.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Receivers of a record of the log. Its cause is the member that sent the record that it answers.
enum class Audience {
  all,
  all_later,  // the cause immediately; the others with the next record
  // Members that are interested in the record, and:
  interested_and_cause,        // the cause in any case
  other_interested,            // not the cause
  interested_elsewhere,        // no member that shares memory with the cause
  known_interested_elsewhere,  // the same, and no member whose interest comes later
};

BOOST_DESCRIBE_ENUM(Audience, all, all_later, interested_and_cause, other_interested,
                    interested_elsewhere, known_interested_elsewhere)

// Returns true if the cause of a record for this audience must not receive it.
constexpr bool is_kept_from_cause(Audience audience) {
  return audience == Audience::other_interested || audience == Audience::interested_elsewhere ||
         audience == Audience::known_interested_elsewhere;
}

namespace output {

using wire::FederateHandle;

// --- Records.

struct Log {
  Extent record;
  wire::Position position = 0;
  Audience audience = Audience::all;
  FederateHandle cause;
};
struct ToMember {
  FederateHandle to;
  Extent record;
};
struct ToGuest {
  GuestId to;
  Extent record;
};
// The record of the input is forwarded: to some members, to interested members, or to all other
// members.
struct Forward {
  enum class To { some, interested, others };
  To to = To::some;
  Extent members = {};  // Outputs::members()
};

// --- Membership.

// The guest enters shared memory if it can. Answer: input::Entered.
struct Enter {
  GuestId guest;
  FederateHandle newcomer;
};
// The guest becomes a member. `returns`: a former member returns under a new handle after a
// restore.
struct Admit {
  FederateHandle federate;
  GuestId guest = {};
  wire::Position since = 0;     // log position; records with an earlier stamp are ignored
  wire::Position position = 0;  // of the member's last record
  bool shares_memory = false;
  bool regulates = false;
  bool returns = false;
  std::optional<std::size_t> queue_max = {};  // bytes; none: the default limit
};
// First record for the newcomer, sent by its link. The Router adds its own records for a newcomer.
struct Welcome {
  FederateHandle federate;
  Extent record;
};
// The three steps in which a member leaves: before the log record of its resignation, after that
// record, and after all consequences are in the log.
struct BeginResignation {
  FederateHandle federate;
  wire::Position log_position = 0;
};
struct Detach {
  FederateHandle federate;
};
// A member has joined or leaves, for the audit log.
struct MembershipChange {
  FederateHandle federate;
  bool joins = false;
  std::uint32_t process = 0;
  Extent name = {};
  Extent principal = {};
  Extent transport = {};
  Extent host = {};
  Extent reason = {};  // of a resignation
};
struct FinishResignation {
  FederateHandle federate;
  Extent answer;  // log record of the resignation; also sent by link to a member that shared memory
  bool link_stays = false;  // the client may join again
};
// The member's link must be ended, which ends its membership. Answer: input::MemberLost.
struct EndMember {
  FederateHandle federate;
  Extent reason;
};
struct EndGuest {
  GuestId guest;
  Extent reason;
};

// --- Moves to other routers.

struct MoveRefused {
  FederateHandle federate;
  Extent reason;
};
struct MoveFailed {
  FederateHandle federate;
  std::chrono::milliseconds pause{0};
};
// From now on records for the member are kept until it takes its seat at another link.
struct Vacate {
  FederateHandle federate;
  bool regulates = false;
};
struct TakeUp {
  FederateHandle federate;
  GuestId guest;
  bool regulates = false;
  Extent record;  // sent after the records that were kept
};

// --- Restores.

// All members leave shared memory and return under their saved handles (Outputs::take_returning()).
// Their records stamped at or before `log_position` are ignored. Answer: input::Reentered.
struct Reenter {
  wire::Position log_position = 0;
};
// All members have returned.
struct Restored {};

// --- Time and interest.

struct TimeRole {
  FederateHandle federate;
  wire::MemberTimeChange change = wire::MemberTimeChange::regulation_begins;
  wire::Position request = 0;  // position of the member's request
};
// From now on the Router computes the time bounds of members that share memory.
struct ReducePromises {};
// The member receives its bound after all members that share memory have reported.
struct AnswerLbts {
  FederateHandle federate;
  wire::Position request = 0;  // position of its request
};
// The promise of a member no longer counts, so bounds may rise.
struct BoundsMayRise {};
// The authority receives records with this key.
struct AddInterest {
  wire::InterestKey key = 0;
};

// --- The host.

// Number of bytes of parts of a save that the authority holds.
struct HeldParts {
  std::uint64_t bytes = 0;
};
// The host stores Outputs::take_save(). Answer: input::SaveStored.
struct StoreSave {};
// The host loads a save. Answer: input::SaveLoaded.
struct LoadSave {
  Extent label;
};
// Time at which input::RequestManagerValues is due; none: never.
struct WakeAt {
  std::optional<std::chrono::milliseconds> time;
};
// A line of the log, for people.
struct Line {
  Extent text;
};
// The member's link has ended, or must be ended now. Added by FederationExecution, not by the
// authority.
struct LinkEnded {
  GuestId link;
  Extent reason;
  bool disconnects = false;
};

}  // namespace output

using Output =
    std::variant<output::Log, output::ToMember, output::ToGuest, output::Forward, output::Enter,
                 output::Admit, output::Welcome, output::MembershipChange, output::BeginResignation,
                 output::Detach, output::FinishResignation, output::EndMember, output::EndGuest,
                 output::MoveRefused, output::MoveFailed, output::Vacate, output::TakeUp,
                 output::Reenter, output::Restored, output::TimeRole, output::ReducePromises,
                 output::AnswerLbts, output::BoundsMayRise, output::AddInterest, output::HeldParts,
                 output::StoreSave, output::LoadSave, output::WakeAt, output::Line,
                 output::LinkEnded>;

static_assert(std::is_trivially_copyable_v<Output>);

// List of outputs, with the bytes and members to which they refer.
class Outputs {
 public:
  // Capacity up to which the buffer is kept for the next outputs.
  static constexpr std::size_t kKeptBytesMax = std::size_t{1} << 20;

  // --- Adding.
  template <class Alternative>
  void add(const Alternative& output) {
    list_.emplace_back(output);
  }
  template <class Message>
  Extent encode(const wire::RecordHeader& header, const Message& message) {
    const std::size_t begin = bytes_.size();
    wire::encode_record(header, message, bytes_);
    return {begin, bytes_.size()};
  }
  Extent store_text(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    const std::size_t begin = bytes_.size();
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {begin, bytes_.size()};
  }
  void add_forward(std::span<const wire::FederateHandle> members) {
    const std::size_t begin = members_.size();
    members_.insert(members_.end(), members.begin(), members.end());
    add(output::Forward{output::Forward::To::some, {begin, members_.size()}});
  }
  void add_save(core::SavedFederation saved) {
    save_ = std::move(saved);
    add(output::StoreSave{});
  }
  void add_reentry(wire::Position log_position, std::vector<wire::RestoredMember> returning) {
    returning_ = std::move(returning);
    add(output::Reenter{log_position});
  }

  // --- Carrying out. Views are valid until the next output is added.
  std::size_t size() const { return list_.size(); }
  bool empty() const { return list_.empty(); }
  const Output& operator[](std::size_t at) const { return list_[at]; }
  wire::Bytes bytes(Extent extent) const {
    return wire::Bytes(bytes_).subspan(extent.begin, extent.end - extent.begin);
  }
  std::string_view text(Extent extent) const {
    const wire::Bytes text = bytes(extent);
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }
  std::span<const wire::FederateHandle> members(Extent extent) const {
    return std::span(members_).subspan(extent.begin, extent.end - extent.begin);
  }
  core::SavedFederation take_save() { return std::move(save_); }
  std::vector<wire::RestoredMember> take_returning() { return std::exchange(returning_, {}); }
  void clear() {
    list_.clear();
    bytes_.clear();
    members_.clear();
    if (bytes_.capacity() > kKeptBytesMax) bytes_ = {};
  }

 private:
  std::vector<Output> list_;
  wire::Buffer bytes_;
  std::vector<wire::FederateHandle> members_;
  core::SavedFederation save_;
  std::vector<wire::RestoredMember> returning_;
};

}  // namespace triad::rtig
