// First-in, first-out queue of byte records, some of which may be lost. It has no limit. The caller
// drops the oldest of these with make_room(), which counts them. They are stored in a queue of
// their own, each with the number of other records before it, so that no operation searches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "queues/fifo.hpp"
#include "queues/record_queue.hpp"

namespace triad::core {

class LossyQueue {
 public:
  using Bytes = queues::RecordQueue::Bytes;

  void push(Bytes record, bool may_be_lost = false) {
    if (may_be_lost) {
      lossy_.push(record);
      reliable_before_.push_back(popped_ + reliable_.size());
    } else {
      reliable_.push(record);
    }
  }

  // Queue records that may not be lost, as the functions of RecordQueue do.
  void push(std::vector<std::byte> memory, std::size_t bytes) {
    reliable_.push(std::move(memory), bytes);
  }
  std::vector<std::byte> take_spare() { return reliable_.take_spare(); }
  void keep_spare(std::vector<std::byte> memory) { reliable_.keep_spare(std::move(memory)); }

  bool empty() const { return size() == 0; }
  std::size_t size() const { return lossy_.size() + reliable_.size(); }
  std::size_t bytes() const { return lossy_.bytes() + reliable_.bytes(); }

  // Returns the oldest record. The queue must not be empty. The view is valid until pop(), and that
  // of a record that may be lost only until make_room().
  Bytes front() const { return front_may_be_lost() ? lossy_.front() : reliable_.front(); }
  // Returns true if the record that front() returns may be lost.
  bool front_may_be_lost() const { return !lossy_.empty() && reliable_before_.front() <= popped_; }
  void pop() {
    if (front_may_be_lost()) return pop_lossy();
    reliable_.pop();
    ++popped_;
  }

  // Drops and counts the oldest records that may be lost, until `bytes` bytes are freed. Returns
  // false if they are too small; then the new record counts as dropped, too.
  [[nodiscard]] bool make_room(std::size_t bytes) {
    std::size_t freed = 0;
    while (freed < bytes && !lossy_.empty()) {
      freed += lossy_.front().size();
      pop_lossy();
      ++dropped_;
    }
    if (freed >= bytes) return true;
    ++dropped_;
    return false;
  }
  std::uint64_t dropped() const { return dropped_; }

  // Calls visit(record) for each record, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::vector<Bytes> lossy;
    lossy_.for_each([&](Bytes record) { lossy.push_back(record); });
    auto next = lossy.begin();
    auto before_next = reliable_before_.begin();
    std::uint64_t passed = popped_;
    const auto visit_lossy = [&] {
      for (; next != lossy.end() && *before_next <= passed; ++next, ++before_next) visit(*next);
    };
    visit_lossy();
    reliable_.for_each([&](Bytes record) {
      visit(record);
      ++passed;
      visit_lossy();
    });
  }

 private:
  void pop_lossy() {
    lossy_.pop();
    reliable_before_.pop_front();
  }

  queues::RecordQueue reliable_;
  queues::RecordQueue lossy_;
  // For each record that may be lost: number of other records before it since the start.
  queues::Fifo<std::uint64_t> reliable_before_;
  std::uint64_t popped_ = 0;  // number of other records popped
  std::uint64_t dropped_ = 0;
};

}  // namespace triad::core
