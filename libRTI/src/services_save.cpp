// Save and restore (HLA 1.3 clause 4.11 to 4.21).
#include "libRTI/src/session.hpp"
#include "wire/messages/save_restore_messages.hpp"

using triad::api::text_of;
namespace wire = triad::wire;

void RTI::RTIambassador::requestFederationSave(const char* label, const FedTime& theTime) {
  auto& session = *privateRefs->session;
  session.call("requestFederationSave", [&] {
    return wire::RequestFederationSave{text_of(label), true, session.encoded(theTime), {}};
  });
}

void RTI::RTIambassador::requestFederationSave(const char* label) {
  privateRefs->session->call("requestFederationSave", [&] {
    return wire::RequestFederationSave{text_of(label), false, {}, {}};
  });
}

void RTI::RTIambassador::federateSaveBegun() {
  privateRefs->session->call("federateSaveBegun", [] { return wire::FederateSaveBegun{}; });
}

void RTI::RTIambassador::federateSaveComplete() {
  privateRefs->session->call("federateSaveComplete", [] { return wire::FederateSaveComplete{}; });
}

void RTI::RTIambassador::federateSaveNotComplete() {
  privateRefs->session->call("federateSaveNotComplete",
                             [] { return wire::FederateSaveNotComplete{}; });
}

void RTI::RTIambassador::requestFederationRestore(const char* label) {
  privateRefs->session->call("requestFederationRestore",
                             [&] { return wire::RequestFederationRestore{text_of(label)}; });
}

void RTI::RTIambassador::federateRestoreComplete() {
  privateRefs->session->call("federateRestoreComplete",
                             [] { return wire::FederateRestoreComplete{}; });
}

void RTI::RTIambassador::federateRestoreNotComplete() {
  privateRefs->session->call("federateRestoreNotComplete",
                             [] { return wire::FederateRestoreNotComplete{}; });
}
