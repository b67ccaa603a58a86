// A federate in the style of RTI 1.3-NG: C++98, exception lists, raw pointers, polling with tick.
// It runs alone through most services and prints the results:
//
//     legacy_federate FEDERATION FEDFILE [GROUP...]
//
// with legacy_federate.fed. Its exit status is 0 if each step had the expected result. It shows
// that such source compiles, links with -lRTI-NG -lFedTime and runs; it must not be modernised.
// Each GROUP is one of "time", "ownership" and "regions", and names services that the RTI lacks:
// the first service of the group must say so, and the others are not called.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

#include <stdio.h>
#include <stdlib.h>

#ifndef RTI_USES_STD_FSTREAM
#error "built for an RTI with the old streams"
#endif

using namespace std;

static RTI::RTIambassador* rtiAmb = NULL;

// Records the callbacks.
class HarbourAmbassador : public NullFederateAmbassador {
 public:
  HarbourAmbassador()
      : registered(RTI::RTI_FALSE),
        announced(RTI::RTI_FALSE),
        synchronized(RTI::RTI_FALSE),
        regulating(RTI::RTI_FALSE),
        constrained(RTI::RTI_FALSE),
        granted(RTI::RTI_FALSE),
        owner(0),
        unowned(0),
        reflected(0),
        hailed(0),
        grantTime(0.0) {}
  virtual ~HarbourAmbassador() throw(RTI::FederateInternalError) {}

  virtual void synchronizationPointRegistrationSucceeded(const char* label) throw(
      RTI::FederateInternalError) {
    cout << "registered " << label << endl;
    registered = RTI::RTI_TRUE;
  }

  virtual void synchronizationPointRegistrationFailed(const char* label) throw(
      RTI::FederateInternalError) {
    cout << "not registered " << label << endl;
    registered = RTI::RTI_TRUE;
  }

  virtual void announceSynchronizationPoint(const char* label,
                                            const char* tag) throw(RTI::FederateInternalError) {
    cout << "announced " << label << " (" << tag << ")" << endl;
    announced = RTI::RTI_TRUE;
  }

  virtual void federationSynchronized(const char* label) throw(RTI::FederateInternalError) {
    cout << "synchronized " << label << endl;
    synchronized = RTI::RTI_TRUE;
  }

  virtual void discoverObjectInstance(RTI::ObjectHandle theObject,
                                      RTI::ObjectClassHandle theObjectClass,
                                      const char* theObjectName) throw(RTI::CouldNotDiscover,
                                                                       RTI::ObjectClassNotKnown,
                                                                       RTI::FederateInternalError) {
    cout << "discovered " << theObject << " of " << theObjectClass << ": " << theObjectName << endl;
  }

  virtual void reflectAttributeValues(
      RTI::ObjectHandle theObject, const RTI::AttributeHandleValuePairSet& theAttributes,
      const RTI::FedTime& theTime, const char* theTag,
      RTI::EventRetractionHandle theHandle) throw(RTI::ObjectNotKnown, RTI::AttributeNotKnown,
                                                  RTI::FederateOwnsAttributes,
                                                  RTI::InvalidFederationTime,
                                                  RTI::FederateInternalError) {
    cout << "at " << theTime << " from " << theHandle.sendingFederate << endl;
    reflectAttributeValues(theObject, theAttributes, theTag);
  }

  virtual void reflectAttributeValues(RTI::ObjectHandle theObject,
                                      const RTI::AttributeHandleValuePairSet& theAttributes,
                                      const char* theTag) throw(RTI::ObjectNotKnown,
                                                                RTI::AttributeNotKnown,
                                                                RTI::FederateOwnsAttributes,
                                                                RTI::FederateInternalError) {
    RTI::ULong valueLength;
    for (unsigned int i = 0; i < theAttributes.size(); i++) {
      char* value = new char[theAttributes.getValueLength(i)];
      theAttributes.getValue(i, value, valueLength);
      cout << "reflected " << theObject << "." << theAttributes.getHandle(i) << ", " << valueLength
           << " bytes by " << theAttributes.getTransportType(i) << " " << theTag << endl;
      delete[] value;
    }
    reflected++;
  }

  virtual void receiveInteraction(
      RTI::InteractionClassHandle theInteraction,
      const RTI::ParameterHandleValuePairSet& theParameters, const RTI::FedTime& theTime,
      const char* theTag, RTI::EventRetractionHandle) throw(RTI::InteractionClassNotKnown,
                                                            RTI::InteractionParameterNotKnown,
                                                            RTI::InvalidFederationTime,
                                                            RTI::FederateInternalError) {
    RTIfedTime when(theTime);
    printf("at %f\n", when.getTime());
    receiveInteraction(theInteraction, theParameters, theTag);
  }

