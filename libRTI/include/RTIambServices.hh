/* The services: body of class RTI::RTIambassador. Included by RTI.hh, never by a federate. Strings,
 * sets and times that go in are copied during the call; a char* that comes back is the caller's to
 * delete[]. A service that throws has changed nothing. */

typedef FederateAmbassador* FederateAmbassadorPtr; /**< @brief The federate's callbacks. */

/** @brief Makes an ambassador that is not joined yet.
 *
 * Connects to nothing: that is done by the first create, destroy or join.
 *
 * @throws RTI::MemoryExhausted Memory ran out.
 * @throws RTI::RTIinternalError Never.
 */
RTIambassador() RTI_THROW((MemoryExhausted, RTIinternalError));
#if defined(RTI_USES_THROW_LISTS) && RTI_CPLUSPLUS < 201703L
/** @brief Ends the ambassador.
 *
 * A federate that is still joined is resigned by the RTIG as one that is lost. Never throws.
 *
 * @throws RTI::RTIinternalError Never.
 */
~RTIambassador() RTI_THROW((RTIinternalError));
#else
/** @brief Ends the ambassador.
 *
 * A federate that is still joined is resigned by the RTIG as one that is lost. Never throws.
 */
~RTIambassador() RTI_MAY_THROW;
#endif

/** @name Federation management (HLA 1.3 clause 4)
 * @{ */

/** @brief Creates a federation execution (HLA 1.3 clause 4.2).
 *
 * It has no federate yet; the creator joins like all others.
 *
 * @param executionName Name of the federation execution.
 * @param FED File name of the FED or XML object model. Read in this process if it is found there
 *   (from the working directory on, then in fom.path), else by the RTIG below its own fom.path.
 * @throws RTI::FederationExecutionAlreadyExists The RTIG has a federation execution of that name.
 * @throws RTI::CouldNotOpenFED The FED file is nowhere to be found, or cannot be read.
 * @throws RTI::ErrorReadingFED The FED file is wrong; the text says in which line.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void createFederationExecution(const char* executionName, const char* FED)
    RTI_THROW((FederationExecutionAlreadyExists, CouldNotOpenFED, ErrorReadingFED,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Ends a federation execution in which no federate is left (HLA 1.3 clause 4.3).
 *
 * @param executionName Name of the federation execution.
 * @throws RTI::FederatesCurrentlyJoined A federate is joined to it.
 * @throws RTI::FederationExecutionDoesNotExist The RTIG has no federation execution of that name.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void destroyFederationExecution(const char* executionName)
    RTI_THROW((FederatesCurrentlyJoined, FederationExecutionDoesNotExist, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Joins a federation execution (HLA 1.3 clause 4.4).
 *
 * The federate begins with nothing declared, at logical time zero, neither regulating nor
 * constrained. Synchronization points that concern all federates and are not finished are
 * announced to it.
 *
 * @param yourName Type of the federate, shown by the MOM and used by restores. Several federates
 *   may have the same. May be empty; logs and rtictl then show "(unnamed)".
 * @param executionName Name of the federation execution.
 * @param federateAmbassadorReference Receives the callbacks. It stays the federate's and must live
 *   until the federate has resigned.
 * @return The handle of the federate, which no other has in the life of the federation execution.
 * @throws RTI::FederateAlreadyExecutionMember This RTIambassador has joined a federation execution
 *   already.
 * @throws RTI::FederationExecutionDoesNotExist The RTIG has no federation execution of that name.
 * @throws RTI::CouldNotOpenFED Never: the object model comes from the RTIG.
 * @throws RTI::ErrorReadingFED Never: the object model comes from the RTIG.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::SaveInProgress The federation execution is being saved.
 * @throws RTI::RestoreInProgress The federation execution is being restored, or a restore has been
 *   granted.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
FederateHandle joinFederationExecution(const char* yourName, const char* executionName,
                                       FederateAmbassadorPtr federateAmbassadorReference)
    RTI_THROW((FederateAlreadyExecutionMember, FederationExecutionDoesNotExist, CouldNotOpenFED,
               ErrorReadingFED, ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress,
               RTIinternalError));

/** @brief Leaves the federation execution (HLA 1.3 clause 4.5).
 *
 * Publications, subscriptions, regions and pending acquisitions of the federate end; the others
 * are told what follows.
 *
 * @pre The federate is joined.
 * @param theAction What becomes of what the federate owns.
 * @throws RTI::FederateOwnsAttributes @p theAction is NO_ACTION and the federate owns attributes,
 *   or it is DELETE_OBJECTS and the federate owns attributes of an instance that it may not
 *   delete. Nothing has changed then.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::InvalidResignAction @p theAction is none of the four.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void resignFederationExecution(ResignAction theAction)
    RTI_THROW((FederateOwnsAttributes, FederateNotExecutionMember, InvalidResignAction,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Registers a synchronization point for all federates (HLA 1.3 clause 4.6).
 *
 * Answered by synchronizationPointRegistrationSucceeded or synchronizationPointRegistrationFailed;
 * then the point is announced to those that are to synchronize.
 *
 * @pre The federate is joined.
 * @param label Names the point; not empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError @p label is null, empty or blank, or the federation is lost.
 */
void registerFederationSynchronizationPoint(const char* label, const char* theTag)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Registers a synchronization point for a set of federates (HLA 1.3 clause 4.6).
 *
 * Answered by synchronizationPointRegistrationSucceeded or synchronizationPointRegistrationFailed;
 * then the point is announced to those that are to synchronize.
 *
 * @pre The federate is joined.
 * @param label Names the point; not empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @param syncSet Handles of the federates that are to synchronize; empty: all, also those that
 *   join before all have achieved it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError @p label is null, empty or blank, or the federation is lost.
 */
