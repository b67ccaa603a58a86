#include "tests/simulation/service_names.hpp"

#include <boost/mp11.hpp>
#include <iterator>

#include "rtia/api_callbacks.hpp"

namespace triad::test {

using wire::Advance;
using wire::AdvisorySwitch;
using wire::ErrorCode;
using wire::TimeQuery;

namespace {

constexpr Advance kAdvances[] = {Advance::time_advance_request,
                                 Advance::time_advance_request_available,
                                 Advance::next_event_request, Advance::next_event_request_available,
                                 Advance::flush_queue_request};
constexpr TimeQuery kQueries[] = {TimeQuery::lbts, TimeQuery::federate_time,
                                  TimeQuery::min_next_event_time, TimeQuery::lookahead};
constexpr AdvisorySwitch kSwitches[] = {
    AdvisorySwitch::class_relevance, AdvisorySwitch::interaction_relevance,
    AdvisorySwitch::attribute_relevance, AdvisorySwitch::attribute_scope};

// Exceptions of api.tsv for the available services. The state machines cannot raise these:
// - ConcurrentAccessAttempted, MemoryExhausted, ArrayIndexOutOfBounds,
//   HandleValuePairMaximumExceeded, InvalidHandleValuePairSetContext, ValueCountExceeded,
//   ValueLengthExceeded: libRTI's own (threads, tick from a callback, the containers of the API).
// - FederateLoggingServiceCalls: no run reports on a federate.
constexpr ErrorCode kExceptions[] = {ErrorCode::AsynchronousDeliveryAlreadyDisabled,
                                     ErrorCode::AsynchronousDeliveryAlreadyEnabled,
                                     ErrorCode::AttributeAcquisitionWasNotRequested,
                                     ErrorCode::AttributeAlreadyBeingAcquired,
                                     ErrorCode::AttributeAlreadyBeingDivested,
                                     ErrorCode::AttributeAlreadyOwned,
                                     ErrorCode::AttributeDivestitureWasNotRequested,
                                     ErrorCode::AttributeNotDefined,
                                     ErrorCode::AttributeNotOwned,
                                     ErrorCode::AttributeNotPublished,
                                     ErrorCode::FederateWasNotAskedToReleaseAttribute,
                                     ErrorCode::OwnershipAcquisitionPending,
                                     ErrorCode::CouldNotOpenFED,
                                     ErrorCode::DeletePrivilegeNotHeld,
                                     ErrorCode::DimensionNotDefined,
                                     ErrorCode::EnableTimeConstrainedPending,
                                     ErrorCode::EnableTimeRegulationPending,
                                     ErrorCode::ErrorReadingFED,
                                     ErrorCode::FederateAlreadyExecutionMember,
                                     ErrorCode::FederateNotExecutionMember,
                                     ErrorCode::FederateOwnsAttributes,
                                     ErrorCode::FederatesCurrentlyJoined,
                                     ErrorCode::FederationExecutionAlreadyExists,
                                     ErrorCode::FederationExecutionDoesNotExist,
                                     ErrorCode::FederationTimeAlreadyPassed,
                                     ErrorCode::InteractionClassNotDefined,
                                     ErrorCode::InteractionClassNotPublished,
                                     ErrorCode::InteractionClassNotSubscribed,
                                     ErrorCode::InteractionParameterNotDefined,
                                     ErrorCode::InvalidExtents,
                                     ErrorCode::InvalidFederationTime,
                                     ErrorCode::InvalidLookahead,
                                     ErrorCode::InvalidOrderingHandle,
                                     ErrorCode::InvalidRegionContext,
                                     ErrorCode::InvalidResignAction,
                                     ErrorCode::InvalidRetractionHandle,
                                     ErrorCode::InvalidTransportationHandle,
                                     ErrorCode::NameNotFound,
                                     ErrorCode::ObjectAlreadyRegistered,
                                     ErrorCode::ObjectClassNotDefined,
                                     ErrorCode::ObjectClassNotPublished,
                                     ErrorCode::ObjectClassNotSubscribed,
                                     ErrorCode::ObjectNotKnown,
                                     ErrorCode::RTIinternalError,
                                     ErrorCode::RegionInUse,
                                     ErrorCode::RegionNotKnown,
                                     ErrorCode::SaveInProgress,
                                     ErrorCode::RestoreInProgress,
                                     ErrorCode::SpaceNotDefined,
                                     ErrorCode::SynchronizationPointLabelWasNotAnnounced,
                                     ErrorCode::TimeAdvanceAlreadyInProgress,
                                     ErrorCode::TimeConstrainedAlreadyEnabled,
                                     ErrorCode::TimeConstrainedWasNotEnabled,
                                     ErrorCode::TimeRegulationAlreadyEnabled,
                                     ErrorCode::TimeRegulationWasNotEnabled};

// Messages that stand for several services.
template <class Call>
constexpr bool kSeveral = boost::mp11::mp_contains<
    boost::mp11::mp_list<wire::AdvanceTime, wire::QueryTime, wire::SetAsynchronousDelivery,
                         wire::SetAdvisorySwitch>,
    Call>::value;

// Calls that need a resume.timeout, which these runs do not have. RecoveryRun makes them.
template <class Call>
constexpr bool kNeedsReturns =
    std::is_same_v<Call, wire::SuspendMembership> || std::is_same_v<Call, wire::ResumeMembership>;

template <class Message>
void expect_service(Tally& tally) {
  if constexpr (wire::Call<Message>) {
    if constexpr (!kSeveral<Message> && !kNeedsReturns<Message>)
      tally.expect(service_name(wire::kind_of<Message>));
  }
}

}  // namespace

std::string service_name(wire::Kind kind) {
  std::string name(wire::name_of(kind));
  name.front() = static_cast<char>(name.front() - 'A' + 'a');
  return name;
}

std::string service_name(const wire::AdvanceTime& request) {
  static constexpr const char* kNames[] = {"timeAdvanceRequest", "timeAdvanceRequestAvailable",
                                           "nextEventRequest", "nextEventRequestAvailable",
                                           "flushQueueRequest"};
  return kNames[static_cast<std::size_t>(request.kind) - 1];
}

std::string service_name(const wire::QueryTime& request) {
  static constexpr const char* kNames[] = {"queryLBTS", "queryFederateTime",
                                           "queryMinNextEventTime", "queryLookahead"};
  return kNames[static_cast<std::size_t>(request.which) - 1];
}

std::string service_name(const wire::SetAsynchronousDelivery& request) {
  return request.enabled ? "enableAsynchronousDelivery" : "disableAsynchronousDelivery";
}

std::string service_name(const wire::SetAdvisorySwitch& request) {
  static constexpr const char* kNames[] = {"ClassRelevance", "InteractionRelevance",
                                           "AttributeRelevance", "AttributeScope"};
  return std::string(request.enabled ? "enable" : "disable") +
         kNames[static_cast<std::size_t>(request.which) - 1] + "AdvisorySwitch";
}

void expect_all_services(Tally& tally) {
#define TRIAD_EXPECT(number, name) expect_service<wire::name>(tally);
  TRIAD_MESSAGES(TRIAD_EXPECT)
#undef TRIAD_EXPECT
  for (const Advance kind : kAdvances) tally.expect(service_name(wire::AdvanceTime{kind, {}}));
  for (const TimeQuery which : kQueries) tally.expect(service_name(wire::QueryTime{which}));
  for (const bool on : {false, true}) {
    tally.expect(service_name(wire::SetAsynchronousDelivery{on}));
    for (const AdvisorySwitch which : kSwitches) {
      tally.expect(service_name(wire::SetAdvisorySwitch{which, on}));
    }
  }
  boost::mp11::mp_for_each<boost::mp11::mp_transform<boost::mp11::mp_identity, rtia::ApiCallbacks>>(
      [&](auto type) {
        using Given = typename decltype(type)::type;
        tally.expect(std::string(wire::name_of(wire::kind_of<Given>)));
      });
  for (const ErrorCode code : kExceptions) tally.expect(std::string(wire::name_of(code)));
  tally.expect("FlowControl");  // a send that had to wait for room
}

}  // namespace triad::test