  virtual void receiveInteraction(RTI::InteractionClassHandle theInteraction,
                                  const RTI::ParameterHandleValuePairSet& theParameters,
                                  const char* theTag) throw(RTI::InteractionClassNotKnown,
                                                            RTI::InteractionParameterNotKnown,
                                                            RTI::FederateInternalError) {
    RTI::ULong length;
    for (RTI::ULong i = theParameters.start(); theParameters.valid(i); i = theParameters.next(i)) {
      const char* words = theParameters.getValuePointer(i, length);
      cout << "received " << theInteraction << ": " << (length > 0 ? words[0] : ' ') << theTag
           << endl;
    }
    hailed++;
  }

  virtual void informAttributeOwnership(
      RTI::ObjectHandle, RTI::AttributeHandle,
      RTI::FederateHandle theOwner) throw(RTI::ObjectNotKnown, RTI::AttributeNotKnown,
                                          RTI::FederateInternalError) {
    owner = theOwner;
  }

  virtual void attributeIsNotOwned(RTI::ObjectHandle, RTI::AttributeHandle theAttribute) throw(
      RTI::ObjectNotKnown, RTI::AttributeNotKnown, RTI::FederateInternalError) {
    unowned = theAttribute;
  }

  virtual void timeRegulationEnabled(const RTI::FedTime& theFederateTime) throw(
      RTI::InvalidFederationTime, RTI::EnableTimeRegulationWasNotPending,
      RTI::FederateInternalError) {
    regulating = RTI::RTI_TRUE;
    grantTime = theFederateTime;
  }

  virtual void timeConstrainedEnabled(const RTI::FedTime& theFederateTime) throw(
      RTI::InvalidFederationTime, RTI::EnableTimeConstrainedWasNotPending,
      RTI::FederateInternalError) {
    constrained = RTI::RTI_TRUE;
    grantTime = theFederateTime;
  }

  virtual void timeAdvanceGrant(const RTI::FedTime& theTime) throw(RTI::InvalidFederationTime,
                                                                   RTI::TimeAdvanceWasNotInProgress,
                                                                   RTI::FederateInternalError) {
    granted = RTI::RTI_TRUE;
    grantTime = theTime;
  }

  RTI::Boolean registered, announced, synchronized, regulating, constrained, granted;
  RTI::FederateHandle owner;
  RTI::AttributeHandle unowned;
  int reflected, hailed;
  RTIfedTime grantTime;
};

static HarbourAmbassador fedAmb;

// Handles that several steps use.
static RTI::ObjectClassHandle shipClass;
static RTI::AttributeHandle position, heading, cargo;
static RTI::InteractionClassHandle hail;
static RTI::ParameterHandle caller, words;
static RTI::SpaceHandle sea;
static RTI::FederateHandle me;

static int lackedGroups;
static char** lacked;

static int lacks(const char* group) {
  for (int i = 0; i < lackedGroups; i++)
    if (strcmp(lacked[i], group) == 0) return 1;
  return 0;
}

static void waitFor(RTI::Boolean& flag, const char* what) throw(RTI::Exception) {
  for (int i = 0; i < 600 && !flag; i++) rtiAmb->tick(0.01, 0.1);
  if (!flag) throw RTI::FederateInternalError(what);
}

static void require(int condition, const char* what) {
  if (!condition) throw RTI::FederateInternalError(what);
}

// Compares a name, then deletes it, because the caller owns names that the RTI returns.
static void requireName(char* name, const char* expected) {
  int same = strcmp(name, expected) == 0;
  delete[] name;
  require(same, expected);
}

static void join(const char* federation, const char* fed) {
  try {
    rtiAmb->createFederationExecution(federation, fed);
  } catch (RTI::FederationExecutionAlreadyExists& e) {
    cerr << "exists already: " << e << endl;
  }
  me = rtiAmb->joinFederationExecution("harbour", federation, &fedAmb);
  cout << RTI_VERSION << ", federate " << me << endl;
}

