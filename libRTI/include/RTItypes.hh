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
typedef FederateAmbassador* FederateAmbassadorPtr; /**< @brief The federate's callbacks. */

/** @brief What becomes of what a federate owns when it resigns (HLA 1.3 clause 4.5). */
enum ResignAction {
  RELEASE_ATTRIBUTES = 1,                /**< Nobody owns its attributes; others may assume them. */
  DELETE_OBJECTS,                        /**< The instances that it may delete are deleted. */
  DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES, /**< Both: first deleted, the rest released. */
  NO_ACTION                              /**< It must not own anything. */
};

/* Handles are plain integers; only SpaceHandle is signed. */
typedef Long SpaceHandle;                   /**< @brief A routing space. */
typedef ULong ObjectClassHandle;            /**< @brief An object class. */
typedef ULong InteractionClassHandle;       /**< @brief An interaction class. */
typedef ULong ExtentIndex;                  /**< @brief An extent of a region, from 0. */
typedef ULong Handle;                       /**< @brief What the following have in common. */
typedef Handle AttributeHandle;             /**< @brief An attribute of an object class. */
typedef Handle ParameterHandle;             /**< @brief A parameter of an interaction class. */
typedef Handle ObjectHandle;                /**< @brief An object instance. */
typedef Handle DimensionHandle;             /**< @brief A dimension of a routing space. */
typedef ULong FederateHandle;               /**< @brief A joined federate. */
typedef Handle TransportationHandle;        /**< @brief Reliable or best effort. */
typedef TransportationHandle TransportType; /**< @brief The same, of what was received. */
typedef Handle OrderingHandle;              /**< @brief Receive or time-stamp order. */
typedef OrderingHandle OrderType;           /**< @brief The same, of what was received. */
typedef ULong FederateID;                   /**< @brief Of old; not used by a service. */
typedef ULong UniqueID;                     /**< @brief A number that its maker uses once. */
typedef ULong RegionToken;                  /**< @brief A number for a region. */
typedef Double TickTime;                    /**< @brief Seconds. */

/** @brief A region of a routing space (HLA 1.3 clause 9.1).
 *
 * The RTI's: give it back with deleteRegion. It consists of extents, each with a range in every
 * dimension.
 */
class RTI_EXPORT Region {
 public:
  /** @brief Harmless, wherever a federate calls it: the region stays until deleteRegion. */
  virtual ~Region() {}
  /** @brief The bound as it was set last: the lower end of a range, inclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  /** @brief The bound as it was set last: the upper end of a range, exclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  /** @brief Sets the lower end of a range; it takes effect at notifyAboutRegionModification.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @param theLowerBound The bound, inclusive.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual void setRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theLowerBound) = 0;
  /** @brief Sets the upper end of a range; it takes effect at notifyAboutRegionModification.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @param theUpperBound The bound, exclusive.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual void setRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theUpperBound) = 0;
  /** @brief The bound that was notified last: the lower end of a range, inclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeLowerBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  /** @brief The bound that was notified last: the upper end of a range, exclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeUpperBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  /** @brief The routing space. */
  virtual SpaceHandle getSpaceHandle() const RTI_NOEXCEPT = 0;
  /** @brief How many extents there are. */
  virtual ULong getNumberOfExtents() const RTI_NOEXCEPT = 0;

  /** @brief The upper end of the largest range. */
  static ULong getMaxExtent() RTI_NOEXCEPT { return MAX_EXTENT; }
  /** @brief The lower end of the largest range. */
  static ULong getMinExtent() RTI_NOEXCEPT { return MIN_EXTENT; }
};

/** @brief Attributes and their values, in the order of their first add. */
class RTI_EXPORT AttributeHandleValuePairSet {
 public:
  /** @brief Frees the values. */
  virtual ~AttributeHandleValuePairSet() {}

  /** @brief How many pairs there are. */
  virtual ULong size() const = 0;

