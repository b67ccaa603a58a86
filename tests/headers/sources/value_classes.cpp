// Exceptions, booleans, sets and names as federates use them.
#include <RTI.hh>
#include <fedtime.hh>

#include <vector>

char* reason_of(RTI::RTIambassador& ambassador) {
  try {
    ambassador.tick();
    throw RTI::RTIinternalError("made up");
  } catch (RTI::ConcurrentAccessAttempted& e) {
    char* reason = e._reason;
    return reason;
  } catch (const RTI::SpecifiedSaveLabelDoesNotExist& e) {
    std::cerr << &e << e << e._name << e._serial << e.displayMe();
  } catch (RTI::Exception& e) {
    if (e._name == RTI::RTIinternalError::_ex) return NULL;
    RTI::Exception* kept = e.cloneSelf();
    std::cerr << kept << e;
    delete kept;
    e.throwSelf();
  }
  return 0;
}

void make_exceptions() {
  const char* none = NULL;
  RTI::NameNotFound a(none);
  RTI::NameNotFound b(7, "with a serial");
  RTI::NameNotFound c(7UL);
  a = b;
  std::vector<RTI::NameNotFound> all(3, c);
  throw RTI::NameNotFound(a);
}

RTI::Boolean booleans(RTI::AttributeHandleSet* set, RTIfedTime time) {
  RTI::Boolean done = RTI::RTI_FALSE;
  bool is_member = set->isMember(1);
  if (!done && is_member) done = RTI::RTI_TRUE;
  while (!set->isEmpty()) set->empty();
  int number = done;
  switch (done) {
    case RTI::RTI_TRUE:
      break;
    case RTI::RTI_FALSE:
      break;
  }
  return time.isZero() && number ? RTI::RTI_TRUE : RTI::RTI_FALSE;
}

void default_arguments(RTI::RTIambassador& ambassador, const RTI::AttributeHandleSet& set,
                       RTI::Region& region) {
  ambassador.subscribeObjectClassAttributes(1, set);
  ambassador.subscribeObjectClassAttributes(1, set, RTI::RTI_FALSE);
  ambassador.subscribeInteractionClass(1);
  ambassador.subscribeInteractionClass(1, RTI::RTI_TRUE);
  ambassador.subscribeObjectClassAttributesWithRegion(1, region, set);
  ambassador.subscribeInteractionClassWithRegion(1, region);
}

void own_what_comes_back(RTI::RTIambassador* ambassador, const RTI::AttributeHandleSet& set) {
  char* name = ambassador->getObjectClassName(1);
  delete[] name;
  RTI::AttributeHandleSet* released = ambassador->attributeOwnershipReleaseResponse(1, set);
  delete released;
  RTI::Region* region = ambassador->createRegion(1, 2);
  region->setRangeLowerBound(0, 1, MIN_EXTENT);
  region->setRangeUpperBound(0, 1, MAX_EXTENT);
  ambassador->notifyAboutRegionModification(*region);
  ambassador->deleteRegion(region);
  if (ambassador->privateData != NULL) ambassador->tick(0.0, 1.0);
}

unsigned long read(const RTI::ParameterHandleValuePairSet& set) {
  unsigned long sum = 0;
  for (unsigned long i = 0; i < set.size(); i++) {
    char buffer[100];
    unsigned long length;
    set.getValue(i, buffer, length);
    char* value = set.getValuePointer(i, length);
    sum += length + set.getValueLength(i) + set.getHandle(i) + (value == NULL ? 1 : 0);
  }
  return sum + set.getTransportType() + set.getOrderType() + (set.getRegion() ? 1 : 0);
}

bool same(const RTI::EventRetractionHandle& a, RTI::EventRetractionHandle_s b) {
  RTI::EventRetractionHandle handle = {3, 4};
  handle = a;
  return handle.theSerialNumber == b.theSerialNumber && handle.sendingFederate == b.sendingFederate;
}

void certi(RTI::RTIambassador& ambassador) {
  if (ambassador.tick2() == RTI::RTI_TRUE) ambassador.__tick_kernel(RTI::RTI_TRUE, 0.0, 1.0);
}
