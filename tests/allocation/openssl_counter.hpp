// Counts allocations of OpenSSL in this program, in all threads. OpenSSL allocates by malloc, which
// counter.hpp does not count.
#pragma once

#include <cstdint>

namespace triad::allocation {

// Returns the number of calls since the program began.
std::uint64_t openssl_count();
// Returns false if OpenSSL refused the counting functions.
bool is_openssl_counted();

}  // namespace triad::allocation
