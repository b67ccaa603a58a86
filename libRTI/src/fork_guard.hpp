// Detects use of an RTIambassador in a forked child. After fork() the child has a copy of each
// RTIambassador, but the connection belongs to the parent and must not be used. Every service
// checks this, so the check is one load from a page that the kernel clears in a forked child
// (MADV_WIPEONFORK).
#pragma once

#include <sys/types.h>

#include <atomic>

namespace triad::api {

class ForkGuard {
 public:
  ForkGuard();
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;

  bool in_forked_child() const {
    if (page_ == nullptr) return differs_by_process_id();
    return std::atomic_ref(*page_).load(std::memory_order_acquire) == 0;
  }
  // Makes this process the owner of the object.
  void adopt();

 private:
  bool differs_by_process_id() const;

  unsigned char* page_ = nullptr;  // Null if the kernel does not support such pages.
  std::atomic<pid_t> process_;
};

}  // namespace triad::api
