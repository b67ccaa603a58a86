// What RTIextensions.hh offers; joinAsObserver is beside joinFederationExecution. The session is
// found by the RTIambassador's public member.
#include <RTIextensions.hh>

#include "libRTI/src/session.hpp"

int RTIextensions::callbackDescriptor(RTI::RTIambassador& rtiAmbassador) {
  return rtiAmbassador.privateData->session->callback_descriptor();
}
