// Exceptions of time management (HLA 1.3 clause 8; order types are in object_exceptions.cpp).
#include <fedtime.hh>

#include <limits>

#include "tests/scenario/api/exceptions/raised.hpp"

namespace triad::scenario {
namespace {

const RTIfedTime kNoTime(std::numeric_limits<double>::quiet_NaN());

RTIfedTime time_of(double time) {
  return RTIfedTime(time);
}

// All services that request an advance, with one time.
#define RAISES_OF_ADVANCES(Exception, f, time)             \
  RAISES(Exception, f, timeAdvanceRequest, time);          \
  RAISES(Exception, f, timeAdvanceRequestAvailable, time); \
  RAISES(Exception, f, nextEventRequest, time);            \
  RAISES(Exception, f, nextEventRequestAvailable, time);   \
  RAISES(Exception, f, flushQueueRequest, time)

EXCEPTIONS(OfRegulation) {
  auto& f = federate();
  RAISES(TimeRegulationWasNotEnabled, f, disableTimeRegulation);
  RAISES(InvalidFederationTime, f, enableTimeRegulation, time_of(-1), time_of(1));
  RAISES(InvalidLookahead, f, enableTimeRegulation, time_of(0), time_of(-1));
  f->enableTimeRegulation(time_of(0), time_of(1));
  RAISES(EnableTimeRegulationPending, f, enableTimeRegulation, time_of(0), time_of(1));
  RAISES_OF_ADVANCES(EnableTimeRegulationPending, f, time_of(5));
  wait_for_callback(f, "timeRegulationEnabled 0");
  RAISES(TimeRegulationAlreadyEnabled, f, enableTimeRegulation, time_of(0), time_of(1));
  RAISES(InvalidLookahead, f, modifyLookahead, time_of(-1));
}

EXCEPTIONS(OfConstraint) {
  auto& f = federate();
  RAISES(TimeConstrainedWasNotEnabled, f, disableTimeConstrained);
  f->enableTimeConstrained();
  RAISES(EnableTimeConstrainedPending, f, enableTimeConstrained);
  RAISES_OF_ADVANCES(EnableTimeConstrainedPending, f, time_of(5));
  wait_for_callback(f, "timeConstrainedEnabled 0");
  RAISES(TimeConstrainedAlreadyEnabled, f, enableTimeConstrained);
}

EXCEPTIONS(OfAdvances) {
  auto& f = federate();
  RAISES_OF_ADVANCES(InvalidFederationTime, f, kNoTime);
  RAISES_OF_ADVANCES(FederationTimeAlreadyPassed, f, time_of(-1));
  f->timeAdvanceRequest(time_of(5));
  RAISES_OF_ADVANCES(TimeAdvanceAlreadyInProgress, f, time_of(6));
  RAISES(TimeAdvanceAlreadyInProgress, f, enableTimeRegulation, time_of(6), time_of(1));
  RAISES(TimeAdvanceAlreadyInProgress, f, enableTimeConstrained);
}

EXCEPTIONS(OfAsynchronousDelivery) {
  auto& f = federate();
  RAISES(AsynchronousDeliveryAlreadyDisabled, f, disableAsynchronousDelivery);
  f->enableAsynchronousDelivery();
  RAISES(AsynchronousDeliveryAlreadyEnabled, f, enableAsynchronousDelivery);
}

EXCEPTIONS(OfRetractions) {
  auto& f = federate();
  const RTI::EventRetractionHandle never_sent = {1, f.handle()};
  RAISES(InvalidRetractionHandle, f, retract, never_sent);
}

#undef RAISES_OF_ADVANCES

}  // namespace
}  // namespace triad::scenario
