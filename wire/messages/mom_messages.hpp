// The Management Object Model of HLA 1.3. Its objects and interactions travel as all objects and
// interactions do; here is what the RTIG asks an RTIA for, which alone knows its federate. Answers
// are updates of the federate's own Manager.Federate object and interactions that the RTIA sends.
#pragma once

#include "wire/codec.hpp"

namespace triad::wire {

// The present values of these attributes of its Manager.Federate object, for one federate or, zero,
// for all that subscribe to them. Answered by UpdateAttributeValues.
struct ProvideManagerAttributes {
  AttributeSet attributes;
  FederateHandle to;
};
BOOST_DESCRIBE_STRUCT(ProvideManagerAttributes, (), (attributes, to))

// An interaction of Manager.Federate.Adjust, Request or Service that concerns the addressee's
// federate, and who has sent it.
struct ManageFederate {
  FederateHandle by;
  InteractionClassHandle interaction_class;
  ValueList values;
};
BOOST_DESCRIBE_STRUCT(ManageFederate, (), (by, interaction_class, values))

// An RTIA to the RTIG: its federate has been told to own (or not to own) these attributes. Answered
// by the transfer or by Refused.
struct ModifyAttributeState {
  ObjectHandle object;
  ObjectClassHandle known_class;
  AttributeSet attributes;
  bool owned = false;
};
BOOST_DESCRIBE_STRUCT(ModifyAttributeState, (), (object, known_class, attributes, owned))

// A member's answer to an order of the MOM to resign (ManageFederate). A member that obeys refuses
// all services of its federate from here on, and its ResignFederationExecution follows.
struct ResignationAnswered {
  bool obeys = false;
};
BOOST_DESCRIBE_STRUCT(ResignationAnswered, (), (obeys))

}  // namespace triad::wire
