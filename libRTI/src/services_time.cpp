// Time management (HLA 1.3 clause 8), except order types.
#include "libRTI/src/fed_time_type.hpp"
#include "libRTI/src/session.hpp"
#include "wire/messages/time_messages.hpp"

namespace api = triad::api;
namespace wire = triad::wire;

namespace {

void advance(api::Session& session, const char* name, wire::Advance kind,
             const RTI::FedTime& time) {
  session.call(name, [&] { return wire::AdvanceTime{kind, session.encoded(time)}; });
}

template <class MakeRequest>
void enable(api::Session& session, const char* name, MakeRequest&& make_request) {
  session.service(name, api::Entry::anywhere, [&] {
    auto enabling = session.call_rtia(make_request());
    if (enabling) session.record_enabling();
    return enabling;
  });
}

// Assigns to the caller's object, so that it keeps its class.
void query(api::Session& session, const char* name, wire::TimeQuery which, RTI::FedTime& time) {
  session.service(name, api::Entry::anywhere, [&]() -> triad::wire::Result<void> {
    const auto answer = session.call_rtia(wire::QueryTime{which});
    if (!answer) return answer.error();
    const api::DecodableTime bytes(std::as_bytes(std::span(*answer)));
    const std::unique_ptr<RTI::FedTime> decoded(RTI::FedTimeFactory::decode(bytes.data()));
    time = *decoded;
    return {};
  });
}

}  // namespace

void RTI::RTIambassador::enableTimeRegulation(const FedTime& theFederateTime,
                                              const FedTime& theLookahead) {
  auto& session = *privateRefs->session;
  enable(session, "enableTimeRegulation", [&] {
    const wire::Bytes time = session.encoded(theFederateTime);
    return wire::EnableTimeRegulation{time, session.encoded_second(theLookahead)};
  });
}

void RTI::RTIambassador::disableTimeRegulation() {
  privateRefs->session->call("disableTimeRegulation", [] { return wire::DisableTimeRegulation{}; });
}

void RTI::RTIambassador::enableTimeConstrained() {
  enable(*privateRefs->session, "enableTimeConstrained",
         [] { return wire::EnableTimeConstrained{}; });
}

void RTI::RTIambassador::disableTimeConstrained() {
  privateRefs->session->call("disableTimeConstrained",
                             [] { return wire::DisableTimeConstrained{}; });
}

void RTI::RTIambassador::timeAdvanceRequest(const FedTime& theTime) {
  advance(*privateRefs->session, "timeAdvanceRequest", wire::Advance::time_advance_request,
          theTime);
}

void RTI::RTIambassador::timeAdvanceRequestAvailable(const FedTime& theTime) {
  advance(*privateRefs->session, "timeAdvanceRequestAvailable",
          wire::Advance::time_advance_request_available, theTime);
}

void RTI::RTIambassador::nextEventRequest(const FedTime& theTime) {
  advance(*privateRefs->session, "nextEventRequest", wire::Advance::next_event_request, theTime);
}

void RTI::RTIambassador::nextEventRequestAvailable(const FedTime& theTime) {
  advance(*privateRefs->session, "nextEventRequestAvailable",
          wire::Advance::next_event_request_available, theTime);
}

void RTI::RTIambassador::flushQueueRequest(const FedTime& theTime) {
  advance(*privateRefs->session, "flushQueueRequest", wire::Advance::flush_queue_request, theTime);
}

void RTI::RTIambassador::enableAsynchronousDelivery() {
  privateRefs->session->call("enableAsynchronousDelivery",
                             [] { return wire::SetAsynchronousDelivery{true}; });
}

void RTI::RTIambassador::disableAsynchronousDelivery() {
  privateRefs->session->call("disableAsynchronousDelivery",
                             [] { return wire::SetAsynchronousDelivery{false}; });
}

void RTI::RTIambassador::queryLBTS(FedTime& theTime) {
  query(*privateRefs->session, "queryLBTS", wire::TimeQuery::lbts, theTime);
}

void RTI::RTIambassador::queryFederateTime(FedTime& theTime) {
  query(*privateRefs->session, "queryFederateTime", wire::TimeQuery::federate_time, theTime);
}

void RTI::RTIambassador::queryMinNextEventTime(FedTime& theTime) {
  query(*privateRefs->session, "queryMinNextEventTime", wire::TimeQuery::min_next_event_time,
        theTime);
}

void RTI::RTIambassador::modifyLookahead(const FedTime& theLookahead) {
  auto& session = *privateRefs->session;
  session.call("modifyLookahead",
               [&] { return wire::ModifyLookahead{session.encoded(theLookahead)}; });
}

void RTI::RTIambassador::queryLookahead(FedTime& theTime) {
  query(*privateRefs->session, "queryLookahead", wire::TimeQuery::lookahead, theTime);
}

void RTI::RTIambassador::retract(EventRetractionHandle theHandle) {
  privateRefs->session->call("retract", [&] {
    return wire::Retract{
        {theHandle.theSerialNumber, api::to_wire<wire::FederateHandle>(theHandle.sendingFederate)}};
  });
}