static void lookUpHandles() {
  shipClass = rtiAmb->getObjectClassHandle("ObjectRoot.Ship");
  position = rtiAmb->getAttributeHandle("Position", shipClass);
  heading = rtiAmb->getAttributeHandle("Heading", shipClass);
  cargo = rtiAmb->getAttributeHandle("Cargo", shipClass);
  hail = rtiAmb->getInteractionClassHandle("InteractionRoot.Hail");
  caller = rtiAmb->getParameterHandle("Caller", hail);
  words = rtiAmb->getParameterHandle("Words", hail);
  sea = rtiAmb->getRoutingSpaceHandle("Sea");

  requireName(rtiAmb->getAttributeName(position, shipClass), "Position");
  requireName(rtiAmb->getParameterName(words, hail), "Words");
  requireName(rtiAmb->getRoutingSpaceName(sea), "Sea");
  requireName(rtiAmb->getDimensionName(rtiAmb->getDimensionHandle("North", sea), sea), "North");
  requireName(rtiAmb->getTransportationName(rtiAmb->getTransportationHandle("reliable")),
              "reliable");
  requireName(rtiAmb->getOrderingName(rtiAmb->getOrderingHandle("timestamp")), "timestamp");
  require(rtiAmb->getAttributeRoutingSpaceHandle(position, shipClass) == sea, "space of Position");
  require(rtiAmb->getInteractionRoutingSpaceHandle(hail) == sea, "space of Hail");
  char* className = rtiAmb->getObjectClassName(shipClass);
  char* interactionName = rtiAmb->getInteractionClassName(hail);
  cout << className << " " << interactionName << endl;
  delete[] className;
  delete[] interactionName;
  try {
    rtiAmb->getObjectClassHandle("NoSuchClass");
    require(0, "a class that is not in the FED has a handle");
  } catch (RTI::NameNotFound& e) {
    char* reason = e._reason;
    cout << "as it should be, " << e._name << ": " << reason << endl;
  }
}

static void declare() {
  RTI::AttributeHandleSet* attributes = RTI::AttributeHandleSetFactory::create(3);
  attributes->add(position);
  attributes->add(heading);
  attributes->add(cargo);
  rtiAmb->publishObjectClass(shipClass, *attributes);
  rtiAmb->subscribeObjectClassAttributes(shipClass, *attributes);
  attributes->empty();
  delete attributes;
  rtiAmb->publishInteractionClass(hail);
  rtiAmb->subscribeInteractionClass(hail, RTI::RTI_TRUE);
  rtiAmb->enableClassRelevanceAdvisorySwitch();
  rtiAmb->enableInteractionRelevanceAdvisorySwitch();
  rtiAmb->enableAttributeRelevanceAdvisorySwitch();
  rtiAmb->enableAttributeScopeAdvisorySwitch();
  rtiAmb->disableAttributeScopeAdvisorySwitch();
  rtiAmb->disableAttributeRelevanceAdvisorySwitch();
}

static void synchronize() {
  rtiAmb->registerFederationSynchronizationPoint("ReadyToSail", "all aboard");
  waitFor(fedAmb.registered, "registration of a synchronization point");
  waitFor(fedAmb.announced, "announcement of a synchronization point");
  rtiAmb->synchronizationPointAchieved("ReadyToSail");
  waitFor(fedAmb.synchronized, "synchronization");
}

static void enableTime() {
  RTIfedTime lookahead(0.5);
  rtiAmb->enableTimeConstrained();
  waitFor(fedAmb.constrained, "time constraint");
  rtiAmb->enableTimeRegulation(fedAmb.grantTime, lookahead);
  waitFor(fedAmb.regulating, "time regulation");
  rtiAmb->enableAsynchronousDelivery();
  RTIfedTime now, queried;
  rtiAmb->queryLookahead(queried);
  require(queried == lookahead, "lookahead");
  rtiAmb->queryFederateTime(now);
  rtiAmb->queryLBTS(queried);
  cout << "now " << now << ", LBTS " << queried << endl;
  rtiAmb->modifyLookahead(RTIfedTime(1.0));
}

static RTI::AttributeHandleValuePairSet* shipValues(double where, const char* load) {
  RTI::AttributeHandleValuePairSet* values = RTI::AttributeSetFactory::create(3);
  values->add(position, (char*)&where, sizeof(where));
  values->add(cargo, load, strlen(load) + 1);
  return values;
}

