// A stream of batches, some of them compressed. BatchWriter takes bytes from the front of a link's
// queue (whole frames and parts of frames); BatchReader at the other end returns the same bytes.
// Used by TcpLink between its queue and the socket.
//
// A batch is a header and its contents. The header is two little-endian words of 32 bits. The first
// is the number of uncompressed bytes, at most kBatchBytes. The second is the number of compressed
// bytes that follow, or zero if the contents are not compressed. The peer may be hostile: each
// header is checked, so that no batch takes more memory than an honest one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "transport/link.hpp"
#include "transport/stream/compression.hpp"
#include "transport/stream/output_queue.hpp"

namespace triad::transport {

inline constexpr std::size_t kBatchHeaderBytes = 8;
inline constexpr std::size_t kBatchBytes = std::size_t{64} << 10;
// Incompressible contents grow by less than 1 KB.
inline constexpr std::size_t kCompressedBytesMax = kBatchBytes + (std::size_t{1} << 10);

struct BatchCounts {
  std::uint64_t bytes = 0;          // uncompressed bytes of frames
  std::uint64_t carried_bytes = 0;  // bytes of batches as sent or received, headers included
};

class BatchWriter {
 public:
  // Compresses batches of `compress_above` bytes or more.
  BatchWriter(Compression& compression, std::size_t compress_above)
      : compression_(compression), compress_above_(compress_above) {}

  // Takes all bytes of the queue, to be sent as they are, before the first batch.
  void start_with(OutputQueue& queue);
  // Makes the next batch from the front of the queue, which must not be empty. Call only if
  // unsent() is empty. Returns false if there is no memory. May throw std::bad_alloc.
  [[nodiscard]] bool write(OutputQueue& queue);

  [[nodiscard]] Bytes unsent() const { return Bytes(out_).subspan(sent_); }
  void consume(std::size_t bytes) { sent_ += bytes; }
  void clear() { sent_ = out_.size(); }

  [[nodiscard]] std::size_t held_bytes() const { return out_.capacity(); }
  [[nodiscard]] const BatchCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] bool should_compress(std::size_t bytes);

  Compression& compression_;
  const std::size_t compress_above_;
  std::vector<std::byte> out_;
  std::size_t sent_ = 0;
  // Batches to send uncompressed, because the last compressed one did not shrink.
  unsigned uncompressed_left_ = 0;
  BatchCounts counts_;
};

class BatchReader {
 public:
  explicit BatchReader(Compression& compression) : compression_(compression) {}

  // Takes bytes that had arrived before the first batch. May throw std::bad_alloc.
  void start_with(Bytes bytes);

  // Moves the next bytes of the stream to `out` and returns their number. Zero means that no batch
  // is complete, or that the input is faulty. May throw std::bad_alloc.
  [[nodiscard]] std::size_t read(std::span<std::byte> out);
  // Returns whether read() has bytes, or finds a fault.
  [[nodiscard]] bool has_more() const;
  // Returns whether the peer has sent an invalid batch. Nothing more is read after that.
  [[nodiscard]] bool is_faulty() const { return is_faulty_; }

  // Returns the memory for the next received bytes. Call when read() returns zero. May throw
  // std::bad_alloc.
  [[nodiscard]] std::span<std::byte> space();
  void commit(std::size_t bytes) {
    end_ += bytes;
    received_ += bytes;
  }

  // Return the number of bytes received, and of the bytes of batches that read() has returned
  // completely.
  [[nodiscard]] std::uint64_t received_bytes() const { return received_; }
  [[nodiscard]] std::uint64_t taken_bytes() const { return taken_; }

  [[nodiscard]] std::size_t held_bytes() const { return in_.capacity() + batch_.capacity(); }
  [[nodiscard]] const BatchCounts& counts() const { return counts_; }

 private:
  struct Head {
    std::uint32_t bytes;
    std::uint32_t compressed;
    std::size_t carried_bytes() const { return compressed == 0 ? bytes : compressed; }
  };
  [[nodiscard]] Head head() const;
  [[nodiscard]] bool is_complete() const;
  void open_next_batch();

  Compression& compression_;
  std::vector<std::byte> in_;  // received bytes that are not decoded, from begin_ to end_
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::vector<std::byte> batch_;   // a decompressed batch
  Bytes ready_;                    // rest of the current batch, which read() has not returned yet
  std::size_t ready_carried_ = 0;  // received bytes of the current batch, with its header
  std::uint64_t received_ = 0;
  std::uint64_t taken_ = 0;
  bool is_faulty_ = false;
  BatchCounts counts_;
};

}  // namespace triad::transport
