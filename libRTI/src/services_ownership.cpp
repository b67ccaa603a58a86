// Ownership management (HLA 1.3 clause 7).
#include "libRTI/src/session.hpp"
#include "wire/messages/object_messages.hpp"
#include "wire/messages/ownership_messages.hpp"

using triad::api::text_of;
using triad::api::to_wire;
namespace wire = triad::wire;

void RTI::RTIambassador::unconditionalAttributeOwnershipDivestiture(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) {
  privateRefs->session->call("unconditionalAttributeOwnershipDivestiture", [&] {
    return wire::UnconditionalAttributeOwnershipDivestiture{to_wire<wire::ObjectHandle>(theObject),
                                                            to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::negotiatedAttributeOwnershipDivestiture(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes, const char* theTag) {
  privateRefs->session->call("negotiatedAttributeOwnershipDivestiture", [&] {
    return wire::NegotiatedAttributeOwnershipDivestiture{to_wire<wire::ObjectHandle>(theObject),
                                                         to_wire(theAttributes), text_of(theTag)};
  });
}

void RTI::RTIambassador::attributeOwnershipAcquisition(ObjectHandle theObject,
                                                       const AttributeHandleSet& desiredAttributes,
                                                       const char* theTag) {
  privateRefs->session->call("attributeOwnershipAcquisition", [&] {
    return wire::AttributeOwnershipAcquisition{
        to_wire<wire::ObjectHandle>(theObject), {}, to_wire(desiredAttributes), text_of(theTag)};
  });
}

void RTI::RTIambassador::attributeOwnershipAcquisitionIfAvailable(
    ObjectHandle theObject, const AttributeHandleSet& desiredAttributes) {
  privateRefs->session->call("attributeOwnershipAcquisitionIfAvailable", [&] {
    return wire::AttributeOwnershipAcquisitionIfAvailable{
        to_wire<wire::ObjectHandle>(theObject), {}, to_wire(desiredAttributes)};
  });
}

// Returns a new set; the caller must delete it.
RTI::AttributeHandleSet* RTI::RTIambassador::attributeOwnershipReleaseResponse(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) {
  return privateRefs->session->call("attributeOwnershipReleaseResponse", [&] {
    return wire::AttributeOwnershipReleaseResponse{to_wire<wire::ObjectHandle>(theObject),
                                                   to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::cancelNegotiatedAttributeOwnershipDivestiture(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) {
  privateRefs->session->call("cancelNegotiatedAttributeOwnershipDivestiture", [&] {
    return wire::CancelNegotiatedAttributeOwnershipDivestiture{
        to_wire<wire::ObjectHandle>(theObject), to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::cancelAttributeOwnershipAcquisition(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) {
  privateRefs->session->call("cancelAttributeOwnershipAcquisition", [&] {
    return wire::CancelAttributeOwnershipAcquisition{to_wire<wire::ObjectHandle>(theObject),
                                                     to_wire(theAttributes)};
  });
}

void RTI::RTIambassador::queryAttributeOwnership(ObjectHandle theObject,
                                                 AttributeHandle theAttribute) {
  privateRefs->session->call("queryAttributeOwnership", [&] {
    return wire::QueryAttributeOwnership{to_wire<wire::ObjectHandle>(theObject),
                                         to_wire<wire::AttributeHandle>(theAttribute)};
  });
}

RTI::Boolean RTI::RTIambassador::isAttributeOwnedByFederate(ObjectHandle theObject,
                                                            AttributeHandle theAttribute) {
  return privateRefs->session->call("isAttributeOwnedByFederate", [&] {
    return wire::IsAttributeOwnedByFederate{to_wire<wire::ObjectHandle>(theObject),
                                            to_wire<wire::AttributeHandle>(theAttribute)};
  });
}
