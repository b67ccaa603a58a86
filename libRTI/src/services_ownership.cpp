// Ownership management (HLA 1.3 clause 7). Not available in this version but for the
// question whether an attribute is owned here: each other service refuses with RTIinternalError.
#include "libRTI/src/session.hpp"
#include "wire/messages/objects.hpp"

void RTI::RTIambassador::unconditionalAttributeOwnershipDivestiture(ObjectHandle,
                                                                    const AttributeHandleSet&) {
  privateRefs->session->not_available("unconditionalAttributeOwnershipDivestiture");
}

void RTI::RTIambassador::negotiatedAttributeOwnershipDivestiture(ObjectHandle,
                                                                 const AttributeHandleSet&,
                                                                 const char*) {
  privateRefs->session->not_available("negotiatedAttributeOwnershipDivestiture");
}

void RTI::RTIambassador::attributeOwnershipAcquisition(ObjectHandle, const AttributeHandleSet&,
                                                       const char*) {
  privateRefs->session->not_available("attributeOwnershipAcquisition");
}

void RTI::RTIambassador::attributeOwnershipAcquisitionIfAvailable(ObjectHandle,
                                                                  const AttributeHandleSet&) {
  privateRefs->session->not_available("attributeOwnershipAcquisitionIfAvailable");
}

RTI::AttributeHandleSet* RTI::RTIambassador::attributeOwnershipReleaseResponse(
    ObjectHandle, const AttributeHandleSet&) {
  privateRefs->session->not_available("attributeOwnershipReleaseResponse");
}

void RTI::RTIambassador::cancelNegotiatedAttributeOwnershipDivestiture(ObjectHandle,
                                                                       const AttributeHandleSet&) {
  privateRefs->session->not_available("cancelNegotiatedAttributeOwnershipDivestiture");
}

void RTI::RTIambassador::cancelAttributeOwnershipAcquisition(ObjectHandle,
                                                             const AttributeHandleSet&) {
  privateRefs->session->not_available("cancelAttributeOwnershipAcquisition");
}

void RTI::RTIambassador::queryAttributeOwnership(ObjectHandle, AttributeHandle) {
  privateRefs->session->not_available("queryAttributeOwnership");
}

RTI::Boolean RTI::RTIambassador::isAttributeOwnedByFederate(ObjectHandle theObject,
                                                            AttributeHandle theAttribute) {
  return privateRefs->session->call("isAttributeOwnedByFederate", [&] {
    return triad::wire::IsAttributeOwnedByFederate{
        triad::api::to_wire<triad::wire::ObjectHandle>(theObject),
        triad::api::to_wire<triad::wire::AttributeHandle>(theAttribute)};
  });
}
