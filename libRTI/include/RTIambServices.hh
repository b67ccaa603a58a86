/* The services: body of class RTI::RTIambassador, one declaration each, hence the length. Included
 * by RTI.hh, never by a federate. Numbers are sections of the HLA 1.3 Interface Specification.
 * Strings, sets and times that go in are copied during the call; a char* that comes back is the
 * caller's to delete[]. */

typedef FederateAmbassador* FederateAmbassadorPtr;

RTIambassador() RTI_THROW((MemoryExhausted, RTIinternalError));
#if defined(RTI_USES_THROW_LISTS) && RTI_CPLUSPLUS < 201703L
~RTIambassador() RTI_THROW((RTIinternalError));
#else
~RTIambassador() RTI_MAY_THROW;
#endif

/* ---- Federation management ---- */

/* 4.2 Create Federation Execution */
void createFederationExecution(const char* executionName, const char* FED)
    RTI_THROW((FederationExecutionAlreadyExists, CouldNotOpenFED, ErrorReadingFED,
               ConcurrentAccessAttempted, RTIinternalError));

/* 4.3 Destroy Federation Execution */
void destroyFederationExecution(const char* executionName)
    RTI_THROW((FederatesCurrentlyJoined, FederationExecutionDoesNotExist, ConcurrentAccessAttempted,
               RTIinternalError));

/* 4.4 Join Federation Execution */
FederateHandle joinFederationExecution(const char* yourName, const char* executionName,
                                       FederateAmbassadorPtr federateAmbassadorReference)
    RTI_THROW((FederateAlreadyExecutionMember, FederationExecutionDoesNotExist, CouldNotOpenFED,
               ErrorReadingFED, ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress,
               RTIinternalError));

/* 4.5 Resign Federation Execution */
void resignFederationExecution(ResignAction theAction)
    RTI_THROW((FederateOwnsAttributes, FederateNotExecutionMember, InvalidResignAction,
               ConcurrentAccessAttempted, RTIinternalError));

/* 4.6 Register Federation Synchronization Point */
void registerFederationSynchronizationPoint(const char* label, const char* theTag)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));
void registerFederationSynchronizationPoint(const char* label, const char* theTag,
                                            const FederateHandleSet& syncSet)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 4.9 Synchronization Point Achieved */
void synchronizationPointAchieved(const char* label)
    RTI_THROW((SynchronizationPointLabelWasNotAnnounced, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 4.11 Request Federation Save */
void requestFederationSave(const char* label, const FedTime& theTime)
    RTI_THROW((FederationTimeAlreadyPassed, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));
void requestFederationSave(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 4.13 Federate Save Begun */
void federateSaveBegun()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/* 4.14 Federate Save Complete */
void federateSaveComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));
void federateSaveNotComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/* 4.16 Request Federation Restore */
void requestFederationRestore(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 4.20 Federate Restore Complete */
void federateRestoreComplete()
    RTI_THROW((RestoreNotRequested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RTIinternalError));
void federateRestoreNotComplete()
    RTI_THROW((RestoreNotRequested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RTIinternalError));

/* ---- Declaration management ---- */

/* 5.2 Publish Object Class */
void publishObjectClass(ObjectClassHandle theClass, const AttributeHandleSet& attributeList)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 5.3 Unpublish Object Class */
void unpublishObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 5.4 Publish Interaction Class */
void publishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 5.5 Unpublish Interaction Class */
void unpublishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 5.6 Subscribe Object Class Attributes */
void subscribeObjectClassAttributes(ObjectClassHandle theClass,
                                    const AttributeHandleSet& attributeList,
                                    Boolean active = RTI_TRUE)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 5.7 Unsubscribe Object Class */
void unsubscribeObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotSubscribed, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 5.8 Subscribe Interaction Class */
void subscribeInteractionClass(InteractionClassHandle theClass, Boolean active = RTI_TRUE)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               FederateLoggingServiceCalls, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 5.9 Unsubscribe Interaction Class */
void unsubscribeInteractionClass(InteractionClassHandle theClass)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotSubscribed,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* ---- Object management ---- */

/* 6.2 Register Object Instance */
ObjectHandle registerObjectInstance(ObjectClassHandle theClass, const char* theObject)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, ObjectAlreadyRegistered,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));
ObjectHandle registerObjectInstance(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.4 Update Attribute Values */
EventRetractionHandle updateAttributeValues(ObjectHandle theObject,
                                            const AttributeHandleValuePairSet& theAttributes,
                                            const FedTime& theTime, const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));
