// First-in, first-out queue of byte records without an allocation per record. Records are stored
// one after another in chunks, and long records in memory of their own; memory is reused after
// reading. The bytes of a record do not move until it is popped. A long record need not be copied:
// the queue takes over its memory, and returns the memory of a popped record in exchange. Used by
// the RTIA for records that wait for its federate, and by the fabric for records that wait for
// room, and for records that are not acknowledged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "queues/fifo.hpp"

namespace triad::queues {

class RecordQueue {
 public:
  using Bytes = std::span<const std::byte>;

  // Records of at least this size are long.
  static constexpr std::size_t kLongBytes = 16384;
  static constexpr std::size_t kChunkBytes = 64 * 1024;

  // Keeps up to `spare_chunks_max` chunks for reuse after they have been read.
  explicit RecordQueue(std::size_t spare_chunks_max = 4) : spare_chunks_max_(spare_chunks_max) {}

  void push(Bytes record) { write(append(record.size()), record); }
  // Adds a record that consists of these parts in order.
  void push(std::span<const Bytes> parts) {
    std::size_t bytes = 0;
    for (const Bytes part : parts) bytes += part.size();
    std::byte* at = append(bytes);
    for (const Bytes part : parts) {
      write(at, part);
      at += part.size();
    }
  }
  // Adds a record, the first `bytes` bytes of `memory`, without copying.
  void push(std::vector<std::byte> memory, std::size_t bytes);
  // Returns memory of a popped long record for reuse, possibly empty.
  std::vector<std::byte> take_spare();
  // Keeps memory for long records, unless enough is kept already.
  void keep_spare(std::vector<std::byte> memory);
  bool empty() const { return record_count_ == 0; }
  std::size_t size() const { return record_count_; }
  std::size_t bytes() const { return bytes_; }

  // Returns the oldest record. The queue must not be empty.
  Bytes front() const {
    const Chunk& chunk = chunks_.front();
    return chunk.is_record() ? chunk.record() : record_at(chunk, read_offset_);
  }
  // Removes the oldest record. The queue must not be empty.
  void pop() {
    Chunk& chunk = chunks_.front();
    const std::size_t bytes = front().size();
    read_offset_ += chunk.is_record() ? chunk.used : kLengthBytes + bytes;
    --chunk.record_count;
    --record_count_;
    bytes_ -= bytes;
    if (read_offset_ == chunk.used) finish_front();
  }
  // Returns the number of chunks with records.
  std::size_t chunk_count() const { return empty() ? 0 : chunks_.size(); }
  // Removes all records of the first chunk, which must not be the only one. Does not read them.
  void pop_chunk();
  void clear();

  // Calls visit(record) for each record, oldest first.
  template <class Visit>
  void for_each(Visit&& visit) const {
    std::size_t remaining = record_count_;
    std::size_t at = read_offset_;
    for (auto chunk = chunks_.begin(); remaining > 0; ++chunk, at = 0) {
      if (chunk->is_record()) {
        visit(chunk->record());
        --remaining;
        continue;
      }
      while (remaining > 0 && at < chunk->used) {
        const Bytes record = record_at(*chunk, at);
        visit(record);
        at += kLengthBytes + record.size();
        --remaining;
      }
    }
  }

 private:
  using Length = std::uint32_t;
  static constexpr std::size_t kLengthBytes = sizeof(Length);
  static_assert(kLengthBytes + kLongBytes <= kChunkBytes);

  // A sequence of records, each with its length before its bytes. A record that does not fit begins
  // a new chunk. A long record is a chunk by itself, without a length.
  struct Chunk {
    bool is_record() const { return memory == nullptr; }
    Bytes record() const { return Bytes(long_record).first(used); }

    std::unique_ptr<std::byte[]> memory;  // kChunkBytes bytes
    std::vector<std::byte> long_record;
    std::size_t used = 0;
    std::size_t record_count = 0;  // that have not been popped
  };

  static Bytes record_at(const Chunk& chunk, std::size_t at) {
    Length length;
    std::memcpy(&length, chunk.memory.get() + at, kLengthBytes);
    return {chunk.memory.get() + at + kLengthBytes, length};
  }
  static void write(std::byte* at, Bytes bytes) {
    if (!bytes.empty()) std::memcpy(at, bytes.data(), bytes.size());
  }
  // Appends a record of this size and returns the place for its bytes.
  std::byte* append(std::size_t bytes) {
    if (bytes >= kLongBytes) return append_long(bytes);
    const std::size_t needed = kLengthBytes + bytes;
    if (chunks_.empty() || chunks_.back().is_record() ||
        kChunkBytes - chunks_.back().used < needed) {
      add_chunk();
    }
    Chunk& chunk = chunks_.back();
    std::byte* const at = chunk.memory.get() + chunk.used;
    const auto length = static_cast<Length>(bytes);
    std::memcpy(at, &length, kLengthBytes);
    chunk.used += needed;
    ++chunk.record_count;
    ++record_count_;
    bytes_ += bytes;
    return at + kLengthBytes;
  }
  std::byte* append_long(std::size_t bytes);
  void add_chunk();
  void finish_front();
  void release_front();

  std::size_t spare_chunks_max_;
  Fifo<Chunk> chunks_;
  std::vector<std::unique_ptr<std::byte[]>> spare_chunks_;
  std::vector<std::vector<std::byte>> spare_memory_;
  std::size_t spare_memory_bytes_ = 0;
  std::size_t read_offset_ = 0;  // offset of the oldest record in the first chunk
  std::size_t record_count_ = 0;
  std::size_t bytes_ = 0;
};

}  // namespace triad::queues
