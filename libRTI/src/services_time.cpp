// Time management (HLA 1.3 clause 8), order types excepted. Not available in this version: each
// service refuses with RTIinternalError, and changes nothing.
#include "libRTI/src/session.hpp"

void RTI::RTIambassador::enableTimeRegulation(const FedTime&, const FedTime&) {
  privateRefs->session->not_available("enableTimeRegulation");
}

void RTI::RTIambassador::disableTimeRegulation() {
  privateRefs->session->not_available("disableTimeRegulation");
}

void RTI::RTIambassador::enableTimeConstrained() {
  privateRefs->session->not_available("enableTimeConstrained");
}

void RTI::RTIambassador::disableTimeConstrained() {
  privateRefs->session->not_available("disableTimeConstrained");
}

void RTI::RTIambassador::timeAdvanceRequest(const FedTime&) {
  privateRefs->session->not_available("timeAdvanceRequest");
}

void RTI::RTIambassador::timeAdvanceRequestAvailable(const FedTime&) {
  privateRefs->session->not_available("timeAdvanceRequestAvailable");
}

void RTI::RTIambassador::nextEventRequest(const FedTime&) {
  privateRefs->session->not_available("nextEventRequest");
}

void RTI::RTIambassador::nextEventRequestAvailable(const FedTime&) {
  privateRefs->session->not_available("nextEventRequestAvailable");
}

void RTI::RTIambassador::flushQueueRequest(const FedTime&) {
  privateRefs->session->not_available("flushQueueRequest");
}

void RTI::RTIambassador::enableAsynchronousDelivery() {
  privateRefs->session->not_available("enableAsynchronousDelivery");
}

void RTI::RTIambassador::disableAsynchronousDelivery() {
  privateRefs->session->not_available("disableAsynchronousDelivery");
}

void RTI::RTIambassador::queryLBTS(FedTime&) {
  privateRefs->session->not_available("queryLBTS");
}

void RTI::RTIambassador::queryFederateTime(FedTime&) {
  privateRefs->session->not_available("queryFederateTime");
}

void RTI::RTIambassador::queryMinNextEventTime(FedTime&) {
  privateRefs->session->not_available("queryMinNextEventTime");
}

void RTI::RTIambassador::modifyLookahead(const FedTime&) {
  privateRefs->session->not_available("modifyLookahead");
}

void RTI::RTIambassador::queryLookahead(FedTime&) {
  privateRefs->session->not_available("queryLookahead");
}

void RTI::RTIambassador::retract(EventRetractionHandle) {
  privateRefs->session->not_available("retract");
}
