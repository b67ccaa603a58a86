// Types, enumerators and macros of the API, with their values.
#include <NullFederateAmbassador.hh>
#include <RTI.hh>
#include <fedtime.hh>

template <class A, class B>
struct Same {
  enum { value = 0 };
};
template <class A>
struct Same<A, A> {
  enum { value = 1 };
};

#define HOLDS(line, condition) typedef char holds_##line[(condition) ? 1 : -1]
#define HOLDS_AT(line, condition) HOLDS(line, condition)
#define CHECK(condition) HOLDS_AT(__LINE__, condition)
#define IS(name, type) HOLDS_AT(name, (Same<RTI::name, type>::value == 1))

IS(UShort, unsigned short);
IS(Short, short);
IS(ULong, unsigned long);
IS(Long, long);
IS(Double, double);
IS(Float, float);
IS(Handle, unsigned long);
IS(AttributeHandle, unsigned long);
IS(ParameterHandle, unsigned long);
IS(ObjectHandle, unsigned long);
IS(DimensionHandle, unsigned long);
IS(ObjectClassHandle, unsigned long);
IS(InteractionClassHandle, unsigned long);
IS(FederateHandle, unsigned long);
IS(ExtentIndex, unsigned long);
IS(SpaceHandle, long);
IS(TransportationHandle, unsigned long);
IS(TransportType, unsigned long);
IS(OrderingHandle, unsigned long);
IS(OrderType, unsigned long);
IS(FederateID, unsigned long);
IS(UniqueID, unsigned long);
IS(RegionToken, unsigned long);
IS(TickTime, double);
IS(FederateAmbassadorPtr, RTI::FederateAmbassador*);
IS(EventRetractionHandle, RTI::EventRetractionHandle_s);
CHECK((Same<RTI::RTIambassador::FederateAmbassadorPtr, RTI::FederateAmbassador*>::value == 1));

CHECK(RTI::RTI_FALSE == 0);
CHECK(RTI::RTI_TRUE == 1);
CHECK(RTI::RELEASE_ATTRIBUTES == 1);
CHECK(RTI::DELETE_OBJECTS == 2);
CHECK(RTI::DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES == 3);
CHECK(RTI::NO_ACTION == 4);
CHECK(MAX_EXTENT == ~0UL);
CHECK(MIN_EXTENT == 0UL);
CHECK(RTI_MAJOR_VERSION == 1);
CHECK(RTI_MINOR_VERSION == 3);
CHECK(RTI_RELEASE == 0);
CHECK(RTI_INTERNAL_MAJOR_VERSION == 1);
CHECK(RTI_INTERNAL_MINOR_VERSION == 3);
CHECK(RTI_INTERNAL_RELEASE == 0);
CHECK(HLA_API_MAJOR_VERSION == 7);
CHECK(HLA_API_MINOR_VERSION == 0);

#if !defined(RTI_hh) || !defined(RTITYPES_HH_INCLUDED) || !defined(FedTime_h) || \
    !defined(HLA_FEDTIME_HH) || !defined(NullFederateAmbassador_h)
#error "an include guard has lost its name"
#endif
#if !defined(RTI_EXPORT) || !defined(FEDTIME_EXPORT) || !defined(RTI_EXPORT_FEDTIME)
#error "an export macro is missing"
#endif

const char* const kTexts[] = {RTI_VERSION,
                              RTI_INTERNAL_VERSION,
                              HLA_SPECIFICATION_NAME,
                              DEFAULT_SPACE_NAME,
                              DEFAULT_SPACE_DIMENSION_NAME,
                              MAX_FEDERATION,
                              MAX_FEDERATE,
                              MAX_NAME_LENGTH,
                              MAX_SPACES,
                              MAX_OBJECT_CLASSES,
                              MAX_INTERACTION_CLASSES,
                              MAX_ATTRIBUTES_PER_CLASS,
                              MAX_PARAMETERS_PER_CLASS,
                              MAX_DIMENSIONS_PER_SPACE,
                              MAX_USER_TAG_LENGTH};

const char* text(unsigned index) {
  return kTexts[index];
}

RTI::ULong extents() {
  return RTI::Region::getMaxExtent() - RTI::Region::getMinExtent();
}

RTIambPrivateData* data(const RTI::RTIambassador& ambassador) {
  return ambassador.privateData;
}
RTIambPrivateRefs* refs() {
  return NULL;
}
