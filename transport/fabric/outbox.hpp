// Outbox: the mapping of an outbox in this process. An outbox is shared memory in which one
// participant of a fabric writes its log for all others (outbox_layout.hpp has its words: tail,
// floor, cursors, note). A participant maps its own outbox writable and all others read-only. Used
// by Fabric.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "transport/fabric/first_pages.hpp"
#include "transport/fabric/outbox_operations.hpp"
#include "transport/fabric/process_room.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// The first page of an outbox. It has all words that other participants read often: all except the
// cursors and the log.
class MappedFront {
 public:
  explicit MappedFront(const void* first_page)
      : first_page_(static_cast<const OutboxHeader*>(first_page)) {}

 protected:
  template <class T>
  T load(std::atomic<T> OutboxHeader::*word, std::memory_order order) const {
    return (first_page_->*word).load(order);
  }
  // Loads the word of the note with this index. The words of the note lie in two cache lines.
  std::uint64_t load_note(std::size_t index, std::memory_order order) const {
    return (index < kNoteWordsInLine ? first_page_->note[index]
                                     : first_page_->note_second_line[index - kNoteWordsInLine])
        .load(order);
  }
  static void fence(std::memory_order order) {
// The thread sanitizer of g++ has no fences and warns; on x86 a compiler fence is enough.
#ifdef __SANITIZE_THREAD__
    std::atomic_signal_fence(order);
#else
    std::atomic_thread_fence(order);
#endif
  }

 private:
  const OutboxHeader* first_page_;
};
static_assert(offsetof(OutboxHeader, cursors) <= FirstPages::kPageBytes);

// The mapping of an outbox. The log is mapped twice in a row, so that no copy wraps.
class MappedOutbox : public MappedFront {
 public:
  using Front = MappedFront;

  // Takes over the mapping. `capacity` is the length of the log in bytes, a power of two.
  // `first_page` is a second mapping of the first page, or an empty Page.
  MappedOutbox(void* memory, std::uint64_t capacity, FirstPages::Page first_page);
  MappedOutbox(const MappedOutbox&) = delete;
  MappedOutbox& operator=(const MappedOutbox&) = delete;
  ~MappedOutbox();

  std::uint64_t capacity() const { return capacity_; }
  const OutboxHeader& header() const { return *header_; }

 protected:
  const Front& front() const { return *this; }
  template <class T>
  void store(std::atomic<T> OutboxHeader::*word, std::type_identity_t<T> value,
             std::memory_order order) {
    (header_->*word).store(value, order);
  }
  template <class T>
  T load_cursor(Slot slot, std::atomic<T> Cursor::*word, std::memory_order order) const {
    return (header_->cursors[slot].*word).load(order);
  }
  template <class T>
  void store_cursor(Slot slot, std::atomic<T> Cursor::*word, std::type_identity_t<T> value,
                    std::memory_order order) {
    (header_->cursors[slot].*word).store(value, order);
  }
  void store_note(std::size_t index, std::uint64_t value, std::memory_order order) {
    (index < kNoteWordsInLine ? header_->note[index]
                              : header_->note_second_line[index - kNoteWordsInLine])
        .store(value, order);
  }
  // Copy bytes to and from the log. Offsets count from the beginning of the log and never wrap.
  void copy_in(std::uint64_t offset, Bytes bytes) {
    if (!bytes.empty()) std::memcpy(log_address(offset), bytes.data(), bytes.size());
  }
  void copy_out(std::uint64_t offset, std::span<std::byte> space) const {
    if (!space.empty()) std::memcpy(space.data(), log_address(offset), space.size());
  }

  // Fetches the next cache lines for writing. They are in the readers' caches; fetched early, they
  // do not delay the store of the tail.
  void fetch_for_writing(std::uint64_t offset) const {
    const std::byte* const first = log_address(offset);
    for (std::size_t line = 0; line < kLinesFetched; ++line) {
#ifdef __x86_64__  // compilers use a read hint here, unless compiling for newer processors
      asm volatile("prefetchw %0" : : "m"(first[line * kLineBytes]));
#else
      __builtin_prefetch(first + line * kLineBytes, 1);
#endif
    }
  }

 private:
  static constexpr std::size_t kLinesFetched = 4;

  std::byte* log_address(std::uint64_t offset) const {
    return data_ + (offset & (capacity_ - 1));
  }

  void* const memory_;  // begin of the mapping
  OutboxHeader* const header_;
  std::byte* const data_;  // begin of the log
  const std::uint64_t capacity_;
  const FirstPages::Page first_page_;
  const OutboxInUse in_use_;  // counts this mapping for the limits of the process
};

class Outbox final : public OutboxOperations<MappedOutbox> {
 public:
  // Makes an empty outbox of about `bytes` bytes, and returns its descriptor for the others in
  // `memfd`. Its pages are reserved, so a lack of memory is an error here and not a signal later.
  static Result<std::unique_ptr<Outbox>> create(std::size_t bytes, UniqueFd& memfd);
  // Maps another participant's outbox, after it has checked size and seals: its owner cannot shrink
  // it, and this process cannot write it. If `first_pages` is given, the first page is mapped there
  // a second time and read there.
  static Result<std::unique_ptr<Outbox>> open(const UniqueFd& memfd,
                                              FirstPages* first_pages = nullptr);

 private:
  using OutboxOperations::OutboxOperations;
  static Result<std::unique_ptr<Outbox>> map(int memfd, std::uint64_t capacity, bool writable,
                                             FirstPages::Page first_page);
};

}  // namespace triad::transport
