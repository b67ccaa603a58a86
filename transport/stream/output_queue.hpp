// Bytes that wait until the peer's socket or ring takes them: a list of chunks, so that nothing is
// moved when it grows and one writev gathers it. Used by the links; may throw std::bad_alloc, which
// they turn into a closed link.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <deque>
#include <memory>
#include <span>

#include "transport/link.hpp"
#include "transport/stream/memory_share.hpp"

namespace triad::transport {

class OutputQueue {
 public:
  explicit OutputQueue(std::shared_ptr<std::size_t> memory = nullptr) : share_(std::move(memory)) {}

  void append(Bytes bytes);

  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  [[nodiscard]] bool empty() const { return bytes_ == 0; }
  // The memory it takes.
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }

  // The front of the queue as it lies in memory; fills at most all of `vectors`, returns how many.
  std::size_t gather(std::span<iovec> vectors) const;
  [[nodiscard]] Bytes front() const;

  // The first `bytes` have been taken.
  void consume(std::size_t bytes);
  void clear();

 private:
  struct Chunk {
    std::unique_ptr<std::byte[]> memory;
    std::size_t capacity = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  void add_chunk(std::size_t bytes);
  void drop_front();

  std::deque<Chunk> chunks_;  // the last one stays when it is empty: most flushes empty the queue
  Chunk spare_;               // the last one emptied of several
  std::size_t bytes_ = 0;
  MemoryShare share_;  // of all chunks
};

}  // namespace triad::transport
