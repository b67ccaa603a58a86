/* The callbacks: body of class RTI::FederateAmbassador. Included by RTI.hh, never by a federate.
 * "@throws" says what a federate may throw: the RTI reports it and goes on. It is not spelt
 * as a list, so that an override may have any list or none. What the
 * arguments point to belongs to the RTI and is valid until the callback returns. */

/** @brief Ends the ambassador. The federate deletes it, the RTI never does.
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual ~FederateAmbassador() RTI_MAY_THROW {}

/** @name Federation management (HLA 1.3 clause 4)
 * @{ */

/** @brief The synchronization point that the federate asked for is registered (HLA 1.3 clause
 * 4.7).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void synchronizationPointRegistrationSucceeded(const char* label) = 0;

/** @brief The synchronization point is not registered: its label is in use, or one of its
 * federates is no member (HLA 1.3 clause 4.7).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void synchronizationPointRegistrationFailed(const char* label) = 0;

/** @brief The federate is to synchronize, and says when it has by synchronizationPointAchieved
 * (HLA 1.3 clause 4.8).
 *
 * @param label Label.
 * @param tag Text of the federate that registered it.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void announceSynchronizationPoint(const char* label, const char* tag) = 0;

/** @brief All whom the synchronization point concerns have achieved it, or have resigned (HLA 1.3
 * clause 4.10).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationSynchronized(const char* label) = 0;

/** @brief The federate is to save its state (HLA 1.3 clause 4.12).
 *
 * It answers by federateSaveBegun and then federateSaveComplete or federateSaveNotComplete, and
 * sends nothing until federationSaved or federationNotSaved.
 *
 * @param label Label of the save.
 * @throws RTI::UnableToPerformSave The federate cannot save; counts as federateSaveNotComplete.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void initiateFederateSave(const char* label) = 0;

/** @brief The federation execution has been saved (HLA 1.3 clause 4.15).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationSaved() = 0;

/** @brief The save has failed, and everything goes on (HLA 1.3 clause 4.15).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationNotSaved() = 0;

/** @brief The restore that the federate asked for begins (HLA 1.3 clause 4.17).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestFederationRestoreSucceeded(const char* label) = 0;

/** @brief The restore that the federate asked for does not begin (HLA 1.3 clause 4.17).
 *
 * @param label Label.
 * @param reason Why, for people.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestFederationRestoreFailed(const char* label, const char* reason) = 0;

/** @brief A restore has begun: the federate stops (HLA 1.3 clause 4.18).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationRestoreBegun() = 0;

/** @brief The federate is to restore its state (HLA 1.3 clause 4.19).
 *
 * It answers by federateRestoreComplete or federateRestoreNotComplete.
 *
 * @param label Label of the save.
 * @param handle The handle that the federate has in the restored federation execution.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist The federate has no such save; counts as
 *   federateRestoreNotComplete.
 * @throws RTI::CouldNotRestore The federate cannot restore; counts as
 *   federateRestoreNotComplete.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void initiateFederateRestore(const char* label, FederateHandle handle) = 0;

/** @brief The federation execution is restored and goes on in the state of the save (HLA 1.3
 * clause 4.21).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationRestored() = 0;

/** @brief The restore has failed, and everything goes on as before it (HLA 1.3 clause 4.21).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationNotRestored() = 0;

/** @} */

/** @name Declaration management (HLA 1.3 clause 5)
 * @{ */

/** @brief Another federate subscribes actively to attributes of a class that this one publishes:
 * registering instances makes sense (HLA 1.3 clause 5.10).
 *
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void startRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/** @brief Nobody else subscribes to what the federate publishes of a class any more (HLA 1.3
 * clause 5.11).
 *
 * Registering is still allowed.
 *
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void stopRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/** @brief Another federate subscribes actively to an interaction class that this one publishes
 * (HLA 1.3 clause 5.12).
 *
 * @param theHandle Interaction class.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnInteractionsOn(InteractionClassHandle theHandle) = 0;

/** @brief Nobody else subscribes to an interaction class that the federate publishes any more
 * (HLA 1.3 clause 5.13).
 *
 * Sending is still allowed.
 *
 * @param theHandle Interaction class.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnInteractionsOff(InteractionClassHandle theHandle) = 0;

/** @} */

/** @name Object management (HLA 1.3 clause 6)
 * @{ */

