// Messages of the Management Object Model (MOM) between the RTIG and RTIAs. The MOM's objects and
// interactions travel like all others. These messages concern state that only a federate's RTIA
// has. The RTIA answers with updates of its federate's Manager.Federate object and with
// interactions.
#pragma once

#include "wire/codec.hpp"

namespace triad::wire {

// Request for the current values of these attributes of the addressee's Manager.Federate object,
// for one federate or, if `to` is zero, for all subscribers. Answered with UpdateAttributeValues.
struct ProvideManagerAttributes {
  AttributeSet attributes;
  FederateHandle to;
};
BOOST_DESCRIBE_STRUCT(ProvideManagerAttributes, (), (attributes, to))

// Interaction of Manager.Federate.Adjust, Request or Service that concerns the addressee's
// federate, and its sender.
struct ManageFederate {
  FederateHandle by;
  InteractionClassHandle interaction_class;
  ValueList values;
};
BOOST_DESCRIBE_STRUCT(ManageFederate, (), (by, interaction_class, values))

// Request of an RTIA to the RTIG: an interaction of the MOM has ordered its federate to own, or not
// to own, these attributes. Answered with the transfer or with Refused.
struct ModifyAttributeState {
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
  bool owned = false;
};
BOOST_DESCRIBE_STRUCT(ModifyAttributeState, (), (object, known_class, attributes, owned))

// Answer of a member to an order of the MOM to resign (ManageFederate). A member that obeys refuses
// all services of its federate from now on, and sends ResignFederationExecution next.
struct ResignationAnswered {
  bool obeys = false;
};
BOOST_DESCRIBE_STRUCT(ResignationAnswered, (), (obeys))

}  // namespace triad::wire
