/* Optional functions of Triad RTI beyond the HLA 1.3 API. A federate that includes this header runs
 * only with Triad. Usable from C++98 to the newest standard. */
#ifndef RTIextensions_hh
#define RTIextensions_hh

#include "RTI.hh"

/** @brief Functions of Triad RTI beyond the HLA 1.3 API. */
class RTI_EXPORT RTIextensions {
 public:
  /** @brief Returns a file descriptor that is readable when tick may have callbacks to deliver.
   *
   * For programs with their own event loop (poll, epoll, select, a GUI toolkit's notifier), on
   * POSIX systems.
   *
   * @code
   *   int descriptor = RTIextensions::callbackDescriptor(rtiAmb);
   *   for (;;) {
   *     poll() on the descriptor for POLLIN, beside the program's own descriptors;
   *     if readable: while (rtiAmb.tick()) {}
   *   }
   * @endcode
   *
   * - When the descriptor is readable, call tick. After tick has returned RTI_FALSE, the descriptor
   *   is not readable until new input arrives. It may be readable without a callback: tick then
   *   returns RTI_FALSE.
   * - Call tick once after the first call of this function, for callbacks that are already queued.
   * - The descriptor also becomes readable when the connection to the federation is lost: tick then
   *   throws RTIinternalError.
   * - The descriptor is the same for the life of the RTIambassador, also after a resign and
   *   another join. The RTI owns it: do not read, write or close it.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @return The descriptor, which the RTI owns.
   * @throws RTI::RTIinternalError The system cannot provide a descriptor.
   * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of the RTIambassador.
   */
  static int callbackDescriptor(RTI::RTIambassador& rtiAmbassador);

  /** @brief Joins as an observer, such as a logger or a viewer.
   *
   * Works as joinFederationExecution, with the same parameters, result and exceptions. An observer
   * takes part in no save and no restore. When a save or restore begins, the RTI resigns the
   * observer before it instructs the federates. Calls of the observer then throw
   * FederateNotExecutionMember, and its tick throws RTIinternalError. The observer may join again
   * by either function; until the save or restore has finished, that throws SaveInProgress or
   * RestoreInProgress. So a save contains no state of an observer, and a restore needs no federate
   * of its type. An observer may not request saves or restores.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @param yourName Type of the federate.
   * @param executionName Name of the federation execution.
   * @param federateAmbassador Object that receives the callbacks. The federate owns it and must
   *   keep it until it has resigned.
   * @return The handle of the federate.
   */
  static RTI::FederateHandle joinAsObserver(RTI::RTIambassador& rtiAmbassador, const char* yourName,
                                            const char* executionName,
                                            RTI::FederateAmbassadorPtr federateAmbassador);

  /** @brief Receives news of a federate's connection to the federation.
   *
   * A federate that loses its connection is connected again by the RTI, if the setting
   * resume.timeout allows it. Its services and ticks wait until then. The functions of this class
   * are called only by tick. An exception that they throw is reported on standard error.
   */
  class ConnectionObserver {
   public:
    virtual ~ConnectionObserver() {}

    /** @brief The federate has lost its connection. The RTI tries to connect again.
     *
     * Called within about two seconds of the loss, if the federate only ticks. Another service
     * waits for the return; with the process RTIA, so does a tick after it. No other callback is
     * delivered before connectionRestored. If the time ends first, tick throws RTIinternalError.
     *
     * @param reason Reason for the loss. Valid until the function returns.
     * @param seconds Time from the loss, in seconds, for which the RTI tries to connect again.
     */
    virtual void connectionLost(const char* reason, double seconds) = 0;

    /** @brief The federate is connected again. Its services and callbacks go on.
     *
     * No reliable message has been lost, and the federate has kept its objects and its logical
     * time.
     *
     * @param url URL to which it is connected now. Valid until the function returns.
     */
    virtual void connectionRestored(const char* url) = 0;
  };

  /** @brief Sets the object that receives news of the federate's connection.
   *
   * Without a call of this function there is none. The object stays set for all memberships of the
   * RTIambassador. If a service waited from a loss to the return, the next tick calls both
   * functions.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @param observer The federate owns it and must keep it until it has set another one, or has
   *   deleted the RTIambassador. NULL: none.
   * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of the RTIambassador.
   */
  static void setConnectionObserver(RTI::RTIambassador& rtiAmbassador,
                                    ConnectionObserver* observer);

  /** @brief Ends the membership in this process, so that another process continues it.
   *
   * For example for an upgrade of the federate, or to bring it to another host. Another process, on
   * any host that reaches rtig, continues by resumeMembership within resume.timeout (30 s if it is
   * set to 30): it has the same handle, objects, regions, declarations, ownership, logical time and
   * queued callbacks. Meanwhile the federation goes on, as after the loss of a connection. After
   * the call the RTIambassador is not joined.
   *
   * The call waits until all other federates have received what this one has sent.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @param file Path of the file to create. It gets the mode 0600. Whoever has it can continue as
   *   this federate, once.
   * @throws RTI::FederateNotExecutionMember The federate is not joined.
   * @throws RTI::SaveInProgress A save is planned or in progress.
   * @throws RTI::RestoreInProgress A restore is in progress.
   * @throws RTI::RTIinternalError The federation's members cannot return after a loss, because
   *   resume.timeout is 0, the federate shares memory, or the file exists or cannot be written. The
   *   federate is still joined.
   * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of the RTIambassador, or the
   *   call is made within a callback.
   */
  static void suspendMembership(RTI::RTIambassador& rtiAmbassador, const char* file);

  /** @brief Continues the membership of a federate that was suspended.
   *
   * The call waits until the federation has accepted the federate. It removes the file then. Time
   * and regions work as after a restore: getRegion returns the Region object of a token.
   *
   * @param rtiAmbassador An ambassador that is not joined.
   * @param file Path of the file that suspendMembership has created.
   * @param federateAmbassador Object that receives the callbacks. The federate owns it and must
   *   keep it until it has resigned.
   * @return The handle of the federate, which is the same as before.
   * @throws RTI::FederateAlreadyExecutionMember The RTIambassador is joined.
   * @throws RTI::RTIinternalError The file cannot be read, is damaged, was made by another version,
   *   or was used before; or the federate was resigned meanwhile, its federation has ended, or rtig
   *   cannot be reached. The text says which.
   * @throws RTI::ConcurrentAccessAttempted Another thread is in a call of the RTIambassador, or the
   *   call is made within a callback.
   */
  static RTI::FederateHandle resumeMembership(RTI::RTIambassador& rtiAmbassador, const char* file,
                                              RTI::FederateAmbassadorPtr federateAmbassador);
};

#endif /* RTIextensions_hh */
