#include "tests/allocation/counter.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::uint64_t> counted = 0;

void* counted_bytes(std::size_t size) {
  counted.fetch_add(1, std::memory_order_relaxed);
  if (void* const bytes = std::malloc(size == 0 ? 1 : size)) return bytes;
  throw std::bad_alloc();
}

void* counted_bytes(std::size_t size, std::align_val_t alignment) {
  counted.fetch_add(1, std::memory_order_relaxed);
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* const bytes = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return bytes;
  throw std::bad_alloc();
}

}  // namespace

namespace triad::allocation {

std::uint64_t count() {
  return counted.load(std::memory_order_relaxed);
}

}  // namespace triad::allocation

// The array and nothrow forms of the standard library call these functions.
void* operator new(std::size_t size) {
  return counted_bytes(size);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return counted_bytes(size, alignment);
}
void operator delete(void* bytes) noexcept {
  std::free(bytes);
}
void operator delete(void* bytes, std::size_t) noexcept {
  std::free(bytes);
}
void operator delete(void* bytes, std::align_val_t) noexcept {
  std::free(bytes);
}
void operator delete(void* bytes, std::size_t, std::align_val_t) noexcept {
  std::free(bytes);
}
