/* What Triad RTI offers beyond the HLA 1.3 API. A federate that includes this header runs with
 * Triad only; everything here is optional. Usable from C++98 to the newest standard. */
#ifndef RTIextensions_hh
#define RTIextensions_hh

#include "RTI.hh"

class RTI_EXPORT RTIextensions {
 public:
  /* For programs with an event loop of their own (poll, epoll, select, a GUI toolkit's notifier): a
   * file descriptor that becomes readable when tick may have something to do. POSIX systems only.
   *
   *   int descriptor = RTIextensions::callbackDescriptor(rtiAmb);
   *   for (;;) {
   *     poll() on the descriptor for POLLIN, beside the program's own descriptors;
   *     if readable: while (rtiAmb.tick()) {}
   *   }
   *
   * - Readable means: call tick. When tick has returned RTI_FALSE the descriptor is not readable
   *   any more, unless something new has come. It may be readable for nothing: tick then simply
   *   returns RTI_FALSE.
   * - Call tick once after asking for the descriptor: callbacks may have been waiting before.
   * - It also becomes readable when the federation is lost: tick then throws RTIinternalError.
   * - It stays the same for the life of the RTIambassador, before joining, across resign and
   *   another join, and belongs to it: do not read, write or close it.
   *
   * Throws RTIinternalError if the system gives no descriptor, and ConcurrentAccessAttempted. */
  static int callbackDescriptor(RTI::RTIambassador& rtiAmbassador);
};

#endif /* RTIextensions_hh */
