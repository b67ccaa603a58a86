// Object management (HLA 1.3 clause 6) and the order types of clause 8.23 and 8.24.
//
// Updates, interactions and deletions are calls and, unchanged, the data records sent to other
// members. The RTIA fills in transportation, order and retraction serial, which a call leaves at
// their defaults. `time` is an encoded FedTime; empty: the federate gave none. `serial` belongs to
// the retraction handle; 0: cannot be retracted. `horizon` is the sender's lowest serial that can
// still be retracted; receivers may forget earlier ones.
#pragma once

#include <cstdint>
#include <string_view>

#include "wire/codec.hpp"
#include "wire/messages/ddm_messages.hpp"

namespace triad::wire {

// Content of an EventRetractionHandle. Unique per sending federate and never reused.
struct Retraction {
  std::uint64_t serial = 0;
  FederateHandle federate;
  friend bool operator==(const Retraction&, const Retraction&) = default;
};
BOOST_DESCRIBE_STRUCT(Retraction, (), (serial, federate))

struct RegisterObjectInstance {
  using Reply = ObjectHandle;
  ObjectClassHandle object_class;
  std::string_view name;  // empty: the RTI generates one
};
BOOST_DESCRIBE_STRUCT(RegisterObjectInstance, (), (object_class, name))

// Registration as the other members receive it. Attributes not in `owned` have no owner.
struct ObjectInstanceRegistered {
  ObjectHandle object;
  ObjectClassHandle object_class;
  std::string_view name;  // empty: the generated name, "HLA" and the handle
  AttributeSet owned;
  std::vector<RegionAssociation> regions = {};
};
BOOST_DESCRIBE_STRUCT(ObjectInstanceRegistered, (), (object, object_class, name, owned, regions))

// A batch of instances for a new subscriber, as they are at this place of the RTIG's stream. The
// stamp names the subscriber's request; the last batch is the reply to it. The subscriber ignores
// instances that it already has.
struct InstancesSupplied {
  bool last = false;
  std::uint32_t to_come = 0;  // upper bound on the instances still to come, these included
  Bytes instances;            // core::InstanceSnapshot, one after the other
};
BOOST_DESCRIBE_STRUCT(InstancesSupplied, (), (last, to_come, instances))

// The subscriber has taken one batch; the RTIG may send the next.
struct InstancesTaken {};
BOOST_DESCRIBE_STRUCT(InstancesTaken, (), ())

struct UpdateAttributeValues {
  using Reply = Retraction;
  ObjectHandle object;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  std::uint64_t serial = 0;
  std::uint64_t horizon = 0;
  Bytes time;
  std::string_view tag;
  ValueList values;
  RegionHandle region = {};  // filled in by the RTIA: the common region of these values
};
BOOST_DESCRIBE_STRUCT(UpdateAttributeValues, (),
                      (object, transportation, order, serial, horizon, time, tag, values, region))

struct SendInteraction {
  using Reply = Retraction;
  InteractionClassHandle interaction_class;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  std::uint64_t serial = 0;
  std::uint64_t horizon = 0;
  Bytes time;
  std::string_view tag;
  ValueList values;
  RegionHandle region = {};  // zero: without region
};
BOOST_DESCRIBE_STRUCT(SendInteraction, (),
                      (interaction_class, transportation, order, serial, horizon, time, tag, values,
                       region))

struct DeleteObjectInstance {
  using Reply = Retraction;
  ObjectHandle object;
  Ordering order = Ordering::receive;
  std::uint64_t serial = 0;
  std::uint64_t horizon = 0;
  Bytes time;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(DeleteObjectInstance, (), (object, order, serial, horizon, time, tag))

struct LocalDeleteObjectInstance {
  using Reply = void;
  ObjectHandle object;
};
BOOST_DESCRIBE_STRUCT(LocalDeleteObjectInstance, (), (object))

struct ChangeAttributeTransportationType {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
  std::uint64_t transportation = 0;  // as the federate gave it; checked by the RTIA
};
BOOST_DESCRIBE_STRUCT(ChangeAttributeTransportationType, (), (object, attributes, transportation))

struct ChangeInteractionTransportationType {
  using Reply = void;
  InteractionClassHandle interaction_class;
  std::uint64_t transportation = 0;
};
BOOST_DESCRIBE_STRUCT(ChangeInteractionTransportationType, (), (interaction_class, transportation))

struct ChangeAttributeOrderType {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
  std::uint64_t order = 0;
};
BOOST_DESCRIBE_STRUCT(ChangeAttributeOrderType, (), (object, attributes, order))

struct ChangeInteractionOrderType {
  using Reply = void;
  InteractionClassHandle interaction_class;
  std::uint64_t order = 0;
};
BOOST_DESCRIBE_STRUCT(ChangeInteractionOrderType, (), (interaction_class, order))

// Calls, and records to the owners. Each owner's RTIA queues a callback for the attributes that its
// federate owns.
struct RequestObjectAttributeValueUpdate {
  using Reply = void;
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(RequestObjectAttributeValueUpdate, (), (object, attributes))

struct RequestClassAttributeValueUpdate {
  using Reply = void;
  ObjectClassHandle object_class;
  AttributeSet attributes;
  RegionHandle region = {};  // zero: without region
};
BOOST_DESCRIBE_STRUCT(RequestClassAttributeValueUpdate, (), (object_class, attributes, region))

struct IsAttributeOwnedByFederate {
  using Reply = bool;
  ObjectHandle object;
  AttributeHandle attribute;
};
BOOST_DESCRIBE_STRUCT(IsAttributeOwnedByFederate, (), (object, attribute))

// From a subscriber to an owner that has enabled the attribute relevance advisory: the attributes
// of the object that are in scope at the subscriber by an active subscription. Owners cannot
// compute this, because only the subscriber's RTIA has the known class.
struct AttributesRelevant {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesRelevant, (), (object, attributes))

// Callbacks.
struct DiscoverObjectInstance {
  ObjectHandle object;
  ObjectClassHandle object_class;
  std::string_view name;
};
BOOST_DESCRIBE_STRUCT(DiscoverObjectInstance, (), (object, object_class, name))

struct ReflectAttributeValues {
  ObjectHandle object;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  Retraction retraction;
  Bytes time;
  std::string_view tag;
  ValueList values;
  Bytes region = {};  // region of the sender, a RegionDescription; empty: the default region
};
BOOST_DESCRIBE_STRUCT(ReflectAttributeValues, (),
                      (object, transportation, order, retraction, time, tag, values, region))

struct ReceiveInteraction {
  InteractionClassHandle interaction_class;
  Transportation transportation = Transportation::reliable;
  Ordering order = Ordering::receive;
  Retraction retraction;
  Bytes time;
  std::string_view tag;
  ValueList values;
  Bytes region = {};
};
BOOST_DESCRIBE_STRUCT(ReceiveInteraction, (),
                      (interaction_class, transportation, order, retraction, time, tag, values,
                       region))

struct RemoveObjectInstance {
  ObjectHandle object;
  Retraction retraction;
  Bytes time;
  std::string_view tag;
};
BOOST_DESCRIBE_STRUCT(RemoveObjectInstance, (), (object, retraction, time, tag))

struct ProvideAttributeValueUpdate {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(ProvideAttributeValueUpdate, (), (object, attributes))

struct TurnUpdatesOnForObjectInstance {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(TurnUpdatesOnForObjectInstance, (), (object, attributes))

struct TurnUpdatesOffForObjectInstance {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(TurnUpdatesOffForObjectInstance, (), (object, attributes))

struct AttributesInScope {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesInScope, (), (object, attributes))

struct AttributesOutOfScope {
  ObjectHandle object;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(AttributesOutOfScope, (), (object, attributes))

}  // namespace triad::wire
