// CancellationGuard: protects blocking system calls from pthread_cancel of a federate's thread. A
// cancellation may end the thread in any blocking call, even half-way through a service. In a
// destructor it would end the process. A system call that is cancelled after it has sent or read
// data leaves the caller without the record of that. Used by links, HostedAmbassador and libRTI.
#pragma once

#include <pthread.h>

namespace triad::transport {

// Defers the cancellation of the calling thread during its lifetime.
class CancellationGuard {
 public:
  CancellationGuard() { ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &previous_state_); }
  ~CancellationGuard() { ::pthread_setcancelstate(previous_state_, nullptr); }
  CancellationGuard(const CancellationGuard&) = delete;
  CancellationGuard& operator=(const CancellationGuard&) = delete;

  // Runs `work` with the cancellation state that held before the guard. For a sleep in which a
  // cancellation does no harm.
  template <class Work>
  void release_during(Work&& work) const {
    ::pthread_setcancelstate(previous_state_, nullptr);
    work();
    ::pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, nullptr);
  }

 private:
  int previous_state_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace triad::transport
