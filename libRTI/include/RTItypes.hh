/* Constants, exceptions, handles, sets, regions and abstract time. Included by RTI.hh inside RTI,
 * never by a federate. Ownership: what a factory's create or a function named below returns as new
 * belongs to the caller, who deletes it; what a callback hands over is valid until the callback
 * returns. */
#ifndef RTITYPES_HH_INCLUDED
#define RTITYPES_HH_INCLUDED

/* The API's version is 1.3; RTI_VERSION names this implementation. */
#define RTI_VERSION "Triad-0.1.0"
#define RTI_INTERNAL_VERSION "1.3NG"
#define RTI_MAJOR_VERSION 1
#define RTI_MINOR_VERSION 3
#define RTI_RELEASE 0
#define RTI_INTERNAL_MAJOR_VERSION 1
#define RTI_INTERNAL_MINOR_VERSION 3
#define RTI_INTERNAL_RELEASE 0

/* Names of the SISO dynamic-link-compatible header set. */
#ifndef HLA_SPECIFICATION_NAME
#define HLA_SPECIFICATION_NAME "1.3"
#endif
#ifndef HLA_API_MAJOR_VERSION
#define HLA_API_MAJOR_VERSION 7
#endif
#ifndef HLA_API_MINOR_VERSION
#define HLA_API_MINOR_VERSION 0
#endif

/* The ends of the range of a dimension. */
#define MAX_EXTENT (RTI::ULong(~0UL))
#define MIN_EXTENT (RTI::ULong(0UL))

#define DEFAULT_SPACE_NAME "defaultSpace"
#define DEFAULT_SPACE_DIMENSION_NAME "dimension"

/* RTI 1.0 limits. Nothing is limited so; as text they cannot pass for the size of an array. */
#ifndef MAX_FEDERATION
#define MAX_FEDERATION "MAX_FEDERATION is deprecated"
#endif
#ifndef MAX_FEDERATE
#define MAX_FEDERATE "MAX_FEDERATE is deprecated"
#endif
#ifndef MAX_NAME_LENGTH
#define MAX_NAME_LENGTH "MAX_NAME_LENGTH is deprecated"
#endif
#ifndef MAX_SPACES
#define MAX_SPACES "MAX_SPACES is deprecated"
#endif
#ifndef MAX_OBJECT_CLASSES
#define MAX_OBJECT_CLASSES "MAX_OBJECT_CLASSES is deprecated"
#endif
#ifndef MAX_INTERACTION_CLASSES
#define MAX_INTERACTION_CLASSES "MAX_INTERACTION_CLASSES is deprecated"
#endif
#ifndef MAX_ATTRIBUTES_PER_CLASS
#define MAX_ATTRIBUTES_PER_CLASS "MAX_ATTRIBUTES_PER_CLASS is deprecated"
#endif
#ifndef MAX_PARAMETERS_PER_CLASS
#define MAX_PARAMETERS_PER_CLASS "MAX_PARAMETERS_PER_CLASS is deprecated"
#endif
#ifndef MAX_DIMENSIONS_PER_SPACE
#define MAX_DIMENSIONS_PER_SPACE "MAX_DIMENSIONS_PER_SPACE is deprecated"
#endif
#ifndef MAX_USER_TAG_LENGTH
#define MAX_USER_TAG_LENGTH "MAX_USER_TAG_LENGTH is deprecated"
#endif