/** @brief There is an object instance of a class that the federate subscribes to (HLA 1.3 clause
 * 6.3).
 *
 * @param theObject Object instance.
 * @param theObjectClass The class at which the federate knows it from now on: its own, or the
 *   nearest superclass that is subscribed to.
 * @param theObjectName Its name.
 * @throws RTI::CouldNotDiscover The federate cannot take the instance.
 * @throws RTI::ObjectClassNotKnown The federate does not know the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void discoverObjectInstance(ObjectHandle theObject, ObjectClassHandle theObjectClass,
                                    const char* theObjectName) = 0;

/** @brief New values of attributes with a logical time (HLA 1.3 clause 6.5).
 *
 * The form with a time is called where the sender gave one, also in receive order.
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes that are subscribed to, with their values.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle What requestRetraction would name; zero if it was not sent in time-stamp
 *   order.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateOwnsAttributes The federate owns an attribute.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void reflectAttributeValues(ObjectHandle theObject,
                                    const AttributeHandleValuePairSet& theAttributes,
                                    const FedTime& theTime, const char* theTag,
                                    EventRetractionHandle theHandle) = 0;

/** @brief New values of attributes without a logical time (HLA 1.3 clause 6.5).
 *
 * The form with a time is called where the sender gave one, also in receive order.
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes that are subscribed to, with their values.
 * @param theTag Text of the sender.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateOwnsAttributes The federate owns an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void reflectAttributeValues(ObjectHandle theObject,
                                    const AttributeHandleValuePairSet& theAttributes,
                                    const char* theTag) = 0;

/** @brief An interaction with a logical time (HLA 1.3 clause 6.7).
 *
 * The form with a time is called where the sender gave one, also in receive order.
 *
 * @param theInteraction The class at which it is received: the sender's, or the nearest
 *   superclass that is subscribed to.
 * @param theParameters Parameters that are available at that class, with their values.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle What requestRetraction would name; zero if it was not sent in time-stamp
 *   order.
 * @throws RTI::InteractionClassNotKnown The federate does not know the class.
 * @throws RTI::InteractionParameterNotKnown The federate does not know a parameter.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void receiveInteraction(InteractionClassHandle theInteraction,
                                const ParameterHandleValuePairSet& theParameters,
                                const FedTime& theTime, const char* theTag,
                                EventRetractionHandle theHandle) = 0;

/** @brief An interaction without a logical time (HLA 1.3 clause 6.7).
 *
 * The form with a time is called where the sender gave one, also in receive order.
 *
 * @param theInteraction The class at which it is received: the sender's, or the nearest
 *   superclass that is subscribed to.
 * @param theParameters Parameters that are available at that class, with their values.
 * @param theTag Text of the sender.
 * @throws RTI::InteractionClassNotKnown The federate does not know the class.
 * @throws RTI::InteractionParameterNotKnown The federate does not know a parameter.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void receiveInteraction(InteractionClassHandle theInteraction,
                                const ParameterHandleValuePairSet& theParameters,
                                const char* theTag) = 0;

/** @brief An object instance was deleted at a logical time (HLA 1.3 clause 6.9).
 *
 * The federate no longer knows it.
 *
 * The form with a time is called where the deleter gave one, also in receive order.
 *
 * @param theObject Object instance.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle What requestRetraction would name; zero if it was not sent in time-stamp
 *   order.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void removeObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                  const char* theTag, EventRetractionHandle theHandle) = 0;

/** @brief An object instance was deleted without a logical time (HLA 1.3 clause 6.9).
 *
 * The federate no longer knows it.
 *
 * The form with a time is called where the deleter gave one, also in receive order.
 *
 * @param theObject Object instance.
 * @param theTag Text of the sender.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void removeObjectInstance(ObjectHandle theObject, const char* theTag) = 0;

/** @brief Attributes have come into scope: values of them can be reflected (HLA 1.3 clause 6.13).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributesInScope(ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/** @brief Attributes have gone out of scope: no values of them come any more (HLA 1.3 clause
 * 6.14).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributesOutOfScope(ObjectHandle theObject,
                                  const AttributeHandleSet& theAttributes) = 0;

/** @brief Somebody asks for values of attributes that the federate owns; it answers by
 * updateAttributeValues (HLA 1.3 clause 6.16).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void provideAttributeValueUpdate(ObjectHandle theObject,
                                         const AttributeHandleSet& theAttributes) = 0;

/** @brief Updates of attributes that the federate owns are wanted (HLA 1.3 clause 6.17).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnUpdatesOnForObjectInstance(ObjectHandle theObject,
                                            const AttributeHandleSet& theAttributes) = 0;

/** @brief Updates of attributes that the federate owns are not wanted any more (HLA 1.3 clause
 * 6.18).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnUpdatesOffForObjectInstance(ObjectHandle theObject,
                                             const AttributeHandleSet& theAttributes) = 0;

/** @} */

/** @name Ownership management (HLA 1.3 clause 7)
 * @{ */

