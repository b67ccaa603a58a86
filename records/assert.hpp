// RTI_ASSERT is for our own mistakes, never for a peer's or a federate's, and stays on in release
// builds: a broken invariant is better seen where it breaks.
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
