// MemoryShare: one buffer's part of the memory of several links (LinkOptions::memory). FrameBuffer
// and OutputQueue report their memory to it.
#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace triad::transport {

class MemoryShare {
 public:
  // Counts in `total`; null: not counted.
  explicit MemoryShare(std::shared_ptr<std::size_t> total) : total_(std::move(total)) {}
  ~MemoryShare() { set(0); }
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  // Changes this buffer's part to `bytes`.
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
