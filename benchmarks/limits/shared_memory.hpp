// Memory shared by the processes of a measurement. Used by bare_ring.cpp, barrier.cpp and
// pairs.cpp.
#pragma once

#include <sys/mman.h>

#include <new>

#include "benchmarks/limits/route.hpp"

namespace triad::limits {

// A T in memory shared with children that are forked later, during the lifetime of this object.
template <class T>
class Memory {
 public:
  Memory() {
    void* const place = ::mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (place == MAP_FAILED) exit_with_error("no shared memory");
    shared_ = ::new (place) T();
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { ::munmap(shared_, sizeof(T)); }

  T& operator*() const { return *shared_; }
  T* operator->() const { return shared_; }

 private:
  T* shared_ = nullptr;
};

}  // namespace triad::limits