static void sail(RTI::ObjectHandle ship) {
  RTIfedTime next = fedAmb.grantTime + RTIfedTime(2.0);
  RTI::AttributeHandleValuePairSet* values = shipValues(next.getTime(), "herring");
  RTI::EventRetractionHandle sent = rtiAmb->updateAttributeValues(ship, *values, next, "sailing");
  rtiAmb->updateAttributeValues(ship, *values, NULL);
  if (!lacks("time")) rtiAmb->retract(sent);
  delete values;

  RTI::ParameterHandleValuePairSet* call = RTI::ParameterSetFactory::create(2);
  call->add(caller, "Anna", 5);
  call->add(words, "ahoy", 5);
  rtiAmb->sendInteraction(hail, *call, next, "");
  rtiAmb->sendInteraction(hail, *call, "");
  call->remove(words);
  delete call;
}

typedef void (RTI::RTIambassador::*AdvanceRequest)(const RTI::FedTime&);

static void advance(AdvanceRequest request, double by, const char* what) {
  RTIfedTime target(fedAmb.grantTime + by);
  fedAmb.granted = RTI::RTI_FALSE;
  (rtiAmb->*request)(target);
  waitFor(fedAmb.granted, what);
  require(fedAmb.grantTime <= target, what);
  cout << what << ": " << fedAmb.grantTime << endl;
}

static void advanceInEveryWay() {
  advance(&RTI::RTIambassador::timeAdvanceRequest, 1.0, "timeAdvanceRequest");
  advance(&RTI::RTIambassador::timeAdvanceRequestAvailable, 1.0, "timeAdvanceRequestAvailable");
  advance(&RTI::RTIambassador::nextEventRequest, 1.0, "nextEventRequest");
  advance(&RTI::RTIambassador::nextEventRequestAvailable, 1.0, "nextEventRequestAvailable");
  advance(&RTI::RTIambassador::flushQueueRequest, 1.0, "flushQueueRequest");
  RTIfedTime soonest;
  rtiAmb->queryMinNextEventTime(soonest);
}

static void own(RTI::ObjectHandle ship) {
  RTI::AttributeHandleSet* freight = RTI::AttributeHandleSetFactory::create(1);
  freight->add(cargo);
  require(rtiAmb->isAttributeOwnedByFederate(ship, cargo), "the ship's cargo is ours");
  rtiAmb->negotiatedAttributeOwnershipDivestiture(ship, *freight, "who wants herring?");
  rtiAmb->cancelNegotiatedAttributeOwnershipDivestiture(ship, *freight);
  rtiAmb->queryAttributeOwnership(ship, cargo);
  for (int i = 0; i < 600 && fedAmb.owner == 0; i++) rtiAmb->tick(0.01, 0.1);
  require(fedAmb.owner == me, "the owner of the cargo");
  rtiAmb->unconditionalAttributeOwnershipDivestiture(ship, *freight);
  rtiAmb->queryAttributeOwnership(ship, cargo);
  for (int j = 0; j < 600 && fedAmb.unowned == 0; j++) rtiAmb->tick(0.01, 0.1);
  require(fedAmb.unowned == cargo, "cargo without an owner");
  rtiAmb->attributeOwnershipAcquisitionIfAvailable(ship, *freight);
  for (int k = 0; k < 600 && !rtiAmb->isAttributeOwnedByFederate(ship, cargo); k++)
    rtiAmb->tick(0.01, 0.1);
  delete freight;
}

static void changeTypes(RTI::ObjectHandle ship) {
  RTI::AttributeHandleSet* freight = RTI::AttributeHandleSetFactory::create(1);
  freight->add(cargo);
  rtiAmb->changeAttributeTransportationType(ship, *freight,
                                            rtiAmb->getTransportationHandle("best_effort"));
  rtiAmb->changeAttributeOrderType(ship, *freight, rtiAmb->getOrderingHandle("receive"));
  rtiAmb->changeInteractionTransportationType(hail, rtiAmb->getTransportationHandle("reliable"));
  rtiAmb->changeInteractionOrderType(hail, rtiAmb->getOrderingHandle("timestamp"));
  delete freight;
}

