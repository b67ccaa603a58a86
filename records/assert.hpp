// RTI_ASSERT checks invariants of Triad's own code, never input of a peer or federate. It is active
// in release builds, so that a broken invariant stops the program where it breaks.
#pragma once

#include <cstdio>
#include <cstdlib>

#define RTI_ASSERT(condition)                                                                \
  do {                                                                                       \
    if (!(condition)) {                                                                      \
      std::fprintf(stderr, "%s:%d: broken invariant: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                          \
    }                                                                                        \
  } while (false)
