// Save and restore (HLA 1.3 clause 4.11 to 4.21). Not available in this version: each service
// refuses with RTIinternalError, and changes nothing.
#include "libRTI/src/session.hpp"

void RTI::RTIambassador::requestFederationSave(const char*, const FedTime&) {
  privateRefs->session->not_available("requestFederationSave");
}

void RTI::RTIambassador::requestFederationSave(const char*) {
  privateRefs->session->not_available("requestFederationSave");
}

void RTI::RTIambassador::federateSaveBegun() {
  privateRefs->session->not_available("federateSaveBegun");
}

void RTI::RTIambassador::federateSaveComplete() {
  privateRefs->session->not_available("federateSaveComplete");
}

void RTI::RTIambassador::federateSaveNotComplete() {
  privateRefs->session->not_available("federateSaveNotComplete");
}

void RTI::RTIambassador::requestFederationRestore(const char*) {
  privateRefs->session->not_available("requestFederationRestore");
}

void RTI::RTIambassador::federateRestoreComplete() {
  privateRefs->session->not_available("federateRestoreComplete");
}

void RTI::RTIambassador::federateRestoreNotComplete() {
  privateRefs->session->not_available("federateRestoreNotComplete");
}
