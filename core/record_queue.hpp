// A first-in, first-out queue of byte records without an allocation per record: records lie one
// after another in chunks, and chunks that have been read are used again. A record's bytes stay
// where they are until it is popped, also while others are pushed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/fifo.hpp"

namespace triad::core {

class RecordQueue {
 public:
  using Bytes = std::span<const std::byte>;

  void push(Bytes record);
  bool empty() const { return records_ == 0; }
  std::size_t size() const { return records_; }
  std::size_t bytes() const { return bytes_; }

  // The oldest record; the queue must not be empty.
  Bytes front() const;
  void pop();
  void clear();

  // visit(record) of each, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::size_t left = records_;
    std::size_t at = read_;
    for (auto chunk = chunks_.begin(); left > 0; ++chunk, at = 0) {
      while (left > 0 && at < chunk->used) {
        std::uint32_t length;
        std::memcpy(&length, chunk->memory.data() + at, sizeof length);
        visit(Bytes(chunk->memory.data() + at + sizeof length, length));
        at += sizeof length + length;
        --left;
      }
    }
  }

 private:
  // Each record: u32 length, then its bytes. A record that does not fit begins a new chunk.
  struct Chunk {
    std::vector<std::byte> memory;
    std::size_t used = 0;
  };

  Chunk fresh_chunk(std::size_t least);
  void retire_front();

  Fifo<Chunk> chunks_;
  std::vector<Chunk> spare_;
  std::size_t read_ = 0;  // offset of the oldest record in the first chunk
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace triad::core
