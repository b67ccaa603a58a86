// Scenarios over the whole API: every service but create, destroy, join and tick is for members,
// and what this version lacks says so and names itself.
#include <fedtime.hh>

#include <functional>

#include "tests/scenario/api/scenario.hpp"

namespace triad::scenario {
namespace {

// A region that no RTI made.
class ForeignRegion : public RTI::Region {
 public:
  RTI::ULong getRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle) const override { return 0; }
  RTI::ULong getRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle) const override { return 0; }
  void setRangeLowerBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override {}
  void setRangeUpperBound(RTI::ExtentIndex, RTI::DimensionHandle, RTI::ULong) override {}
  RTI::ULong getRangeLowerBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override {
    return 0;
  }
  RTI::ULong getRangeUpperBoundNotificationLimit(RTI::ExtentIndex,
                                                 RTI::DimensionHandle) const override {
    return 0;
  }
  RTI::SpaceHandle getSpaceHandle() const noexcept override { return 1; }
  RTI::ULong getNumberOfExtents() const noexcept override { return 1; }
};

struct Service {
  std::string name;
  std::function<void()> call;
};

// Arguments for any service; wrong ones, so that only who is asked counts.
struct Arguments {
  explicit Arguments(RTI::RTIambassador& ambassador) : rti(ambassador) {}
  RTI::RTIambassador& rti;
  ForeignRegion region;
  RTIfedTime time = RTIfedTime(1.0);
  AttributeHandles set{RTI::AttributeHandleSetFactory::create(1)};
  AttributeValues values{RTI::AttributeSetFactory::create(1)};
  ParameterValues parameters{RTI::ParameterSetFactory::create(1)};
  FederateHandles federates{RTI::FederateHandleSetFactory::create(1)};
  RTI::AttributeHandle attributes[1] = {1};
  RTI::Region* regions[1] = {&region};
};

#define SERVICE(name, ...)                         \
  Service {                                        \
#name, [&a] { (void)a.rti.name(__VA_ARGS__); } \
  }

std::vector<Service> services_of_this_version(Arguments& a) {
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

std::vector<Service> services_to_come(Arguments& a) {
  return {
      SERVICE(requestFederationSave, "label", a.time),
      SERVICE(requestFederationSave, "label"),
      SERVICE(federateSaveBegun),
      SERVICE(federateSaveComplete),
      SERVICE(federateSaveNotComplete),
      SERVICE(requestFederationRestore, "label"),
      SERVICE(federateRestoreComplete),
      SERVICE(federateRestoreNotComplete),
  };
}

#undef SERVICE

void expect_for_members_only(RTI::RTIambassador& rti) {
  Arguments arguments(rti);
  for (const auto& services : {services_of_this_version(arguments), services_to_come(arguments)}) {
    for (const Service& service : services) {
      EXPECT_TRUE(throws<RTI::FederateNotExecutionMember>(service.call)) << service.name;
    }
  }
}

SCENARIO(WholeApi, ServicesAreForMembers) {
  auto& never_joined = outsider();
  expect_for_members_only(*never_joined.operator->());
}

SCENARIO(WholeApi, ServicesAreForMembersAlsoOnceConnected) {
  auto& connected = outsider();
  EXPECT_THROWS(FederationExecutionDoesNotExist,
                connected->destroyFederationExecution("unheard of"));
  expect_for_members_only(*connected.operator->());
}

SCENARIO(WholeApi, ServicesAreNotForThoseWhoHaveResigned) {
  auto& member = federate();
  member.publish("Vehicle", {"Speed"});
  member.resign();
  expect_for_members_only(*member.operator->());
}

// It changes nothing: the federate goes on as if it had not asked.
SCENARIO(WholeApi, WhatThisVersionLacksNamesItself) {
  auto& member = federate();
  auto& other = federate();
  Arguments arguments(*member.operator->());
  for (const Service& service : services_to_come(arguments)) {
    EXPECT_TRUE(throws<RTI::RTIinternalError>(service.call)) << service.name;
    try {
      service.call();
    } catch (const RTI::Exception& e) {
      EXPECT_NE(std::string(e._reason).find(service.name), std::string::npos)
          << service.name << " says: " << e._reason;
    }
  }
  EXPECT_EQ(member.heard(), Lines());
  EXPECT_EQ(other.heard(), Lines());
}

}  // namespace
}  // namespace triad::scenario
