// An outbox in this process: the owner's, writable, or another's, read-only. The operations that
// the protocol of log.hpp consists of; tests/exploration has others of the same names, in which
// each is a point where the scheduler may switch.
#pragma once

#include <cstring>
#include <memory>
#include <span>

#include "transport/error.hpp"
#include "transport/fabric/outbox_layout.hpp"
#include "transport/link.hpp"
#include "transport/posix/unique_fd.hpp"

namespace triad::transport {

class Outbox {
 public:
  // A new, empty one of about this many bytes, and its descriptor to pass on. Its pages are
  // reserved: short memory is an error here, not a signal later.
  static Result<std::unique_ptr<Outbox>> create(std::size_t bytes, UniqueFd& memfd);
  // Another's, as it came: its size and seals are checked, so that its owner can neither shrink it
  // nor this process write it.
  static Result<std::unique_ptr<Outbox>> open(const UniqueFd& memfd);

  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;
  ~Outbox();

  std::uint64_t capacity() const { return capacity_; }

  // --- The log.
  std::uint64_t tail() const { return header_->tail.load(std::memory_order_seq_cst); }
  void set_tail(std::uint64_t offset) { header_->tail.store(offset, std::memory_order_seq_cst); }
  // Ordered after the copies before it.
  std::uint64_t floor() const {
    std::atomic_thread_fence(std::memory_order_acquire);
    return header_->floor.load(std::memory_order_relaxed);
  }
  // Ordered before the writes after it.
  void set_floor(std::uint64_t offset) {
    header_->floor.store(offset, std::memory_order_relaxed);
    std::atomic_thread_fence(std::memory_order_release);
  }
  // At most capacity() bytes. The log is mapped twice, one behind the other, so none of them wraps.
  void write(std::uint64_t offset, Bytes bytes) {
    std::memcpy(place(offset), bytes.data(), bytes.size());
  }
  void read(std::uint64_t offset, std::span<std::byte> space) const {
    std::memcpy(space.data(), place(offset), space.size());
  }

  // --- How far the owner has read others.
  ParticipantId cursor_of(Slot slot) const {
    return header_->cursors[slot].of.load(std::memory_order_acquire);
  }
  std::uint64_t cursor(Slot slot) const {
    return header_->cursors[slot].offset.load(std::memory_order_seq_cst);
  }
  void set_cursor(Slot slot, std::uint64_t offset) {
    header_->cursors[slot].offset.store(offset, std::memory_order_seq_cst);
  }
  void set_cursor_of(Slot slot, ParticipantId of) {
    header_->cursors[slot].of.store(of, std::memory_order_release);
  }

  // --- Whether the owner sleeps, and whether it waits for room.
  bool asleep() const { return header_->asleep.load(std::memory_order_seq_cst) != 0; }
  void set_asleep(bool asleep) { header_->asleep.store(asleep ? 1 : 0, std::memory_order_seq_cst); }
  bool wants_room() const { return header_->wants_room.load(std::memory_order_seq_cst) != 0; }
  void set_wants_room(bool wants) {
    header_->wants_room.store(wants ? 1 : 0, std::memory_order_seq_cst);
  }

 private:
  Outbox(void* memory, std::uint64_t capacity);
  static Result<std::unique_ptr<Outbox>> map(int memfd, std::uint64_t capacity, bool writable);
  std::byte* place(std::uint64_t offset) const { return data_ + (offset & (capacity_ - 1)); }

  void* const memory_;
  OutboxHeader* const header_;
  std::byte* const data_;
  const std::uint64_t capacity_;
};

}  // namespace triad::transport
