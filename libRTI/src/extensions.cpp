// The functions of RTIextensions.hh, except joinAsObserver, which is beside
// joinFederationExecution. They find the session by the RTIambassador's public member.
#include <RTIextensions.hh>

#include "libRTI/src/session.hpp"

int RTIextensions::callbackDescriptor(RTI::RTIambassador& rtiAmbassador) {
  return rtiAmbassador.privateData->session->callback_descriptor();
}

void RTIextensions::setConnectionObserver(RTI::RTIambassador& rtiAmbassador,
                                          ConnectionObserver* observer) {
  rtiAmbassador.privateData->session->set_connection_observer(observer);
}