/* Every exception of the API. RTI_FOR_EACH_EXCEPTION(DO) writes DO(name) for each. */
#define RTI_FOR_EACH_EXCEPTION(DO)             \
  DO(ArrayIndexOutOfBounds)                    \
  DO(AsynchronousDeliveryAlreadyDisabled)      \
  DO(AsynchronousDeliveryAlreadyEnabled)       \
  DO(AttributeAcquisitionWasNotCanceled)       \
  DO(AttributeAcquisitionWasNotRequested)      \
  DO(AttributeAlreadyBeingAcquired)            \
  DO(AttributeAlreadyBeingDivested)            \
  DO(AttributeAlreadyOwned)                    \
  DO(AttributeDivestitureWasNotRequested)      \
  DO(AttributeNotDefined)                      \
  DO(AttributeNotKnown)                        \
  DO(AttributeNotOwned)                        \
  DO(AttributeNotPublished)                    \
  DO(ConcurrentAccessAttempted)                \
  DO(CouldNotDiscover)                         \
  DO(CouldNotOpenFED)                          \
  DO(CouldNotRestore)                          \
  DO(DeletePrivilegeNotHeld)                   \
  DO(DimensionNotDefined)                      \
  DO(EnableTimeConstrainedPending)             \
  DO(EnableTimeConstrainedWasNotPending)       \
  DO(EnableTimeRegulationPending)              \
  DO(EnableTimeRegulationWasNotPending)        \
  DO(ErrorReadingFED)                          \
  DO(EventNotKnown)                            \
  DO(FederateAlreadyExecutionMember)           \
  DO(FederateInternalError)                    \
  DO(FederateLoggingServiceCalls)              \
  DO(FederateNotExecutionMember)               \
  DO(FederateOwnsAttributes)                   \
  DO(FederateWasNotAskedToReleaseAttribute)    \
  DO(FederatesCurrentlyJoined)                 \
  DO(FederationExecutionAlreadyExists)         \
  DO(FederationExecutionDoesNotExist)          \
  DO(FederationTimeAlreadyPassed)              \
  DO(HandleValuePairMaximumExceeded)           \
  DO(InteractionClassNotDefined)               \
  DO(InteractionClassNotKnown)                 \
  DO(InteractionClassNotPublished)             \
  DO(InteractionClassNotSubscribed)            \
  DO(InteractionParameterNotDefined)           \
  DO(InteractionParameterNotKnown)             \
  DO(InvalidExtents)                           \
  DO(InvalidFederationTime)                    \
  DO(InvalidHandleValuePairSetContext)         \
  DO(InvalidLookahead)                         \
  DO(InvalidOrderingHandle)                    \
  DO(InvalidRegionContext)                     \
  DO(InvalidResignAction)                      \
  DO(InvalidRetractionHandle)                  \
  DO(InvalidTransportationHandle)              \
  DO(MemoryExhausted)                          \
  DO(NameNotFound)                             \
  DO(ObjectAlreadyRegistered)                  \
  DO(ObjectClassNotDefined)                    \
  DO(ObjectClassNotKnown)                      \
  DO(ObjectClassNotPublished)                  \
  DO(ObjectClassNotSubscribed)                 \
  DO(ObjectNotKnown)                           \
  DO(OwnershipAcquisitionPending)              \
  DO(RTIinternalError)                         \
  DO(RegionInUse)                              \
  DO(RegionNotKnown)                           \
  DO(RestoreInProgress)                        \
  DO(RestoreNotRequested)                      \
  DO(SaveInProgress)                           \
  DO(SaveNotInitiated)                         \
  DO(SpaceNotDefined)                          \
  DO(SpecifiedSaveLabelDoesNotExist)           \
  DO(SynchronizationPointLabelWasNotAnnounced) \
  DO(TimeAdvanceAlreadyInProgress)             \
  DO(TimeAdvanceWasNotInProgress)              \
  DO(TimeConstrainedAlreadyEnabled)            \
  DO(TimeConstrainedWasNotEnabled)             \
  DO(TimeRegulationAlreadyEnabled)             \
  DO(TimeRegulationWasNotEnabled)              \
  DO(UnableToPerformSave)                      \
  DO(ValueCountExceeded)                       \
  DO(ValueLengthExceeded)

RTI_FOR_EACH_EXCEPTION(RTI_EXCEPT)

class FederateAmbassador;
typedef FederateAmbassador* FederateAmbassadorPtr;

