/* The callbacks: body of class RTI::FederateAmbassador. Included by RTI.hh, never by a federate.
 * "@throws" names the exceptions that a federate may throw: the RTI reports them and continues. The
 * declarations have no throw list, so that an override may have any list or none. The RTI owns the
 * objects that arguments point to; they are valid until the callback returns. */

/** @brief Destroys the ambassador. The federate deletes it; the RTI never does.
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual ~FederateAmbassador() RTI_MAY_THROW {}

/** @name Federation management (HLA 1.3 clause 4)
 * @{ */

/** @brief Reports that the requested synchronization point is registered (HLA 1.3 clause 4.7).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void synchronizationPointRegistrationSucceeded(const char* label) = 0;

/** @brief Reports that the requested synchronization point is not registered, because its label is
 * in use or one of its federates is not joined (HLA 1.3 clause 4.7).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void synchronizationPointRegistrationFailed(const char* label) = 0;

/** @brief Announces a synchronization point; the federate answers with synchronizationPointAchieved
 * when it has achieved the point (HLA 1.3 clause 4.8).
 *
 * @param label Label.
 * @param tag Text of the federate that registered the point.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void announceSynchronizationPoint(const char* label, const char* tag) = 0;

/** @brief Reports that all federates of a synchronization point have achieved it or have resigned
 * (HLA 1.3 clause 4.10).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationSynchronized(const char* label) = 0;

/** @brief Instructs the federate to save its state (HLA 1.3 clause 4.12).
 *
 * The federate answers with federateSaveBegun and then with federateSaveComplete or
 * federateSaveNotComplete. It sends nothing until federationSaved or federationNotSaved.
 *
 * @param label Label of the save.
 * @throws RTI::UnableToPerformSave The federate cannot save. Counts as federateSaveNotComplete.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void initiateFederateSave(const char* label) = 0;

/** @brief Reports that the federation execution has been saved (HLA 1.3 clause 4.15).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationSaved() = 0;

/** @brief Reports that the save has failed and the federation execution continues (HLA 1.3 clause
 * 4.15).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationNotSaved() = 0;

/** @brief Reports that the requested restore begins (HLA 1.3 clause 4.17).
 *
 * @param label Label.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestFederationRestoreSucceeded(const char* label) = 0;

/** @brief Reports that the requested restore does not begin (HLA 1.3 clause 4.17).
 *
 * @param label Label.
 * @param reason Reason, as text for people.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestFederationRestoreFailed(const char* label, const char* reason) = 0;

/** @brief Reports that a restore has begun; the federate stops (HLA 1.3 clause 4.18).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationRestoreBegun() = 0;

/** @brief Instructs the federate to restore its state (HLA 1.3 clause 4.19).
 *
 * The federate answers with federateRestoreComplete or federateRestoreNotComplete.
 *
 * @param label Label of the save.
 * @param handle Handle of the federate in the restored federation execution.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist The federate has no such save. Counts as
 *   federateRestoreNotComplete.
 * @throws RTI::CouldNotRestore The federate cannot restore. Counts as federateRestoreNotComplete.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void initiateFederateRestore(const char* label, FederateHandle handle) = 0;

/** @brief Reports that the federation execution is restored and continues in the state of the save
 * (HLA 1.3 clause 4.21).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationRestored() = 0;

/** @brief Reports that the restore has failed and the federation execution continues in the state
 * before it (HLA 1.3 clause 4.21).
 *
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void federationNotRestored() = 0;

/** @} */

/** @name Declaration management (HLA 1.3 clause 5)
 * @{ */

/** @brief Advises to register instances of a published class, because another federate subscribes
 * actively to it (HLA 1.3 clause 5.10).
 *
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void startRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/** @brief Advises that no other federate subscribes actively to the published attributes of a class
 * any more (HLA 1.3 clause 5.11).
 *
 * The federate may still register instances.
 *
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void stopRegistrationForObjectClass(ObjectClassHandle theClass) = 0;

/** @brief Advises to send interactions of a published class, because another federate subscribes
 * actively to it (HLA 1.3 clause 5.12).
 *
 * @param theHandle Interaction class.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnInteractionsOn(InteractionClassHandle theHandle) = 0;

/** @brief Advises that no other federate subscribes actively to a published interaction class any
 * more (HLA 1.3 clause 5.13).
 *
 * The federate may still send interactions.
 *
 * @param theHandle Interaction class.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnInteractionsOff(InteractionClassHandle theHandle) = 0;

/** @} */

/** @name Object management (HLA 1.3 clause 6)
 * @{ */

