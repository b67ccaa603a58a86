/* The callbacks: body of class RTI::FederateAmbassador. Included by RTI.hh, never by a federate.
 * Numbers are sections of the HLA 1.3 Interface Specification. "throws" says what a federate may
 * throw; it is not spelt as a list, so that an override may have any list or none. What the
 * arguments point to belongs to the RTI and is valid until the callback returns. */

virtual ~FederateAmbassador() RTI_MAY_THROW {} /* throws FederateInternalError */

/* ---- Federation management ---- */

/* 4.7 Confirm Synchronization Point Registration */
/* throws FederateInternalError */
virtual void synchronizationPointRegistrationSucceeded(const char* label) = 0;
/* throws FederateInternalError */
virtual void synchronizationPointRegistrationFailed(const char* label) = 0;

/* 4.8 Announce Synchronization Point */
/* throws FederateInternalError */
virtual void announceSynchronizationPoint(const char* label, const char* tag) = 0;

/* 4.10 Federation Synchronized */
/* throws FederateInternalError */
virtual void federationSynchronized(const char* label) = 0;

/* 4.12 Initiate Federate Save */
/* throws UnableToPerformSave, FederateInternalError */
virtual void initiateFederateSave(const char* label) = 0;

/* 4.15 Federation Saved */
/* throws FederateInternalError */
virtual void federationSaved() = 0;
/* throws FederateInternalError */
virtual void federationNotSaved() = 0;

/* 4.17 Confirm Federation Restoration Request */
/* throws FederateInternalError */
virtual void requestFederationRestoreSucceeded(const char* label) = 0;
/* throws FederateInternalError */
virtual void requestFederationRestoreFailed(const char* label, const char* reason) = 0;

/* 4.18 Federation Restore Begun */
/* throws FederateInternalError */
virtual void federationRestoreBegun() = 0;

/* 4.19 Initiate Federate Restore */
/* throws SpecifiedSaveLabelDoesNotExist, CouldNotRestore, FederateInternalError */
virtual void initiateFederateRestore(const char* label, FederateHandle handle) = 0;

/* 4.21 Federation Restored */
/* throws FederateInternalError */
virtual void federationRestored() = 0;
/* throws FederateInternalError */
virtual void federationNotRestored() = 0;

/* ---- Declaration management ---- */

/* 5.10 Start Registration For Object Class */
/* throws ObjectClassNotPublished, FederateInternalError */
virtual void startRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/* 5.11 Stop Registration For Object Class */
/* throws ObjectClassNotPublished, FederateInternalError */
virtual void stopRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/* 5.12 Turn Interactions On */
/* throws InteractionClassNotPublished, FederateInternalError */
virtual void turnInteractionsOn(InteractionClassHandle theHandle) = 0;

/* 5.13 Turn Interactions Off */
/* throws InteractionClassNotPublished, FederateInternalError */
virtual void turnInteractionsOff(InteractionClassHandle theHandle) = 0;

/* ---- Object management ---- */

/* 6.3 Discover Object Instance */
/* throws CouldNotDiscover, ObjectClassNotKnown, FederateInternalError */
virtual void discoverObjectInstance(ObjectHandle theObject, ObjectClassHandle theObjectClass,
                                    const char* theObjectName) = 0;

/* 6.5 Reflect Attribute Values */
/* throws ObjectNotKnown, AttributeNotKnown, FederateOwnsAttributes, InvalidFederationTime,
          FederateInternalError */
virtual void reflectAttributeValues(ObjectHandle theObject,
                                    const AttributeHandleValuePairSet& theAttributes,
                                    const FedTime& theTime, const char* theTag,
                                    EventRetractionHandle theHandle) = 0;
/* throws ObjectNotKnown, AttributeNotKnown, FederateOwnsAttributes, FederateInternalError */
virtual void reflectAttributeValues(ObjectHandle theObject,
                                    const AttributeHandleValuePairSet& theAttributes,
                                    const char* theTag) = 0;

/* 6.7 Receive Interaction */
/* throws InteractionClassNotKnown, InteractionParameterNotKnown, InvalidFederationTime,
          FederateInternalError */
virtual void receiveInteraction(InteractionClassHandle theInteraction,
                                const ParameterHandleValuePairSet& theParameters,
                                const FedTime& theTime, const char* theTag,
                                EventRetractionHandle theHandle) = 0;
/* throws InteractionClassNotKnown, InteractionParameterNotKnown, FederateInternalError */
virtual void receiveInteraction(InteractionClassHandle theInteraction,
                                const ParameterHandleValuePairSet& theParameters,
                                const char* theTag) = 0;

/* 6.9 Remove Object Instance */
/* throws ObjectNotKnown, InvalidFederationTime, FederateInternalError */
virtual void removeObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                  const char* theTag, EventRetractionHandle theHandle) = 0;
/* throws ObjectNotKnown, FederateInternalError */
virtual void removeObjectInstance(ObjectHandle theObject, const char* theTag) = 0;

