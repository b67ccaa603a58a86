// FirstPages: the first pages of other participants' outboxes, mapped a second time side by side. A
// participant looks at these pages before each sleep (outbox_layout.hpp). Their entries in the page
// table lie together, while those of whole outboxes take a cache line or more each. Used by Fabric.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class FirstPages : public std::enable_shared_from_this<FirstPages> {
 public:
  static constexpr std::size_t kPageBytes = 4096;

  // Reserves addresses for so many pages. Returns null if there are none.
  static std::shared_ptr<FirstPages> create(std::size_t pages);
  FirstPages(const FirstPages&) = delete;
  FirstPages& operator=(const FirstPages&) = delete;
  ~FirstPages();

  // One mapped page. It keeps the FirstPages alive.
  class Page {
   public:
    Page() = default;
    Page(Page&&) = default;
    Page& operator=(Page&&) = delete;
    ~Page();
    // Returns the mapped page; null if there is none.
    const void* memory() const;

   private:
    friend class FirstPages;
    Page(std::shared_ptr<FirstPages> pages, std::size_t index)
        : pages_(std::move(pages)), index_(index) {}
    std::shared_ptr<FirstPages> pages_;
    std::size_t index_ = 0;
  };
  // Maps the first page of the memory, read-only. Returns an empty Page if there is no room or the
  // mapping fails.
  Page map(const UniqueFd& memory);

 private:
  FirstPages(std::byte* memory, std::size_t pages) : memory_(memory), is_used_(pages) {}
  std::byte* page_address(std::size_t index) const { return memory_ + index * kPageBytes; }

  std::byte* const memory_;
  std::vector<bool> is_used_;
};

}  // namespace triad::transport
