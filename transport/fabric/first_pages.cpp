// See first_pages.hpp.
#include "transport/fabric/first_pages.hpp"

#include <sys/mman.h>

#include <algorithm>

namespace triad::transport {

namespace {

// Reserves addresses without memory.
void* reserve(void* address, std::size_t bytes) {
  const int fixed = address != nullptr ? MAP_FIXED : 0;
  return ::mmap(address, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | fixed, -1,
                0);
}

}  // namespace

std::shared_ptr<FirstPages> FirstPages::create(std::size_t pages) {
  void* const memory = reserve(nullptr, pages * kPageBytes);
  if (memory == MAP_FAILED) return nullptr;
  return std::shared_ptr<FirstPages>(new FirstPages(static_cast<std::byte*>(memory), pages));
}

FirstPages::~FirstPages() {
  ::munmap(memory_, is_used_.size() * kPageBytes);
}

FirstPages::Page FirstPages::map(const UniqueFd& memory) {
  const auto free = std::ranges::find(is_used_, false);
  if (free == is_used_.end()) return {};
  const auto index = static_cast<std::size_t>(free - is_used_.begin());
  if (::mmap(page_address(index), kPageBytes, PROT_READ, MAP_SHARED | MAP_FIXED, memory.get(), 0) ==
      MAP_FAILED) {
    return {};
  }
  is_used_[index] = true;
  return {shared_from_this(), index};
}

FirstPages::Page::~Page() {
  if (!pages_) return;
  // A place that cannot be released is not used again.
  pages_->is_used_[index_] = reserve(pages_->page_address(index_), kPageBytes) == MAP_FAILED;
}

const void* FirstPages::Page::memory() const {
  return pages_ ? pages_->page_address(index_) : nullptr;
}

}  // namespace triad::transport