/* 6.13 Attributes In Scope */
/* throws ObjectNotKnown, AttributeNotKnown, FederateInternalError */
virtual void attributesInScope(ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/* 6.14 Attributes Out Of Scope */
/* throws ObjectNotKnown, AttributeNotKnown, FederateInternalError */
virtual void attributesOutOfScope(ObjectHandle theObject,
                                  const AttributeHandleSet& theAttributes) = 0;

/* 6.16 Provide Attribute Value Update */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeNotOwned, FederateInternalError */
virtual void provideAttributeValueUpdate(ObjectHandle theObject,
                                         const AttributeHandleSet& theAttributes) = 0;

/* 6.17 Turn Updates On For Object Instance */
/* throws ObjectNotKnown, AttributeNotOwned, FederateInternalError */
virtual void turnUpdatesOnForObjectInstance(ObjectHandle theObject,
                                            const AttributeHandleSet& theAttributes) = 0;

/* 6.18 Turn Updates Off For Object Instance */
/* throws ObjectNotKnown, AttributeNotOwned, FederateInternalError */
virtual void turnUpdatesOffForObjectInstance(ObjectHandle theObject,
                                             const AttributeHandleSet& theAttributes) = 0;

/* ---- Ownership management ---- */

/* 7.4 Request Attribute Ownership Assumption */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeAlreadyOwned, AttributeNotPublished,
          FederateInternalError */
virtual void requestAttributeOwnershipAssumption(ObjectHandle theObject,
                                                 const AttributeHandleSet& offeredAttributes,
                                                 const char* theTag) = 0;

/* 7.5 Attribute Ownership Divestiture Notification */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeNotOwned, AttributeDivestitureWasNotRequested,
          FederateInternalError */
virtual void attributeOwnershipDivestitureNotification(
    ObjectHandle theObject, const AttributeHandleSet& releasedAttributes) = 0;

/* 7.6 Attribute Ownership Acquisition Notification */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeAcquisitionWasNotRequested,
          AttributeAlreadyOwned, AttributeNotPublished, FederateInternalError */
virtual void attributeOwnershipAcquisitionNotification(
    ObjectHandle theObject, const AttributeHandleSet& securedAttributes) = 0;

/* 7.9 Attribute Ownership Unavailable */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeNotDefined, AttributeAlreadyOwned,
          AttributeAcquisitionWasNotRequested, FederateInternalError */
virtual void attributeOwnershipUnavailable(ObjectHandle theObject,
                                           const AttributeHandleSet& theAttributes) = 0;

/* 7.10 Request Attribute Ownership Release */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeNotOwned, FederateInternalError */
virtual void requestAttributeOwnershipRelease(ObjectHandle theObject,
                                              const AttributeHandleSet& candidateAttributes,
                                              const char* theTag) = 0;

/* 7.14 Confirm Attribute Ownership Acquisition Cancellation */
/* throws ObjectNotKnown, AttributeNotKnown, AttributeNotDefined, AttributeAlreadyOwned,
          AttributeAcquisitionWasNotCanceled, FederateInternalError */
virtual void confirmAttributeOwnershipAcquisitionCancellation(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/* 7.16 Inform Attribute Ownership */
/* throws ObjectNotKnown, AttributeNotKnown, FederateInternalError */
virtual void informAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute,
                                      FederateHandle theOwner) = 0;
/* throws ObjectNotKnown, AttributeNotKnown, FederateInternalError */
virtual void attributeIsNotOwned(ObjectHandle theObject, AttributeHandle theAttribute) = 0;
/* throws ObjectNotKnown, AttributeNotKnown, FederateInternalError */
virtual void attributeOwnedByRTI(ObjectHandle theObject, AttributeHandle theAttribute) = 0;

/* ---- Time management ---- */

/* 8.3 Time Regulation Enabled */
/* throws InvalidFederationTime, EnableTimeRegulationWasNotPending, FederateInternalError */
virtual void timeRegulationEnabled(const FedTime& theFederateTime) = 0;

/* 8.6 Time Constrained Enabled */
/* throws InvalidFederationTime, EnableTimeConstrainedWasNotPending, FederateInternalError */
virtual void timeConstrainedEnabled(const FedTime& theFederateTime) = 0;

/* 8.13 Time Advance Grant */
/* throws InvalidFederationTime, TimeAdvanceWasNotInProgress, FederationTimeAlreadyPassed,
          FederateInternalError */
virtual void timeAdvanceGrant(const FedTime& theTime) = 0;

/* 8.22 Request Retraction */
/* throws EventNotKnown, FederateInternalError */
virtual void requestRetraction(EventRetractionHandle theHandle) = 0;
