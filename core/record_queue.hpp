// A first-in, first-out queue of byte records without an allocation per record: records lie one
// after another in chunks, long ones each in memory of its own, and what has been read is used
// again. A record's bytes stay where they are until it is popped, also while others are pushed. A
// long record need not be copied: the queue takes its memory over, and gives that of one that has
// been popped in exchange.
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

  // From there on a record is long.
  static constexpr std::size_t kLongBytes = 16384;

  void push(Bytes record);
  // The record is the first `bytes` bytes of `memory`.
  void push(std::vector<std::byte> memory, std::size_t bytes);
  // Memory that a popped record of that kind has left, for another; empty if there is none.
  std::vector<std::byte> take_spare();
  void keep_spare(std::vector<std::byte> memory);
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
      if (chunk->is_record) {
        visit(Bytes(chunk->memory).first(chunk->used));
        --left;
        continue;
      }
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
  // Each record: u32 length, then its bytes. A record that does not fit begins a new chunk. A long
  // one is a chunk by itself, without a length.
  struct Chunk {
    std::vector<std::byte> memory;
    std::size_t used = 0;
    bool is_record = false;
  };

  std::vector<std::byte> copy(Bytes record);
  Chunk fresh_chunk();
  void retire_front();

  Fifo<Chunk> chunks_;
  std::vector<Chunk> spare_;
  std::vector<std::vector<std::byte>> long_spare_;
  std::size_t long_spare_bytes_ = 0;
  std::size_t read_ = 0;  // offset of the oldest record in the first chunk
  std::size_t records_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace triad::core
