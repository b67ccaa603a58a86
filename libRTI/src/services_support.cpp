// Support services (HLA 1.3 clause 10): handles and names. Names are returned as new char[]; the
// caller must delete[] them.
#include "libRTI/src/session.hpp"
#include "wire/messages/support_messages.hpp"

using triad::api::text_of;
using triad::api::to_wire;
using triad::api::to_wire_space;
namespace wire = triad::wire;

RTI::ObjectClassHandle RTI::RTIambassador::getObjectClassHandle(const char* theName) {
  return privateRefs->session->call("getObjectClassHandle",
                                    [&] { return wire::GetObjectClassHandle{text_of(theName)}; });
}

char* RTI::RTIambassador::getObjectClassName(ObjectClassHandle theHandle) {
  return privateRefs->session->call("getObjectClassName", [&] {
    return wire::GetObjectClassName{to_wire<wire::ObjectClassHandle>(theHandle)};
  });
}

RTI::AttributeHandle RTI::RTIambassador::getAttributeHandle(const char* theName,
                                                            ObjectClassHandle whichClass) {
  return privateRefs->session->call("getAttributeHandle", [&] {
    return wire::GetAttributeHandle{text_of(theName), to_wire<wire::ObjectClassHandle>(whichClass)};
  });
}

char* RTI::RTIambassador::getAttributeName(AttributeHandle theHandle,
                                           ObjectClassHandle whichClass) {
  return privateRefs->session->call("getAttributeName", [&] {
    return wire::GetAttributeName{to_wire<wire::AttributeHandle>(theHandle),
                                  to_wire<wire::ObjectClassHandle>(whichClass)};
  });
}

RTI::InteractionClassHandle RTI::RTIambassador::getInteractionClassHandle(const char* theName) {
  return privateRefs->session->call("getInteractionClassHandle", [&] {
    return wire::GetInteractionClassHandle{text_of(theName)};
  });
}

char* RTI::RTIambassador::getInteractionClassName(InteractionClassHandle theHandle) {
  return privateRefs->session->call("getInteractionClassName", [&] {
    return wire::GetInteractionClassName{to_wire<wire::InteractionClassHandle>(theHandle)};
  });
}

RTI::ParameterHandle RTI::RTIambassador::getParameterHandle(const char* theName,
                                                            InteractionClassHandle whichClass) {
  return privateRefs->session->call("getParameterHandle", [&] {
    return wire::GetParameterHandle{text_of(theName),
                                    to_wire<wire::InteractionClassHandle>(whichClass)};
  });
}

char* RTI::RTIambassador::getParameterName(ParameterHandle theHandle,
                                           InteractionClassHandle whichClass) {
  return privateRefs->session->call("getParameterName", [&] {
    return wire::GetParameterName{to_wire<wire::ParameterHandle>(theHandle),
                                  to_wire<wire::InteractionClassHandle>(whichClass)};
  });
}

RTI::ObjectHandle RTI::RTIambassador::getObjectInstanceHandle(const char* theName) {
  return privateRefs->session->call(
      "getObjectInstanceHandle", [&] { return wire::GetObjectInstanceHandle{text_of(theName)}; });
}

char* RTI::RTIambassador::getObjectInstanceName(ObjectHandle theHandle) {
  return privateRefs->session->call("getObjectInstanceName", [&] {
    return wire::GetObjectInstanceName{to_wire<wire::ObjectHandle>(theHandle)};
  });
}

RTI::SpaceHandle RTI::RTIambassador::getRoutingSpaceHandle(const char* theName) {
  return privateRefs->session->call("getRoutingSpaceHandle",
                                    [&] { return wire::GetRoutingSpaceHandle{text_of(theName)}; });
}

char* RTI::RTIambassador::getRoutingSpaceName(SpaceHandle theHandle) {
  return privateRefs->session->call(
      "getRoutingSpaceName", [&] { return wire::GetRoutingSpaceName{to_wire_space(theHandle)}; });
}

RTI::DimensionHandle RTI::RTIambassador::getDimensionHandle(const char* theName,
                                                            SpaceHandle whichSpace) {
  return privateRefs->session->call("getDimensionHandle", [&] {
    return wire::GetDimensionHandle{text_of(theName), to_wire_space(whichSpace)};
  });
}

char* RTI::RTIambassador::getDimensionName(DimensionHandle theHandle, SpaceHandle whichSpace) {
  return privateRefs->session->call("getDimensionName", [&] {
    return wire::GetDimensionName{to_wire<wire::DimensionHandle>(theHandle),
                                  to_wire_space(whichSpace)};
  });
}

RTI::SpaceHandle RTI::RTIambassador::getAttributeRoutingSpaceHandle(AttributeHandle theHandle,
                                                                    ObjectClassHandle whichClass) {
  return privateRefs->session->call("getAttributeRoutingSpaceHandle", [&] {
    return wire::GetAttributeRoutingSpaceHandle{to_wire<wire::AttributeHandle>(theHandle),
                                                to_wire<wire::ObjectClassHandle>(whichClass)};
  });
}

RTI::ObjectClassHandle RTI::RTIambassador::getObjectClass(ObjectHandle theObject) {
  return privateRefs->session->call("getObjectClass", [&] {
    return wire::GetObjectClass{to_wire<wire::ObjectHandle>(theObject)};
  });
}

RTI::SpaceHandle RTI::RTIambassador::getInteractionRoutingSpaceHandle(
    InteractionClassHandle theHandle) {
  return privateRefs->session->call("getInteractionRoutingSpaceHandle", [&] {
    return wire::GetInteractionRoutingSpaceHandle{to_wire<wire::InteractionClassHandle>(theHandle)};
  });
}

RTI::TransportationHandle RTI::RTIambassador::getTransportationHandle(const char* theName) {
  return privateRefs->session->call(
      "getTransportationHandle", [&] { return wire::GetTransportationHandle{text_of(theName)}; });
}

char* RTI::RTIambassador::getTransportationName(TransportationHandle theHandle) {
  return privateRefs->session->call("getTransportationName",
                                    [&] { return wire::GetTransportationName{theHandle}; });
}

RTI::OrderingHandle RTI::RTIambassador::getOrderingHandle(const char* theName) {
  return privateRefs->session->call("getOrderingHandle",
                                    [&] { return wire::GetOrderingHandle{text_of(theName)}; });
}

char* RTI::RTIambassador::getOrderingName(OrderingHandle theHandle) {
  return privateRefs->session->call("getOrderingName",
                                    [&] { return wire::GetOrderingName{theHandle}; });
}
