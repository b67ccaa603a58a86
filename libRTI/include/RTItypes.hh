/* Constants, exceptions, handles, sets, regions and abstract time. Included by RTI.hh inside RTI,
 * never by a federate. Ownership: the caller deletes the objects that a factory or a function below
 * returns as new. Arguments of a callback are valid until the callback returns. */
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

/* Names of limits in RTI 1.0. Triad has no such limits. The values are texts, so that a program
 * cannot use them as array sizes. */
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

/* All exceptions of the API. RTI_FOR_EACH_EXCEPTION(DO) expands to DO(name) for each. */
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

/** @brief Treatment of a resigning federate's attributes and instances (HLA 1.3 clause 4.5). */
enum ResignAction {
  RELEASE_ATTRIBUTES = 1,                /**< Attributes become unowned; others may assume them. */
  DELETE_OBJECTS,                        /**< Deletes the instances that it may delete. */
  DELETE_OBJECTS_AND_RELEASE_ATTRIBUTES, /**< First deletes, then releases the rest. */
  NO_ACTION                              /**< The federate must not own attributes. */
};

/* Handles are plain integers; only SpaceHandle is signed. */
typedef Long SpaceHandle;                   /**< @brief A routing space. */
typedef ULong ObjectClassHandle;            /**< @brief An object class. */
typedef ULong InteractionClassHandle;       /**< @brief An interaction class. */
typedef ULong ExtentIndex;                  /**< @brief An extent of a region, from 0. */
typedef ULong Handle;                       /**< @brief Base type of the handles below. */
typedef Handle AttributeHandle;             /**< @brief An attribute of an object class. */
typedef Handle ParameterHandle;             /**< @brief A parameter of an interaction class. */
typedef Handle ObjectHandle;                /**< @brief An object instance. */
typedef Handle DimensionHandle;             /**< @brief A dimension of a routing space. */
typedef ULong FederateHandle;               /**< @brief A joined federate. */
typedef Handle TransportationHandle;        /**< @brief Reliable or best effort. */
typedef TransportationHandle TransportType; /**< @brief The same, of a received value. */
typedef Handle OrderingHandle;              /**< @brief Receive or time-stamp order. */
typedef OrderingHandle OrderType;           /**< @brief The same, of a received value. */
typedef ULong FederateID;                   /**< @brief Legacy; no service uses it. */
typedef ULong UniqueID;                     /**< @brief A number that its creator uses once. */
typedef ULong RegionToken;                  /**< @brief A number for a region. */
typedef Double TickTime;                    /**< @brief A time span in seconds. */

/** @brief A region of a routing space (HLA 1.3 clause 9.1).
 *
 * The RTI owns it; the federate deletes it with deleteRegion. It consists of extents, each with a
 * range in every dimension.
 */
class RTI_EXPORT Region {
 public:
  /** @brief Harmless if a federate calls it: the region exists until deleteRegion. */
  virtual ~Region() {}
  /** @brief Returns the lower bound that was set last: the start of a range, inclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  /** @brief Returns the upper bound that was set last: the end of a range, exclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension) const = 0;
  /** @brief Sets the lower bound of a range, effective at notifyAboutRegionModification.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @param theLowerBound The bound, inclusive.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual void setRangeLowerBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theLowerBound) = 0;
  /** @brief Sets the upper bound of a range, effective at notifyAboutRegionModification.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @param theUpperBound The bound, exclusive.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual void setRangeUpperBound(ExtentIndex theExtent, DimensionHandle theDimension,
                                  ULong theUpperBound) = 0;
  /** @brief Returns the lower bound at the last notifyAboutRegionModification, inclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeLowerBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  /** @brief Returns the upper bound at the last notifyAboutRegionModification, exclusive.
   *
   * @param theExtent Index, from 0.
   * @param theDimension Dimension of the region's routing space.
   * @return The bound.
   * @throws RTI::ArrayIndexOutOfBounds There is no such extent or dimension.
   */
  virtual ULong getRangeUpperBoundNotificationLimit(ExtentIndex theExtent,
                                                    DimensionHandle theDimension) const = 0;
  /** @brief Returns the routing space. */
  virtual SpaceHandle getSpaceHandle() const RTI_NOEXCEPT = 0;
  /** @brief Returns the number of extents. */
  virtual ULong getNumberOfExtents() const RTI_NOEXCEPT = 0;

  /** @brief Returns the upper bound of the largest range. */
  static ULong getMaxExtent() RTI_NOEXCEPT { return MAX_EXTENT; }
  /** @brief Returns the lower bound of the largest range. */
  static ULong getMinExtent() RTI_NOEXCEPT { return MIN_EXTENT; }
};

