// Sleeps on a word in shared memory and wakes sleepers, by futex(2). Used by bare_ring.cpp,
// barrier.cpp and costs.cpp.
#pragma once

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace triad::limits {

// Sleeps while `word` has the value `expected`. May return without a wake.
inline void futex_wait(std::atomic<std::uint32_t>& word, std::uint32_t expected) {
  ::syscall(SYS_futex, &word, FUTEX_WAIT, expected, nullptr, nullptr, 0);
}

inline void futex_wake(std::atomic<std::uint32_t>& word, int sleepers_max) {
  ::syscall(SYS_futex, &word, FUTEX_WAKE, sleepers_max, nullptr, nullptr, 0);
}

inline void pause_spinning() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

}  // namespace triad::limits