  /** @brief The handle of a pair.
   *
   * @param i Index, from 0.
   * @return The handle of the attribute.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual Handle getHandle(ULong i) const = 0;
  /** @brief The length of a value.
   *
   * @param i Index, from 0.
   * @return Bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual ULong getValueLength(ULong i) const = 0;
  /** @brief Copies a value.
   *
   * @param i Index, from 0.
   * @param buff The caller's, with room for the value.
   * @param valueLength Assigned: bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  /** @brief A value in place.
   *
   * @param i Index, from 0.
   * @param valueLength Assigned: bytes.
   * @return The value, of any alignment: valid until the set changes or ends, not to be freed.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  /** @brief How a value has travelled.
   *
   * @param i Index, from 0.
   * @return Reliable or best effort.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual TransportType getTransportType(ULong i) const = 0;
  /** @brief In which order a value was sent.
   *
   * @param i Index, from 0.
   * @return Receive or time-stamp order.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual OrderType getOrderType(ULong i) const = 0;
  /** @brief With which region a value was sent.
   *
   * @param i Index, from 0.
   * @return The sender's region, valid until the callback returns; null for the default region.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual Region* getRegion(ULong i) const = 0;

  /** @brief Adds a pair, or replaces the value of a handle that is there already.
   *
   * @param h The attribute.
   * @param buff The value; copied.
   * @param valueLength Bytes.
   * @throws RTI::ValueLengthExceeded The value is too long.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  /** @brief Removes the pair of a handle; without effect if it is not there.
   *
   * @param h The attribute: a handle, not an index.
   */
  virtual void remove(Handle h) = 0;
  /** @brief Adds a pair of another set.
   *
   * @param ahvps The other set, which stays as it is.
   * @param i Index of its pair, moved on to its next one.
   * @throws RTI::ValueCountExceeded The set is full.
   * @throws RTI::ArrayIndexOutOfBounds The other set has no pair of that index.
   */
  virtual void moveFrom(const AttributeHandleValuePairSet& ahvps, ULong& i) = 0;
  /** @brief Removes all pairs. */
  virtual void empty() = 0;

  /** @brief The first index: for (i = set.start(); set.valid(i); i = set.next(i)). */
  virtual ULong start() const = 0;
  /** @brief Whether there is a pair of an index.
   *
   * @param i Index.
   * @return 0 if not.
   */
  virtual ULong valid(ULong i) const = 0;
  /** @brief The index after another.
   *
   * @param i Index.
   * @return The next one.
   */
  virtual ULong next(ULong i) const = 0;
};

/** @brief Makes empty sets. */
class RTI_EXPORT AttributeSetFactory {
 public:
  /** @brief Makes an empty set.
   *
   * @param count A hint how many there will be: the set grows beyond it.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   * @throws RTI::ValueCountExceeded Never.
   * @throws RTI::HandleValuePairMaximumExceeded The count is absurd.
   */
  static AttributeHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/** @brief A set of attributes, in the order of their first add. */
class RTI_EXPORT AttributeHandleSet {
 public:
  /** @brief Ends the set. */
  virtual ~AttributeHandleSet() {}

  /** @brief How many there are. */
  virtual ULong size() const = 0;
  /** @brief One of them.
   *
   * @param i Index, from 0.
   * @return Its handle.
   * @throws RTI::ArrayIndexOutOfBounds There is none of that index.
   */
  virtual AttributeHandle getHandle(ULong i) const = 0;

  /** @brief Adds one; without effect if it is there.
   *
   * @param h The attribute.
   * @throws RTI::ArrayIndexOutOfBounds The set is full.
   * @throws RTI::AttributeNotDefined Never: a set belongs to no object class.
   */
  virtual void add(AttributeHandle h) = 0;
  /** @brief Removes one.
   *
   * @param h The attribute.
   * @throws RTI::AttributeNotDefined It is not in the set.
   */
  virtual void remove(AttributeHandle h) = 0;
  /** @brief Removes all. */
  virtual void empty() = 0;

