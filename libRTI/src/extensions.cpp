// The functions of RTIextensions.hh, except joinAsObserver, which is beside
// joinFederationExecution. They find the session by the RTIambassador's public member.
#include <RTIextensions.hh>

#include "libRTI/src/session.hpp"

int RTIextensions::callbackDescriptor(RTI::RTIambassador& rtiAmbassador) {
  return rtiAmbassador.privateData->session->callback_descriptor();
}
