// Tells whether this process is still the one in which the object was made. After fork() the child
// has a copy of every RTIambassador, whose connection is the parent's: it must not be touched.
// Asked at every service, so the answer costs one load: the mark lies in a page that the kernel
// gives a forked child empty (MADV_WIPEONFORK).
#pragma once

#include <sys/types.h>

namespace triad::api {

class ForkGuard {
 public:
  ForkGuard();
  ~ForkGuard();
  ForkGuard(const ForkGuard&) = delete;
  ForkGuard& operator=(const ForkGuard&) = delete;

  bool in_forked_child() const { return page_ != nullptr ? *page_ == 0 : differs_by_process_id(); }

 private:
  bool differs_by_process_id() const;

  const volatile unsigned char* page_ = nullptr;  // null: the kernel has no such pages
  pid_t process_;
};

}  // namespace triad::api
