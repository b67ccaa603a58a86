#include "tests/scenario/api/exceptions/failing_memory.hpp"

#include <cstdlib>
#include <new>
#include <utility>

namespace {

thread_local bool next_fails = false;

void* bytes_or_null(std::size_t size) noexcept {
  if (std::exchange(next_fails, false)) return nullptr;
  return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

namespace triad::scenario {

void fail_next_allocation() {
  next_fails = true;
}

}  // namespace triad::scenario

// The array forms of the standard library call these.
void* operator new(std::size_t size) {
  if (void* const bytes = bytes_or_null(size)) return bytes;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return bytes_or_null(size);
}
void operator delete(void* bytes) noexcept {
  std::free(bytes);
}
void operator delete(void* bytes, std::size_t) noexcept {
  std::free(bytes);
}
void operator delete(void* bytes, const std::nothrow_t&) noexcept {
  std::free(bytes);
}
