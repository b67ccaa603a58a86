// Data distribution management (HLA 1.3 clause 9) and region tokens. Not available in this version:
// each service refuses with RTIinternalError, and changes nothing.
#include "libRTI/src/session.hpp"

RTI::Region* RTI::RTIambassador::createRegion(SpaceHandle, ULong) {
  privateRefs->session->not_available("createRegion");
}

void RTI::RTIambassador::notifyAboutRegionModification(Region&) {
  privateRefs->session->not_available("notifyAboutRegionModification");
}

void RTI::RTIambassador::deleteRegion(Region*) {
  privateRefs->session->not_available("deleteRegion");
}

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstanceWithRegion(ObjectClassHandle,
                                                                       const char*,
                                                                       AttributeHandle[], Region*[],
                                                                       ULong) {
  privateRefs->session->not_available("registerObjectInstanceWithRegion");
}

RTI::ObjectHandle RTI::RTIambassador::registerObjectInstanceWithRegion(ObjectClassHandle,
                                                                       AttributeHandle[], Region*[],
                                                                       ULong) {
  privateRefs->session->not_available("registerObjectInstanceWithRegion");
}

void RTI::RTIambassador::associateRegionForUpdates(Region&, ObjectHandle,
                                                   const AttributeHandleSet&) {
  privateRefs->session->not_available("associateRegionForUpdates");
}

void RTI::RTIambassador::unassociateRegionForUpdates(Region&, ObjectHandle) {
  privateRefs->session->not_available("unassociateRegionForUpdates");
}

void RTI::RTIambassador::subscribeObjectClassAttributesWithRegion(ObjectClassHandle, Region&,
                                                                  const AttributeHandleSet&,
                                                                  Boolean) {
  privateRefs->session->not_available("subscribeObjectClassAttributesWithRegion");
}

void RTI::RTIambassador::unsubscribeObjectClassWithRegion(ObjectClassHandle, Region&) {
  privateRefs->session->not_available("unsubscribeObjectClassWithRegion");
}

void RTI::RTIambassador::subscribeInteractionClassWithRegion(InteractionClassHandle, Region&,
                                                             Boolean) {
  privateRefs->session->not_available("subscribeInteractionClassWithRegion");
}

void RTI::RTIambassador::unsubscribeInteractionClassWithRegion(InteractionClassHandle, Region&) {
  privateRefs->session->not_available("unsubscribeInteractionClassWithRegion");
}

RTI::EventRetractionHandle RTI::RTIambassador::sendInteractionWithRegion(
    InteractionClassHandle, const ParameterHandleValuePairSet&, const FedTime&, const char*,
    const Region&) {
  privateRefs->session->not_available("sendInteractionWithRegion");
}

void RTI::RTIambassador::sendInteractionWithRegion(InteractionClassHandle,
                                                   const ParameterHandleValuePairSet&, const char*,
                                                   const Region&) {
  privateRefs->session->not_available("sendInteractionWithRegion");
}

void RTI::RTIambassador::requestClassAttributeValueUpdateWithRegion(ObjectClassHandle,
                                                                    const AttributeHandleSet&,
                                                                    const Region&) {
  privateRefs->session->not_available("requestClassAttributeValueUpdateWithRegion");
}

RTI::RegionToken RTI::RTIambassador::getRegionToken(Region*) {
  privateRefs->session->not_available("getRegionToken");
}

RTI::Region* RTI::RTIambassador::getRegion(RegionToken) {
  privateRefs->session->not_available("getRegion");
}
