// Declaration management (HLA 1.3 clause 5) and the advisory switches (clause 10.23 to 10.30). Each
// call is also a record of the RTIG's log; the record's stamp names the declaring federate.
#pragma once

#include "wire/codec.hpp"

namespace triad::wire {

// Call: replaces the publication of the class. An empty set ends it.
struct PublishObjectClass {
  using Reply = void;
  ObjectClassHandle object_class;
  AttributeSet attributes;
};
BOOST_DESCRIBE_STRUCT(PublishObjectClass, (), (object_class, attributes))

struct UnpublishObjectClass {
  using Reply = void;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(UnpublishObjectClass, (), (object_class))

struct PublishInteractionClass {
  using Reply = void;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(PublishInteractionClass, (), (interaction_class))

struct UnpublishInteractionClass {
  using Reply = void;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(UnpublishInteractionClass, (), (interaction_class))

struct SubscribeObjectClassAttributes {
  using Reply = void;
  ObjectClassHandle object_class;
  AttributeSet attributes;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribeObjectClassAttributes, (), (object_class, attributes, active))

struct UnsubscribeObjectClass {
  using Reply = void;
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(UnsubscribeObjectClass, (), (object_class))

struct SubscribeInteractionClass {
  using Reply = void;
  InteractionClassHandle interaction_class;
  bool active = true;
};
BOOST_DESCRIBE_STRUCT(SubscribeInteractionClass, (), (interaction_class, active))

struct UnsubscribeInteractionClass {
  using Reply = void;
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(UnsubscribeInteractionClass, (), (interaction_class))

struct SetAdvisorySwitch {
  using Reply = void;
  AdvisorySwitch which = AdvisorySwitch::class_relevance;
  bool enabled = false;
};
BOOST_DESCRIBE_STRUCT(SetAdvisorySwitch, (), (which, enabled))

// Callbacks.
struct StartRegistrationForObjectClass {
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(StartRegistrationForObjectClass, (), (object_class))

struct StopRegistrationForObjectClass {
  ObjectClassHandle object_class;
};
BOOST_DESCRIBE_STRUCT(StopRegistrationForObjectClass, (), (object_class))

struct TurnInteractionsOn {
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(TurnInteractionsOn, (), (interaction_class))

struct TurnInteractionsOff {
  InteractionClassHandle interaction_class;
};
BOOST_DESCRIBE_STRUCT(TurnInteractionsOff, (), (interaction_class))

}  // namespace triad::wire