enum ResignAction {
  RELEASE_ATTRIBUTES = 1,
  DELETE_OBJECTS,
  DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES,
  NO_ACTION
};

/* Handles are plain integers; only SpaceHandle is signed. */
typedef Long SpaceHandle;
typedef ULong ObjectClassHandle;
typedef ULong InteractionClassHandle;
typedef ULong ExtentIndex;
typedef ULong Handle;
typedef Handle AttributeHandle;
typedef Handle ParameterHandle;
typedef Handle ObjectHandle;
typedef Handle DimensionHandle;
typedef ULong FederateHandle;
typedef Handle TransportationHandle;
typedef TransportationHandle TransportType;
typedef Handle OrderingHandle;
typedef OrderingHandle OrderType;
typedef ULong FederateID;
typedef ULong UniqueID;
typedef ULong RegionToken;
typedef Double TickTime; /* seconds */

/* A region of a routing space, owned by the RTI: give it back with deleteRegion. Extents count from
 * 0; bounds that are set take effect at notifyAboutRegionModification. */
class RTI_EXPORT Region {
 public:
  virtual ~Region() {}
  /* These six throw ArrayIndexOutOfBounds. */
  virtual ULong getRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  virtual ULong getRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  virtual void setRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theLowerBound) = 0;
  virtual void setRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theUpperBound) = 0;
  virtual ULong getRangeLowerBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  virtual ULong getRangeUpperBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  virtual SpaceHandle getSpaceHandle() const RTI_NOEXCEPT = 0;
  virtual ULong getNumberOfExtents() const RTI_NOEXCEPT = 0;

  static ULong getMaxExtent() RTI_NOEXCEPT { return MAX_EXTENT; }
  static ULong getMinExtent() RTI_NOEXCEPT { return MIN_EXTENT; }
};

/* Pairs of attribute and value, in the order of their first add. */
class RTI_EXPORT AttributeHandleValuePairSet {
 public:
  virtual ~AttributeHandleValuePairSet() {}

  virtual ULong size() const = 0;

  /* With an index that is not below size(), these throw ArrayIndexOutOfBounds. */
  virtual Handle getHandle(ULong i) const = 0;
  virtual ULong getValueLength(ULong i) const = 0;
  /* Copies the value to buff, which must have room for it. */
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  /* The value in place, of any alignment: valid until the set changes or ends, not to be freed. */
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  /* Of a set that came with a callback; else InvalidHandleValuePairSetContext. */
  virtual TransportType getTransportType(ULong i) const = 0;
  virtual OrderType getOrderType(ULong i) const = 0;
  virtual Region* getRegion(ULong i) const = 0;

  /* Copies the value; in place of the old one if the handle is there already. Throws
   * ValueLengthExceeded, ValueCountExceeded. */
  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  /* Takes a handle, not an index. Without effect if it is not there. */
  virtual void remove(Handle h) = 0;
  /* Adds the other set's pair i and moves i on. Throws ValueCountExceeded, ArrayIndexOutOfBounds.
   */
  virtual void moveFrom(const AttributeHandleValuePairSet& ahvps, ULong& i) = 0;
  virtual void empty() = 0;

  /* for (i = set.start(); set.valid(i); i = set.next(i)) */
  virtual ULong start() const = 0;
  virtual ULong valid(ULong i) const = 0;
  virtual ULong next(ULong i) const = 0;
};

class RTI_EXPORT AttributeSetFactory {
 public:
  /* count is a hint: the set grows beyond it. */
  static AttributeHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/* A set of attributes, in the order of their first add. */
class RTI_EXPORT AttributeHandleSet {
 public:
  virtual ~AttributeHandleSet() {}

  virtual ULong size() const = 0;
  virtual AttributeHandle getHandle(ULong i) const = 0; /* ArrayIndexOutOfBounds */

