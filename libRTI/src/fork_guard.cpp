#include "libRTI/src/fork_guard.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>

namespace triad::api {
namespace {

std::size_t page_bytes() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace

ForkGuard::ForkGuard() : process_(getpid()) {
  void* const page =
      mmap(nullptr, page_bytes(), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return;
  if (madvise(page, page_bytes(), MADV_WIPEONFORK) != 0) {
    munmap(page, page_bytes());
    return;
  }
  page_ = static_cast<unsigned char*>(page);
  adopt();
}

ForkGuard::~ForkGuard() {
  if (page_ != nullptr) munmap(page_, page_bytes());
}

void ForkGuard::adopt() {
  process_.store(getpid(), std::memory_order_release);
  if (page_ != nullptr) std::atomic_ref(*page_).store(1, std::memory_order_release);
}

bool ForkGuard::differs_by_process_id() const {
  return getpid() != process_.load(std::memory_order_acquire);
}

}  // namespace triad::api
