// Federation management (HLA 1.3 clause 4): calls, records of the RTIG's log, and callbacks.
//
// A struct with a Reply is a service call, which libRTI passes to the RTIA. The RTIA checks it. If
// its effect is global, the RTIA sends the same struct to the RTIG. The log then carries the call
// or its result to every RTIA.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/codec.hpp"
#include "wire/messages/recovery_messages.hpp"
#include "wire/messages/stream_messages.hpp"

namespace triad::wire {

struct CreateFederationExecution {
  using Reply = void;
  std::string_view federation;
  std::string_view fed;       // as the federate gave it, including the path
  bool has_fed_text = false;  // false: the RTIG finds the file itself
  Bytes fed_text;             // content of the file, read by the federate's process
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
  std::string_view time_type;  // type of its logical times, the same for all members
  bool observer = false;       // takes no part in saves and restores; resigned before they begin
  SessionSecret session = {};  // made by the RTIA; none: the member cannot return by another link
};
BOOST_DESCRIBE_STRUCT(JoinFederationExecution, (),
                      (federate_type, federation, time_type, observer, session))

// Text within the reason of FederateResigned if the RTIG resigns an observer, which may join again
// afterwards.
inline constexpr std::string_view kObserverOutside = "is an observer, and the federation is being ";

struct ResignFederationExecution {
  using Reply = void;
  ResignAction action = ResignAction::no_action;
};
BOOST_DESCRIBE_STRUCT(ResignFederationExecution, (), (action))

// Call: registers a synchronization point. An empty list of federates means all, including those
// that join later (HLA 1.3 clause 4.6).
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

// Block of object handles with which a member that shares memory may register instances.
struct HandleLease {
  FederateHandle federate;
  ObjectHandle first;
  ObjectHandle end;
};
BOOST_DESCRIBE_STRUCT(HandleLease, (), (federate, first, end))

// Classes that federates at a router may publish and subscribe to: these and all classes below
// them.
struct PassingClasses {
  std::vector<ObjectClassHandle> object_classes;
  std::vector<InteractionClassHandle> interaction_classes;
};
BOOST_DESCRIBE_STRUCT(PassingClasses, (), (object_classes, interaction_classes))

// Priorities of best effort, for the given classes and for all classes below them that have no
// priority of their own.
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

// Rules that the mesh's file sets for the federates at a router.
struct RulesAtRouter {
  std::string_view router;  // name of the router; empty: no mesh
  bool federates_regulate = true;
  std::optional<PassingClasses> classes = {};  // empty: no restriction
  ClassPriorities priorities = {};
};
BOOST_DESCRIBE_STRUCT(RulesAtRouter, (), (router, federates_regulate, classes, priorities))

// Reply to JoinFederationExecution, for the new member only: its handle, and the state of the
// federation at `position` of the RTIG's log. Object instances are not included; the member
// receives them when it subscribes.
struct JoinAccepted {
  FederateHandle federate;
  Position position = 0;
  Bytes object_model;  // core::ObjectModel
  Bytes members;       // std::vector<core::MemberSnapshot>
  ObjectHandle first_object;
  std::uint32_t objects_leased = 0;
  // Whether the members on this machine read each other's records directly. If so, `streams` has
  // the position of each of their streams that the snapshot includes, and `forwarded` the positions
  // of the other members' records that the RTIG had forwarded to them.
  bool on_fabric = false;
  std::vector<StreamPosition> streams;
  std::vector<StreamPosition> forwarded;
  std::vector<HandleLease> leases = {};  // leases of the other members
  std::string_view fed_in_force = {};  // for error texts, if the FED in force is not the file that
                                       // this federate named; empty otherwise
  bool promises_reduced = false;       // the log already has PromisesReduced
  RulesAtRouter rules = {};
  // Time for which the RTIG waits for the member if its link is lost, in ms. 0: the RTIG resigns
  // it at once, and neither side keeps sent records.
  std::uint32_t resume_ms = 0;
};
BOOST_DESCRIBE_STRUCT(JoinAccepted, (),
                      (federate, position, object_model, members, first_object, objects_leased,
                       on_fabric, streams, forwarded, leases, fed_in_force, promises_reduced, rules,
                       resume_ms))

// Log records.
struct FederateJoined {
  FederateHandle federate;
  std::string_view federate_type;
  bool on_fabric = false;  // shares memory with the members on the RTIG's machine
  ObjectHandle manager{};  // its Manager.Federate object; zero: the FED file has no such class
  std::vector<HandleLease> leases = {};  // filled if it shares memory
};
BOOST_DESCRIBE_STRUCT(FederateJoined, (), (federate, federate_type, on_fabric, manager, leases))

struct FederateResigned {
  FederateHandle federate;
  ResignAction action = ResignAction::no_action;
  bool lost = false;  // true: its process or connection ended; it did not ask to resign
  std::string_view reason;
};
BOOST_DESCRIBE_STRUCT(FederateResigned, (), (federate, action, lost, reason))

struct SynchronizationPointRegistered {
  FederateHandle registrant;
  std::string_view label;
  std::string_view tag;
  std::vector<FederateHandle> federates;  // participants; for a late joiner only its own handle
};
BOOST_DESCRIBE_STRUCT(SynchronizationPointRegistered, (), (registrant, label, tag, federates))

// Log record and callback: every participant has achieved the point or resigned.
struct FederationSynchronized {
  std::string_view label;
  std::vector<FederateHandle> federates;  // receivers of the callback
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
