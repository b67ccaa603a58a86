/* The services: body of class RTI::RTIambassador. Included by RTI.hh, never by a federate. A
 * service copies the strings, sets and times of its arguments during the call. The caller frees a
 * returned char* with delete[]. A service that throws has changed nothing. */

typedef FederateAmbassador* FederateAmbassadorPtr; /**< @brief The federate's callbacks. */

/** @brief Creates an ambassador that is not joined to a federation execution.
 *
 * Does not connect. The first create, destroy or join connects to the RTIG.
 *
 * @throws RTI::MemoryExhausted There is not enough memory.
 * @throws RTI::RTIinternalError Never.
 */
RTIambassador() RTI_THROW((MemoryExhausted, RTIinternalError));
#if defined(RTI_USES_THROW_LISTS) && RTI_CPLUSPLUS < 201703L
/** @brief Destroys the ambassador.
 *
 * If the federate is still joined, the RTIG resigns it as a lost federate. Never throws.
 *
 * @throws RTI::RTIinternalError Never.
 */
~RTIambassador() RTI_THROW((RTIinternalError));
#else
/** @brief Destroys the ambassador.
 *
 * If the federate is still joined, the RTIG resigns it as a lost federate. Never throws.
 */
~RTIambassador() RTI_MAY_THROW;
#endif

/** @name Federation management (HLA 1.3 clause 4)
 * @{ */

/** @brief Creates a federation execution (HLA 1.3 clause 4.2).
 *
 * The federation execution has no federate yet. Its creator joins like all other federates.
 *
 * @param executionName Name of the federation execution.
 * @param FED File name of the FED or XML object model. This process reads the file if it finds it,
 *   first relative to the working directory, then in fom.path. Otherwise the RTIG reads it from
 *   below its own fom.path.
 * @throws RTI::FederationExecutionAlreadyExists The RTIG has a federation execution of that name.
 * @throws RTI::CouldNotOpenFED The FED file is not found or cannot be read.
 * @throws RTI::ErrorReadingFED The FED file has an error; the exception's text names the line.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void createFederationExecution(const char* executionName, const char* FED)
    RTI_THROW((FederationExecutionAlreadyExists, CouldNotOpenFED, ErrorReadingFED,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Destroys a federation execution that has no federates (HLA 1.3 clause 4.3).
 *
 * @param executionName Name of the federation execution.
 * @throws RTI::FederatesCurrentlyJoined A federate is joined to it.
 * @throws RTI::FederationExecutionDoesNotExist The RTIG has no federation execution of that name.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void destroyFederationExecution(const char* executionName)
    RTI_THROW((FederatesCurrentlyJoined, FederationExecutionDoesNotExist, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Joins a federation execution (HLA 1.3 clause 4.4).
 *
 * The federate starts without publications and subscriptions, at logical time zero, neither
 * time-regulating nor time-constrained. The RTI announces to it the unfinished synchronization
 * points of all federates.
 *
 * @param yourName Type of the federate, shown by the MOM and used by restores. Several federates
 *   may have the same type. It may be empty; logs and rtictl then show "(unnamed)".
 * @param executionName Name of the federation execution.
 * @param federateAmbassadorReference Object that receives the callbacks. The federate owns it and
 *   must keep it until it has resigned.
 * @return The handle of the federate, unique during the life of the federation execution.
 * @throws RTI::FederateAlreadyExecutionMember This RTIambassador is already joined to a federation
 *   execution.
 * @throws RTI::FederationExecutionDoesNotExist The RTIG has no federation execution of that name.
 * @throws RTI::CouldNotOpenFED Never: the object model comes from the RTIG.
 * @throws RTI::ErrorReadingFED Never: the object model comes from the RTIG.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::SaveInProgress The federation execution is being saved.
 * @throws RTI::RestoreInProgress The federation execution is being restored, or a restore has been
 *   granted.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
FederateHandle joinFederationExecution(const char* yourName, const char* executionName,
                                       FederateAmbassadorPtr federateAmbassadorReference)
    RTI_THROW((FederateAlreadyExecutionMember, FederationExecutionDoesNotExist, CouldNotOpenFED,
               ErrorReadingFED, ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress,
               RTIinternalError));

/** @brief Leaves the federation execution (HLA 1.3 clause 4.5).
 *
 * The publications, subscriptions, regions and pending acquisitions of the federate end. Other
 * federates receive the callbacks that follow from this.
 *
 * @pre The federate is joined.
 * @param theAction Treatment of the attributes and instances that the federate owns.
 * @throws RTI::FederateOwnsAttributes @p theAction is NO_ACTION and the federate owns attributes,
 *   or @p theAction is DELETE_OBJECTS and the federate owns attributes of an instance that it may
 *   not delete. The call has then changed nothing.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::InvalidResignAction @p theAction is not a value of ResignAction.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void resignFederationExecution(ResignAction theAction)
    RTI_THROW((FederateOwnsAttributes, FederateNotExecutionMember, InvalidResignAction,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Registers a synchronization point for all federates (HLA 1.3 clause 4.6).
 *
 * The RTI answers with synchronizationPointRegistrationSucceeded or
 * synchronizationPointRegistrationFailed. After success it announces the point to the federates
 * that are to synchronize.
 *
 * @pre The federate is joined.
 * @param label Label of the point; not empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError @p label is null, empty or blank, or the connection to the
 *   federation is lost.
 */
void registerFederationSynchronizationPoint(const char* label, const char* theTag)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Registers a synchronization point for a set of federates (HLA 1.3 clause 4.6).
 *
 * The RTI answers with synchronizationPointRegistrationSucceeded or
 * synchronizationPointRegistrationFailed. After success it announces the point to the federates
 * that are to synchronize.
 *
 * @pre The federate is joined.
 * @param label Label of the point; not empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @param syncSet Handles of the federates that are to synchronize. An empty set means all
 *   federates, including those that join before all federates have achieved the point.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError @p label is null, empty or blank, or the connection to the
 *   federation is lost.
 */