void updateAttributeValues(ObjectHandle theObject, const AttributeHandleValuePairSet& theAttributes,
                           const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.6 Send Interaction */
EventRetractionHandle sendInteraction(InteractionClassHandle theInteraction,
                                      const ParameterHandleValuePairSet& theParameters,
                                      const FedTime& theTime, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));
void sendInteraction(InteractionClassHandle theInteraction,
                     const ParameterHandleValuePairSet& theParameters, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.8 Delete Object Instance */
EventRetractionHandle deleteObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                           const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));
void deleteObjectInstance(ObjectHandle theObject, const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.10 Local Delete Object Instance */
void localDeleteObjectInstance(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateOwnsAttributes, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.11 Change Attribute Transportation Type */
void changeAttributeTransportationType(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes,
                                       TransportationHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidTransportationHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 6.12 Change Interaction Transportation Type */
void changeInteractionTransportationType(InteractionClassHandle theClass,
                                         TransportationHandle theType)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 6.15 Request Attribute Value Update */
void requestObjectAttributeValueUpdate(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));
void requestClassAttributeValueUpdate(ObjectClassHandle theClass,
                                      const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* ---- Ownership management ---- */

/* 7.2 Unconditional Attribute Ownership Divestiture */
void unconditionalAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.3 Negotiated Attribute Ownership Divestiture */
void negotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                             const AttributeHandleSet& theAttributes,
                                             const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeAlreadyBeingDivested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.7 Attribute Ownership Acquisition */
void attributeOwnershipAcquisition(ObjectHandle theObject,
                                   const AttributeHandleSet& desiredAttributes, const char* theTag)
    RTI_THROW((ObjectNotKnown, ObjectClassNotPublished, AttributeNotDefined, AttributeNotPublished,
               FederateOwnsAttributes, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.8 Attribute Ownership Acquisition If Available */
void attributeOwnershipAcquisitionIfAvailable(ObjectHandle theObject,
                                              const AttributeHandleSet& desiredAttributes)
    RTI_THROW((ObjectNotKnown, ObjectClassNotPublished, AttributeNotDefined, AttributeNotPublished,
               FederateOwnsAttributes, AttributeAlreadyBeingAcquired, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.11 Attribute Ownership Release Response */
AttributeHandleSet* attributeOwnershipReleaseResponse(ObjectHandle theObject,
                                                      const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               FederateWasNotAskedToReleaseAttribute, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.12 Cancel Negotiated Attribute Ownership Divestiture */
void cancelNegotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                   const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeDivestitureWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.13 Cancel Attribute Ownership Acquisition */
void cancelAttributeOwnershipAcquisition(ObjectHandle theObject,
                                         const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeAlreadyOwned,
               AttributeAcquisitionWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.15 Query Attribute Ownership */
void queryAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 7.17 Is Attribute Owned By Federate */
Boolean isAttributeOwnedByFederate(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* ---- Time management ---- */

/* 8.2 Enable Time Regulation */
void enableTimeRegulation(const FedTime& theFederateTime, const FedTime& theLookahead)
    RTI_THROW((TimeRegulationAlreadyEnabled, EnableTimeRegulationPending,
               TimeAdvanceAlreadyInProgress, InvalidFederationTime, InvalidLookahead,
               ConcurrentAccessAttempted, FederateNotExecutionMember, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.4 Disable Time Regulation */
void disableTimeRegulation()
    RTI_THROW((TimeRegulationWasNotEnabled, ConcurrentAccessAttempted, FederateNotExecutionMember,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.5 Enable Time Constrained */
void enableTimeConstrained()
    RTI_THROW((TimeConstrainedAlreadyEnabled, EnableTimeConstrainedPending,
               TimeAdvanceAlreadyInProgress, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.7 Disable Time Constrained */
void disableTimeConstrained()
    RTI_THROW((TimeConstrainedWasNotEnabled, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.8 Time Advance Request */
void timeAdvanceRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.9 Time Advance Request Available */
void timeAdvanceRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.10 Next Event Request */
void nextEventRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.11 Next Event Request Available */
void nextEventRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.12 Flush Queue Request */
void flushQueueRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.14 Enable Asynchronous Delivery */
void enableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyEnabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.15 Disable Asynchronous Delivery */
void disableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyDisabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.16 Query LBTS */
void queryLBTS(FedTime& theTime) RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted,
                                            SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.17 Query Federate Time */
void queryFederateTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.18 Query Minimum Next Event Time */
void queryMinNextEventTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.19 Modify Lookahead */
void modifyLookahead(const FedTime& theLookahead)
    RTI_THROW((InvalidLookahead, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.20 Query Lookahead */
void queryLookahead(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.21 Retract */
void retract(EventRetractionHandle theHandle)
    RTI_THROW((InvalidRetractionHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 8.23 Change Attribute Order Type */
void changeAttributeOrderType(ObjectHandle theObject, const AttributeHandleSet& theAttributes,
                              OrderingHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidOrderingHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 8.24 Change Interaction Order Type */
void changeInteractionOrderType(InteractionClassHandle theClass, OrderingHandle theType)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished, InvalidOrderingHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* ---- Data distribution management ---- */

/* 9.2 Create Region */
Region* createRegion(SpaceHandle theSpace, ULong numberOfExtents)
    RTI_THROW((SpaceNotDefined, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 9.3 Modify Region */
void notifyAboutRegionModification(Region& theRegion)
    RTI_THROW((RegionNotKnown, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 9.4 Delete Region */
void deleteRegion(Region* theRegion)
    RTI_THROW((RegionNotKnown, RegionInUse, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 9.5 Register Object Instance With Region */
ObjectHandle registerObjectInstanceWithRegion(ObjectClassHandle theClass, const char* theObject,
                                              AttributeHandle theAttributes[], Region* theRegions[],
                                              ULong theNumberOfHandles)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, AttributeNotDefined,
               AttributeNotPublished, RegionNotKnown, InvalidRegionContext, ObjectAlreadyRegistered,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));
ObjectHandle registerObjectInstanceWithRegion(ObjectClassHandle theClass,
                                              AttributeHandle theAttributes[], Region* theRegions[],
                                              ULong theNumberOfHandles)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, AttributeNotDefined,
               AttributeNotPublished, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.6 Associate Region For Updates */
void associateRegionForUpdates(Region& theRegion, ObjectHandle theObject,
                               const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, InvalidRegionContext, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.7 Unassociate Region For Updates */
void unassociateRegionForUpdates(Region& theRegion, ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, InvalidRegionContext, RegionNotKnown, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/* 9.8 Subscribe Object Class Attributes With Region */
void subscribeObjectClassAttributesWithRegion(ObjectClassHandle theClass, Region& theRegion,
                                              const AttributeHandleSet& attributeList,
                                              Boolean active = RTI_TRUE)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.9 Unsubscribe Object Class With Region */
void unsubscribeObjectClassWithRegion(ObjectClassHandle theClass, Region& theRegion)
    RTI_THROW((ObjectClassNotDefined, RegionNotKnown, ObjectClassNotSubscribed,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.10 Subscribe Interaction Class With Region */
void subscribeInteractionClassWithRegion(InteractionClassHandle theClass, Region& theRegion,
                                         Boolean active = RTI_TRUE)
    RTI_THROW((InteractionClassNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateLoggingServiceCalls, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/* 9.11 Unsubscribe Interaction Class With Region */
void unsubscribeInteractionClassWithRegion(InteractionClassHandle theClass, Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotSubscribed, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.12 Send Interaction With Region */
EventRetractionHandle sendInteractionWithRegion(InteractionClassHandle theInteraction,
                                                const ParameterHandleValuePairSet& theParameters,
                                                const FedTime& theTime, const char* theTag,
                                                const Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, InvalidFederationTime, RegionNotKnown,
               InvalidRegionContext, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));
void sendInteractionWithRegion(InteractionClassHandle theInteraction,
                               const ParameterHandleValuePairSet& theParameters, const char* theTag,
                               const Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 9.13 Request Attribute Value Update With Region */
void requestClassAttributeValueUpdateWithRegion(ObjectClassHandle theClass,
                                                const AttributeHandleSet& theAttributes,
                                                const Region& theRegion)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* ---- Support services ---- */

/* 10.2 Get Object Class Handle */
ObjectClassHandle getObjectClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.3 Get Object Class Name */
char* getObjectClassName(ObjectClassHandle theHandle)
    RTI_THROW((ObjectClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.4 Get Attribute Handle */
AttributeHandle getAttributeHandle(const char* theName, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/* 10.5 Get Attribute Name */
char* getAttributeName(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/* 10.6 Get Interaction Class Handle */
InteractionClassHandle getInteractionClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.7 Get Interaction Class Name */
char* getInteractionClassName(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.8 Get Parameter Handle */
ParameterHandle getParameterHandle(const char* theName, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/* 10.9 Get Parameter Name */
char* getParameterName(ParameterHandle theHandle, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, InteractionParameterNotDefined,
               FederateNotExecutionMember, ConcurrentAccessAttempted, RTIinternalError));

/* 10.10 Get Object Instance Handle */
ObjectHandle getObjectInstanceHandle(const char* theName)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.11 Get Object Instance Name */
char* getObjectInstanceName(ObjectHandle theHandle)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.12 Get Routing Space Handle */
SpaceHandle getRoutingSpaceHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.13 Get Routing Space Name */
char* getRoutingSpaceName(SpaceHandle theHandle)
    RTI_THROW((SpaceNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.14 Get Dimension Handle */
DimensionHandle getDimensionHandle(const char* theName, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.15 Get Dimension Name */
char* getDimensionName(DimensionHandle theHandle, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, DimensionNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/* 10.16 Get Attribute Routing Space Handle */
SpaceHandle getAttributeRoutingSpaceHandle(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/* 10.17 Get Object Class */
ObjectClassHandle getObjectClass(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.18 Get Interaction Routing Space Handle */
SpaceHandle getInteractionRoutingSpaceHandle(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.19 Get Transportation Handle */
TransportationHandle getTransportationHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.20 Get Transportation Name */
char* getTransportationName(TransportationHandle theHandle)
    RTI_THROW((InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.21 Get Ordering Handle */
OrderingHandle getOrderingHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.22 Get Ordering Name */
char* getOrderingName(OrderingHandle theHandle)
    RTI_THROW((InvalidOrderingHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/* 10.23 Enable Class Relevance Advisory Switch */
void enableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.24 Disable Class Relevance Advisory Switch */
void disableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.25 Enable Attribute Relevance Advisory Switch */
void enableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.26 Disable Attribute Relevance Advisory Switch */
void disableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.27 Enable Attribute Scope Advisory Switch */
void enableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.28 Disable Attribute Scope Advisory Switch */
void disableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.29 Enable Interaction Relevance Advisory Switch */
void enableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* 10.30 Disable Interaction Relevance Advisory Switch */
void disableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/* ---- Not in the specification ---- */

/* Delivers waiting callbacks; RTI_TRUE if more may be waiting. The second form goes on for at least
 * minimum and at most maximum seconds. */
Boolean tick()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));
Boolean tick(TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/* A number for a region, which other languages can carry, and back. The Region stays the RTI's. */
RegionToken getRegionToken(Region*)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, RegionNotKnown,
               RTIinternalError));
Region* getRegion(RegionToken) RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted,
                                          RegionNotKnown, RTIinternalError));

/* ---- CERTI's additions ---- */

/* Waits for one callback and delivers it. */
Boolean tick2()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));
/* The general form beneath tick and tick2: one callback, or several. */
Boolean __tick_kernel(Boolean multiple, TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));
#ifdef CERTI_REALTIME_EXTENSIONS
void setPriorityforRTIAProcess(int priority, unsigned int schedPolicy)
    RTI_THROW((RTIinternalError));
void setAffinityforRTIAProcess(cpu_set_t mask) RTI_THROW((RTIinternalError));
#endif

RTIambPrivateData* privateData;

/* One ambassador is one federate: not to be copied. Before C++17 `member(RTI::RTIambassador())`
 * needs a copy constructor to leave out, so there is one, which nobody defines and nobody may call.
 */
#if RTI_CPLUSPLUS < 201703L
RTIambassador(const RTIambassador&)
    RTI_NOT_TO_BE_CALLED("one RTIambassador is one federate: it cannot be copied");
#else
RTIambassador(const RTIambassador&) = delete;
#endif

private:
RTIambPrivateRefs* privateRefs;

RTIambassador& operator=(const RTIambassador&);
