// pthread_cancel of a federate's thread. It may end the thread at any system call that blocks, also
// half-way through a service or in a destructor, which would end the process. A call that has sent
// or taken something would seem not to have happened. So it is held off there. Used by links, by
// HostedAmbassador, and by libRTI.
#pragma once

#include <pthread.h>

namespace triad::transport {

// Defers the cancellation of the calling thread.
class CancellationHeld {
 public:
  CancellationHeld() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
  ~CancellationHeld() { ::pthread_setcancelstate(before_, nullptr); }
  CancellationHeld(const CancellationHeld&) = delete;
  CancellationHeld& operator=(const CancellationHeld&) = delete;

  // Lets the thread be cancelled as before while it does `work`.
  template <class Work>
  void release_during(Work&& work) const {
    ::pthread_setcancelstate(before_, nullptr);
    work();
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  }

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace triad::transport