static void useRegions() {
  RTI::DimensionHandle east = rtiAmb->getDimensionHandle("East", sea);
  RTI::DimensionHandle north = rtiAmb->getDimensionHandle("North", sea);
  RTI::Region* bay = rtiAmb->createRegion(sea, 1);
  bay->setRangeLowerBound(0, east, MIN_EXTENT);
  bay->setRangeUpperBound(0, east, MAX_EXTENT / 2);
  bay->setRangeLowerBound(0, north, 100);
  bay->setRangeUpperBound(0, north, 200);
  rtiAmb->notifyAboutRegionModification(*bay);
  require(rtiAmb->getRegionToken(rtiAmb->getRegion(rtiAmb->getRegionToken(bay))) ==
              rtiAmb->getRegionToken(bay),
          "the token of a region");

  RTI::AttributeHandle where[] = {position, heading};
  RTI::Region* regions[] = {bay, bay};
  RTI::ObjectHandle boat = rtiAmb->registerObjectInstanceWithRegion(shipClass, where, regions, 2);
  RTI::AttributeHandleSet* attributes = RTI::AttributeHandleSetFactory::create(1);
  attributes->add(position);
  rtiAmb->subscribeObjectClassAttributesWithRegion(shipClass, *bay, *attributes);
  rtiAmb->subscribeInteractionClassWithRegion(hail, *bay);
  rtiAmb->requestClassAttributeValueUpdateWithRegion(shipClass, *attributes, *bay);
  rtiAmb->associateRegionForUpdates(*bay, boat, *attributes);
  RTI::ParameterHandleValuePairSet* call = RTI::ParameterSetFactory::create(1);
  rtiAmb->sendInteractionWithRegion(hail, *call, "", *bay);
  delete call;
  rtiAmb->unassociateRegionForUpdates(*bay, boat);
  rtiAmb->unsubscribeInteractionClassWithRegion(hail, *bay);
  rtiAmb->unsubscribeObjectClassWithRegion(shipClass, *bay);
  rtiAmb->deleteObjectInstance(boat, "");
  rtiAmb->deleteRegion(bay);
  delete attributes;
}

static void leave(const char* federation, RTI::ObjectHandle ship) {
  if (!lacks("time")) {
    rtiAmb->disableAsynchronousDelivery();
    rtiAmb->disableTimeRegulation();
    rtiAmb->disableTimeConstrained();
  }
  rtiAmb->deleteObjectInstance(ship, "scrapped");
  rtiAmb->unsubscribeInteractionClass(hail);
  rtiAmb->unsubscribeObjectClass(shipClass);
  rtiAmb->unpublishInteractionClass(hail);
  rtiAmb->unpublishObjectClass(shipClass);
  rtiAmb->resignFederationExecution(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES);
  try {
    rtiAmb->destroyFederationExecution(federation);
  } catch (RTI::FederatesCurrentlyJoined&) {
    cout << "others stay" << endl;
  }
}

// Each calls the first service of a group that the RTI lacks.
static void lackTime() {
  rtiAmb->enableTimeConstrained();
}
static void lackOwnership() {
  rtiAmb->queryAttributeOwnership(1, cargo);
}
static void lackRegions() {
  rtiAmb->createRegion(sea, 1);
}

static void requireLack(void (*service)(), const char* group) {
  try {
    service();
  } catch (RTI::RTIinternalError& e) {
    char* reason = e._reason;
    require(strstr(reason, "not available") != NULL, reason);
    cout << "left out: " << group << endl;
    return;
  }
  require(0, "a group that was said to be lacking is there");
}

// Some federates initialise an ambassador member with a temporary.
class Harbour {
 public:
  Harbour() : ambassador(RTI::RTIambassador()) {}
  RTI::RTIambassador ambassador;
};

int main(int argc, char** argv) {
  if (argc < 3) {
    cerr << "usage: " << argv[0] << " FEDERATION FEDFILE [GROUP...]" << endl;
    return 2;
  }
  lackedGroups = argc - 3;
  lacked = argv + 3;
  try {
    Harbour* harbour = new Harbour();
    rtiAmb = &harbour->ambassador;
    join(argv[1], argv[2]);
    lookUpHandles();
    declare();
    synchronize();
    if (lacks("time"))
      requireLack(lackTime, "time");
    else
      enableTime();
    RTI::ObjectHandle ship = rtiAmb->registerObjectInstance(shipClass, "Anna");
    require(rtiAmb->getObjectInstanceHandle("Anna") == ship, "the handle of the ship");
    requireName(rtiAmb->getObjectInstanceName(ship), "Anna");
    require(rtiAmb->getObjectClass(ship) == shipClass, "the class of the ship");
    sail(ship);
    if (!lacks("time")) advanceInEveryWay();
    if (lacks("ownership"))
      requireLack(lackOwnership, "ownership");
    else
      own(ship);
    changeTypes(ship);
    if (lacks("regions"))
      requireLack(lackRegions, "regions");
    else
      useRegions();
    leave(argv[1], ship);
    delete harbour;
  } catch (RTI::Exception& e) {
    cerr << "failed: " << &e << endl;
    return 1;
  }
  cout << "done" << endl;
  return 0;
}