/** @brief Reports an object instance of a subscribed class (HLA 1.3 clause 6.3).
 *
 * @param theObject Object instance.
 * @param theObjectClass Class at which the federate knows the instance from now on: the class of
 *   the instance, or its nearest subscribed superclass.
 * @param theObjectName Name of the instance.
 * @throws RTI::CouldNotDiscover The federate cannot handle the instance.
 * @throws RTI::ObjectClassNotKnown The federate does not know the class.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void discoverObjectInstance(ObjectHandle theObject, ObjectClassHandle theObjectClass,
                                    const char* theObjectName) = 0;

/** @brief Delivers new values of attributes with a logical time (HLA 1.3 clause 6.5).
 *
 * The RTI calls this form if the sender gave a time, also for receive order.
 *
 * @param theObject Object instance.
 * @param theAttributes Subscribed attributes with their values.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle Handle for requestRetraction; zero if the message was not sent in time-stamp
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

/** @brief Delivers new values of attributes without a logical time (HLA 1.3 clause 6.5).
 *
 * The RTI calls this form if the sender gave no time.
 *
 * @param theObject Object instance.
 * @param theAttributes Subscribed attributes with their values.
 * @param theTag Text of the sender.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateOwnsAttributes The federate owns an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void reflectAttributeValues(ObjectHandle theObject,
                                    const AttributeHandleValuePairSet& theAttributes,
                                    const char* theTag) = 0;

/** @brief Delivers an interaction with a logical time (HLA 1.3 clause 6.7).
 *
 * The RTI calls this form if the sender gave a time, also for receive order.
 *
 * @param theInteraction Class at which the federate receives the interaction: the class that was
 *   sent, or its nearest subscribed superclass.
 * @param theParameters Parameters of that class with their values.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle Handle for requestRetraction; zero if the message was not sent in time-stamp
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

/** @brief Delivers an interaction without a logical time (HLA 1.3 clause 6.7).
 *
 * The RTI calls this form if the sender gave no time.
 *
 * @param theInteraction Class at which the federate receives the interaction: the class that was
 *   sent, or its nearest subscribed superclass.
 * @param theParameters Parameters of that class with their values.
 * @param theTag Text of the sender.
 * @throws RTI::InteractionClassNotKnown The federate does not know the class.
 * @throws RTI::InteractionParameterNotKnown The federate does not know a parameter.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void receiveInteraction(InteractionClassHandle theInteraction,
                                const ParameterHandleValuePairSet& theParameters,
                                const char* theTag) = 0;

/** @brief Reports that an object instance was deleted at a logical time (HLA 1.3 clause 6.9).
 *
 * The federate no longer knows the instance.
 *
 * The RTI calls this form if the deleting federate gave a time, also for receive order.
 *
 * @param theObject Object instance.
 * @param theTime Time stamp.
 * @param theTag Text of the sender.
 * @param theHandle Handle for requestRetraction; zero if the message was not sent in time-stamp
 *   order.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void removeObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                  const char* theTag, EventRetractionHandle theHandle) = 0;

/** @brief Reports that an object instance was deleted without a logical time (HLA 1.3 clause 6.9).
 *
 * The federate no longer knows the instance.
 *
 * The RTI calls this form if the deleting federate gave no time.
 *
 * @param theObject Object instance.
 * @param theTag Text of the sender.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void removeObjectInstance(ObjectHandle theObject, const char* theTag) = 0;

/** @brief Reports that attributes are in scope: their values can be reflected (HLA 1.3 clause
 * 6.13).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributesInScope(ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/** @brief Reports that attributes are out of scope: their values are no longer reflected (HLA 1.3
 * clause 6.14).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributesOutOfScope(ObjectHandle theObject,
                                  const AttributeHandleSet& theAttributes) = 0;

/** @brief Requests values of attributes that the federate owns; it answers with
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

/** @brief Advises to update attributes that the federate owns, because another federate subscribes
 * actively to them (HLA 1.3 clause 6.17).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void turnUpdatesOnForObjectInstance(ObjectHandle theObject,
                                            const AttributeHandleSet& theAttributes) = 0;

/** @brief Advises that no other federate subscribes actively to attributes that the federate owns
 * (HLA 1.3 clause 6.18).
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

/** @brief Offers ownership of attributes; the federate may accept with one of the acquisition
 * services (HLA 1.3 clause 7.4).
 *
 * @param theObject Object instance.
 * @param offeredAttributes Attributes that the federate publishes and that have no owner or that
 *   their owner offers.
 * @param theTag Text of the owner that offers the attributes; empty if they have no owner.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate already owns an attribute.
 * @throws RTI::AttributeNotPublished The federate does not publish an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestAttributeOwnershipAssumption(ObjectHandle theObject,
                                                 const AttributeHandleSet& offeredAttributes,
                                                 const char* theTag) = 0;

/** @brief Reports that attributes that the federate has offered have a new owner (HLA 1.3 clause
 * 7.5).
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

/** @brief Reports that the federate has acquired attributes (HLA 1.3 clause 7.6).
 *
 * @param theObject Object instance.
 * @param securedAttributes Attributes that the federate owns from now on.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate has not requested an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate already owns an attribute.
 * @throws RTI::AttributeNotPublished The federate does not publish an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnershipAcquisitionNotification(
    ObjectHandle theObject, const AttributeHandleSet& securedAttributes) = 0;

/** @brief Reports that attributes that the federate requested if available are not available (HLA
 * 1.3 clause 7.9).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotDefined The class does not have an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate already owns an attribute.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate has not requested an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeOwnershipUnavailable(ObjectHandle theObject,
                                           const AttributeHandleSet& theAttributes) = 0;

/** @brief Asks the federate to release attributes for another federate; it may answer with
 * attributeOwnershipReleaseResponse or a divestiture, or give no answer (HLA 1.3 clause 7.10).
 *
 * @param theObject Object instance.
 * @param candidateAttributes Attributes that this federate owns and another federate requests.
 * @param theTag Text of the requesting federate.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotOwned The federate does not own an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestAttributeOwnershipRelease(ObjectHandle theObject,
                                              const AttributeHandleSet& candidateAttributes,
                                              const char* theTag) = 0;

/** @brief Confirms that the federate's request for attributes is withdrawn (HLA 1.3 clause 7.14).
 *
 * @param theObject Object instance.
 * @param theAttributes Attributes of the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::AttributeNotDefined The class does not have an attribute.
 * @throws RTI::AttributeAlreadyOwned The federate already owns an attribute.
 * @throws RTI::AttributeAcquisitionWasNotCanceled The federate has not withdrawn its request for an
 *   attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void confirmAttributeOwnershipAcquisitionCancellation(
    ObjectHandle theObject, const AttributeHandleSet& theAttributes) = 0;

/** @brief Answers queryAttributeOwnership: a federate owns the attribute (HLA 1.3 clause 7.16).
 *
 * @param theObject Object instance.
 * @param theAttribute Attribute.
 * @param theOwner Federate that owns the attribute.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void informAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute,
                                      FederateHandle theOwner) = 0;

/** @brief Answers queryAttributeOwnership: the attribute has no owner (HLA 1.3 clause 7.16).
 *
 * @param theObject Object instance.
 * @param theAttribute Attribute.
 * @throws RTI::ObjectNotKnown The federate does not know the instance.
 * @throws RTI::AttributeNotKnown The federate does not know an attribute.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void attributeIsNotOwned(ObjectHandle theObject, AttributeHandle theAttribute) = 0;

/** @brief Answers queryAttributeOwnership: the RTI owns the attribute, which is one of an MOM
 * object (HLA 1.3 clause 7.16).
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

/** @brief Reports that the federate is now time-regulating (HLA 1.3 clause 8.3).
 *
 * @param theFederateTime Logical time of the federate from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::EnableTimeRegulationWasNotPending The federate has not requested time regulation.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeRegulationEnabled(const FedTime& theFederateTime) = 0;

/** @brief Reports that the federate is now time-constrained (HLA 1.3 clause 8.6).
 *
 * @param theFederateTime Logical time of the federate from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::EnableTimeConstrainedWasNotPending The federate has not requested to be
 *   time-constrained.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeConstrainedEnabled(const FedTime& theFederateTime) = 0;

/** @brief Grants the federate's request to advance (HLA 1.3 clause 8.13).
 *
 * The RTI has delivered all messages that the request demands before the grant.
 *
 * @param theTime Logical time of the federate from now on.
 * @throws RTI::InvalidFederationTime The federate does not understand the time.
 * @throws RTI::TimeAdvanceWasNotInProgress The federate has not requested to advance.
 * @throws RTI::FederationTimeAlreadyPassed The federate has passed that time.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void timeAdvanceGrant(const FedTime& theTime) = 0;

/** @brief Reports that the sender retracts a message that was delivered (HLA 1.3 clause 8.22).
 *
 * @param theHandle Handle that was delivered with the message.
 * @throws RTI::EventNotKnown The federate does not know the handle.
 * @throws RTI::FederateInternalError The federate failed.
 */
virtual void requestRetraction(EventRetractionHandle theHandle) = 0;

/** @} */