/** @brief Attributes and their values, in the order of their first add. */
class RTI_EXPORT AttributeHandleValuePairSet {
 public:
  /** @brief Frees the values. */
  virtual ~AttributeHandleValuePairSet() {}

  /** @brief Returns the number of pairs. */
  virtual ULong size() const = 0;

  /** @brief Returns the handle of a pair.
   *
   * @param i Index, from 0.
   * @return The handle of the attribute.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual Handle getHandle(ULong i) const = 0;
  /** @brief Returns the length of a value.
   *
   * @param i Index, from 0.
   * @return Length in bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual ULong getValueLength(ULong i) const = 0;
  /** @brief Copies a value.
   *
   * @param i Index, from 0.
   * @param buff Memory of the caller, large enough for the value.
   * @param valueLength Receives the length in bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  /** @brief Returns a pointer to a value.
   *
   * @param i Index, from 0.
   * @param valueLength Receives the length in bytes.
   * @return The value, with any alignment. It is valid until the set changes or is deleted, and the
   *   caller must not free it.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  /** @brief Returns the transportation type of a received value.
   *
   * @param i Index, from 0.
   * @return Reliable or best effort.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual TransportType getTransportType(ULong i) const = 0;
  /** @brief Returns the order type of a received value.
   *
   * @param i Index, from 0.
   * @return Receive or time-stamp order.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual OrderType getOrderType(ULong i) const = 0;
  /** @brief Returns the region with which a value was sent.
   *
   * @param i Index, from 0.
   * @return The sender's region, valid until the callback returns; null for the default region.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual Region* getRegion(ULong i) const = 0;

  /** @brief Adds a pair, or replaces the value if the set already has the handle.
   *
   * @param h Attribute handle.
   * @param buff Value, which the set copies.
   * @param valueLength Length in bytes.
   * @throws RTI::ValueLengthExceeded The value is too long.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  /** @brief Removes the pair of a handle; does nothing if the set does not have it.
   *
   * @param h Attribute handle, not an index.
   */
  virtual void remove(Handle h) = 0;
  /** @brief Copies a pair from another set.
   *
   * @param ahvps Other set, which does not change.
   * @param i Index of the pair; advanced to the next pair.
   * @throws RTI::ValueCountExceeded The set is full.
   * @throws RTI::ArrayIndexOutOfBounds The other set has no pair with that index.
   */
  virtual void moveFrom(const AttributeHandleValuePairSet& ahvps, ULong& i) = 0;
  /** @brief Removes all pairs. */
  virtual void empty() = 0;

  /** @brief Returns the first index: for (i = set.start(); set.valid(i); i = set.next(i)). */
  virtual ULong start() const = 0;
  /** @brief Returns whether there is a pair with an index.
   *
   * @param i Index.
   * @return 0 if there is none.
   */
  virtual ULong valid(ULong i) const = 0;
  /** @brief Returns the index after another.
   *
   * @param i Index.
   * @return Next index.
   */
  virtual ULong next(ULong i) const = 0;
};

/** @brief Factory of empty sets. */
class RTI_EXPORT AttributeSetFactory {
 public:
  /** @brief Creates an empty set.
   *
   * @param count Expected number of elements, a hint only: the set grows if necessary.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   * @throws RTI::ValueCountExceeded Never.
   * @throws RTI::HandleValuePairMaximumExceeded @p count is too large.
   */
  static AttributeHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/** @brief A set of attributes, in the order of their first add. */
class RTI_EXPORT AttributeHandleSet {
 public:
  /** @brief Destroys the set. */
  virtual ~AttributeHandleSet() {}

  /** @brief Returns the number of elements. */
  virtual ULong size() const = 0;
  /** @brief Returns an element.
   *
   * @param i Index, from 0.
   * @return Handle of the element.
   * @throws RTI::ArrayIndexOutOfBounds There is no element with that index.
   */
  virtual AttributeHandle getHandle(ULong i) const = 0;

  /** @brief Adds an element; does nothing if the set already has it.
   *
   * @param h Attribute handle.
   * @throws RTI::ArrayIndexOutOfBounds The set is full.
   * @throws RTI::AttributeNotDefined Never: a set belongs to no object class.
   */
  virtual void add(AttributeHandle h) = 0;
  /** @brief Removes an element.
   *
   * @param h Attribute handle.
   * @throws RTI::AttributeNotDefined The set does not have the element.
   */
  virtual void remove(AttributeHandle h) = 0;
  /** @brief Removes all elements. */
  virtual void empty() = 0;

