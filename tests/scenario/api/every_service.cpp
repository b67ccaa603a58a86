#include "tests/scenario/api/every_service.hpp"

#include <tuple>

namespace triad::scenario {

#define SERVICE(name, ...)                                                    \
  Service {                                                                   \
#name, std::tuple_size_v < decltype(std::forward_as_tuple(__VA_ARGS__))>, \
        [&a] { (void)a.rti.name(__VA_ARGS__); }                               \
  }

std::vector<Service> services_for_all(Arguments& a) {
  return {
      SERVICE(createFederationExecution, "no federation", "no.fed"),
      SERVICE(destroyFederationExecution, "no federation"),
      SERVICE(joinFederationExecution, "type", "no federation", &a.federate),
      SERVICE(tick),
      SERVICE(tick, 0.0, 0.0),
      SERVICE(tick2),
      SERVICE(__tick_kernel, RTI::RTI_TRUE, 0.0, 0.0),
  };
}

std::vector<Service> services_for_members(Arguments& a) {
  return {
      SERVICE(resignFederationExecution, RTI::NO_ACTION),
      SERVICE(registerFederationSynchronizationPoint, "label", "tag"),
      SERVICE(registerFederationSynchronizationPoint, "label", "tag", *a.federates),
      SERVICE(synchronizationPointAchieved, "label"),
      SERVICE(publishObjectClass, 0, *a.set),
      SERVICE(unpublishObjectClass, 0),
      SERVICE(publishInteractionClass, 0),
      SERVICE(unpublishInteractionClass, 0),
      SERVICE(subscribeObjectClassAttributes, 0, *a.set),
      SERVICE(unsubscribeObjectClass, 0),
      SERVICE(subscribeInteractionClass, 0),
      SERVICE(unsubscribeInteractionClass, 0),
      SERVICE(registerObjectInstance, 0, "HLA"),
      SERVICE(registerObjectInstance, RTI::ObjectClassHandle{0}),
      SERVICE(updateAttributeValues, 0, *a.values, a.time, "tag"),
      SERVICE(updateAttributeValues, 0, *a.values, "tag"),
      SERVICE(sendInteraction, 0, *a.parameters, a.time, "tag"),
      SERVICE(sendInteraction, 0, *a.parameters, "tag"),
      SERVICE(deleteObjectInstance, 0, a.time, "tag"),
      SERVICE(deleteObjectInstance, 0, "tag"),
      SERVICE(localDeleteObjectInstance, 0),
      SERVICE(changeAttributeTransportationType, 0, *a.set, 0),
      SERVICE(changeInteractionTransportationType, 0, 0),
      SERVICE(requestObjectAttributeValueUpdate, 0, *a.set),
      SERVICE(requestClassAttributeValueUpdate, 0, *a.set),
      SERVICE(unconditionalAttributeOwnershipDivestiture, 0, *a.set),
      SERVICE(negotiatedAttributeOwnershipDivestiture, 0, *a.set, "tag"),
      SERVICE(attributeOwnershipAcquisition, 0, *a.set, "tag"),
      SERVICE(attributeOwnershipAcquisitionIfAvailable, 0, *a.set),
      SERVICE(attributeOwnershipReleaseResponse, 0, *a.set),
      SERVICE(cancelNegotiatedAttributeOwnershipDivestiture, 0, *a.set),
      SERVICE(cancelAttributeOwnershipAcquisition, 0, *a.set),
      SERVICE(queryAttributeOwnership, 0, 0),
      SERVICE(isAttributeOwnedByFederate, 0, 0),
      SERVICE(changeAttributeOrderType, 0, *a.set, 0),
      SERVICE(changeInteractionOrderType, 0, 0),
      SERVICE(getObjectClassHandle, "ObjectRoot"),
      SERVICE(getObjectClassName, 0),
      SERVICE(getAttributeHandle, "privilegeToDelete", 0),
      SERVICE(getAttributeName, 0, 0),
      SERVICE(getInteractionClassHandle, "InteractionRoot"),
      SERVICE(getInteractionClassName, 0),
      SERVICE(getParameterHandle, "x", 0),
      SERVICE(getParameterName, 0, 0),
      SERVICE(getObjectInstanceHandle, "x"),
      SERVICE(getObjectInstanceName, 0),
      SERVICE(getRoutingSpaceHandle, "x"),
      SERVICE(getRoutingSpaceName, 0),
      SERVICE(getDimensionHandle, "x", 0),
      SERVICE(getDimensionName, 0, 0),
      SERVICE(getAttributeRoutingSpaceHandle, 0, 0),
      SERVICE(getObjectClass, 0),
      SERVICE(getInteractionRoutingSpaceHandle, 0),
      SERVICE(getTransportationHandle, "reliable"),
      SERVICE(getTransportationName, 0),
      SERVICE(getOrderingHandle, "receive"),
      SERVICE(getOrderingName, 0),
      SERVICE(enableClassRelevanceAdvisorySwitch),
      SERVICE(disableClassRelevanceAdvisorySwitch),
      SERVICE(enableAttributeRelevanceAdvisorySwitch),
      SERVICE(disableAttributeRelevanceAdvisorySwitch),
      SERVICE(enableAttributeScopeAdvisorySwitch),
      SERVICE(disableAttributeScopeAdvisorySwitch),
      SERVICE(enableInteractionRelevanceAdvisorySwitch),
      SERVICE(disableInteractionRelevanceAdvisorySwitch),
      SERVICE(enableTimeRegulation, a.time, a.time),
      SERVICE(disableTimeRegulation),
      SERVICE(enableTimeConstrained),
      SERVICE(disableTimeConstrained),
      SERVICE(timeAdvanceRequest, a.time),
      SERVICE(timeAdvanceRequestAvailable, a.time),
      SERVICE(nextEventRequest, a.time),
      SERVICE(nextEventRequestAvailable, a.time),
      SERVICE(flushQueueRequest, a.time),
      SERVICE(enableAsynchronousDelivery),
      SERVICE(disableAsynchronousDelivery),
      SERVICE(queryLBTS, a.time),
      SERVICE(queryFederateTime, a.time),
      SERVICE(queryMinNextEventTime, a.time),
      SERVICE(modifyLookahead, a.time),
      SERVICE(queryLookahead, a.time),
      SERVICE(retract, RTI::EventRetractionHandle{1, 1}),
      SERVICE(requestFederationSave, "label", a.time),
      SERVICE(requestFederationSave, "label"),
      SERVICE(federateSaveBegun),
      SERVICE(federateSaveComplete),
      SERVICE(federateSaveNotComplete),
      SERVICE(requestFederationRestore, "label"),
      SERVICE(federateRestoreComplete),
      SERVICE(federateRestoreNotComplete),
      SERVICE(createRegion, 1, 1),
      SERVICE(notifyAboutRegionModification, a.region),
      SERVICE(deleteRegion, &a.region),
      SERVICE(registerObjectInstanceWithRegion, 0, "x", a.attributes, a.regions, 1),
      SERVICE(registerObjectInstanceWithRegion, 0, a.attributes, a.regions, 1),
      SERVICE(associateRegionForUpdates, a.region, 0, *a.set),
      SERVICE(unassociateRegionForUpdates, a.region, 0),
      SERVICE(subscribeObjectClassAttributesWithRegion, 0, a.region, *a.set),
      SERVICE(unsubscribeObjectClassWithRegion, 0, a.region),
      SERVICE(subscribeInteractionClassWithRegion, 0, a.region),
      SERVICE(unsubscribeInteractionClassWithRegion, 0, a.region),
      SERVICE(sendInteractionWithRegion, 0, *a.parameters, a.time, "tag", a.region),
      SERVICE(sendInteractionWithRegion, 0, *a.parameters, "tag", a.region),
      SERVICE(requestClassAttributeValueUpdateWithRegion, 0, *a.set, a.region),
      SERVICE(getRegionToken, &a.region),
      SERVICE(getRegion, 1),
  };
}

#undef SERVICE

std::vector<Service> every_service(Arguments& arguments) {
  std::vector<Service> all = services_for_all(arguments);
  const auto more = services_for_members(arguments);
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace triad::scenario