/** @brief The federate may assume ownership of attributes, by one of the acquisition services
 * (HLA 1.3 clause 7.4).
 *
 * @param theObject Object instance.
 * @param offeredAttributes Attributes that the federate publishes and nobody owns, or whose
 *   owner offers them.
 * @param theTag Text of the owner that offers them, else empty.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate owns an attribute already.
 * @throws RTI::AttributeNotPublished The federate does not publish an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestAttributeOwnershipAssumption(ObjectHandle theObject,
                                                 const AttributeHandleSet& offeredAttributes,
                                                 const char* theTag) = 0;

/** @brief What the federate has offered has found a new owner (HLA 1.3 clause 7.5).
 *
 * @param theObject Object instance.
 * @param releasedAttributes Attributes that the federate no longer owns.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::AttributeDivestitureWasNotRequested The federate has not offered an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnershipDivestitureNotification(
    ObjectHandle theObject, const AttributeHandleSet& releasedAttributes) = 0;

/** @brief The federate has become the owner of attributes (HLA 1.3 clause 7.6).
 *
 * @param theObject Object instance.
 * @param securedAttributes Attributes that the federate owns from now on.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate has not asked for an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate owns an attribute already.
 * @throws RTI::AttributeNotPublished The federate does not publish an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnershipAcquisitionNotification(
    ObjectHandle theObject, const AttributeHandleSet& securedAttributes) = 0;

/** @brief Attributes that the federate asked for, if available, are not (HLA 1.3 clause 7.9).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotDefined An attribute is not available at the class.
 * @throws RTI::AttributeAlreadyOwned The federate owns an attribute already.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate has not asked for an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnershipUnavailable(ObjectHandle theObject,
                                           const AttributeHandleSet& theAttributes) = 0;

/** @brief Somebody wants attributes that the federate owns; it may answer by
 * attributeOwnershipReleaseResponse, by a divestiture, or not at all (HLA 1.3 clause 7.10).
 *
 * @param theObject Object instance.
 * @param candidateAttributes Attributes of the federate's that somebody wants.
 * @param theTag Text of the federate that wants them.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestAttributeOwnershipRelease(ObjectHandle theObject,
                                              const AttributeHandleSet& candidateAttributes,
                                              const char* theTag) = 0;

/** @brief The federate's request for attributes is withdrawn (HLA 1.3 clause 7.14).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotDefined An attribute is not available at the class.
 * @throws RTI::AttributeAlreadyOwned The federate owns an attribute already.
 * @throws RTI::AttributeAcquisitionWasNotCanceled The federate has not withdrawn its request for
 *   an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void confirmAttributeOwnershipAcquisitionCancellation(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/** @brief Answers queryAttributeOwnership: a federate owns it (HLA 1.3 clause 7.16).
 *
 * @param theObject Object instance.
 * @param theAttribute Attribute.
 * @param theOwner The federate that owns it.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void informAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute,
                                      FederateHandle theOwner) = 0;

/** @brief Answers queryAttributeOwnership: nobody owns it (HLA 1.3 clause 7.16).
 *
 * @param theObject Object instance.
 * @param theAttribute Attribute.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeIsNotOwned(ObjectHandle theObject, AttributeHandle theAttribute) = 0;

/** @brief Answers queryAttributeOwnership: the RTI owns it, as those of the MOM's objects (HLA
 * 1.3 clause 7.16).
 *
 * @param theObject Object instance.
 * @param theAttribute Attribute.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnedByRTI(ObjectHandle theObject, AttributeHandle theAttribute) = 0;

/** @} */

/** @name Time management (HLA 1.3 clause 8)
 * @{ */

/** @brief The federate is time-regulating (HLA 1.3 clause 8.3).
 *
 * @param theFederateTime The federate's logical time from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::EnableTimeRegulationWasNotPending The federate has not asked for it.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeRegulationEnabled(const FedTime& theFederateTime) = 0;

/** @brief The federate is time-constrained (HLA 1.3 clause 8.6).
 *
 * @param theFederateTime The federate's logical time from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::EnableTimeConstrainedWasNotPending The federate has not asked for it.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeConstrainedEnabled(const FedTime& theFederateTime) = 0;

/** @brief The federate's request to advance is granted (HLA 1.3 clause 8.13).
 *
 * What was to come before it has been delivered.
 *
 * @param theTime The federate's logical time from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::TimeAdvanceWasNotInProgress The federate has not asked to advance.
 * @throws RTI::FederationTimeAlreadyPassed The federate is past that time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeAdvanceGrant(const FedTime& theTime) = 0;

/** @brief The sender takes back something that has been delivered (HLA 1.3 clause 8.22).
 *
 * @param theHandle The handle that came with it.
 * @throws RTI::EventNotKnown The federate knows nothing of that handle.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestRetraction(EventRetractionHandle theHandle) = 0;

/** @} */