  virtual void add(AttributeHandle h) = 0;    /* ArrayIndexOutOfBounds, AttributeNotDefined */
  virtual void remove(AttributeHandle h) = 0; /* AttributeNotDefined if it is not there */
  virtual void empty() = 0;

  virtual Boolean isEmpty() const = 0;
  virtual Boolean isMember(AttributeHandle h) const = 0;
};

class RTI_EXPORT AttributeHandleSetFactory {
 public:
  static AttributeHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/* A set of federates, in the order of their first add. */
class RTI_EXPORT FederateHandleSet {
 public:
  virtual ~FederateHandleSet() {}

  virtual ULong size() const = 0;
  virtual FederateHandle getHandle(ULong i) const = 0; /* ArrayIndexOutOfBounds */

  virtual void add(FederateHandle h) = 0;    /* ValueCountExceeded */
  virtual void remove(FederateHandle h) = 0; /* ArrayIndexOutOfBounds if it is not there */
  virtual void empty() = 0;

  virtual Boolean isMember(FederateHandle h) const = 0;
};

class RTI_EXPORT FederateHandleSetFactory {
 public:
  static FederateHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/* Pairs of parameter and value; as AttributeHandleValuePairSet. */
class RTI_EXPORT ParameterHandleValuePairSet {
 public:
  virtual ~ParameterHandleValuePairSet() {}

  virtual ULong size() const = 0;

  virtual Handle getHandle(ULong i) const = 0;
  virtual ULong getValueLength(ULong i) const = 0;
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  virtual TransportType getTransportType() const = 0;
  virtual OrderType getOrderType() const = 0;
  virtual Region* getRegion() const = 0;

  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  virtual void remove(Handle h) = 0;
  virtual void moveFrom(const ParameterHandleValuePairSet& phvps, ULong& i) = 0;
  virtual void empty() = 0;

  virtual ULong start() const = 0;
  virtual ULong valid(ULong i) const = 0;
  virtual ULong next(ULong i) const = 0;
};

class RTI_EXPORT ParameterSetFactory {
 public:
  static ParameterHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/* Logical time as the RTI sees it. The library libFedTime defines the federation's kind of time,
 * the destructor below and the factory; a federation may bring its own libFedTime. The operators
 * throw InvalidFederationTime. The destructor stays noexcept from C++11: times are members of
 * classes of every kind, and such a class may have a base whose destructor is noexcept. */
class FEDTIME_EXPORT FedTime {
 public:
  FedTime() {}
  FedTime(const FedTime&) {}
  virtual ~FedTime();

  virtual void setZero() = 0;
  virtual Boolean isZero() = 0;
  /* The smallest positive increment. */
  virtual void setEpsilon() = 0;
  virtual void setPositiveInfinity() = 0;
  virtual Boolean isPositiveInfinity() = 0;

  virtual FedTime& operator+=(const FedTime&) = 0;
  virtual FedTime& operator-=(const FedTime&) = 0;

  virtual Boolean operator<=(const FedTime&) const = 0;
  virtual Boolean operator<(const FedTime&) const = 0;
  virtual Boolean operator>=(const FedTime&) const = 0;
  virtual Boolean operator>(const FedTime&) const = 0;
  virtual Boolean operator==(const FedTime&) const = 0;

  virtual FedTime& operator=(const FedTime&) = 0;

  /* encode writes encodedLength() bytes, from which FedTimeFactory::decode makes an equal time. */
  virtual int encodedLength() const = 0;
  virtual void encode(char* buff) const = 0;

  /* getPrintableString writes getPrintableLength() characters, the last of them NUL. */
  virtual int getPrintableLength() const = 0;
  virtual void getPrintableString(char* buff) = 0;
};

#include "FedTimeFactory.hh"

struct EventRetractionHandle_s {
  UniqueID theSerialNumber;
  FederateHandle sendingFederate;
};
typedef struct EventRetractionHandle_s EventRetractionHandle;

#endif /* RTITYPES_HH_INCLUDED */
