// Object management (HLA 1.3 clause 6) and the order types (clause 8.23, 8.24).
#include "libRTI/src/session.hpp"
#include "wire/messages/object_messages.hpp"

using triad::api::text_of;
using triad::api::to_wire;
namespace wire = triad::wire;

namespace {

// Returns the pairs of a set in wire form. Sets from the API's factory are not copied.
template <class PairSet>
wire::ValueList values_of(triad::api::Session& session, const PairSet& set) {
  const auto pairs = triad::api::encoded_pairs(set, session.scratch());
  return {pairs.count, pairs.bytes};
}

template <class PairSet>
wire::UpdateAttributeValues update(triad::api::Session& session, RTI::ObjectHandle object,
                                   const PairSet& values, wire::Bytes time, const char* tag) {
  wire::UpdateAttributeValues request;
  request.object = to_wire<wire::ObjectHandle>(object);
  request.time = time;
  request.tag = text_of(tag);
  request.values = values_of(session, values);
  return request;
}

template <class PairSet>
wire::SendInteraction interaction(triad::api::Session& session, RTI::InteractionClassHandle sent,
                                  const PairSet& values, wire::Bytes time, const char* tag) {
  wire::SendInteraction request;
  request.interaction_class = to_wire<wire::InteractionClassHandle>(sent);
  request.time = time;
  request.tag = text_of(tag);
  request.values = values_of(session, values);
  return request;
}

wire::DeleteObjectInstance deletion(RTI::ObjectHandle object, wire::Bytes time, const char* tag) {
  wire::DeleteObjectInstance request;
  request.object = to_wire<wire::ObjectHandle>(object);
  request.time = time;
  request.tag = text_of(tag);
  return request;
}

}  // namespace

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstance(ObjectClassHandle theClass,
                                                             const char* theObject) {
  return privateRefs->session->call("registerObjectInstance", [&] {
    return wire::RegisterObjectInstance{to_wire<wire::ObjectClassHandle>(theClass),
                                        text_of(theObject)};
  });
}

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstance(ObjectClassHandle theClass) {
  return registerObjectInstance(theClass, nullptr);
}

RTI::EventRetractionHandle RTI::RTIambassador::updateAttributeValues(
    ObjectHandle theObject, const AttributeHandleValuePairSet& theAttributes,
    const FedTime& theTime, const char* theTag) {
  auto& session = *privateRefs->session;
  return session.call("updateAttributeValues", [&] {
    return update(session, theObject, theAttributes, session.encoded(theTime), theTag);
  });
}

void RTI::RTIambassador::updateAttributeValues(ObjectHandle theObject,
                                               const AttributeHandleValuePairSet& theAttributes,
                                               const char* theTag) {
  auto& session = *privateRefs->session;
  session.call("updateAttributeValues",
               [&] { return update(session, theObject, theAttributes, {}, theTag); });
}

RTI::EventRetractionHandle RTI::RTIambassador::sendInteraction(
    InteractionClassHandle theInteraction, const ParameterHandleValuePairSet& theParameters,
    const FedTime& theTime, const char* theTag) {
  auto& session = *privateRefs->session;
  return session.call("sendInteraction", [&] {
    return interaction(session, theInteraction, theParameters, session.encoded(theTime), theTag);
  });
}

void RTI::RTIambassador::sendInteraction(InteractionClassHandle theInteraction,
                                         const ParameterHandleValuePairSet& theParameters,
                                         const char* theTag) {
  auto& session = *privateRefs->session;
  session.call("sendInteraction",
               [&] { return interaction(session, theInteraction, theParameters, {}, theTag); });
}

RTI::EventRetractionHandle RTI::RTIambassador::deleteObjectInstance(ObjectHandle theObject,
                                                                    const FedTime& theTime,
                                                                    const char* theTag) {
  auto& session = *privateRefs->session;
  return session.call("deleteObjectInstance",
                      [&] { return deletion(theObject, session.encoded(theTime), theTag); });
}

void RTI::RTIambassador::deleteObjectInstance(ObjectHandle theObject, const char* theTag) {
  privateRefs->session->call("deleteObjectInstance",
                             [&] { return deletion(theObject, {}, theTag); });
}

void RTI::RTIambassador::localDeleteObjectInstance(ObjectHandle theObject) {
  privateRefs->session->call("localDeleteObjectInstance", [&] {
    return wire::LocalDeleteObjectInstance{to_wire<wire::ObjectHandle>(theObject)};
  });
}

void RTI::RTIambassador::changeAttributeTransportationType(ObjectHandle theObject,
                                                           const AttributeHandleSet& theAttributes,
                                                           TransportationHandle theType) {
  privateRefs->session->call("changeAttributeTransportationType", [&] {
    return wire::ChangeAttributeTransportationType{to_wire<wire::ObjectHandle>(theObject),
                                                   to_wire(theAttributes), theType};
  });
}

void RTI::RTIambassador::changeInteractionTransportationType(InteractionClassHandle theClass,
                                                             TransportationHandle theType) {
  privateRefs->session->call("changeInteractionTransportationType", [&] {
    return wire::ChangeInteractionTransportationType{
        to_wire<wire::InteractionClassHandle>(theClass), theType};
  });
}

void RTI::RTIambassador::requestObjectAttributeValueUpdate(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) {
  privateRefs->session->call("requestObjectAttributeValueUpdate", [&] {
    return wire::RequestObjectAttributeValueUpdate{to_wire<wire::ObjectHandle>(theObject),
                                                   to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::requestClassAttributeValueUpdate(ObjectClassHandle theClass,
                                                          const AttributeHandleSet& theAttributes) {
  privateRefs->session->call("requestClassAttributeValueUpdate", [&] {
    return wire::RequestClassAttributeValueUpdate{to_wire<wire::ObjectClassHandle>(theClass),
                                                  to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::changeAttributeOrderType(ObjectHandle theObject,
                                                  const AttributeHandleSet& theAttributes,
                                                  OrderingHandle theType) {
  privateRefs->session->call("changeAttributeOrderType", [&] {
    return wire::ChangeAttributeOrderType{to_wire<wire::ObjectHandle>(theObject),
                                          to_wire(theAttributes), theType};
  });
}

void RTI::RTIambassador::changeInteractionOrderType(InteractionClassHandle theClass,
                                                    OrderingHandle theType) {
  privateRefs->session->call("changeInteractionOrderType", [&] {
    return wire::ChangeInteractionOrderType{to_wire<wire::InteractionClassHandle>(theClass),
                                            theType};
  });
}
