// See openssl_counter.hpp.
#include "tests/allocation/openssl_counter.hpp"

#include <openssl/crypto.h>

#include <atomic>
#include <cstdlib>

namespace triad::allocation {

namespace {

std::atomic<std::uint64_t> allocations{0};

void* counted_malloc(std::size_t bytes, const char*, int) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::malloc(bytes);
}

void* counted_realloc(void* memory, std::size_t bytes, const char*, int) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  return std::realloc(memory, bytes);
}

void free_memory(void* memory, const char*, int) {
  std::free(memory);
}

// Before the first use of OpenSSL, which accepts no other functions afterwards.
const bool kIsCounted =
    ::CRYPTO_set_mem_functions(&counted_malloc, &counted_realloc, &free_memory) == 1;

}  // namespace

std::uint64_t openssl_count() {
  return allocations.load(std::memory_order_relaxed);
}

bool is_openssl_counted() {
  return kIsCounted;
}

}  // namespace triad::allocation
