// The first pages of others' outboxes once more, one behind the other: what a participant looks at
// of each other before it sleeps lies there (outbox_layout.hpp). So the entries of the page table
// for all of them lie together, where those of whole outboxes take a line and more for each.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class FirstPages : public std::enable_shared_from_this<FirstPages> {
 public:
  static constexpr std::size_t kPageBytes = 4096;

  // For so many. Null: there are no addresses left for them.
  static std::shared_ptr<FirstPages> create(std::size_t pages);
  FirstPages(const FirstPages&) = delete;
  FirstPages& operator=(const FirstPages&) = delete;
  ~FirstPages();

  // One of them, for as long as this lives; it may outlive the variable that FirstPages is in.
  class Page {
   public:
    Page() = default;
    Page(Page&&) = default;
    Page& operator=(Page&&) = delete;
    ~Page();
    // Null: it is none.
    const void* memory() const;

   private:
    friend class FirstPages;
    Page(std::shared_ptr<FirstPages> of, std::size_t index) : of_(std::move(of)), index_(index) {}
    std::shared_ptr<FirstPages> of_;
    std::size_t index_ = 0;
  };
  // The first page of that memory, to be read. None: there is no room, or it cannot be mapped.
  Page map(const UniqueFd& memory);

 private:
  FirstPages(std::byte* memory, std::size_t pages) : memory_(memory), is_used_(pages) {}
  std::byte* place(std::size_t index) const { return memory_ + index * kPageBytes; }

  std::byte* const memory_;
  std::vector<bool> is_used_;
};

}  // namespace triad::transport