  /** @brief Returns whether the set is empty. */
  virtual Boolean isEmpty() const = 0;
  /** @brief Returns whether the set has an element.
   *
   * @param h Attribute handle.
   * @return RTI_TRUE if the set has the element.
   */
  virtual Boolean isMember(AttributeHandle h) const = 0;
};

/** @brief Factory of empty sets. */
class RTI_EXPORT AttributeHandleSetFactory {
 public:
  /** @brief Creates an empty set.
   *
   * @param count Expected number of elements, a hint only: the set grows if necessary.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   * @throws RTI::ValueCountExceeded @p count is too large.
   */
  static AttributeHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/** @brief A set of federates, in the order of their first add. */
class RTI_EXPORT FederateHandleSet {
 public:
  /** @brief Destroys the set. */
  virtual ~FederateHandleSet() {}

  /** @brief Returns the number of elements. */
  virtual ULong size() const = 0;
  /** @brief Returns an element.
   *
   * @param i Index, from 0.
   * @return Handle of the element.
   * @throws RTI::ArrayIndexOutOfBounds There is no element with that index.
   */
  virtual FederateHandle getHandle(ULong i) const = 0;

  /** @brief Adds an element; does nothing if the set already has it.
   *
   * @param h Federate handle.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(FederateHandle h) = 0;
  /** @brief Removes an element.
   *
   * @param h Federate handle.
   * @throws RTI::ArrayIndexOutOfBounds The set does not have the element.
   */
  virtual void remove(FederateHandle h) = 0;
  /** @brief Removes all elements. */
  virtual void empty() = 0;

  /** @brief Returns whether the set has an element.
   *
   * @param h Federate handle.
   * @return RTI_TRUE if the set has the element.
   */
  virtual Boolean isMember(FederateHandle h) const = 0;
};

/** @brief Factory of empty sets. */
class RTI_EXPORT FederateHandleSetFactory {
 public:
  /** @brief Creates an empty set.
   *
   * @param count Expected number of elements, a hint only: the set grows if necessary.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   * @throws RTI::ValueCountExceeded @p count is too large.
   */
  static FederateHandleSet* create(ULong count) RTI_THROW((MemoryExhausted, ValueCountExceeded));
};

/** @brief Parameters and their values, in the order of their first add. */
class RTI_EXPORT ParameterHandleValuePairSet {
 public:
  /** @brief Frees the values. */
  virtual ~ParameterHandleValuePairSet() {}

  /** @brief Returns the number of pairs. */
  virtual ULong size() const = 0;

  /** @brief Returns the handle of a pair.
   *
   * @param i Index, from 0.
   * @return The handle of the parameter.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual Handle getHandle(ULong i) const = 0;
  /** @brief Returns the length of a value.
   *
   * @param i Index, from 0.
   * @return Length in bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual ULong getValueLength(ULong i) const = 0;
  /** @brief Copies a value.
   *
   * @param i Index, from 0.
   * @param buff Memory of the caller, large enough for the value.
   * @param valueLength Receives the length in bytes.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual void getValue(ULong i, char* buff, ULong& valueLength) const = 0;
  /** @brief Returns a pointer to a value.
   *
   * @param i Index, from 0.
   * @param valueLength Receives the length in bytes.
   * @return The value, with any alignment. It is valid until the set changes or is deleted, and the
   *   caller must not free it.
   * @throws RTI::ArrayIndexOutOfBounds There is no pair with that index.
   */
  virtual char* getValuePointer(ULong i, ULong& valueLength) const = 0;

  /** @brief Returns the transportation type of a received interaction.
   *
   * @return Reliable or best effort.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual TransportType getTransportType() const = 0;
  /** @brief Returns the order type of a received interaction.
   *
   * @return Receive or time-stamp order.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual OrderType getOrderType() const = 0;
  /** @brief Returns the region with which the interaction was sent.
   *
   * @return The sender's region, valid until the callback returns; null for the default region.
   * @throws RTI::InvalidHandleValuePairSetContext The set is not an argument of a callback.
   */
  virtual Region* getRegion() const = 0;

  /** @brief Adds a pair, or replaces the value if the set already has the handle.
   *
   * @param h Parameter handle.
   * @param buff Value, which the set copies.
   * @param valueLength Length in bytes.
   * @throws RTI::ValueLengthExceeded The value is too long.
   * @throws RTI::ValueCountExceeded The set is full.
   */
  virtual void add(Handle h, const char* buff, ULong valueLength) = 0;
  /** @brief Removes the pair of a handle; does nothing if the set does not have it.
   *
   * @param h Parameter handle, not an index.
   */
  virtual void remove(Handle h) = 0;
  /** @brief Copies a pair from another set.
   *
   * @param phvps Other set, which does not change.
   * @param i Index of the pair; advanced to the next pair.
   * @throws RTI::ValueCountExceeded The set is full.
   * @throws RTI::ArrayIndexOutOfBounds The other set has no pair with that index.
   */
  virtual void moveFrom(const ParameterHandleValuePairSet& phvps, ULong& i) = 0;
  /** @brief Removes all pairs. */
  virtual void empty() = 0;