  /** @brief Whether there is none. */
  virtual Boolean isEmpty() const = 0;
  /** @brief Whether one is in the set.
   *
   * @param h The attribute.
   * @return RTI_TRUE if it is.
   */
  virtual Boolean isMember(AttributeHandle h) const = 0;
};

/** @brief Makes empty sets. */
class RTI_EXPORT AttributeHandleSetFactory {
 public:
  /** @brief Makes an empty set.
   *
   * @param count A hint how many there will be: the set grows beyond it.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   * @throws RTI::ValueCountExceeded The count is absurd.
   */
  static AttributeHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/** @brief A set of federates, in the order of their first add. */
class RTI_EXPORT FederateHandleSet {
 public:
  /** @brief Ends the set. */
  virtual ~FederateHandleSet() {}

  /** @brief How many there are. */
  virtual ULong size() const = 0;
  /** @brief One of them.
   *
   * @param i Index, from 0.
   * @return Its handle.
   * @throws RTI::ArrayIndexOutOfBounds There is none of that index.
   */
  virtual FederateHandle getHandle(ULong i) const = 0;

  /** @brief Adds one; without effect if it is there.
   *
   * @param h The federate.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(FederateHandle h) = 0;
  /** @brief Removes one.
   *
   * @param h The federate.
   * @throws RTI::ArrayIndexOutOfBounds It is not in the set.
   */
  virtual void remove(FederateHandle h) = 0;
  /** @brief Removes all. */
  virtual void empty() = 0;

  /** @brief Whether one is in the set.
   *
   * @param h The federate.
   * @return RTI_TRUE if it is.
   */
  virtual Boolean isMember(FederateHandle h) const = 0;
};

/** @brief Makes empty sets. */
class RTI_EXPORT FederateHandleSetFactory {
 public:
  /** @brief Makes an empty set.
   *
   * @param count A hint how many there will be: the set grows beyond it.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   * @throws RTI::ValueCountExceeded The count is absurd.
   */
  static FederateHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/** @brief Parameters and their values, in the order of their first add. */
class RTI_EXPORT ParameterHandleValuePairSet {
 public:
  /** @brief Frees the values. */
  virtual ~ParameterHandleValuePairSet() {}

  /** @brief How many pairs there are. */
  virtual ULong size() const = 0;

  /** @brief The handle of a pair.
   *
   * @param i Index, from 0.
   * @return The handle of the parameter.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual Handle getHandle(ULong i) const = 0;
  /** @brief The length of a value.
   *
   * @param i Index, from 0.
   * @return Bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual ULong getValueLength(ULong i) const = 0;
  /** @brief Copies a value.
   *
   * @param i Index, from 0.
   * @param buff The caller's, with room for the value.
   * @param valueLength Assigned: bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  /** @brief A value in place.
   *
   * @param i Index, from 0.
   * @param valueLength Assigned: bytes.
   * @return The value, of any alignment: valid until the set changes or ends, not to be freed.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair of that index.
   */
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  /** @brief How the interaction has travelled.
   *
   * @return Reliable or best effort.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual TransportType getTransportType() const = 0;
  /** @brief In which order the interaction was sent.
   *
   * @return Receive or time-stamp order.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual OrderType getOrderType() const = 0;
  /** @brief With which region the interaction was sent.
   *
   * @return The sender's region, valid until the callback returns; null for the default region.
   * @throws RTI::InvalidHandleValuePairSetContext The set did not come with a callback.
   */
  virtual Region* getRegion() const = 0;

  /** @brief Adds a pair, or replaces the value of a handle that is there already.
   *
   * @param h The parameter.
   * @param buff The value; copied.
   * @param valueLength Bytes.
   * @throws RTI::ValueLengthExceeded The value is too long.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  /** @brief Removes the pair of a handle; without effect if it is not there.
   *
   * @param h The parameter: a handle, not an index.
   */
  virtual void remove(Handle h) = 0;
  /** @brief Adds a pair of another set.
   *
   * @param phvps The other set, which stays as it is.
   * @param i Index of its pair, moved on to its next one.
   * @throws RTI::ValueCountExceeded The set is full.
   * @throws RTI::ArrayIndexOutOfBounds The other set has no pair of that index.
   */
  virtual void moveFrom(const ParameterHandleValuePairSet& phvps, ULong& i) = 0;
  /** @brief Removes all pairs. */
  virtual void empty() = 0;

