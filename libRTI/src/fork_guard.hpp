// Tells whether this process is still the one in which the object was made, or in which it was
// adopted last. After fork() the child has a copy of every RTIambassador, whose connection is the
// parent's: it must not be touched.
// Asked at every service, so the answer costs one load: the mark lies in a page that the kernel
// gives a forked child empty (MADV_WIPEONFORK).
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
  // Makes this process the one that the object belongs to.
  void adopt();

 private:
  bool differs_by_process_id() const;

  unsigned char* page_ = nullptr;  // null: the kernel has no such pages
  std::atomic<pid_t> process_;
};

}  // namespace triad::api