void registerFederationSynchronizationPoint(const char* label, const char* theTag,
                                            const FederateHandleSet& syncSet)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Reports that the federate has achieved a synchronization point (HLA 1.3 clause 4.9).
 *
 * When all federates of the point have achieved it or have resigned, the RTI calls
 * federationSynchronized at each of them.
 *
 * @pre The federate is joined.
 * @param label Label of the synchronization point.
 * @throws RTI::SynchronizationPointLabelWasNotAnnounced The point was not announced to this
 *   federate, or the federate has already achieved it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void synchronizationPointAchieved(const char* label)
    RTI_THROW((SynchronizationPointLabelWasNotAnnounced, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests a save of the federation execution at a logical time (HLA 1.3 clause 4.11).
 *
 * Each federate receives initiateFederateSave when no message with a time stamp up to @p theTime
 * can reach it any more. The request replaces an earlier request if no federate has received
 * initiateFederateSave for it yet.
 *
 * @pre The federate is joined.
 * @param label Label of the save. It replaces an older save of the federation with the same label.
 * @param theTime Logical time at which the time-constrained federates are saved.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time, or a
 *   time-constrained federate has passed it.
 * @throws RTI::InvalidFederationTime @p theTime is not a number or is infinite, or its class is not
 *   the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The RTIG has no folder for saves, or the connection to the
 *   federation is lost.
 */
void requestFederationSave(const char* label, const FedTime& theTime)
    RTI_THROW((FederationTimeAlreadyPassed, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests a save of the federation execution as soon as possible (HLA 1.3 clause 4.11).
 *
 * Each federate receives initiateFederateSave at once. The request replaces an earlier request if
 * no federate has received initiateFederateSave for it yet.
 *
 * @pre The federate is joined.
 * @param label Label of the save. It replaces an older save of the federation with the same label.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The RTIG has no folder for saves, or the connection to the
 *   federation is lost.
 */
void requestFederationSave(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Reports that the federate has begun to save its own state (HLA 1.3 clause 4.13).
 *
 * Answers initiateFederateSave.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated The federate has no initiateFederateSave to answer.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void federateSaveBegun()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Reports that the federate has saved its own state (HLA 1.3 clause 4.14).
 *
 * When all federates have reported this, the RTI saves its part and calls federationSaved at all
 * of them.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated The federate has no initiateFederateSave to answer, or has not
 *   called federateSaveBegun.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void federateSaveComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Reports that the federate could not save its own state (HLA 1.3 clause 4.14).
 *
 * The save fails, and all federates receive federationNotSaved.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated The federate has no initiateFederateSave to answer, or has not
 *   called federateSaveBegun.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void federateSaveNotComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Requests a restore of the federation execution from a save (HLA 1.3 clause 4.16).
 *
 * The RTI answers with requestFederationRestoreSucceeded and then instructs all federates to
 * restore, or it answers with requestFederationRestoreFailed and the reason. The number of joined
 * federates of each type must be the same as in the save.
 *
 * @pre The federate is joined.
 * @param label Label of the save.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void requestFederationRestore(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Reports that the federate has restored its own state (HLA 1.3 clause 4.20).
 *
 * Answers initiateFederateRestore. When all federates have answered so, each receives
 * federationRestored.
 *
 * @pre The federate is joined.
 * @throws RTI::RestoreNotRequested The federate has no initiateFederateRestore to answer.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void federateRestoreComplete()
    RTI_THROW((RestoreNotRequested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RTIinternalError));

/** @brief Reports that the federate could not restore its own state (HLA 1.3 clause 4.20).
 *
 * The restore fails. All federates receive federationNotRestored and continue in the state before
 * the restore.
 *
 * @pre The federate is joined.
 * @throws RTI::RestoreNotRequested The federate has no initiateFederateRestore to answer.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void federateRestoreNotComplete()
    RTI_THROW((RestoreNotRequested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RTIinternalError));

/** @} */

/** @name Declaration management (HLA 1.3 clause 5)
 * @{ */

/** @brief Declares which attributes of an object class the federate may own and update (HLA 1.3
 * clause 5.2).
 *
 * Replaces the federate's earlier publication of this class; other classes do not change. An empty
 * set ends the publication. Every publication includes privilegeToDelete. The federate loses
 * ownership of attributes at the class that it no longer publishes.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param attributeList Attributes of that class.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::OwnershipAcquisitionPending The federate waits to acquire an attribute that it
 *   would no longer publish.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void publishObjectClass(ObjectClassHandle theClass, const AttributeHandleSet& attributeList)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ends the publication of an object class (HLA 1.3 clause 5.3).
 *
 * The federate loses ownership of all attributes of instances that it knows at this class.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::OwnershipAcquisitionPending The federate waits to acquire an attribute that it
 *   would no longer publish.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unpublishObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Declares that the federate may send interactions of a class (HLA 1.3 clause 5.4).
 *
 * The declaration does not include subclasses.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction
 *   class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void publishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the publication of an interaction class (HLA 1.3 clause 5.5).
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction
 *   class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unpublishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to attributes of an object class and its subclasses (HLA 1.3 clause 5.6).
 *
 * Replaces the federate's subscription without region to this class. The federate discovers an
 * instance, at this class or at a subscribed subclass, as soon as another federate owns one of its
 * subscribed attributes. An empty set unsubscribes. Updates that other federates send after the
 * call has returned reach the federate.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param attributeList Attributes of that class.
 * @param active RTI_FALSE for a passive subscription. The RTI does not advise publishers of it to
 *   register, send or update.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void subscribeObjectClassAttributes(ObjectClassHandle theClass,
                                    const AttributeHandleSet& attributeList,
                                    Boolean active = RTI_TRUE)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription without region to an object class (HLA 1.3 clause 5.7).
 *
 * The federate still knows the instances that it has discovered.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unsubscribeObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotSubscribed, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to an interaction class and its subclasses (HLA 1.3 clause 5.8).
 *
 * The federate receives an interaction at its own class, or at the nearest subscribed superclass.
 * Interactions that other federates send after the call has returned reach the federate.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param active RTI_FALSE for a passive subscription. The RTI does not advise publishers of it to
 *   register, send or update.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::FederateLoggingServiceCalls The subscription would include
 *   Manager.Federate.Report.ReportServiceInvocation, and the MOM reports the service calls of this
 *   federate.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void subscribeInteractionClass(InteractionClassHandle theClass, Boolean active = RTI_TRUE)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               FederateLoggingServiceCalls, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription without region to an interaction class (HLA 1.3 clause 5.9).
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::InteractionClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unsubscribeInteractionClass(InteractionClassHandle theClass)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotSubscribed,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @} */

/** @name Object management (HLA 1.3 clause 6)
 * @{ */

/** @brief Registers an object instance with a name (HLA 1.3 clause 6.2).
 *
 * The federate then owns privilegeToDelete and the attributes of the class that it publishes. The
 * other attributes have no owner yet.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theObject Name of the instance, unique in the federation execution. If it is null or
 *   empty, the RTI generates a name.
 * @return The handle of the instance. It is the same at all federates and is never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::ObjectAlreadyRegistered Another object instance of the federation has the name, or
 *   the name begins with HLA, which is reserved for names that the RTI generates.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectHandle registerObjectInstance(ObjectClassHandle theClass, const char* theObject)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, ObjectAlreadyRegistered,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Registers an object instance with a name that the RTI generates (HLA 1.3 clause 6.2).
 *
 * The federate then owns privilegeToDelete and the attributes of the class that it publishes. The
 * other attributes have no owner yet.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @return The handle of the instance. It is the same at all federates and is never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectHandle registerObjectInstance(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends new values of owned attributes at a logical time (HLA 1.3 clause 6.4).
 *
 * Sends attributes with order type time-stamp in time-stamp order if the federate is
 * time-regulating. Sends all other attributes in receive order. Copies the values during the call.
 * The call blocks while too many messages are queued for a receiver.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes and their values.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, usable only if a value was sent in time-stamp order.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class at which the federate knows the instance neither
 *   declares nor inherits an attribute of the set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidFederationTime The federate is time-regulating and @p theTime is below its
 *   logical time plus lookahead, or @p theTime is not a number or is infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection
 *   to the federation is lost.
 */
EventRetractionHandle updateAttributeValues(ObjectHandle theObject,
                                            const AttributeHandleValuePairSet& theAttributes,
                                            const FedTime& theTime, const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Sends new values of owned attributes without a logical time (HLA 1.3 clause 6.4).
 *
 * Sends all attributes in receive order. Copies the values during the call. The call blocks while
 * too many messages are queued for a receiver.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes and their values.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class at which the federate knows the instance neither
 *   declares nor inherits an attribute of the set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection
 *   to the federation is lost.
 */
void updateAttributeValues(ObjectHandle theObject, const AttributeHandleValuePairSet& theAttributes,
                           const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction at a logical time (HLA 1.3 clause 6.6).
 *
 * Sends the interaction in time-stamp order if that is the order type of the class and the
 * federate is time-regulating, otherwise in receive order. Copies the values during the call. The
 * call blocks while too many messages are queued for a receiver.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, usable only if the interaction was sent in time-stamp order.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction
 *   class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined The class neither declares nor inherits a parameter
 *   of the set.
 * @throws RTI::InvalidFederationTime The federate is time-regulating and @p theTime is below its
 *   logical time plus lookahead, or @p theTime is not a number or is infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection
 *   to the federation is lost.
 */
EventRetractionHandle sendInteraction(InteractionClassHandle theInteraction,
                                      const ParameterHandleValuePairSet& theParameters,
                                      const FedTime& theTime, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction without a logical time (HLA 1.3 clause 6.6).
 *
 * Sends the interaction in receive order. Copies the values during the call. The call blocks while
 * too many messages are queued for a receiver.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction
 *   class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined The class neither declares nor inherits a parameter
 *   of the set.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection
 *   to the federation is lost.
 */
void sendInteraction(InteractionClassHandle theInteraction,
                     const ParameterHandleValuePairSet& theParameters, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Deletes an object instance at a logical time (HLA 1.3 clause 6.8).
 *
 * If the deletion is sent in time-stamp order, the federate knows the instance until its own
 * logical time has reached @p theTime, and may retract the deletion until then. Otherwise the
 * federate no longer knows the instance after the call.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, usable only if the deletion was sent in time-stamp order.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::DeletePrivilegeNotHeld The federate does not own privilegeToDelete of the instance.
 * @throws RTI::InvalidFederationTime The federate is time-regulating and @p theTime is below its
 *   logical time plus lookahead, or @p theTime is not a number or is infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
EventRetractionHandle deleteObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                           const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Deletes an object instance without a logical time (HLA 1.3 clause 6.8).
 *
 * The federate no longer knows the instance after the call.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::DeletePrivilegeNotHeld The federate does not own privilegeToDelete of the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void deleteObjectInstance(ObjectHandle theObject, const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Forgets an object instance at this federate only (HLA 1.3 clause 6.10).
 *
 * The federate discovers the instance again, perhaps at another class, if the conditions of a
 * discovery hold.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::FederateOwnsAttributes The federate owns an attribute of the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void localDeleteObjectInstance(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateOwnsAttributes, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Changes the transportation type of the federate's updates of attributes of one instance
 * (HLA 1.3 clause 6.11).
 *
 * The change lasts while the federate owns the attributes.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @param theType Reliable or best effort, a handle from getTransportationHandle.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidTransportationHandle @p theType is not a handle of a transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void changeAttributeTransportationType(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes,
                                       TransportationHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidTransportationHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes the transportation type of the federate's interactions of a class (HLA 1.3
 * clause 6.12).
 *
 * The change does not include subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theType Reliable or best effort, a handle from getTransportationHandle.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InvalidTransportationHandle @p theType is not a handle of a transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void changeInteractionTransportationType(InteractionClassHandle theClass,
                                         TransportationHandle theType)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests updates of attributes of an instance from their owners (HLA 1.3 clause 6.15).
 *
 * Each owner receives provideAttributeValueUpdate, including this federate for attributes that it
 * owns itself.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void requestObjectAttributeValueUpdate(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests updates of attributes of all instances of a class and its subclasses from their
 * owners (HLA 1.3 clause 6.15).
 *
 * Each owner receives provideAttributeValueUpdate for each instance.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of that class.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void requestClassAttributeValueUpdate(ObjectClassHandle theClass,
                                      const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @} */

/** @name Ownership management (HLA 1.3 clause 7)
 * @{ */

/** @brief Gives up ownership at once (HLA 1.3 clause 7.2).
 *
 * Federates that wait for the attributes acquire them. The RTI offers the remaining attributes to
 * the federates that may assume them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate owns.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unconditionalAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Offers ownership, and keeps it until another federate acquires it (HLA 1.3 clause 7.3).
 *
 * The offer ends with attributeOwnershipDivestitureNotification or with
 * cancelNegotiatedAttributeOwnershipDivestiture.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate owns.
 * @param theTag Text for the federates that are asked to assume ownership; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::AttributeAlreadyBeingDivested The federate has already offered one of the
 *   attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void negotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                             const AttributeHandleSet& theAttributes,
                                             const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeAlreadyBeingDivested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests ownership, with no limit on the wait (HLA 1.3 clause 7.7).
 *
 * The request ends with attributeOwnershipAcquisitionNotification or with
 * cancelAttributeOwnershipAcquisition. The RTI asks an owner that has not offered the attributes
 * to release them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param desiredAttributes Attributes to acquire.
 * @param theTag Text for the owners; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class at which it knows
 *   the instance.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes at the
 *   class at which it knows the instance.
 * @throws RTI::FederateOwnsAttributes The federate already owns one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void attributeOwnershipAcquisition(ObjectHandle theObject,
                                   const AttributeHandleSet& desiredAttributes, const char* theTag)
    RTI_THROW((ObjectNotKnown, ObjectClassNotPublished, AttributeNotDefined, AttributeNotPublished,
               FederateOwnsAttributes, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests ownership of attributes that have no owner or that their owner offers (HLA 1.3
 * clause 7.8).
 *
 * The RTI answers with attributeOwnershipAcquisitionNotification, with
 * attributeOwnershipUnavailable, or with each for a part of the attributes. It asks no owner to
 * release attributes.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param desiredAttributes Attributes to acquire.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class at which it knows
 *   the instance.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes at the
 *   class at which it knows the instance.
 * @throws RTI::FederateOwnsAttributes The federate already owns one of the attributes.
 * @throws RTI::AttributeAlreadyBeingAcquired The federate already waits for one of the attributes
 *   after attributeOwnershipAcquisition.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void attributeOwnershipAcquisitionIfAvailable(ObjectHandle theObject,
                                              const AttributeHandleSet& desiredAttributes)
    RTI_THROW((ObjectNotKnown, ObjectClassNotPublished, AttributeNotDefined, AttributeNotPublished,
               FederateOwnsAttributes, AttributeAlreadyBeingAcquired, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Releases attributes that the federate was asked to release (HLA 1.3 clause 7.11).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes The attributes that the federate is willing to release.
 * @return The released attributes, in a new set that the caller deletes. It lacks attributes that
 *   no federate waits for any more.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateWasNotAskedToReleaseAttribute The federate was not asked to release one of
 *   the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
AttributeHandleSet* attributeOwnershipReleaseResponse(ObjectHandle theObject,
                                                      const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               FederateWasNotAskedToReleaseAttribute, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Withdraws an offer of ownership (HLA 1.3 clause 7.12).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate has offered.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::AttributeDivestitureWasNotRequested One of the attributes is not offered.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void cancelNegotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                   const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeDivestitureWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Withdraws a request for ownership (HLA 1.3 clause 7.13).
 *
 * For each attribute the RTI answers with confirmAttributeOwnershipAcquisitionCancellation, or
 * with attributeOwnershipAcquisitionNotification if the transfer had already begun.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate waits for after attributeOwnershipAcquisition.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeAlreadyOwned The federate owns one of the attributes.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate does not wait for one of the
 *   attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void cancelAttributeOwnershipAcquisition(ObjectHandle theObject,
                                         const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeAlreadyOwned,
               AttributeAcquisitionWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Queries the owner of an attribute (HLA 1.3 clause 7.15).
 *
 * The RTI answers with informAttributeOwnership, attributeIsNotOwned or attributeOwnedByRTI.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttribute Attribute of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class at which the federate knows the instance neither
 *   declares nor inherits @p theAttribute.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void queryAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Returns whether this federate owns an attribute (HLA 1.3 clause 7.17).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttribute Attribute of that instance.
 * @return RTI_TRUE if the federate owns the attribute.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class at which the federate knows the instance neither
 *   declares nor inherits @p theAttribute.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
Boolean isAttributeOwnedByFederate(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @} */

/** @name Time management (HLA 1.3 clause 8)
 * @{ */

/** @brief Requests time regulation: the logical time of time-constrained federates then waits for
 * this federate (HLA 1.3 clause 8.2).
 *
 * The request is pending until timeRegulationEnabled. The time in that callback may be later than
 * the requested time, because the federate must not send messages in the past of another federate.
 * The next tick waits up to one second for the callback, unless the callback depends on the
 * advance of other federates.
 *
 * @pre The federate is joined.
 * @param theFederateTime Requested logical time, the earliest that the federate accepts.
 * @param theLookahead Lookahead, zero or more. The federate promises that its time stamps are
 *   never below its logical time plus this value.
 * @throws RTI::TimeRegulationAlreadyEnabled The federate is already time-regulating.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::InvalidFederationTime @p theFederateTime is below the federate's logical time,
 *   infinite or not a number.
 * @throws RTI::InvalidLookahead @p theLookahead is negative, infinite or not a number.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableTimeRegulation(const FedTime& theFederateTime, const FedTime& theLookahead)
    RTI_THROW((TimeRegulationAlreadyEnabled, EnableTimeRegulationPending,
               TimeAdvanceAlreadyInProgress, InvalidFederationTime, InvalidLookahead,
               ConcurrentAccessAttempted, FederateNotExecutionMember, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ends time regulation at once (HLA 1.3 clause 8.4).
 *
 * The federate sends all later messages in receive order.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeRegulationWasNotEnabled The federate is not time-regulating.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableTimeRegulation()
    RTI_THROW((TimeRegulationWasNotEnabled, ConcurrentAccessAttempted, FederateNotExecutionMember,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests to become time-constrained: the logical time of the federate then waits for
 * time-regulating federates (HLA 1.3 clause 8.5).
 *
 * The request is pending until timeConstrainedEnabled. The next tick waits for that callback as it
 * does after enableTimeRegulation.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeConstrainedAlreadyEnabled The federate is already time-constrained.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableTimeConstrained()
    RTI_THROW((TimeConstrainedAlreadyEnabled, EnableTimeConstrainedPending,
               TimeAdvanceAlreadyInProgress, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the time-constrained state at once (HLA 1.3 clause 8.7).
 *
 * The RTI delivers messages that wait for their time stamp in receive order.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeConstrainedWasNotEnabled The federate is not time-constrained.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableTimeConstrained()
    RTI_THROW((TimeConstrainedWasNotEnabled, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests to advance to a time (TAR) (HLA 1.3 clause 8.8).
 *
 * The RTI delivers all messages with time stamps up to and including @p theTime, and then grants
 * that time with timeAdvanceGrant.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or its class is not the
 *   federation's class of time.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void timeAdvanceRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Requests to advance to a time at which more messages may arrive (TARA) (HLA 1.3 clause
 * 8.9).
 *
 * The RTI delivers all messages with time stamps below @p theTime and the messages at @p theTime
 * that have arrived. It then grants @p theTime with timeAdvanceGrant. A federate with zero
 * lookahead may then still send messages at that time.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or its class is not the
 *   federation's class of time.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void timeAdvanceRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Requests to advance to the next message in time-stamp order, but not beyond a time (NER)
 * (HLA 1.3 clause 8.10).
 *
 * The RTI grants the time stamp of the next message, or @p theTime if no message is earlier.
 * Before timeAdvanceGrant it delivers all messages up to and including the granted time.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or its class is not the
 *   federation's class of time.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void nextEventRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Requests to advance to the next message, at a time at which more messages may arrive
 * (NERA) (HLA 1.3 clause 8.11).
 *
 * The RTI answers with timeAdvanceGrant to the time stamp of the delivered messages, or to @p
 * theTime. More messages at the granted time may arrive after another request.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or its class is not the
 *   federation's class of time.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void nextEventRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Requests all queued messages, with any time stamp (FQR) (HLA 1.3 clause 8.12).
 *
 * The RTI delivers in time-stamp order all messages that had reached this host. It then grants the
 * least of @p theTime, the LBTS and the delivered time stamps. This service is for federates that
 * can roll back.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or its class is not the
 *   federation's class of time.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress A time advance was requested and has not been granted
 *   yet.
 * @throws RTI::EnableTimeRegulationPending The federate waits for timeRegulationEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending The federate waits for timeConstrainedEnabled, and the
 *   setting time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void flushQueueRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Enables delivery of messages in receive order at every tick (HLA 1.3 clause 8.14).
 *
 * Otherwise a time-constrained federate receives them only while it waits for a time advance.
 *
 * @pre The federate is joined.
 * @throws RTI::AsynchronousDeliveryAlreadyEnabled Asynchronous delivery is already enabled.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyEnabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Queues messages in receive order until the federate requests a time advance (HLA 1.3
 * clause 8.15).
 *
 * This is the state after joining.
 *
 * @pre The federate is joined.
 * @throws RTI::AsynchronousDeliveryAlreadyDisabled Asynchronous delivery is already disabled.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyDisabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Queries the LBTS, the lower bound on the time stamps of messages that can still arrive
 * (HLA 1.3 clause 8.16).
 *
 * The LBTS is positive infinity if no other federate is time-regulating.
 *
 * @pre The federate is joined.
 * @param theTime Receives the result; an object of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void queryLBTS(FedTime& theTime) RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted,
                                            SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Queries the federate's logical time (HLA 1.3 clause 8.17).
 *
 * @pre The federate is joined.
 * @param theTime Receives the result; an object of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void queryFederateTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Queries the lower bound on the time stamp of the federate's next message (HLA 1.3 clause
 * 8.18).
 *
 * The result is the least of the LBTS and the time stamps of the queued messages.
 *
 * @pre The federate is joined.
 * @param theTime Receives the result; an object of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void queryMinNextEventTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes the lookahead (HLA 1.3 clause 8.19).
 *
 * A larger lookahead applies at once. A smaller lookahead is reached while the logical time
 * advances, so that the federate keeps its earlier promises.
 *
 * @pre The federate is joined.
 * @param theLookahead Lookahead, zero or more. The federate promises that its time stamps are never
 *   below its logical time plus this value.
 * @throws RTI::InvalidLookahead @p theLookahead is negative, infinite or not a number.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The federate is not time-regulating, or the connection to the
 *   federation is lost.
 */
void modifyLookahead(const FedTime& theLookahead)
    RTI_THROW((InvalidLookahead, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Queries the current lookahead (HLA 1.3 clause 8.20).
 *
 * The lookahead is zero if the federate is not time-regulating.
 *
 * @pre The federate is joined.
 * @param theTime Receives the result; an object of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void queryLookahead(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Retracts a message that was sent in time-stamp order (HLA 1.3 clause 8.21).
 *
 * Receivers that have not received the message will not receive it. The other receivers get
 * requestRetraction.
 *
 * @pre The federate is joined.
 * @param theHandle Handle that the update, interaction or deletion returned.
 * @throws RTI::InvalidRetractionHandle No message of this federate has the handle, the message is
 *   already retracted, or its time stamp is below the lowest one that the federate may still send.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void retract(EventRetractionHandle theHandle)
    RTI_THROW((InvalidRetractionHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Changes the order type of the federate's updates of attributes of one instance (HLA 1.3
 * clause 8.23).
 *
 * The change lasts while the federate owns the attributes.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @param theType Receive or time-stamp order, a handle from getOrderingHandle.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidOrderingHandle @p theType is not a handle of an order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void changeAttributeOrderType(ObjectHandle theObject, const AttributeHandleSet& theAttributes,
                              OrderingHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidOrderingHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes the order type of the federate's interactions of a class (HLA 1.3 clause 8.24).
 *
 * The change does not include subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theType Receive or time-stamp order, a handle from getOrderingHandle.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InvalidOrderingHandle @p theType is not a handle of an order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void changeInteractionOrderType(InteractionClassHandle theClass, OrderingHandle theType)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished, InvalidOrderingHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @} */

/** @name Data distribution management (HLA 1.3 clause 9)
 * @{ */

/** @brief Creates a region of a routing space (HLA 1.3 clause 9.2).
 *
 * The region overlaps no other region until its bounds are set and notifyAboutRegionModification
 * is called.
 *
 * @pre The federate is joined.
 * @param theSpace Routing space.
 * @param numberOfExtents Number of extents of the region, 1 to 1024.
 * @return The region. The RTI owns it; the pointer is valid until deleteRegion.
 * @throws RTI::SpaceNotDefined @p theSpace is not a handle of a routing space of the FED.
 * @throws RTI::InvalidExtents @p numberOfExtents is 0 or above 1024.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
Region* createRegion(SpaceHandle theSpace, ULong numberOfExtents)
    RTI_THROW((SpaceNotDefined, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Applies the bounds that were set in a region (HLA 1.3 clause 9.3).
 *
 * All extents change at once, for subscriptions and for updates.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidExtents A lower bound is above its upper bound.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void notifyAboutRegionModification(Region& theRegion)
    RTI_THROW((RegionNotKnown, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Deletes a region (HLA 1.3 clause 9.4).
 *
 * @pre The federate is joined.
 * @param theRegion Region. The pointer is invalid after the call.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::RegionInUse A subscription or an attribute of an instance uses the region.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void deleteRegion(Region* theRegion)
    RTI_THROW((RegionNotKnown, RegionInUse, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Registers an object instance with a name and update regions (HLA 1.3 clause 9.5).
 *
 * Works as registerObjectInstance. Attributes that are not listed use the default region, which is
 * the whole routing space.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theObject Name of the instance, unique in the federation execution. If it is null or
 *   empty, the RTI generates a name.
 * @param theAttributes Attributes of the class.
 * @param theRegions Regions, one for each attribute.
 * @param theNumberOfHandles Number of attributes, and of regions.
 * @return The handle of the instance. It is the same at all federates and is never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext A region is in another routing space than its attribute, or an
 *   attribute is listed twice.
 * @throws RTI::ObjectAlreadyRegistered Another object instance of the federation has the name, or
 *   the name begins with HLA, which is reserved for names that the RTI generates.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectHandle registerObjectInstanceWithRegion(ObjectClassHandle theClass, const char* theObject,
                                              AttributeHandle theAttributes[], Region* theRegions[],
                                              ULong theNumberOfHandles)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, AttributeNotDefined,
               AttributeNotPublished, RegionNotKnown, InvalidRegionContext, ObjectAlreadyRegistered,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Registers an object instance with a generated name and update regions (HLA 1.3 clause
 * 9.5).
 *
 * Works as registerObjectInstance. Attributes that are not listed use the default region, which is
 * the whole routing space.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of the class.
 * @param theRegions Regions, one for each attribute.
 * @param theNumberOfHandles Number of attributes, and of regions.
 * @return The handle of the instance. It is the same at all federates and is never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext A region is in another routing space than its attribute, or an
 *   attribute is listed twice.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectHandle registerObjectInstanceWithRegion(ObjectClassHandle theClass,
                                              AttributeHandle theAttributes[], Region* theRegions[],
                                              ULong theNumberOfHandles)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, AttributeNotDefined,
               AttributeNotPublished, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Associates a region with updates of attributes of one instance (HLA 1.3 clause 9.6).
 *
 * Of this instance exactly these attributes then use the region. Other attributes that used it
 * return to the default region. The association lasts while the federate owns the attributes.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::InvalidRegionContext The region is in another routing space than the interaction
 *   class or one of the attributes.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void associateRegionForUpdates(Region& theRegion, ObjectHandle theObject,
                               const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, InvalidRegionContext, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ends the association of a region with attributes of one instance (HLA 1.3 clause 9.7).
 *
 * The attributes use the default region again.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @param theObject Object instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::InvalidRegionContext Never. The call changes nothing if the region is not
 *   associated with the instance.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unassociateRegionForUpdates(Region& theRegion, ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, InvalidRegionContext, RegionNotKnown, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to attributes of an object class that are updated with an overlapping region
 * (HLA 1.3 clause 9.8).
 *
 * Replaces the federate's subscription to this class with this region. Subscriptions with other
 * regions and without region do not change.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theRegion Region.
 * @param attributeList Attributes of that class.
 * @param active RTI_FALSE for a passive subscription. The RTI does not advise publishers of it to
 *   register, send or update.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext The region is in another routing space than the interaction
 *   class or one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void subscribeObjectClassAttributesWithRegion(ObjectClassHandle theClass, Region& theRegion,
                                              const AttributeHandleSet& attributeList,
                                              Boolean active = RTI_TRUE)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription with a region to an object class (HLA 1.3 clause 9.9).
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theRegion Region.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::ObjectClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unsubscribeObjectClassWithRegion(ObjectClassHandle theClass, Region& theRegion)
    RTI_THROW((ObjectClassNotDefined, RegionNotKnown, ObjectClassNotSubscribed,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Subscribes to interactions of a class that are sent with an overlapping region (HLA 1.3
 * clause 9.10).
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theRegion Region.
 * @param active RTI_FALSE for a passive subscription. The RTI does not advise publishers of it to
 *   register, send or update.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext The region is in another routing space than the interaction
 *   class or one of the attributes.
 * @throws RTI::FederateLoggingServiceCalls The subscription would include
 *   Manager.Federate.Report.ReportServiceInvocation, and the MOM reports the service calls of this
 *   federate.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void subscribeInteractionClassWithRegion(InteractionClassHandle theClass, Region& theRegion,
                                         Boolean active = RTI_TRUE)
    RTI_THROW((InteractionClassNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateLoggingServiceCalls, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription with a region to an interaction class (HLA 1.3 clause 9.11).
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theRegion Region.
 * @throws RTI::InteractionClassNotDefined @p theClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::InteractionClassNotSubscribed The federate has no such subscription.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void unsubscribeInteractionClassWithRegion(InteractionClassHandle theClass, Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotSubscribed, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction with a region, at a logical time (HLA 1.3 clause 9.12).
 *
 * Federates with a subscription that overlaps the region receive the interaction. Otherwise works
 * as sendInteraction.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @param theRegion Region.
 * @return A handle for retract, usable only if the interaction was sent in time-stamp order.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction class
 *   of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined The class neither declares nor inherits a parameter
 *   of the set.
 * @throws RTI::InvalidFederationTime The federate is time-regulating and @p theTime is below its
 *   logical time plus lookahead, or @p theTime is not a number or is infinite.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext The region is in another routing space than the interaction
 *   class or one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection to
 *   the federation is lost.
 */
EventRetractionHandle sendInteractionWithRegion(InteractionClassHandle theInteraction,
                                                const ParameterHandleValuePairSet& theParameters,
                                                const FedTime& theTime, const char* theTag,
                                                const Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, InvalidFederationTime, RegionNotKnown,
               InvalidRegionContext, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction with a region, without a logical time (HLA 1.3 clause 9.12).
 *
 * Federates with a subscription that overlaps the region receive the interaction. Otherwise works
 * as sendInteraction.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @param theRegion Region.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is not a handle of an interaction class
 *   of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined The class neither declares nor inherits a parameter
 *   of the set.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::InvalidRegionContext The region is in another routing space than the interaction
 *   class or one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The values exceed the size limit of a message, or the connection to
 *   the federation is lost.
 */
void sendInteractionWithRegion(InteractionClassHandle theInteraction,
                               const ParameterHandleValuePairSet& theParameters, const char* theTag,
                               const Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Requests updates of attributes that overlap a region from their owners (HLA 1.3 clause
 * 9.13).
 *
 * The request is for all instances of the class and its subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of that class.
 * @param theRegion Region.
 * @throws RTI::ObjectClassNotDefined @p theClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined The class neither declares nor inherits an attribute of the
 *   set.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void requestClassAttributeValueUpdateWithRegion(ObjectClassHandle theClass,
                                                const AttributeHandleSet& theAttributes,
                                                const Region& theRegion)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @} */

/** @name Support services (HLA 1.3 clause 10)
 * @{ */

/** @brief Returns the handle of an object class (HLA 1.3 clause 10.2).
 *
 * @pre The federate is joined.
 * @param theName Path from the root, with or without ObjectRoot, such as ObjectRoot.Vehicle.Tank.
 *   Case does not matter unless another name differs only in case.
 * @return The handle, which is the same at all federates.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectClassHandle getObjectClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of an object class (HLA 1.3 clause 10.3).
 *
 * @pre The federate is joined.
 * @param theHandle Object class.
 * @return The full path from ObjectRoot, in new memory that the caller frees with delete[].
 * @throws RTI::ObjectClassNotDefined @p theHandle is not a handle of an object class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getObjectClassName(ObjectClassHandle theHandle)
    RTI_THROW((ObjectClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of an attribute (HLA 1.3 clause 10.4).
 *
 * @pre The federate is joined.
 * @param theName Name of an attribute that the class declares or inherits.
 * @param whichClass Class in which to look up the name or handle.
 * @return The handle, which is the same at all subclasses.
 * @throws RTI::ObjectClassNotDefined @p whichClass is not a handle of an object class of the FED.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
AttributeHandle getAttributeHandle(const char* theName, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the name of an attribute (HLA 1.3 clause 10.5).
 *
 * @pre The federate is joined.
 * @param theHandle Attribute.
 * @param whichClass Class in which to look up the name or handle.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::ObjectClassNotDefined @p whichClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined @p theHandle is not a handle of an attribute of the class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getAttributeName(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the handle of an interaction class (HLA 1.3 clause 10.6).
 *
 * @pre The federate is joined.
 * @param theName Path from the root, with or without InteractionRoot. Case does not matter unless
 *   another name differs only in case.
 * @return The handle, which is the same at all federates.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
InteractionClassHandle getInteractionClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of an interaction class (HLA 1.3 clause 10.7).
 *
 * @pre The federate is joined.
 * @param theHandle Interaction class.
 * @return The full path from InteractionRoot, in new memory that the caller frees with delete[].
 * @throws RTI::InteractionClassNotDefined @p theHandle is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getInteractionClassName(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of a parameter (HLA 1.3 clause 10.8).
 *
 * @pre The federate is joined.
 * @param theName Name of a parameter that the class declares or inherits.
 * @param whichClass Class in which to look up the name or handle.
 * @return The handle, which is the same at all subclasses.
 * @throws RTI::InteractionClassNotDefined @p whichClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ParameterHandle getParameterHandle(const char* theName, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the name of a parameter (HLA 1.3 clause 10.9).
 *
 * @pre The federate is joined.
 * @param theHandle Parameter.
 * @param whichClass Class in which to look up the name or handle.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::InteractionClassNotDefined @p whichClass is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::InteractionParameterNotDefined @p theHandle is not a handle of a parameter of the
 *   class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getParameterName(ParameterHandle theHandle, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, InteractionParameterNotDefined,
               FederateNotExecutionMember, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the handle of an object instance that the federate knows (HLA 1.3 clause 10.10).
 *
 * @pre The federate is joined.
 * @param theName Name of the instance.
 * @return The handle.
 * @throws RTI::ObjectNotKnown The federate knows no instance with that name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectHandle getObjectInstanceHandle(const char* theName)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of an object instance that the federate knows (HLA 1.3 clause 10.11).
 *
 * @pre The federate is joined.
 * @param theHandle Object instance.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::ObjectNotKnown The federate knows no such instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getObjectInstanceName(ObjectHandle theHandle)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of a routing space (HLA 1.3 clause 10.12).
 *
 * @pre The federate is joined.
 * @param theName Name of the routing space.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
SpaceHandle getRoutingSpaceHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of a routing space (HLA 1.3 clause 10.13).
 *
 * @pre The federate is joined.
 * @param theHandle Routing space.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::SpaceNotDefined @p theHandle is not a handle of a routing space of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getRoutingSpaceName(SpaceHandle theHandle)
    RTI_THROW((SpaceNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of a dimension (HLA 1.3 clause 10.14).
 *
 * @pre The federate is joined.
 * @param theName Name of the dimension.
 * @param whichSpace Routing space.
 * @return The handle.
 * @throws RTI::SpaceNotDefined @p whichSpace is not a handle of a routing space of the FED.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
DimensionHandle getDimensionHandle(const char* theName, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of a dimension (HLA 1.3 clause 10.15).
 *
 * @pre The federate is joined.
 * @param theHandle Dimension.
 * @param whichSpace Routing space.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::SpaceNotDefined @p whichSpace is not a handle of a routing space of the FED.
 * @throws RTI::DimensionNotDefined The routing space has no such dimension.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getDimensionName(DimensionHandle theHandle, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, DimensionNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the routing space of an attribute (HLA 1.3 clause 10.16).
 *
 * @pre The federate is joined.
 * @param theHandle Attribute.
 * @param whichClass Class in which to look up the name or handle.
 * @return The routing space, or the handle of the default space if the FED names none.
 * @throws RTI::ObjectClassNotDefined @p whichClass is not a handle of an object class of the FED.
 * @throws RTI::AttributeNotDefined @p theHandle is not a handle of an attribute of the class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
SpaceHandle getAttributeRoutingSpaceHandle(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns the class at which the federate knows an object instance (HLA 1.3 clause 10.17).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @return The class at which the federate has registered or discovered the instance.
 * @throws RTI::ObjectNotKnown The federate does not know the object instance @p theObject: the
 *   federate has neither registered nor discovered it, or the instance was removed.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
ObjectClassHandle getObjectClass(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the routing space of an interaction class (HLA 1.3 clause 10.18).
 *
 * @pre The federate is joined.
 * @param theHandle Interaction class.
 * @return The routing space, or the handle of the default space if the FED names none.
 * @throws RTI::InteractionClassNotDefined @p theHandle is not a handle of an interaction class of
 *   the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
SpaceHandle getInteractionRoutingSpaceHandle(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of a transportation type (HLA 1.3 clause 10.19).
 *
 * @pre The federate is joined.
 * @param theName Reliable or best_effort, in upper or lower case.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
TransportationHandle getTransportationHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of a transportation type (HLA 1.3 clause 10.20).
 *
 * @pre The federate is joined.
 * @param theHandle Transportation type.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::InvalidTransportationHandle @p theHandle is not a handle of a transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getTransportationName(TransportationHandle theHandle)
    RTI_THROW((InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the handle of an order type (HLA 1.3 clause 10.21).
 *
 * @pre The federate is joined.
 * @param theName Receive or timestamp, in upper or lower case.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the exception's text suggests the most
 *   similar name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
OrderingHandle getOrderingHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Returns the name of an order type (HLA 1.3 clause 10.22).
 *
 * @pre The federate is joined.
 * @param theHandle Order type.
 * @return The name, in new memory that the caller frees with delete[].
 * @throws RTI::InvalidOrderingHandle @p theHandle is not a handle of an order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
char* getOrderingName(OrderingHandle theHandle)
    RTI_THROW((InvalidOrderingHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Turns on the advisories startRegistrationForObjectClass and
 * stopRegistrationForObjectClass (HLA 1.3 clause 10.23).
 *
 * The RTI then reports the changes that happened while the switch was off. A second enable changes
 * nothing. The switch is on when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns off the advisories startRegistrationForObjectClass and
 * stopRegistrationForObjectClass (HLA 1.3 clause 10.24).
 *
 * A second disable changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns on the advisories turnUpdatesOnForObjectInstance and
 * turnUpdatesOffForObjectInstance (HLA 1.3 clause 10.25).
 *
 * The RTI then reports the changes that happened while the switch was off. A second enable changes
 * nothing. The switch is off when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns off the advisories turnUpdatesOnForObjectInstance and
 * turnUpdatesOffForObjectInstance (HLA 1.3 clause 10.26).
 *
 * A second disable changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns on the advisories attributesInScope and attributesOutOfScope (HLA 1.3 clause
 * 10.27).
 *
 * The RTI then reports the changes that happened while the switch was off. A second enable changes
 * nothing. The switch is off when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns off the advisories attributesInScope and attributesOutOfScope (HLA 1.3 clause
 * 10.28).
 *
 * A second disable changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns on the advisories turnInteractionsOn and turnInteractionsOff (HLA 1.3 clause
 * 10.29).
 *
 * The RTI then reports the changes that happened while the switch was off. A second enable changes
 * nothing. The switch is on when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void enableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Turns off the advisories turnInteractionsOn and turnInteractionsOff (HLA 1.3 clause
 * 10.30).
 *
 * A second disable changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::SaveInProgress The federate has received initiateFederateSave, and the save has not
 *   finished.
 * @throws RTI::RestoreInProgress A restore has begun and has not finished.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
void disableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @} */

/** @name Not in the specification
 * @{ */

/** @brief Delivers the queued callbacks and returns at once.
 *
 * Not a service of the specification. The RTI makes callbacks only inside tick, in the thread that
 * calls tick.
 *
 * @return RTI_TRUE if more callbacks may be queued.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never. A callback may throw it, but the RTI catches
 *   all exceptions of callbacks.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::RTIinternalError The connection to the federation is lost, or the RTI has resigned
 *   the federate.
 */
Boolean tick()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Waits for callbacks and delivers them.
 *
 * Waits at most @p minimum seconds for a first callback. Then delivers callbacks until none is
 * queued or @p maximum seconds have passed. It may return before @p minimum seconds have passed.
 * With the setting tick.minimum = stay it continues to wait and to deliver until @p minimum seconds
 * have passed. A federate that is not joined gets no callbacks: the call returns after @p minimum
 * seconds, or at once if @p minimum is 1e8 or more. Not a service of the specification.
 *
 * @param minimum Longest wait for a first callback, in seconds. Negative values count as zero.
 * @param maximum Time after which no further callback is begun, in seconds. Values below @p minimum
 *   count as @p minimum.
 * @return RTI_TRUE if more callbacks may be queued.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never. A callback may throw it, but the RTI catches
 *   all exceptions of callbacks.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::RTIinternalError The connection to the federation is lost, or the RTI has resigned
 *   the federate.
 */
Boolean tick(TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Returns a number for a region, for bindings to other programming languages.
 *
 * Not a service of the specification.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @return A number for getRegion, also valid after a restore.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RegionNotKnown This federate has not created the region, or has deleted it.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
RegionToken getRegionToken(Region* theRegion)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, RegionNotKnown,
               RTIinternalError));

/** @brief Returns the region for a number from getRegionToken.
 *
 * Not a service of the specification.
 *
 * @pre The federate is joined.
 * @param theToken Number from getRegionToken.
 * @return The region. The RTI owns it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador.
 * @throws RTI::RegionNotKnown No region of this federate has this number.
 * @throws RTI::RTIinternalError The connection is lost, or an error that the exception's text
 *   describes.
 */
Region* getRegion(RegionToken theToken)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, RegionNotKnown,
               RTIinternalError));

/** @} */

/** @name CERTI's additions
 * @{ */

/** @brief Waits for one callback and delivers it.
 *
 * Returns at once if the federate is not joined. CERTI has this function.
 *
 * @return RTI_TRUE if more callbacks may be queued.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never. A callback may throw it, but the RTI catches
 *   all exceptions of callbacks.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::RTIinternalError The connection to the federation is lost, or the RTI has resigned
 *   the federate.
 */
Boolean tick2()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Waits for callbacks and delivers them: the general form of tick and tick2.
 *
 * Works as tick(minimum, maximum). CERTI has this function.
 *
 * @param multiple RTI_FALSE: the call delivers at most one callback and returns after it, with any
 *   value of tick.minimum.
 * @param minimum Longest wait for a first callback, in seconds. Negative values count as zero.
 * @param maximum Time after which no further callback is begun, in seconds. Values below @p minimum
 *   count as @p minimum.
 * @return RTI_TRUE if more callbacks may be queued.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never. A callback may throw it, but the RTI catches
 *   all exceptions of callbacks.
 * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of this RTIambassador, or the
 *   call is made in a callback.
 * @throws RTI::RTIinternalError The connection to the federation is lost, or the RTI has resigned
 *   the federate.
 */
Boolean __tick_kernel(Boolean multiple, TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));
#ifdef CERTI_REALTIME_EXTENSIONS
/** @brief Sets the scheduling priority of the rtia process.
 *
 * CERTI has this function. It applies only if the RTIA runs in its own process.
 *
 * @param priority Priority, as for sched_setscheduler.
 * @param schedPolicy Policy, as for sched_setscheduler.
 * @throws RTI::RTIinternalError There is no rtia process, or the system refuses the change.
 */
void setPriorityforRTIAProcess(int priority, unsigned int schedPolicy)
    RTI_THROW((RTIinternalError));

/** @brief Sets the processors on which the rtia process may run.
 *
 * CERTI has this function. It applies only if the RTIA runs in its own process.
 *
 * @param mask Set of processors, as for sched_setaffinity.
 * @throws RTI::RTIinternalError There is no rtia process, or the system refuses the change.
 */
void setAffinityforRTIAProcess(cpu_set_t mask) RTI_THROW((RTIinternalError));
#endif

/** @} */

RTIambPrivateData* privateData; /**< @brief Private to the RTI; not for federates. */

/** @brief Not for use: one ambassador is one federate.
 *
 * Before C++17 the initializer `member(RTI::RTIambassador())` needs a declared copy constructor,
 * although the compiler elides the copy. So it is declared and not defined, and calls are errors.
 */
#if RTI_CPLUSPLUS < 201703L
RTIambassador(const RTIambassador&)
    RTI_NOT_TO_BE_CALLED("one RTIambassador is one federate: it cannot be copied");
#else
RTIambassador(const RTIambassador&) = delete;
#endif

/** @brief Not for use: one ambassador is one federate.
 *
 * Declared because programs for other RTIs contain such assignments.
 *
 * @return This ambassador, if it is assigned to itself.
 * @throws RTI::RTIinternalError The operand is another ambassador. The call has then changed
 *   nothing.
 */
RTIambassador& operator=(const RTIambassador&) RTI_THROW((RTIinternalError));

private:
RTIambPrivateRefs* privateRefs;
