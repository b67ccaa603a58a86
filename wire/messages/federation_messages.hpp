// Federation management (HLA 1.3 clause 4): calls, RTIG log records and callbacks.
//
// A struct with a Reply is a service call: libRTI hands it to the RTIA, which checks what it can
// and, where the effect is global, passes the same struct to the RTIG; the RTIG's log then carries
// it (or what became of it) to every RTIA.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

struct CreateFederationExecution {
  using Reply = void;
  std::string_view federation;
  std::string_view fed;       // the name given by the federate, path included
  bool has_fed_text = false;  // false: the RTIG is to find the file itself
  Bytes fed_text;             // the file's content as the federate's process read it
};
BOOST_DESCRIBE_STRUCT(CreateFederationExecution, (), (federation, fed, has_fed_text, fed_text))

struct DestroyFederationExecution {
  using Reply = void;
  std::string_view federation;
};
BOOST_DESCRIBE_STRUCT(DestroyFederationExecution, (), (federation))

struct JoinFederationExecution {
  using Reply = FederateHandle;
  std::string_view federate_type;
  std::string_view federation;
  std::string_view time_type;  // what its times are: all members' must be the same
  bool observer = false;       // takes part in no save and no restore: it is resigned before
};
BOOST_DESCRIBE_STRUCT(JoinFederationExecution, (), (federate_type, federation, time_type, observer))

// Of the reason of an observer's resignation by the RTIG (FederateResigned): it may join again.
inline constexpr std::string_view kObserverOutside = "is an observer, and the federation is being ";

struct ResignFederationExecution {
  using Reply = void;
  ResignAction action = ResignAction::no_action;
};
BOOST_DESCRIBE_STRUCT(ResignFederationExecution, (), (action))

// An empty list of federates means all, late joiners included (HLA 1.3 clause 4.6).
struct RegisterFederationSynchronizationPoint {
  using Reply = void;
  std::string_view label;
  std::string_view tag;
  std::vector<FederateHandle> federates;
};
BOOST_DESCRIBE_STRUCT(RegisterFederationSynchronizationPoint, (), (label, tag, federates))

struct SynchronizationPointAchieved {
  using Reply = void;
  std::string_view label;
};
BOOST_DESCRIBE_STRUCT(SynchronizationPointAchieved, (), (label))

// Object handles with which a member that shares memory may register instances.
struct HandleLease {
  FederateHandle federate;
  ObjectHandle first;
  ObjectHandle end;
};
BOOST_DESCRIBE_STRUCT(HandleLease, (), (federate, first, end))

// Classes that a federate may publish and subscribe to: these, and all below them.
struct PassingClasses {
  std::vector<ObjectClassHandle> object_classes;
  std::vector<InteractionClassHandle> interaction_classes;
};
BOOST_DESCRIBE_STRUCT(PassingClasses, (), (object_classes, interaction_classes))

// The priorities of the best effort of these classes, and of all below them that are not named
// themselves.
struct ObjectClassPriority {
  ObjectClassHandle object_class;
  std::uint8_t priority = 0;
};
BOOST_DESCRIBE_STRUCT(ObjectClassPriority, (), (object_class, priority))
struct InteractionClassPriority {
  InteractionClassHandle interaction_class;
  std::uint8_t priority = 0;
};
BOOST_DESCRIBE_STRUCT(InteractionClassPriority, (), (interaction_class, priority))
struct ClassPriorities {
  std::vector<ObjectClassPriority> object_classes;
  std::vector<InteractionClassPriority> interaction_classes;
};
BOOST_DESCRIBE_STRUCT(ClassPriorities, (), (object_classes, interaction_classes))

// What the file of the mesh says of the federates at a router.
struct RulesAtRouter {
  std::string_view router;  // its name; empty: there is no mesh
  bool federates_regulate = true;
  std::optional<PassingClasses> classes = {};  // none: all pass
  ClassPriorities priorities = {};
};
BOOST_DESCRIBE_STRUCT(RulesAtRouter, (), (router, federates_regulate, classes, priorities))

// To the newcomer alone: who it is, and the federation as the RTIG's log stands at `position`. Of
// object instances it knows none before it subscribes.
struct JoinAccepted {
  FederateHandle federate;
  Position position = 0;
  Bytes object_model;  // core::ObjectModel
  Bytes members;       // std::vector<core::MemberSnapshot>
  ObjectHandle first_object;
  std::uint32_t objects_leased = 0;
  // The members on this host read each other's records directly; these are their streams, up to
  // what the snapshot contains, and what of the others' records the RTIG had forwarded to them.
  bool on_fabric = false;
  std::vector<StreamPosition> streams;
  std::vector<StreamPosition> forwarded;
  std::vector<HandleLease> leases = {};  // the others'
  std::string_view fed_in_force = {};    // whose it is; empty: no other one, as far as is known
  bool promises_reduced = false;         // what PromisesReduced says has been said
  RulesAtRouter rules = {};
};
BOOST_DESCRIBE_STRUCT(JoinAccepted, (),
                      (federate, position, object_model, members, first_object, objects_leased,
                       on_fabric, streams, forwarded, leases, fed_in_force, promises_reduced,
                       rules))

// Log records.
struct FederateJoined {
  FederateHandle federate;
  std::string_view federate_type;
  bool on_fabric = false;  // it shares memory with the members on the RTIG's host
  ObjectHandle manager{};  // its Manager.Federate object; zero: the FED has no such class
  std::vector<HandleLease> leases = {};  // if it shares memory
};
BOOST_DESCRIBE_STRUCT(FederateJoined, (), (federate, federate_type, on_fabric, manager, leases))

struct FederateResigned {
  FederateHandle federate;
  ResignAction action = ResignAction::no_action;
  bool lost = false;  // its process or connection ended; it did not ask to resign
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(FederateResigned, (), (federate, action, lost, reason))

struct SynchronizationPointRegistered {
  FederateHandle registrant;
  std::string_view label;
  std::string_view tag;
  std::vector<FederateHandle> federates;  // who takes part; for a late joiner its own handle alone
};
BOOST_DESCRIBE_STRUCT(SynchronizationPointRegistered, (), (registrant, label, tag, federates))

// Log record and callback: every federate of the point has achieved it (or resigned).
struct FederationSynchronized {
  std::string_view label;
  std::vector<FederateHandle> federates;  // who is told
};
BOOST_DESCRIBE_STRUCT(FederationSynchronized, (), (label, federates))

// Callbacks.
struct SynchronizationPointRegistrationSucceeded {
  std::string_view label;
};
BOOST_DESCRIBE_STRUCT(SynchronizationPointRegistrationSucceeded, (), (label))

struct SynchronizationPointRegistrationFailed {
  std::string_view label;
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(SynchronizationPointRegistrationFailed, (), (label, reason))

struct AnnounceSynchronizationPoint {
  std::string_view label;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(AnnounceSynchronizationPoint, (), (label, tag))

}  // namespace triad::wire
