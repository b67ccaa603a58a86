// Save and restore (HLA 1.3 clause 4.11 to 4.21): calls, the RTIG's decisions and callbacks.
//
// The RTIG numbers saves and restores; what is said of one that is over is passed over. When all
// members have reported that they have saved, nothing is sent any more but what is still on its way
// and what RTIAs answer to it. Rounds of SaveSettling and SaveSettled end when a whole round has
// passed in which nobody sent anything; then each RTIA hands in its part (FederateState).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

// Calls. Those with a number have it filled in by the RTIA.
struct RequestFederationSave {
  using Reply = void;
  std::string_view label;
  bool timed = false;
  Bytes time;
  std::string_view
      time_text{};  // for people; filled in by the RTIA, which knows every kind of time
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

// In the log: a save when the federation has reached a time. Replaces an earlier one.
struct SavePlanned {
  std::uint64_t save = 0;
  std::string_view label;
  Bytes time;
};
BOOST_DESCRIBE_STRUCT(SavePlanned, (), (save, label, time))

// From a constrained federate, whose next grant would be beyond the time of the planned save (or
// which is at it), and which has all messages up to it.
struct SaveTimeReached {
  std::uint64_t save = 0;
  bool beyond = false;  // it is about to be constrained, past that time: nobody waits for it
};
BOOST_DESCRIBE_STRUCT(SaveTimeReached, (), (save, beyond))

// In the log: these federates are to be told to save.
struct SaveInitiated {
  std::uint64_t save = 0;
  std::string_view label;
  std::vector<FederateHandle> federates;
};
BOOST_DESCRIBE_STRUCT(SaveInitiated, (), (save, label, federates))

// In the log. Who reads others' streams directly reads them up to these positions first.
struct SaveSettling {
  std::uint64_t save = 0;
  std::uint32_t round = 0;
  std::vector<StreamPosition> streams;
};
BOOST_DESCRIBE_STRUCT(SaveSettling, (), (save, round, streams))

struct SaveSettled {
  std::uint64_t save = 0;
  std::uint32_t round = 0;
  bool quiet = false;  // it has sent nothing since it answered the round before
};
BOOST_DESCRIBE_STRUCT(SaveSettled, (), (save, round, quiet))

// In the log: nothing is on its way; each member is to hand in its part.
struct SaveCollecting {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(SaveCollecting, (), (save))

// A piece of a part (rtia/saved_state.hpp), in order: from an RTIA in a save, to it in a restore.
inline constexpr std::size_t kStatePieceBytes = std::size_t{1} << 20;

struct FederateState {
  std::uint64_t number = 0;  // of the save or restore
  bool last = false;
  Bytes piece;
};
BOOST_DESCRIBE_STRUCT(FederateState, (), (number, last, piece))

// What the pieces make in a restore: who the member is going to be, and its state.
struct RestoreImage {
  FederateHandle federate;
  Bytes members;  // std::vector<core::MemberSnapshot>
  Bytes part;     // rtia::SavedMembership
};
BOOST_DESCRIBE_STRUCT(RestoreImage, (), (federate, members, part))

// Records of the log and callbacks.
struct FederationSaved {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederationSaved, (), (save))

struct FederationNotSaved {
  std::uint64_t save = 0;
};
BOOST_DESCRIBE_STRUCT(FederationNotSaved, (), (save))

// Callbacks; the RTIG sends the first two to one federate.
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

// In the log, and a callback: a restore begins. Who each member is going to be.
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

// To each member by its link: from here on it is `federate`, in the state that was saved, with the
// log as it stands at `position`. And a callback.
struct FederationRestored {
  std::uint64_t restore = 0;
  FederateHandle federate;
  Position position = 0;
  bool on_fabric = false;
  std::vector<StreamPosition> streams;  // as in JoinAccepted
  std::vector<StreamPosition> forwarded;
  std::vector<HandleLease> leases = {};
  bool promises_reduced = false;
};
BOOST_DESCRIBE_STRUCT(FederationRestored, (),
                      (restore, federate, position, on_fabric, streams, forwarded, leases,
                       promises_reduced))

// In the log behind it: another member is there again.
struct FederateReturned {
  FederateHandle federate;
  bool on_fabric = false;
  std::vector<HandleLease> leases = {};
};
BOOST_DESCRIBE_STRUCT(FederateReturned, (), (federate, on_fabric, leases))

// In the log, and a callback: all is as it was before the restore was asked for.
struct FederationNotRestored {
  std::uint64_t restore = 0;
};
BOOST_DESCRIBE_STRUCT(FederationNotRestored, (), (restore))

}  // namespace triad::wire
