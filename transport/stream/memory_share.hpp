// One buffer's part of what several links hold together (LinkOptions::memory). Used by FrameBuffer
// and OutputQueue, which tell it when they take memory and give it back.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace triad::transport {

class MemoryShare {
 public:
  // Null: nobody counts.
  explicit MemoryShare(std::shared_ptr<std::size_t> total) : total_(std::move(total)) {}
  ~MemoryShare() { set(0); }
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  void set(std::size_t bytes) {
    if (total_ != nullptr && bytes != bytes_) *total_ = *total_ - bytes_ + bytes;
    bytes_ = bytes;
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  const std::shared_ptr<std::size_t> total_;
  std::size_t bytes_ = 0;
};

}  // namespace triad::transport