  /** @brief The first index: for (i = set.start(); set.valid(i); i = set.next(i)). */
  virtual ULong start() const = 0;
  /** @brief Whether there is a pair of an index.
   *
   * @param i Index.
   * @return 0 if not.
   */
  virtual ULong valid(ULong i) const = 0;
  /** @brief The index after another.
   *
   * @param i Index.
   * @return The next one.
   */
  virtual ULong next(ULong i) const = 0;
};

/** @brief Makes empty sets. */
class RTI_EXPORT ParameterSetFactory {
 public:
  /** @brief Makes an empty set.
   *
   * @param count A hint how many there will be: the set grows beyond it.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted Memory ran out.
   * @throws RTI::ValueCountExceeded Never.
   * @throws RTI::HandleValuePairMaximumExceeded The count is absurd.
   */
  static ParameterHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/** @brief Logical time as the RTI sees it.
 *
 * The library libFedTime defines the federation's kind of time, the destructor below and the
 * factory; a federation may bring its own libFedTime. The destructor stays noexcept from C++11:
 * times are members of classes of every kind, and such a class may have a base whose destructor is
 * noexcept.
 */
class FEDTIME_EXPORT FedTime {
 public:
  /** @brief For derived classes. */
  FedTime() {}
  /** @brief For derived classes. */
  FedTime(const FedTime&) {}
  /** @brief Defined by libFedTime. */
  virtual ~FedTime();

  /** @brief Becomes the initial time. */
  virtual void setZero() = 0;
  /** @brief Whether it is the initial time. */
  virtual Boolean isZero() = 0;
  /** @brief Becomes the smallest positive increment. */
  virtual void setEpsilon() = 0;
  /** @brief Becomes later than every other time. */
  virtual void setPositiveInfinity() = 0;
  /** @brief Whether it is later than every other time. */
  virtual Boolean isPositiveInfinity() = 0;

  /** @brief Adds an increment.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual FedTime& operator+=(const FedTime&) = 0;
  /** @brief Subtracts an increment.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual FedTime& operator-=(const FedTime&) = 0;

  /** @brief Whether it is not later than the other.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual Boolean operator<=(const FedTime&) const = 0;
  /** @brief Whether it is earlier than the other.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual Boolean operator<(const FedTime&) const = 0;
  /** @brief Whether it is not earlier than the other.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual Boolean operator>=(const FedTime&) const = 0;
  /** @brief Whether it is later than the other.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual Boolean operator>(const FedTime&) const = 0;
  /** @brief Whether the two are equal.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual Boolean operator==(const FedTime&) const = 0;

  /** @brief Becomes equal to the other.
   *
   * @throws RTI::InvalidFederationTime The other is of another class of time, or the result is
   * none.
   */
  virtual FedTime& operator=(const FedTime&) = 0;

  /** @brief How many bytes encode writes. */
  virtual int encodedLength() const = 0;
  /** @brief Writes the time so that FedTimeFactory::decode makes an equal one of it.
   *
   * @param buff The caller's, with room for encodedLength() bytes.
   */
  virtual void encode(char* buff) const = 0;

  /** @brief How many characters getPrintableString writes, the last of them NUL. */
  virtual int getPrintableLength() const = 0;
  /** @brief Writes the time for people.
   *
   * @param buff The caller's, with room for getPrintableLength() characters.
   */
  virtual void getPrintableString(char* buff) = 0;
};

#include "FedTimeFactory.hh"

/** @brief Names something that was sent in time-stamp order; both are zero where nothing was. */
struct EventRetractionHandle_s {
  UniqueID theSerialNumber;       /**< @brief Which of its sender's. */
  FederateHandle sendingFederate; /**< @brief Its sender. */
};
typedef struct EventRetractionHandle_s EventRetractionHandle; /**< @brief Its usual name. */

#endif /* RTITYPES_HH_INCLUDED */
