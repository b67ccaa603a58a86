#include "benchmarks/growth/counted_memory.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <utility>

namespace triad::growth {

namespace {

std::array<std::atomic<std::int64_t>, kAccounts> held{};
thread_local Account current = 0;

// Precedes each block.
struct alignas(std::max_align_t) Origin {
  std::size_t bytes = 0;
  Account account = 0;
};

void add(Account account, std::int64_t bytes) {
  held[account].fetch_add(bytes, std::memory_order_relaxed);
}

}  // namespace

std::int64_t bytes_of(Account account) {
  return held[account].load(std::memory_order_relaxed);
}

OnAccount::OnAccount(Account account) : before_(std::exchange(current, account)) {}

OnAccount::~OnAccount() {
  current = before_;
}

void* allocate(std::size_t bytes) {
  void* const block = std::malloc(sizeof(Origin) + bytes);
  if (block == nullptr) throw std::bad_alloc();
  auto* const origin = new (block) Origin{bytes, current};
  add(origin->account, static_cast<std::int64_t>(bytes));
  return origin + 1;
}

void release(void* address) {
  if (address == nullptr) return;
  Origin* const origin = static_cast<Origin*>(address) - 1;
  add(origin->account, -static_cast<std::int64_t>(origin->bytes));
  std::free(origin);
}

}  // namespace triad::growth

void* operator new(std::size_t bytes) {
  return triad::growth::allocate(bytes);
}
void operator delete(void* address) noexcept {
  triad::growth::release(address);
}
void operator delete(void* address, std::size_t) noexcept {
  triad::growth::release(address);
}
