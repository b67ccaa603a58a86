// Federation management (HLA 1.3 clause 4) except save and restore; construction and destruction.
#include <RTIextensions.hh>
#include <new>

#include "libRTI/src/session.hpp"
#include "wire/messages/federation_messages.hpp"

using triad::api::Entry;
using triad::api::ErrorCode;
using triad::api::Result;
using triad::api::Session;
using triad::api::text_of;
using triad::api::to_wire;
namespace wire = triad::wire;

RTI::RTIambassador::RTIambassador() {
  try {
    auto session = std::make_shared<Session>();
    auto refs = std::make_unique<RTIambPrivateRefs>(RTIambPrivateRefs{session});
    privateData = new RTIambPrivateData{std::move(session)};
    privateRefs = refs.release();
  } catch (const std::bad_alloc&) {
    throw RTI::MemoryExhausted("RTIambassador: out of memory");
  }
}

// Never throws. Within a callback the session lives until its tick has returned.
RTI::RTIambassador::~RTIambassador() RTI_MAY_THROW {
  privateRefs->session->abandon();
  delete privateData;
  delete privateRefs;
}

RTI::RTIambassador& RTI::RTIambassador::operator=(const RTIambassador& other) {
  if (this == &other) return *this;
  throw RTI::RTIinternalError("one RTIambassador is one federate: it cannot be copied");
}

void RTI::RTIambassador::createFederationExecution(const char* executionName, const char* FED) {
  auto& session = *privateRefs->session;
  session.service("createFederationExecution", Entry::anywhere, [&]() -> Result<void> {
    if (text_of(executionName).empty()) {
      return wire::error(ErrorCode::RTIinternalError, "a federation execution needs a name");
    }
    if (text_of(FED).empty()) {
      return wire::error(ErrorCode::CouldNotOpenFED, "no FED file is named");
    }
    return session.create_federation(executionName, FED);
  });
}

void RTI::RTIambassador::destroyFederationExecution(const char* executionName) {
  auto& session = *privateRefs->session;
  session.service("destroyFederationExecution", Entry::anywhere, [&]() -> Result<void> {
    if (executionName == nullptr) {
      return wire::error(ErrorCode::FederationExecutionDoesNotExist,
                         "no federation execution is named");
    }
    auto rtia = session.host();
    if (!rtia) return rtia.error();
    return (*rtia)->call(wire::DestroyFederationExecution{executionName});
  });
}

namespace {

RTI::FederateHandle join(Session& session, const char* service, const char* name,
                         const char* federation, RTI::FederateAmbassador* federate, bool observer) {
  return session.service(service, Entry::outside_callbacks, [&]() -> Result<wire::FederateHandle> {
    if (name == nullptr) {
      return wire::error(ErrorCode::RTIinternalError, "the federate's name is NULL");
    }
    if (federate == nullptr) {
      return wire::error(ErrorCode::RTIinternalError, "the federate ambassador is NULL");
    }
    if (federation == nullptr) {
      return wire::error(ErrorCode::FederationExecutionDoesNotExist,
                         "no federation execution is named");
    }
    auto rtia = session.host();
    if (!rtia) return rtia.error();
    auto joined = (*rtia)->call(wire::JoinFederationExecution{name, federation, {}, observer});
    if (joined) session.set_federate_ambassador(federate);
    if (joined) session.regions().retire_all();  // Regions of a former membership.
    return joined;
  });
}

}  // namespace

RTI::FederateHandle RTI::RTIambassador::joinFederationExecution(
    const char* yourName, const char* executionName,
    FederateAmbassadorPtr federateAmbassadorReference) {
  return join(*privateRefs->session, "joinFederationExecution", yourName, executionName,
              federateAmbassadorReference, false);
}

RTI::FederateHandle RTIextensions::joinAsObserver(RTI::RTIambassador& rtiAmbassador,
                                                  const char* yourName, const char* executionName,
                                                  RTI::FederateAmbassadorPtr federateAmbassador) {
  return join(*rtiAmbassador.privateData->session, "joinAsObserver", yourName, executionName,
              federateAmbassador, true);
}

void RTIextensions::suspendMembership(RTI::RTIambassador& rtiAmbassador, const char* file) {
  auto& session = *rtiAmbassador.privateData->session;
  session.service("suspendMembership", Entry::outside_callbacks,
                  [&]() -> Result<void> { return session.suspend(std::string(text_of(file))); });
}

RTI::FederateHandle RTIextensions::resumeMembership(RTI::RTIambassador& rtiAmbassador,
                                                    const char* file,
                                                    RTI::FederateAmbassadorPtr federateAmbassador) {
  auto& session = *rtiAmbassador.privateData->session;
  return session.service(
      "resumeMembership", Entry::outside_callbacks, [&]() -> Result<wire::FederateHandle> {
        if (federateAmbassador == nullptr) {
          return wire::error(ErrorCode::RTIinternalError, "the federate ambassador is null");
        }
        return session.resume(std::string(text_of(file)), *federateAmbassador);
      });
}

void RTI::RTIambassador::resignFederationExecution(ResignAction theAction) {
  auto& session = *privateRefs->session;
  session.service("resignFederationExecution", Entry::outside_callbacks, [&]() -> Result<void> {
    // FederateNotExecutionMember has precedence over a wrong action, which has no value on the
    // wire.
    const auto action = static_cast<long long>(theAction);
    const bool valid = action >= RELEASE_ATTRIBUTES && action <= NO_ACTION;
    if (session.is_member() && !valid) {
      return wire::error(ErrorCode::InvalidResignAction, std::to_string(action) +
                                                             " is not a resign action; they are " +
                                                             std::to_string(RELEASE_ATTRIBUTES) +
                                                             " to " + std::to_string(NO_ACTION));
    }
    return session.call_rtia(wire::ResignFederationExecution{
        valid ? static_cast<wire::ResignAction>(theAction) : wire::ResignAction::no_action});
  });
}

void RTI::RTIambassador::registerFederationSynchronizationPoint(const char* label,
                                                                const char* theTag) {
  privateRefs->session->call("registerFederationSynchronizationPoint", [&] {
    return wire::RegisterFederationSynchronizationPoint{text_of(label), text_of(theTag), {}};
  });
}

void RTI::RTIambassador::registerFederationSynchronizationPoint(const char* label,
                                                                const char* theTag,
                                                                const FederateHandleSet& syncSet) {
  privateRefs->session->call("registerFederationSynchronizationPoint", [&] {
    return wire::RegisterFederationSynchronizationPoint{text_of(label), text_of(theTag),
                                                        to_wire(syncSet)};
  });
}

void RTI::RTIambassador::synchronizationPointAchieved(const char* label) {
  privateRefs->session->call("synchronizationPointAchieved",
                             [&] { return wire::SynchronizationPointAchieved{text_of(label)}; });
}
