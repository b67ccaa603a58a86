// Save and restore (HLA 1.3 clause 4.11 to 4.21): calls, decisions of the RTIG, and callbacks.
//
// The RTIG numbers saves and restores; messages about one that is over are ignored. When all
// members have reported that they have saved, they send nothing new; only records in transit and
// the answers of RTIAs to them remain. The RTIG runs rounds of SaveSettling and SaveSettled until
// no member has sent anything during a whole round. Then each RTIA hands in its part
// (FederateState).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// Calls. The RTIA fills in the number of the save or restore.
struct RequestFederationSave {
  using Reply = void;
  std::string_view label;
  bool timed = false;
  Bytes time;
  // For texts. Filled in by the RTIA, which can print every time type.
  std::string_view time_text{};
};
BOOST_DESCRIBE_STRUCT(RequestFederationSave, (), (label, timed, time, time_text))

struct FederateSaveBegun {
  using Reply = void;
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederateSaveBegun, (), (save))

struct FederateSaveComplete {
  using Reply = void;
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederateSaveComplete, (), (save))

struct FederateSaveNotComplete {
  using Reply = void;
  std::uint64_t save = 0;
  bool threw = false;  // its initiateFederateSave ended with an exception
};
BOOST_DESCRIBE_STRUCT(FederateSaveNotComplete, (), (save, threw))

struct RequestFederationRestore {
  using Reply = void;
  std::string_view label;
};
BOOST_DESCRIBE_STRUCT(RequestFederationRestore, (), (label))

struct FederateRestoreComplete {
  using Reply = void;
  std::uint64_t restore = 0;
};
BOOST_DESCRIBE_STRUCT(FederateRestoreComplete, (), (restore))

struct FederateRestoreNotComplete {
  using Reply = void;
  std::uint64_t restore = 0;
  bool threw = false;  // its initiateFederateRestore ended with an exception
};
BOOST_DESCRIBE_STRUCT(FederateRestoreNotComplete, (), (restore, threw))

// Log record: a save is planned for a logical time. Replaces an earlier plan.
struct SavePlanned {
  std::uint64_t save = 0;
  std::string_view label;
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(SavePlanned, (), (save, label, time))

// From a constrained federate: it has all messages up to the time of the planned save, and its next
// grant would be later than that time, or it is at that time.
struct SaveTimeReached {
  std::uint64_t save = 0;
  // It is about to become constrained, past that time. The save does not wait for it.
  bool beyond = false;
};
BOOST_DESCRIBE_STRUCT(SaveTimeReached, (), (save, beyond))

// Log record: these federates must be told to save.
struct SaveInitiated {
  std::uint64_t save = 0;
  std::string_view label;
  std::vector<FederateHandle> federates;
};
BOOST_DESCRIBE_STRUCT(SaveInitiated, (), (save, label, federates))

// Log record. Members that read other streams directly read them up to these positions before they
// answer.
struct SaveSettling {
  std::uint64_t save = 0;
  std::uint32_t round = 0;
  std::vector<StreamPosition> streams;
};
BOOST_DESCRIBE_STRUCT(SaveSettling, (), (save, round, streams))

struct SaveSettled {
  std::uint64_t save = 0;
  std::uint32_t round = 0;
  bool quiet = false;  // has sent nothing since it answered the previous round
};
BOOST_DESCRIBE_STRUCT(SaveSettled, (), (save, round, quiet))

// Log record: nothing is in transit; each member must hand in its part.
struct SaveCollecting {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(SaveCollecting, (), (save))

// Piece of a member's part (rtia/saved_state.hpp). Pieces are sent in order, from the RTIA in a
// save and to the RTIA in a restore.
inline constexpr std::size_t kStatePieceBytes = std::size_t{1} << 20;

struct FederateState {
  std::uint64_t number = 0;  // number of the save or restore
  bool last = false;
  Bytes piece;
};
BOOST_DESCRIBE_STRUCT(FederateState, (), (number, last, piece))

// Content of the pieces in a restore: the member's future handle and its state.
struct RestoreImage {
  FederateHandle federate;
  Bytes members;  // std::vector<core::MemberSnapshot>
  Bytes part;     // of rtia::Membership::encode_part()
};
BOOST_DESCRIBE_STRUCT(RestoreImage, (), (federate, members, part))

// Log records and callbacks.
struct FederationSaved {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederationSaved, (), (save))

struct FederationNotSaved {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederationNotSaved, (), (save))

// Callbacks. The RTIG sends the first two to one federate.
struct RequestFederationRestoreSucceeded {
  std::string_view label;
};
BOOST_DESCRIBE_STRUCT(RequestFederationRestoreSucceeded, (), (label))

struct RequestFederationRestoreFailed {
  std::string_view label;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(RequestFederationRestoreFailed, (), (label, reason))

struct InitiateFederateSave {
  std::string_view label;
};
BOOST_DESCRIBE_STRUCT(InitiateFederateSave, (), (label))

struct InitiateFederateRestore {
  std::string_view label;
  FederateHandle federate;
};
BOOST_DESCRIBE_STRUCT(InitiateFederateRestore, (), (label, federate))

// Log record and callback: a restore begins. Each member has a present handle and the one that the
// restore gives it.
struct RestoredMember {
  FederateHandle present;
  FederateHandle saved;
};
BOOST_DESCRIBE_STRUCT(RestoredMember, (), (present, saved))

struct FederationRestoreBegun {
  std::uint64_t restore = 0;
  std::string_view label;
  std::vector<RestoredMember> members;
};
BOOST_DESCRIBE_STRUCT(FederationRestoreBegun, (), (restore, label, members))

// To each member by its link, and a callback: from now on it is `federate`, in the saved state,
// with the log as of `position`.
struct FederationRestored {
  std::uint64_t restore = 0;
  FederateHandle federate;
  Position position = 0;
  bool on_fabric = false;
  // Positions of the members' streams that the state includes, positions of forwarded records,
  // leases of the other members, and whether the log has PromisesReduced.
  std::vector<StreamPosition> streams;
  std::vector<StreamPosition> forwarded;
  std::vector<HandleLease> leases = {};
  bool promises_reduced = false;
};
BOOST_DESCRIBE_STRUCT(FederationRestored, (),
                      (restore, federate, position, on_fabric, streams, forwarded, leases,
                       promises_reduced))

// Log record after FederationRestored: another member has been restored.
struct FederateReturned {
  FederateHandle federate;
  bool on_fabric = false;
  std::vector<HandleLease> leases = {};
};
BOOST_DESCRIBE_STRUCT(FederateReturned, (), (federate, on_fabric, leases))

// Log record and callback: the restore failed, and all is as before the request.
struct FederationNotRestored {
  std::uint64_t restore = 0;
};
BOOST_DESCRIBE_STRUCT(FederationNotRestored, (), (restore))

}  // namespace triad::wire