void registerFederationSynchronizationPoint(const char* label, const char* theTag,
                                            const FederateHandleSet& syncSet)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Says that the federate has reached a synchronization point (HLA 1.3 clause 4.9).
 *
 * When all whom the point concerns have said so, or have resigned, each is told
 * federationSynchronized.
 *
 * @pre The federate is joined.
 * @param label Label of the synchronization point.
 * @throws RTI::SynchronizationPointLabelWasNotAnnounced No such point was announced to this
 *   federate, or it has achieved it already.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void synchronizationPointAchieved(const char* label)
    RTI_THROW((SynchronizationPointLabelWasNotAnnounced, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests a save of the federation execution at a logical time (HLA 1.3 clause 4.11).
 *
 * Each federate is told initiateFederateSave: at once or, with a time, when nothing up to that
 * time can reach it any more. A request for another time replaces one that nobody has been told of
 * yet.
 *
 * @pre The federate is joined.
 * @param label Names the save; an older save of the federation with that label is replaced.
 * @param theTime Logical time at which the constrained federates are saved.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time, or a
 *   constrained federate is past it.
 * @throws RTI::InvalidFederationTime The time is not a number or infinite, or of another class of
 *   time than the federation's.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The RTIG keeps no saves, or the federation is lost.
 */
void requestFederationSave(const char* label, const FedTime& theTime)
    RTI_THROW((FederationTimeAlreadyPassed, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Requests a save of the federation execution as soon as possible (HLA 1.3 clause 4.11).
 *
 * Each federate is told initiateFederateSave: at once or, with a time, when nothing up to that
 * time can reach it any more. A request for another time replaces one that nobody has been told of
 * yet.
 *
 * @pre The federate is joined.
 * @param label Names the save; an older save of the federation with that label is replaced.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The RTIG keeps no saves, or the federation is lost.
 */
void requestFederationSave(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Says that the federate has begun to save its own state (HLA 1.3 clause 4.13).
 *
 * Answers initiateFederateSave.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated No initiateFederateSave is to be answered.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void federateSaveBegun()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Says that the federate has saved its own state (HLA 1.3 clause 4.14).
 *
 * When all have said so, the RTI saves its part and tells all federationSaved.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated No initiateFederateSave is to be answered, or federateSaveBegun
 *   was not called.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void federateSaveComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Says that the federate could not save its own state (HLA 1.3 clause 4.14).
 *
 * The save fails: all are told federationNotSaved.
 *
 * @pre The federate is joined.
 * @throws RTI::SaveNotInitiated No initiateFederateSave is to be answered, or federateSaveBegun
 *   was not called.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void federateSaveNotComplete()
    RTI_THROW((SaveNotInitiated, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for the federation execution to be restored from a save (HLA 1.3 clause 4.16).
 *
 * Answered by requestFederationRestoreSucceeded, after which all are told to restore, or by
 * requestFederationRestoreFailed with the reason. As many federates of each type must be joined as
 * were saved.
 *
 * @pre The federate is joined.
 * @param label Label of the save.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void requestFederationRestore(const char* label)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Says that the federate has restored its own state (HLA 1.3 clause 4.20).
 *
 * Answers initiateFederateRestore. When all have said so, each is told federationRestored.
 *
 * @pre The federate is joined.
 * @throws RTI::RestoreNotRequested No initiateFederateRestore is to be answered.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void federateRestoreComplete()
    RTI_THROW((RestoreNotRequested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RTIinternalError));

/** @brief Says that the federate could not restore its own state (HLA 1.3 clause 4.20).
 *
 * The restore fails: all are told federationNotRestored and go on in the state before it.
 *
 * @pre The federate is joined.
 * @throws RTI::RestoreNotRequested No initiateFederateRestore is to be answered.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * Replaces what it published of the class; other classes are not touched. An empty set unpublishes
 * the class. privilegeToDelete is part of every publication. Attributes that the federate owns at
 * the class and ceases to publish it no longer owns.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param attributeList Attributes of that class.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::OwnershipAcquisitionPending The federate is waiting to acquire an attribute that it
 *   would cease to publish.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void publishObjectClass(ObjectClassHandle theClass, const AttributeHandleSet& attributeList)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ends the publication of an object class (HLA 1.3 clause 5.3).
 *
 * Attributes that the federate owns of instances that it knows at the class it no longer owns.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::OwnershipAcquisitionPending The federate is waiting to acquire an attribute that it
 *   would cease to publish.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unpublishObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, OwnershipAcquisitionPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Declares that the federate may send interactions of a class (HLA 1.3 clause 5.4).
 *
 * Says nothing about its subclasses.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void publishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the publication of an interaction class (HLA 1.3 clause 5.5).
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unpublishInteractionClass(InteractionClassHandle theInteraction)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to attributes of an object class and its subclasses (HLA 1.3 clause 5.6).
 *
 * Replaces the federate's subscription without region to that very class. Instances are
 * discovered, at this class or at a subclass that is subscribed to as well, as soon as another
 * federate owns an attribute that is subscribed. An empty set unsubscribes. When the call has
 * returned, what others send from then on reaches the federate.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param attributeList Attributes of that class.
 * @param active RTI_FALSE for a passive subscription, which advises no publisher to register, send
 *   or update.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void subscribeObjectClassAttributes(ObjectClassHandle theClass,
                                    const AttributeHandleSet& attributeList,
                                    Boolean active = RTI_TRUE)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription without region to an object class (HLA 1.3 clause 5.7).
 *
 * Instances that the federate knows stay known.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unsubscribeObjectClass(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotSubscribed, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to an interaction class and its subclasses (HLA 1.3 clause 5.8).
 *
 * An interaction is received at its own class, or at the nearest superclass that is subscribed to.
 * When the call has returned, what others send from then on reaches the federate.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param active RTI_FALSE for a passive subscription, which advises no publisher to register, send
 *   or update.
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::FederateLoggingServiceCalls The class is (or the subscription would include)
 *   Manager.Federate.Report.ReportServiceInvocation, and the federate's own service calls are
 *   being reported.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void subscribeInteractionClass(InteractionClassHandle theClass, Boolean active = RTI_TRUE)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               FederateLoggingServiceCalls, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ends the subscription without region to an interaction class (HLA 1.3 clause 5.9).
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::InteractionClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * The federate owns the attributes of the class that it publishes, and privilegeToDelete; nobody
 * owns the others yet.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theObject Name of the instance, unique in the federation execution; null or empty: the
 *   RTI makes one.
 * @return The handle of the instance, the same at all federates and never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::ObjectAlreadyRegistered Another object instance of the federation has the name, or
 *   it begins with HLA, as the names do that the RTI makes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectHandle registerObjectInstance(ObjectClassHandle theClass, const char* theObject)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, ObjectAlreadyRegistered,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Registers an object instance with a name that the RTI generates (HLA 1.3 clause 6.2).
 *
 * The federate owns the attributes of the class that it publishes, and privilegeToDelete; nobody
 * owns the others yet.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @return The handle of the instance, the same at all federates and never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectHandle registerObjectInstance(ObjectClassHandle theClass)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends new values of owned attributes at a logical time (HLA 1.3 clause 6.4).
 *
 * The form with a time sends in time-stamp order the attributes whose order type says so, if the
 * federate is time-regulating; all else travels in receive order. The values are copied during the
 * call. A federate whose receivers lag behind waits in this call.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes and their values.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, of use if something was sent in time-stamp order.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class at which
 *   the federate knows the instance.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidFederationTime The federate is regulating and @p theTime is below its
 *   logical time plus lookahead, or the time is not a number or infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
 */
EventRetractionHandle updateAttributeValues(ObjectHandle theObject,
                                            const AttributeHandleValuePairSet& theAttributes,
                                            const FedTime& theTime, const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Sends new values of owned attributes without a logical time (HLA 1.3 clause 6.4).
 *
 * The form with a time sends in time-stamp order the attributes whose order type says so, if the
 * federate is time-regulating; all else travels in receive order. The values are copied during the
 * call. A federate whose receivers lag behind waits in this call.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes and their values.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class at which
 *   the federate knows the instance.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
 */
void updateAttributeValues(ObjectHandle theObject, const AttributeHandleValuePairSet& theAttributes,
                           const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction at a logical time (HLA 1.3 clause 6.6).
 *
 * The form with a time sends in time-stamp order if the class's order type says so and the
 * federate is time-regulating, else in receive order. The values are copied during the call. A
 * federate whose receivers lag behind waits in this call.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, of use if the interaction was sent in time-stamp order.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined A parameter of the set is not available at the
 *   class: neither declared there nor inherited.
 * @throws RTI::InvalidFederationTime The federate is regulating and @p theTime is below its
 *   logical time plus lookahead, or the time is not a number or infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
 */
EventRetractionHandle sendInteraction(InteractionClassHandle theInteraction,
                                      const ParameterHandleValuePairSet& theParameters,
                                      const FedTime& theTime, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, InvalidFederationTime, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction without a logical time (HLA 1.3 clause 6.6).
 *
 * The form with a time sends in time-stamp order if the class's order type says so and the
 * federate is time-regulating, else in receive order. The values are copied during the call. A
 * federate whose receivers lag behind waits in this call.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined A parameter of the set is not available at the
 *   class: neither declared there nor inherited.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
 */
void sendInteraction(InteractionClassHandle theInteraction,
                     const ParameterHandleValuePairSet& theParameters, const char* theTag)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Deletes an object instance at a logical time (HLA 1.3 clause 6.8).
 *
 * Without a time the federate no longer knows the instance when the call has returned. With a time
 * that is sent in time-stamp order it does so until its own logical time has reached it, and may
 * retract the deletion until then.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @return A handle for retract, of use if the deletion was sent in time-stamp order.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::DeletePrivilegeNotHeld The federate does not own privilegeToDelete of the instance.
 * @throws RTI::InvalidFederationTime The federate is regulating and @p theTime is below its
 *   logical time plus lookahead, or the time is not a number or infinite.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
EventRetractionHandle deleteObjectInstance(ObjectHandle theObject, const FedTime& theTime,
                                           const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, InvalidFederationTime,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Deletes an object instance without a logical time (HLA 1.3 clause 6.8).
 *
 * Without a time the federate no longer knows the instance when the call has returned. With a time
 * that is sent in time-stamp order it does so until its own logical time has reached it, and may
 * retract the deletion until then.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theTag Text for the receivers; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::DeletePrivilegeNotHeld The federate does not own privilegeToDelete of the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void deleteObjectInstance(ObjectHandle theObject, const char* theTag)
    RTI_THROW((ObjectNotKnown, DeletePrivilegeNotHeld, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Forgets an object instance at this federate alone (HLA 1.3 clause 6.10).
 *
 * It is discovered anew, perhaps at another class, if the conditions for that hold.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::FederateOwnsAttributes The federate owns an attribute of the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void localDeleteObjectInstance(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateOwnsAttributes, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Changes how the federate's updates of attributes of one instance travel (HLA 1.3 clause
 * 6.11).
 *
 * Holds while the federate owns them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @param theType From getTransportationHandle: reliable or best effort.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidTransportationHandle @p theType is no transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void changeAttributeTransportationType(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes,
                                       TransportationHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidTransportationHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes how the federate's interactions of a class travel (HLA 1.3 clause 6.12).
 *
 * Does not concern subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theType From getTransportationHandle: reliable or best effort.
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InvalidTransportationHandle @p theType is no transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void changeInteractionTransportationType(InteractionClassHandle theClass,
                                         TransportationHandle theType)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks the owners of attributes of an instance to update them (HLA 1.3 clause 6.15).
 *
 * Each owner is told provideAttributeValueUpdate, also this federate of what it owns itself.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void requestObjectAttributeValueUpdate(ObjectHandle theObject,
                                       const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks the owners of attributes of all instances of a class and its subclasses to update
 * them (HLA 1.3 clause 6.15).
 *
 * Each owner is told provideAttributeValueUpdate for each instance.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of that class.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * Those who wait for the attributes get them; the others are offered to whoever may assume them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate owns.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unconditionalAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Offers ownership, and keeps it until another federate takes it (HLA 1.3 clause 7.3).
 *
 * Ends with attributeOwnershipDivestitureNotification, or by
 * cancelNegotiatedAttributeOwnershipDivestiture.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate owns.
 * @param theTag Text for those who are asked to assume ownership; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::AttributeAlreadyBeingDivested One of the attributes is offered already.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void negotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                             const AttributeHandleSet& theAttributes,
                                             const char* theTag)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeAlreadyBeingDivested, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks for ownership, and waits for it as long as it takes (HLA 1.3 clause 7.7).
 *
 * Ends with attributeOwnershipAcquisitionNotification, or by cancelAttributeOwnershipAcquisition.
 * An owner that has not offered the attributes is asked to release them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param desiredAttributes The attributes that are wanted.
 * @param theTag Text for the owners; null is the empty text.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class at which it knows
 *   the instance.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes at the
 *   class at which it knows the instance.
 * @throws RTI::FederateOwnsAttributes The federate owns one of the attributes already.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void attributeOwnershipAcquisition(ObjectHandle theObject,
                                   const AttributeHandleSet& desiredAttributes, const char* theTag)
    RTI_THROW((ObjectNotKnown, ObjectClassNotPublished, AttributeNotDefined, AttributeNotPublished,
               FederateOwnsAttributes, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks for ownership of attributes that nobody owns or that are offered (HLA 1.3 clause
 * 7.8).
 *
 * Answered by attributeOwnershipAcquisitionNotification, attributeOwnershipUnavailable, or each
 * for a part. No owner is asked to release.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param desiredAttributes The attributes that are wanted.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the class at which it knows
 *   the instance.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes at the
 *   class at which it knows the instance.
 * @throws RTI::FederateOwnsAttributes The federate owns one of the attributes already.
 * @throws RTI::AttributeAlreadyBeingAcquired The federate waits for one of the attributes by
 *   attributeOwnershipAcquisition.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * @return Those that were released, as a new set that the caller deletes. Fewer than offered where
 *   an acquirer no longer waits.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::FederateWasNotAskedToReleaseAttribute The federate was not asked to release one of
 *   the attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::AttributeDivestitureWasNotRequested One of the attributes is not offered.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void cancelNegotiatedAttributeOwnershipDivestiture(ObjectHandle theObject,
                                                   const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned,
               AttributeDivestitureWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Withdraws a request for ownership (HLA 1.3 clause 7.13).
 *
 * Each attribute is answered either by confirmAttributeOwnershipAcquisitionCancellation or, if it
 * was on its way already, by attributeOwnershipAcquisitionNotification.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes that the federate waits for by attributeOwnershipAcquisition.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeAlreadyOwned The federate owns one of the attributes.
 * @throws RTI::AttributeAcquisitionWasNotRequested The federate does not wait for one of the
 *   attributes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void cancelAttributeOwnershipAcquisition(ObjectHandle theObject,
                                         const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeAlreadyOwned,
               AttributeAcquisitionWasNotRequested, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks who owns an attribute (HLA 1.3 clause 7.15).
 *
 * Answered by informAttributeOwnership, attributeIsNotOwned or attributeOwnedByRTI.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttribute Attribute of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined @p theAttribute is not available at the class at which the
 *   federate knows the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void queryAttributeOwnership(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Whether this federate owns an attribute (HLA 1.3 clause 7.17).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttribute Attribute of that instance.
 * @return RTI_TRUE if it does.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined @p theAttribute is not available at the class at which the
 *   federate knows the instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
Boolean isAttributeOwnedByFederate(ObjectHandle theObject, AttributeHandle theAttribute)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @} */

/** @name Time management (HLA 1.3 clause 8)
 * @{ */

/** @brief Asks to become time-regulating: others' logical time then waits for this federate's (HLA
 * 1.3 clause 8.2).
 *
 * Pending until timeRegulationEnabled, whose time may be later than the one that was asked for:
 * what the federate may send must be late for nobody. The next tick waits for that callback, up to
 * a second, unless it has to wait until other federates advance.
 *
 * @pre The federate is joined.
 * @param theFederateTime The earliest logical time that is wanted.
 * @param theLookahead The federate promises to send nothing with a time stamp below its logical
 *   time plus this; may be zero.
 * @throws RTI::TimeRegulationAlreadyEnabled The federate is regulating.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::InvalidFederationTime @p theFederateTime is below the federate's logical time,
 *   infinite or not a number.
 * @throws RTI::InvalidLookahead @p theLookahead is negative, infinite or not a number.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableTimeRegulation(const FedTime& theFederateTime, const FedTime& theLookahead)
    RTI_THROW((TimeRegulationAlreadyEnabled, EnableTimeRegulationPending,
               TimeAdvanceAlreadyInProgress, InvalidFederationTime, InvalidLookahead,
               ConcurrentAccessAttempted, FederateNotExecutionMember, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Ceases to be time-regulating, at once (HLA 1.3 clause 8.4).
 *
 * What the federate sends from now on travels in receive order.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeRegulationWasNotEnabled The federate is not regulating.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableTimeRegulation()
    RTI_THROW((TimeRegulationWasNotEnabled, ConcurrentAccessAttempted, FederateNotExecutionMember,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks to become time-constrained: the federate's logical time then waits for those who
 * regulate (HLA 1.3 clause 8.5).
 *
 * Pending until timeConstrainedEnabled, for which the next tick waits as after
 * enableTimeRegulation.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeConstrainedAlreadyEnabled The federate is constrained.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableTimeConstrained()
    RTI_THROW((TimeConstrainedAlreadyEnabled, EnableTimeConstrainedPending,
               TimeAdvanceAlreadyInProgress, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Ceases to be time-constrained, at once (HLA 1.3 clause 8.7).
 *
 * Messages that wait for their time are delivered in receive order.
 *
 * @pre The federate is joined.
 * @throws RTI::TimeConstrainedWasNotEnabled The federate is not constrained.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableTimeConstrained()
    RTI_THROW((TimeConstrainedWasNotEnabled, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Asks to advance to a time (TAR) (HLA 1.3 clause 8.8).
 *
 * Answered by timeAdvanceGrant to that time, behind all messages with time stamps up to and
 * including it.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or of another class of time than
 *   the federation's.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void timeAdvanceRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks to advance to a time at which more messages may come (TARA) (HLA 1.3 clause 8.9).
 *
 * Answered by timeAdvanceGrant to that time, behind all messages with earlier time stamps and
 * those of that time that have come. A federate with zero lookahead may then still send at that
 * time.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or of another class of time than
 *   the federation's.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void timeAdvanceRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks to advance to the next message in time-stamp order, or to a time if there is none
 * before (NER) (HLA 1.3 clause 8.10).
 *
 * Answered by timeAdvanceGrant to the time stamp of the messages delivered, or to @p theTime,
 * behind all messages up to and including the granted time.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or of another class of time than
 *   the federation's.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void nextEventRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks to advance to the next message, at whose time more may come (NERA) (HLA 1.3 clause
 * 8.11).
 *
 * Answered by timeAdvanceGrant to the time stamp of the messages delivered, or to @p theTime.
 * Further messages of the granted time may come after another request.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or of another class of time than
 *   the federation's.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void nextEventRequestAvailable(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for all messages that wait, whatever their time stamps (FQR) (HLA 1.3 clause 8.12).
 *
 * All messages that had reached this host are delivered in time-stamp order, then timeAdvanceGrant
 * to the least of @p theTime, the LBTS and the time stamps delivered. For federates that can roll
 * back.
 *
 * @pre The federate is joined.
 * @param theTime Logical time.
 * @throws RTI::InvalidFederationTime @p theTime is not a number, or of another class of time than
 *   the federation's.
 * @throws RTI::FederationTimeAlreadyPassed @p theTime is below the federate's logical time.
 * @throws RTI::TimeAdvanceAlreadyInProgress An advance has been requested and not granted yet.
 * @throws RTI::EnableTimeRegulationPending EnableTimeRegulation was called and
 *   timeRegulationEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::EnableTimeConstrainedPending EnableTimeConstrained was called and
 *   timeConstrainedEnabled has not come yet, and time.pending is not wait.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void flushQueueRequest(const FedTime& theTime)
    RTI_THROW((InvalidFederationTime, FederationTimeAlreadyPassed, TimeAdvanceAlreadyInProgress,
               EnableTimeRegulationPending, EnableTimeConstrainedPending,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Has messages in receive order delivered at any tick (HLA 1.3 clause 8.14).
 *
 * A constrained federate otherwise gets them only while it waits for an advance.
 *
 * @pre The federate is joined.
 * @throws RTI::AsynchronousDeliveryAlreadyEnabled It is enabled.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyEnabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Has messages in receive order wait until the federate asks to advance (HLA 1.3 clause
 * 8.15).
 *
 * That is how a federate begins.
 *
 * @pre The federate is joined.
 * @throws RTI::AsynchronousDeliveryAlreadyDisabled It is disabled.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableAsynchronousDelivery()
    RTI_THROW((AsynchronousDeliveryAlreadyDisabled, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Tells the lower bound on the time stamps of messages that can still come (HLA 1.3 clause
 * 8.16).
 *
 * Positive infinity where no other federate regulates.
 *
 * @pre The federate is joined.
 * @param theTime Assigned; of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void queryLBTS(FedTime& theTime) RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted,
                                            SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Tells the federate's logical time (HLA 1.3 clause 8.17).
 *
 * @pre The federate is joined.
 * @param theTime Assigned; of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void queryFederateTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Tells the least time stamp of what waits for the federate or can still come (HLA 1.3
 * clause 8.18).
 *
 * The least of the LBTS and the time stamps of the messages that wait.
 *
 * @pre The federate is joined.
 * @param theTime Assigned; of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void queryMinNextEventTime(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes the lookahead (HLA 1.3 clause 8.19).
 *
 * A larger one holds at once. A smaller one is reached as the logical time advances, so that
 * nothing that was promised is taken back.
 *
 * @pre The federate is joined.
 * @param theLookahead The federate promises to send nothing with a time stamp below its logical
 *   time plus this; may be zero.
 * @throws RTI::InvalidLookahead @p theLookahead is negative, infinite or not a number.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federate is not regulating, or the federation is lost.
 */
void modifyLookahead(const FedTime& theLookahead)
    RTI_THROW((InvalidLookahead, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Tells the lookahead as it is now (HLA 1.3 clause 8.20).
 *
 * Zero for a federate that is not regulating.
 *
 * @pre The federate is joined.
 * @param theTime Assigned; of the federation's class of time.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void queryLookahead(FedTime& theTime)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Takes back what was sent in time-stamp order (HLA 1.3 clause 8.21).
 *
 * Receivers that have not been given it will not be; the others are told requestRetraction.
 *
 * @pre The federate is joined.
 * @param theHandle What the update, interaction or deletion returned.
 * @throws RTI::InvalidRetractionHandle Nothing of the federate's has that handle, it has been
 *   retracted already, or its time stamp is below what the federate may still send.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void retract(EventRetractionHandle theHandle)
    RTI_THROW((InvalidRetractionHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Changes the order type of the federate's updates of attributes of one instance (HLA 1.3
 * clause 8.23).
 *
 * Holds while the federate owns them.
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @param theType From getOrderingHandle: receive or timestamp.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotOwned The federate does not own one of the attributes.
 * @throws RTI::InvalidOrderingHandle @p theType is no order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void changeAttributeOrderType(ObjectHandle theObject, const AttributeHandleSet& theAttributes,
                              OrderingHandle theType)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, AttributeNotOwned, InvalidOrderingHandle,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Changes the order type of the federate's interactions of a class (HLA 1.3 clause 8.24).
 *
 * Does not concern subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theType From getOrderingHandle: receive or timestamp.
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InvalidOrderingHandle @p theType is no order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * It overlaps no other region until its bounds have been set and notifyAboutRegionModification was
 * called.
 *
 * @pre The federate is joined.
 * @param theSpace Routing space.
 * @param numberOfExtents How many extents the region has, 1 to 1024.
 * @return The region. It stays the RTI's and is valid until deleteRegion.
 * @throws RTI::SpaceNotDefined @p theSpace is no routing space of the FED.
 * @throws RTI::InvalidExtents @p numberOfExtents is 0 or above 1024.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
Region* createRegion(SpaceHandle theSpace, ULong numberOfExtents)
    RTI_THROW((SpaceNotDefined, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Lets the bounds that were set in a region take effect (HLA 1.3 clause 9.3).
 *
 * All of its extents at once, for subscriptions and updates alike.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidExtents A lower bound is above its upper bound.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void notifyAboutRegionModification(Region& theRegion)
    RTI_THROW((RegionNotKnown, InvalidExtents, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Deletes a region (HLA 1.3 clause 9.4).
 *
 * @pre The federate is joined.
 * @param theRegion Region; its pointer is not valid any more when the call has returned.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::RegionInUse A subscription or the attributes of an instance use it.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void deleteRegion(Region* theRegion)
    RTI_THROW((RegionNotKnown, RegionInUse, FederateNotExecutionMember, ConcurrentAccessAttempted,
               SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Registers an object instance with a name and update regions (HLA 1.3 clause
 * 9.5).
 *
 * As registerObjectInstance; attributes that are not listed use the default region, which is the
 * whole routing space.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theObject Name of the instance, unique in the federation execution; null or empty: the
 *   RTI makes one.
 * @param theAttributes Attributes of the class.
 * @param theRegions Regions, one for each attribute.
 * @param theNumberOfHandles How many attributes and regions there are.
 * @return The handle of the instance, the same at all federates and never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext A region lies in another routing space than its attribute, or
 *   an attribute is listed twice.
 * @throws RTI::ObjectAlreadyRegistered Another object instance of the federation has the name, or
 *   it begins with HLA, as the names do that the RTI makes.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * As registerObjectInstance; attributes that are not listed use the default region, which is the
 * whole routing space.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of the class.
 * @param theRegions Regions, one for each attribute.
 * @param theNumberOfHandles How many attributes and regions there are.
 * @return The handle of the instance, the same at all federates and never used again.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::ObjectClassNotPublished The federate does not publish the object class.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::AttributeNotPublished The federate does not publish one of the attributes.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext A region lies in another routing space than its attribute, or
 *   an attribute is listed twice.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectHandle registerObjectInstanceWithRegion(ObjectClassHandle theClass,
                                              AttributeHandle theAttributes[], Region* theRegions[],
                                              ULong theNumberOfHandles)
    RTI_THROW((ObjectClassNotDefined, ObjectClassNotPublished, AttributeNotDefined,
               AttributeNotPublished, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Has updates of attributes of one instance sent with a region (HLA 1.3 clause 9.6).
 *
 * Exactly these attributes then use the region; those that used it before use the default region.
 * Holds while the federate owns them.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @param theObject Object instance.
 * @param theAttributes Attributes of that instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::InvalidRegionContext The region lies in another routing space than the attribute or
 *   interaction class.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void associateRegionForUpdates(Region& theRegion, ObjectHandle theObject,
                               const AttributeHandleSet& theAttributes)
    RTI_THROW((ObjectNotKnown, AttributeNotDefined, InvalidRegionContext, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Has the attributes of one instance that use a region use the default region again (HLA
 * 1.3 clause 9.7).
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @param theObject Object instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::InvalidRegionContext Never: a region that is not associated with the instance
 *   changes nothing.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unassociateRegionForUpdates(Region& theRegion, ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, InvalidRegionContext, RegionNotKnown, FederateNotExecutionMember,
               ConcurrentAccessAttempted, SaveInProgress, RestoreInProgress, RTIinternalError));

/** @brief Subscribes to attributes of an object class where they overlap a region (HLA 1.3 clause
 * 9.8).
 *
 * Replaces the federate's subscription with that region to that very class; those with other
 * regions and without region are not touched.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theRegion Region.
 * @param attributeList Attributes of that class.
 * @param active RTI_FALSE for a passive subscription, which advises no publisher to register, send
 *   or update.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext The region lies in another routing space than the attribute or
 *   interaction class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::ObjectClassNotSubscribed The federate has no such subscription.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unsubscribeObjectClassWithRegion(ObjectClassHandle theClass, Region& theRegion)
    RTI_THROW((ObjectClassNotDefined, RegionNotKnown, ObjectClassNotSubscribed,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Subscribes to an interaction class where it overlaps a region (HLA 1.3 clause 9.10).
 *
 * @pre The federate is joined.
 * @param theClass Interaction class.
 * @param theRegion Region.
 * @param active RTI_FALSE for a passive subscription, which advises no publisher to register, send
 *   or update.
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext The region lies in another routing space than the attribute or
 *   interaction class.
 * @throws RTI::FederateLoggingServiceCalls The class is (or the subscription would include)
 *   Manager.Federate.Report.ReportServiceInvocation, and the federate's own service calls are
 *   being reported.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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
 * @throws RTI::InteractionClassNotDefined @p theClass is no interaction class of the FED.
 * @throws RTI::InteractionClassNotSubscribed The federate has no such subscription.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void unsubscribeInteractionClassWithRegion(InteractionClassHandle theClass, Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotSubscribed, RegionNotKnown,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Sends an interaction with a region, at a logical time (HLA 1.3 clause 9.12).
 *
 * It reaches federates with a subscription that overlaps the region. Otherwise as sendInteraction.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTime Time stamp.
 * @param theTag Text for the receivers; null is the empty text.
 * @param theRegion Region.
 * @return A handle for retract, of use if the interaction was sent in time-stamp order.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined A parameter of the set is not available at the
 *   class: neither declared there nor inherited.
 * @throws RTI::InvalidFederationTime The federate is regulating and @p theTime is below its
 *   logical time plus lookahead, or the time is not a number or infinite.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext The region lies in another routing space than the attribute or
 *   interaction class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
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
 * It reaches federates with a subscription that overlaps the region. Otherwise as sendInteraction.
 *
 * @pre The federate is joined.
 * @param theInteraction Interaction class.
 * @param theParameters Parameters and their values; may be empty.
 * @param theTag Text for the receivers; null is the empty text.
 * @param theRegion Region.
 * @throws RTI::InteractionClassNotDefined @p theInteraction is no interaction class of the FED.
 * @throws RTI::InteractionClassNotPublished The federate does not publish the interaction class.
 * @throws RTI::InteractionParameterNotDefined A parameter of the set is not available at the
 *   class: neither declared there nor inherited.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::InvalidRegionContext The region lies in another routing space than the attribute or
 *   interaction class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The values are larger than the limit of a message, or the
 *   federation is lost.
 */
void sendInteractionWithRegion(InteractionClassHandle theInteraction,
                               const ParameterHandleValuePairSet& theParameters, const char* theTag,
                               const Region& theRegion)
    RTI_THROW((InteractionClassNotDefined, InteractionClassNotPublished,
               InteractionParameterNotDefined, RegionNotKnown, InvalidRegionContext,
               FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks the owners of attributes that overlap a region to update them (HLA 1.3 clause 9.13).
 *
 * For all instances of the class and its subclasses.
 *
 * @pre The federate is joined.
 * @param theClass Object class.
 * @param theAttributes Attributes of that class.
 * @param theRegion Region.
 * @throws RTI::ObjectClassNotDefined @p theClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined An attribute of the set is not available at the class: neither
 *   declared there nor inherited.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
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

/** @brief Tells the handle of an object class (HLA 1.3 clause 10.2).
 *
 * @pre The federate is joined.
 * @param theName Path from the root, with or without ObjectRoot, as ObjectRoot.Vehicle.Tank;
 *   without regard to case where no other name differs in case alone.
 * @return The handle, the same at all federates.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectClassHandle getObjectClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of an object class (HLA 1.3 clause 10.3).
 *
 * @pre The federate is joined.
 * @param theHandle Object class.
 * @return Its full path from ObjectRoot, a new text that the caller deletes by delete[].
 * @throws RTI::ObjectClassNotDefined @p theHandle is no object class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getObjectClassName(ObjectClassHandle theHandle)
    RTI_THROW((ObjectClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of an attribute (HLA 1.3 clause 10.4).
 *
 * @pre The federate is joined.
 * @param theName Name of an attribute, declared at the class or inherited.
 * @param whichClass Class in which the name or handle is looked up.
 * @return The handle, the same at all subclasses.
 * @throws RTI::ObjectClassNotDefined @p whichClass is no object class of the FED.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
AttributeHandle getAttributeHandle(const char* theName, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells the name of an attribute (HLA 1.3 clause 10.5).
 *
 * @pre The federate is joined.
 * @param theHandle Attribute.
 * @param whichClass Class in which the name or handle is looked up.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::ObjectClassNotDefined @p whichClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined @p theHandle is no attribute of the class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getAttributeName(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells the handle of an interaction class (HLA 1.3 clause 10.6).
 *
 * @pre The federate is joined.
 * @param theName Path from the root, with or without InteractionRoot; without regard to case where
 *   no other name differs in case alone.
 * @return The handle, the same at all federates.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
InteractionClassHandle getInteractionClassHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of an interaction class (HLA 1.3 clause 10.7).
 *
 * @pre The federate is joined.
 * @param theHandle Interaction class.
 * @return Its full path from InteractionRoot, a new text that the caller deletes by delete[].
 * @throws RTI::InteractionClassNotDefined @p theHandle is no interaction class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getInteractionClassName(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of a parameter (HLA 1.3 clause 10.8).
 *
 * @pre The federate is joined.
 * @param theName Name of a parameter, declared at the class or inherited.
 * @param whichClass Class in which the name or handle is looked up.
 * @return The handle, the same at all subclasses.
 * @throws RTI::InteractionClassNotDefined @p whichClass is no interaction class of the FED.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ParameterHandle getParameterHandle(const char* theName, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, NameNotFound, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells the name of a parameter (HLA 1.3 clause 10.9).
 *
 * @pre The federate is joined.
 * @param theHandle Parameter.
 * @param whichClass Class in which the name or handle is looked up.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::InteractionClassNotDefined @p whichClass is no interaction class of the FED.
 * @throws RTI::InteractionParameterNotDefined @p theHandle is no parameter of the class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getParameterName(ParameterHandle theHandle, InteractionClassHandle whichClass)
    RTI_THROW((InteractionClassNotDefined, InteractionParameterNotDefined,
               FederateNotExecutionMember, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells the handle of an object instance that the federate knows (HLA 1.3 clause 10.10).
 *
 * @pre The federate is joined.
 * @param theName Name of the instance.
 * @return The handle.
 * @throws RTI::ObjectNotKnown The federate knows no instance of that name.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectHandle getObjectInstanceHandle(const char* theName)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of an object instance that the federate knows (HLA 1.3 clause 10.11).
 *
 * @pre The federate is joined.
 * @param theHandle Object instance.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::ObjectNotKnown The federate knows no such instance.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getObjectInstanceName(ObjectHandle theHandle)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of a routing space (HLA 1.3 clause 10.12).
 *
 * @pre The federate is joined.
 * @param theName Name of the routing space.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
SpaceHandle getRoutingSpaceHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of a routing space (HLA 1.3 clause 10.13).
 *
 * @pre The federate is joined.
 * @param theHandle Routing space.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::SpaceNotDefined @p theHandle is no routing space of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getRoutingSpaceName(SpaceHandle theHandle)
    RTI_THROW((SpaceNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of a dimension (HLA 1.3 clause 10.14).
 *
 * @pre The federate is joined.
 * @param theName Name of the dimension.
 * @param whichSpace Routing space.
 * @return The handle.
 * @throws RTI::SpaceNotDefined @p whichSpace is no routing space of the FED.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
DimensionHandle getDimensionHandle(const char* theName, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of a dimension (HLA 1.3 clause 10.15).
 *
 * @pre The federate is joined.
 * @param theHandle Dimension.
 * @param whichSpace Routing space.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::SpaceNotDefined @p whichSpace is no routing space of the FED.
 * @throws RTI::DimensionNotDefined The routing space has no such dimension.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getDimensionName(DimensionHandle theHandle, SpaceHandle whichSpace)
    RTI_THROW((SpaceNotDefined, DimensionNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells in which routing space an attribute lies (HLA 1.3 clause 10.16).
 *
 * @pre The federate is joined.
 * @param theHandle Attribute.
 * @param whichClass Class in which the name or handle is looked up.
 * @return The space; the default space's handle where the FED names none.
 * @throws RTI::ObjectClassNotDefined @p whichClass is no object class of the FED.
 * @throws RTI::AttributeNotDefined @p theHandle is no attribute of the class.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
SpaceHandle getAttributeRoutingSpaceHandle(AttributeHandle theHandle, ObjectClassHandle whichClass)
    RTI_THROW((ObjectClassNotDefined, AttributeNotDefined, FederateNotExecutionMember,
               ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells the class at which the federate knows an object instance (HLA 1.3 clause 10.17).
 *
 * @pre The federate is joined.
 * @param theObject Object instance.
 * @return The class at which it has registered or discovered the instance.
 * @throws RTI::ObjectNotKnown The federate does not know an object instance @p theObject: it has
 *   neither registered nor discovered it, or it was removed.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
ObjectClassHandle getObjectClass(ObjectHandle theObject)
    RTI_THROW((ObjectNotKnown, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells in which routing space an interaction class lies (HLA 1.3 clause 10.18).
 *
 * @pre The federate is joined.
 * @param theHandle Interaction class.
 * @return The space; the default space's handle where the FED names none.
 * @throws RTI::InteractionClassNotDefined @p theHandle is no interaction class of the FED.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
SpaceHandle getInteractionRoutingSpaceHandle(InteractionClassHandle theHandle)
    RTI_THROW((InteractionClassNotDefined, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of a transportation type (HLA 1.3 clause 10.19).
 *
 * @pre The federate is joined.
 * @param theName Reliable or best_effort, in any case.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
TransportationHandle getTransportationHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of a transportation type (HLA 1.3 clause 10.20).
 *
 * @pre The federate is joined.
 * @param theHandle Transportation type.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::InvalidTransportationHandle @p theHandle is no transportation type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getTransportationName(TransportationHandle theHandle)
    RTI_THROW((InvalidTransportationHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the handle of an order type (HLA 1.3 clause 10.21).
 *
 * @pre The federate is joined.
 * @param theName Receive or timestamp, in any case.
 * @return The handle.
 * @throws RTI::NameNotFound The FED has no such name; the text names the nearest one.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
OrderingHandle getOrderingHandle(const char* theName)
    RTI_THROW((NameNotFound, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Tells the name of an order type (HLA 1.3 clause 10.22).
 *
 * @pre The federate is joined.
 * @param theHandle Order type.
 * @return Its name, a new text that the caller deletes by delete[].
 * @throws RTI::InvalidOrderingHandle @p theHandle is no order type.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
char* getOrderingName(OrderingHandle theHandle)
    RTI_THROW((InvalidOrderingHandle, FederateNotExecutionMember, ConcurrentAccessAttempted,
               RTIinternalError));

/** @brief Asks for startRegistrationForObjectClass and stopRegistrationForObjectClass (HLA 1.3
 * clause 10.23).
 *
 * What has changed while the switch was off is told. Enabling it again changes nothing. It is on
 * when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for no more startRegistrationForObjectClass and stopRegistrationForObjectClass (HLA
 * 1.3 clause 10.24).
 *
 * Disabling it again changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableClassRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for turnUpdatesOnForObjectInstance and turnUpdatesOffForObjectInstance (HLA 1.3
 * clause 10.25).
 *
 * What has changed while the switch was off is told. Enabling it again changes nothing. It is off
 * when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for no more turnUpdatesOnForObjectInstance and turnUpdatesOffForObjectInstance (HLA
 * 1.3 clause 10.26).
 *
 * Disabling it again changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableAttributeRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for attributesInScope and attributesOutOfScope (HLA 1.3 clause 10.27).
 *
 * What has changed while the switch was off is told. Enabling it again changes nothing. It is off
 * when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for no more attributesInScope and attributesOutOfScope (HLA 1.3 clause 10.28).
 *
 * Disabling it again changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableAttributeScopeAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for turnInteractionsOn and turnInteractionsOff (HLA 1.3 clause 10.29).
 *
 * What has changed while the switch was off is told. Enabling it again changes nothing. It is on
 * when a federate joins.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void enableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @brief Asks for no more turnInteractionsOn and turnInteractionsOff (HLA 1.3 clause 10.30).
 *
 * Disabling it again changes nothing.
 *
 * @pre The federate is joined.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::SaveInProgress The federate has been told to save, and the save is not over.
 * @throws RTI::RestoreInProgress A restore has begun, and is not over.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
void disableInteractionRelevanceAdvisorySwitch()
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, SaveInProgress,
               RestoreInProgress, RTIinternalError));

/** @} */

/** @name Not in the specification
 * @{ */

/* Delivers waiting callbacks; RTI_TRUE if more may be waiting. The second form waits for a first
 * callback, at most minimum seconds, and delivers for at most maximum seconds. */

/** @brief Delivers the callbacks that wait, and returns at once.
 *
 * Not a service of the specification. Callbacks are called inside tick alone, by the thread that
 * calls it.
 *
 * @return RTI_TRUE if more callbacks may be waiting.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never: a callback may throw it, and what callbacks
 *   throw ends inside the RTI.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::RTIinternalError The federate has lost its federation.
 */
Boolean tick()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Waits for callbacks, and delivers them.
 *
 * Waits at most @p minimum seconds for a first callback. Then delivers callbacks until no more are
 * there or @p maximum seconds have passed, and returns, also before @p minimum seconds have passed.
 * With the setting tick.minimum = stay it goes on to wait and to deliver until @p minimum seconds
 * have passed. A federate that is not joined gets no callbacks: the call returns after @p minimum
 * seconds, or at once if that is 1e8 or more. Not a service of the specification.
 *
 * @param minimum Seconds to wait for a first callback, if none is there; negative counts as zero.
 * @param maximum Seconds after which no further callback is begun; below minimum it counts as
 *   minimum.
 * @return RTI_TRUE if more callbacks may be waiting.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never: a callback may throw it, and what callbacks
 *   throw ends inside the RTI.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::RTIinternalError The federate has lost its federation.
 */
Boolean tick(TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief Tells a number for a region, which other languages can carry.
 *
 * Not a service of the specification.
 *
 * @pre The federate is joined.
 * @param theRegion Region.
 * @return A number that getRegion takes, also after a restore.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RegionNotKnown The region is not one that this federate has created, or was
 *   deleted.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
RegionToken getRegionToken(Region* theRegion)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, RegionNotKnown,
               RTIinternalError));

/** @brief Tells the region of a number from getRegionToken.
 *
 * Not a service of the specification.
 *
 * @pre The federate is joined.
 * @param theToken What getRegionToken returned.
 * @return The region; it stays the RTI's.
 * @throws RTI::FederateNotExecutionMember The federate is not joined.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador.
 * @throws RTI::RegionNotKnown No region of this federate has that number.
 * @throws RTI::RTIinternalError The federation is lost, or what the exception's text says.
 */
Region* getRegion(RegionToken theToken)
    RTI_THROW((FederateNotExecutionMember, ConcurrentAccessAttempted, RegionNotKnown,
               RTIinternalError));

/** @} */

/** @name CERTI's additions
 * @{ */

/** @brief Waits for one callback, and delivers it.
 *
 * Returns at once if the federate is not joined. A name of CERTI's.
 *
 * @return RTI_TRUE if more callbacks may be waiting.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never: a callback may throw it, and what callbacks
 *   throw ends inside the RTI.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::RTIinternalError The federate has lost its federation.
 */
Boolean tick2()
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));

/** @brief The general form of tick and tick2.
 *
 * Waits and delivers as tick(minimum, maximum). A name of CERTI's.
 *
 * @param multiple RTI_FALSE: one callback at most, and the call returns after it whatever
 *   tick.minimum says.
 * @param minimum Seconds to wait for a first callback, if none is there; negative counts as zero.
 * @param maximum Seconds after which no further callback is begun; below minimum it counts as
 *   minimum.
 * @return RTI_TRUE if more callbacks may be waiting.
 * @throws RTI::SpecifiedSaveLabelDoesNotExist Never: a callback may throw it, and what callbacks
 *   throw ends inside the RTI.
 * @throws RTI::ConcurrentAccessAttempted Another thread is inside this RTIambassador, or this is
 *   called in a callback.
 * @throws RTI::RTIinternalError The federate has lost its federation.
 */
Boolean __tick_kernel(Boolean multiple, TickTime minimum, TickTime maximum)
    RTI_THROW((SpecifiedSaveLabelDoesNotExist, ConcurrentAccessAttempted, RTIinternalError));
#ifdef CERTI_REALTIME_EXTENSIONS
/** @brief Sets the scheduling priority of the rtia process.
 *
 * A name of CERTI's; of use where the RTIA is a process of its own.
 *
 * @param priority As sched_setscheduler takes it.
 * @param schedPolicy As sched_setscheduler takes it.
 * @throws RTI::RTIinternalError There is no such process, or the system refuses.
 */
void setPriorityforRTIAProcess(int priority, unsigned int schedPolicy)
    RTI_THROW((RTIinternalError));

/** @brief Sets on which processors the rtia process may run.
 *
 * A name of CERTI's; of use where the RTIA is a process of its own.
 *
 * @param mask As sched_setaffinity takes it.
 * @throws RTI::RTIinternalError There is no such process, or the system refuses.
 */
void setAffinityforRTIAProcess(cpu_set_t mask) RTI_THROW((RTIinternalError));
#endif

/** @} */

RTIambPrivateData* privateData; /**< @brief The RTI's own; not for federates. */

/** @brief Not to be called: one ambassador is one federate.
 *
 * Before C++17 `member(RTI::RTIambassador())` needs a copy constructor to leave out, so there is
 * one, which nobody defines and nobody may call.
 */
#if RTI_CPLUSPLUS < 201703L
RTIambassador(const RTIambassador&)
    RTI_NOT_TO_BE_CALLED("one RTIambassador is one federate: it cannot be copied");
#else
RTIambassador(const RTIambassador&) = delete;
#endif

/** @brief Not to be called: one ambassador is one federate.
 *
 * Compiles because programs for other RTIs have such assignments.
 *
 * @return This ambassador, if it is assigned to itself.
 * @throws RTI::RTIinternalError The other ambassador is not this one. Nothing has changed then.
 */
RTIambassador& operator=(const RTIambassador&) RTI_THROW((RTIinternalError));

private:
RTIambPrivateRefs* privateRefs;