  /** @brief Returns the first index: for (i = set.start(); set.valid(i); i = set.next(i)). */
  virtual ULong start() const = 0;
  /** @brief Returns whether there is a pair with an index.
   *
   * @param i Index.
   * @return 0 if there is none.
   */
  virtual ULong valid(ULong i) const = 0;
  /** @brief Returns the index after another.
   *
   * @param i Index.
   * @return Next index.
   */
  virtual ULong next(ULong i) const = 0;
};

/** @brief Factory of empty sets. */
class RTI_EXPORT ParameterSetFactory {
 public:
  /** @brief Creates an empty set.
   *
   * @param count Expected number of elements, a hint only: the set grows if necessary.
   * @return A new set, which the caller deletes.
   * @throws RTI::MemoryExhausted There is not enough memory.
   * @throws RTI::ValueCountExceeded Never.
   * @throws RTI::HandleValuePairMaximumExceeded @p count is too large.
   */
  static ParameterHandleValuePairSet* create(ULong count)
      RTI_THROW((MemoryExhausted, ValueCountExceeded, HandleValuePairMaximumExceeded));
};

/** @brief Abstract logical time, as the RTI uses it.
 *
 * The library libFedTime defines the federation's class of time, the destructor below and the
 * factory. A federation may use its own libFedTime. The destructor is noexcept from C++11 on,
 * because a class with a time as a member may have a base with a noexcept destructor.
 */
class FEDTIME_EXPORT FedTime {
 public:
  /** @brief For derived classes. */
  FedTime() {}
  /** @brief For derived classes. */
  FedTime(const FedTime&) {}
  /** @brief Defined by libFedTime. */
  virtual ~FedTime();

  /** @brief Sets this time to the initial time. */
  virtual void setZero() = 0;
  /** @brief Returns whether this is the initial time. */
  virtual Boolean isZero() = 0;
  /** @brief Sets this time to the smallest positive increment. */
  virtual void setEpsilon() = 0;
  /** @brief Sets this time to positive infinity, which is later than every other time. */
  virtual void setPositiveInfinity() = 0;
  /** @brief Returns whether this time is positive infinity. */
  virtual Boolean isPositiveInfinity() = 0;

  /** @brief Adds an increment.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual FedTime& operator+=(const FedTime&) = 0;
  /** @brief Subtracts an increment.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual FedTime& operator-=(const FedTime&) = 0;

  /** @brief Returns whether this time is not later than the other.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual Boolean operator<=(const FedTime&) const = 0;
  /** @brief Returns whether this time is earlier than the other.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual Boolean operator<(const FedTime&) const = 0;
  /** @brief Returns whether this time is not earlier than the other.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual Boolean operator>=(const FedTime&) const = 0;
  /** @brief Returns whether this time is later than the other.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual Boolean operator>(const FedTime&) const = 0;
  /** @brief Returns whether the two times are equal.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual Boolean operator==(const FedTime&) const = 0;

  /** @brief Assigns the other time.
   *
   * @throws RTI::InvalidFederationTime The operand is of another class of time, or the result has
   *   no value.
   */
  virtual FedTime& operator=(const FedTime&) = 0;

  /** @brief Returns the number of bytes that encode writes. */
  virtual int encodedLength() const = 0;
  /** @brief Encodes the time for FedTimeFactory::decode.
   *
   * @param buff Memory of the caller, of at least encodedLength() bytes.
   */
  virtual void encode(char* buff) const = 0;

  /** @brief Returns the number of characters that getPrintableString writes, with the final NUL. */
  virtual int getPrintableLength() const = 0;
  /** @brief Writes the time as text for people.
   *
   * @param buff Memory of the caller, of at least getPrintableLength() characters.
   */
  virtual void getPrintableString(char* buff) = 0;
};

#include "FedTimeFactory.hh"

/** @brief Handle of a message that was sent in time-stamp order; both fields are zero for other
 * messages.
 */
struct EventRetractionHandle_s {
  UniqueID theSerialNumber;       /**< @brief Number among its sender's. */
  FederateHandle sendingFederate; /**< @brief Its sender. */
};
typedef struct EventRetractionHandle_s EventRetractionHandle; /**< @brief Its usual name. */

#endif /* RTITYPES_HH_INCLUDED */
