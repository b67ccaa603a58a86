/* What Triad RTI offers beyond the HLA 1.3 API. A federate that includes this header runs with
 * Triad only; everything here is optional. Usable from C++98 to the newest standard. */
#ifndef RTIextensions_hh
#define RTIextensions_hh

#include "RTI.hh"

/** @brief What Triad RTI offers beyond the HLA 1.3 API. */
class RTI_EXPORT RTIextensions {
 public:
  /** @brief A file descriptor that becomes readable when tick may have something to do.
   *
   * For programs with an event loop of their own (poll, epoll, select, a GUI toolkit's notifier),
   * on POSIX systems.
   *
   * @code
   *   int descriptor = RTIextensions::callbackDescriptor(rtiAmb);
   *   for (;;) {
   *     poll() on the descriptor for POLLIN, beside the program's own descriptors;
   *     if readable: while (rtiAmb.tick()) {}
   *   }
   * @endcode
   *
   * - Readable means: call tick. When tick has returned RTI_FALSE the descriptor is not readable
   *   any more, unless something new has come. It may be readable for nothing: tick then simply
   *   returns RTI_FALSE.
   * - Call tick once after asking for the descriptor: callbacks may have been waiting before.
   * - It also becomes readable when the federation is lost: tick then throws RTIinternalError.
   * - It stays the same for the life of the RTIambassador, before joining, across resign and
   *   another join, and belongs to it: do not read, write or close it.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @return The descriptor; it stays the RTI's.
   * @throws RTI::RTIinternalError The system gives no descriptor.
   * @throws RTI::ConcurrentAccessAttempted Another thread is inside the RTIambassador.
   */
  static int callbackDescriptor(RTI::RTIambassador& rtiAmbassador);

  /** @brief Joins as a program that looks on: a logger, a viewer.
   *
   * As joinFederationExecution, with its parameters, result and exceptions. An observer takes part
   * in no save and no restore. When one begins, it is resigned by the RTI before the federates are
   * told: a call that it makes then throws FederateNotExecutionMember, its tick RTIinternalError.
   * It may join again, by either function; until the save or restore is over that throws
   * SaveInProgress or RestoreInProgress. So nothing of it is saved, and a restore needs no
   * federate of its type. It may not request saves and restores itself.
   *
   * @param rtiAmbassador The federate's ambassador.
   * @param yourName Type of the federate.
   * @param executionName Name of the federation execution.
   * @param federateAmbassador Receives the callbacks. It stays the federate's and must live until
   *   the federate has resigned.
   * @return The handle of the federate.
   */
  static RTI::FederateHandle joinAsObserver(RTI::RTIambassador& rtiAmbassador, const char* yourName,
                                            const char* executionName,
                                            RTI::FederateAmbassadorPtr federateAmbassador);
};

#endif /* RTIextensions_hh */
