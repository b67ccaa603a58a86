// Outputs of the authority of one federation (rtig/authority.hpp), as values: records for members
// and guests, words for the switch, and requests to the host. FederationExecution carries them out
// in order after each input. Bytes of all outputs stand in one buffer, which is reused, so an
// output costs no allocation.
#pragma once

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

// Bytes in an Outputs.
struct Extent {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// Receivers of a record of the log. Its cause is the member whose record it answers.
enum class Audience {
  all,
  all_later,  // the cause at once; the others with the next record
  // Members that want it, and
  interested_and_cause,        // the cause in any case
  other_interested,            // never the cause
  interested_elsewhere,        // never members that share memory with the cause
  known_interested_elsewhere,  // the same, and no member that states its interest later
};

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
// The record of the input goes on to members: to some, to those that want it, or to all others.
struct PassOn {
  enum class To { some, interested, others };
  To to = To::some;
  Extent members = {};  // Outputs::members()
};

// --- Membership.

// The guest is to share memory if it can. Answer: input::Entered.
struct Enter {
  GuestId guest;
  FederateHandle newcomer;
};
// The guest is a member. `returns`: as another one, after a restore.
struct Admit {
  FederateHandle federate;
  GuestId guest = {};
  wire::Position since = 0;     // log position; records stamped earlier are ignored
  wire::Position position = 0;  // of its last record
  bool shares_memory = false;
  bool regulates = false;
  bool returns = false;
  std::optional<std::size_t> queue_max = {};  // bytes; none: as for most members
};
// First record to the newcomer, by its link. The switch adds its own records for a newcomer.
struct Welcome {
  FederateHandle federate;
  Extent record;
};
// The member leaves: before the log says so, after that, and when all consequences are in the log.
struct Resigns {
  FederateHandle federate;
  wire::Position log_position = 0;
};
struct Gone {
  FederateHandle federate;
};
struct Farewell {
  FederateHandle federate;
  Extent answer;            // the log's record of it, also for the link of one that shared memory
  bool link_stays = false;  // its client may join again
};
// The member's link is to end, and with it the membership. Answer: input::MemberLost.
struct EndMember {
  FederateHandle federate;
  Extent reason;
};
struct EndGuest {
  GuestId guest;
  Extent reason;
};

// --- Moves to other routers.

struct Stays {
  FederateHandle federate;
  Extent why;
};
struct MoveFailed {
  FederateHandle federate;
  std::chrono::milliseconds pause{0};
};
// From now on records for the member are kept until it takes up its seat at another link.
struct Vacate {
  FederateHandle federate;
  bool regulates = false;
};
struct TakeUp {
  FederateHandle federate;
  GuestId guest;
  bool regulates = false;
  Extent record;  // first one after those that were kept
};

// --- Restores.

// All members leave shared memory and return as others (Outputs::returning()), with records that
// follow the log's position `since`. Answer: input::Reentered.
struct Reenter {
  wire::Position log_position = 0;
};
// All members have returned.
struct Restored {};

// --- Time and interest.

struct TimeRole {
  FederateHandle federate;
  wire::MemberTimeChange change = wire::MemberTimeChange::regulation_begins;
  wire::Position request = 0;  // of the member's record
};
// From now on the switch tells members that share memory their bounds.
struct ReducePromises {};
// The member is told its bound when all members that share memory have reported.
struct AnswerLbts {
  FederateHandle federate;
  wire::Position request = 0;  // of its record
};
// A member counts no more: a bound may have risen.
struct BoundsMayRise {};
// Records with this key concern the authority.
struct Wants {
  wire::InterestKey key = 0;
};

// --- The host.

// The authority holds so many bytes of parts of a save.
struct HoldsParts {
  std::uint64_t bytes = 0;
};
// Outputs::take_save(). Answer: input::SaveStored.
struct StoreSave {};
// Answer: input::SaveLoaded.
struct LoadSave {
  Extent label;
};
// When input::ReportManagers is due; none: never.
struct WakeAt {
  std::optional<std::chrono::milliseconds> time;
};
// For people.
struct Line {
  Extent text;
};
// Added by the host itself: the member's link has ended, or is to end now.
struct LinkOver {
  GuestId link;
  Extent reason;
  bool disconnects = false;
};

}  // namespace output

using Output =
    std::variant<output::Log, output::ToMember, output::ToGuest, output::PassOn, output::Enter,
                 output::Admit, output::Welcome, output::Resigns, output::Gone, output::Farewell,
                 output::EndMember, output::EndGuest, output::Stays, output::MoveFailed,
                 output::Vacate, output::TakeUp, output::Reenter, output::Restored,
                 output::TimeRole, output::ReducePromises, output::AnswerLbts,
                 output::BoundsMayRise, output::Wants, output::HoldsParts, output::StoreSave,
                 output::LoadSave, output::WakeAt, output::Line, output::LinkOver>;

static_assert(std::is_trivially_copyable_v<Output>);

class Outputs {
 public:
  // Bytes of memory that are kept for the next outputs.
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
  Extent put(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    const std::size_t begin = bytes_.size();
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return {begin, bytes_.size()};
  }
  void pass_on_to(std::span<const wire::FederateHandle> members) {
    const std::size_t begin = members_.size();
    members_.insert(members_.end(), members.begin(), members.end());
    add(output::PassOn{output::PassOn::To::some, {begin, members_.size()}});
  }
  void store(core::SavedFederation saved) {
    save_ = std::move(saved);
    add(output::StoreSave{});
  }
  void reenter(wire::Position log_position, std::vector<wire::RestoredMember> returning) {
    returning_ = std::move(returning);
    add(output::Reenter{log_position});
  }

  // --- Carrying out. Views are valid until something is added.
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
