// A stream in batches, some of them compressed: what flushes take out of a link's queue, whole
// frames and parts of frames, and at the other end the same bytes again. Used by TcpLink between
// its queue and the socket; knows neither.
//
// A batch is two words, little-endian, and what they announce: how many bytes it is of (at most
// kBatchBytes), and how many it takes compressed, or zero where it comes as it is. The peer is
// hostile: what it announces is checked, so that no batch takes more memory than an honest one.
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
// What cannot be compressed is little longer than it was.
inline constexpr std::size_t kCompressedBytesMax = kBatchBytes + (std::size_t{1} << 10);

struct BatchCounts {
  std::uint64_t bytes = 0;    // of frames
  std::uint64_t carried = 0;  // of batches, as they were sent or came
};

class BatchWriter {
 public:
  // Batches of so many bytes and more are compressed.
  BatchWriter(Compression& compression, std::size_t compress_above)
      : compression_(compression), compress_above_(compress_above) {}

  // These go out as they are, before all batches.
  void begin_with(OutputQueue& queue);
  // To be called when unsent() is empty: the next batch, taken from the queue, which has one.
  // False: no memory left. May throw std::bad_alloc.
  [[nodiscard]] bool write(OutputQueue& queue);

  [[nodiscard]] Bytes unsent() const { return Bytes(out_).subspan(sent_); }
  void sent(std::size_t bytes) { sent_ += bytes; }
  void clear() { sent_ = out_.size(); }

  [[nodiscard]] std::size_t held_bytes() const { return out_.capacity(); }
  [[nodiscard]] const BatchCounts& counts() const { return counts_; }

 private:
  [[nodiscard]] bool pays(std::size_t bytes);

  Compression& compression_;
  const std::size_t compress_above_;
  std::vector<std::byte> out_;
  std::size_t sent_ = 0;
  unsigned plain_left_ = 0;  // batches that go as they are, for the last one did not shrink
  BatchCounts counts_;
};

class BatchReader {
 public:
  explicit BatchReader(Compression& compression) : compression_(compression) {}

  // Has come already. May throw std::bad_alloc.
  void begin_with(Bytes bytes);

  // The next bytes of the stream; none: as far as has come there are none, or it is faulty. May
  // throw std::bad_alloc.
  [[nodiscard]] std::size_t take(std::span<std::byte> out);
  // take() has something.
  [[nodiscard]] bool has_more() const;
  // The peer has sent what is no batch; nothing more is taken.
  [[nodiscard]] bool is_faulty() const { return is_faulty_; }

  // Where the next bytes may be put, once take() has nothing more. May throw std::bad_alloc.
  [[nodiscard]] std::span<std::byte> space();
  void commit(std::size_t bytes) {
    end_ += bytes;
    received_ += bytes;
  }

  // What has come, and how much of it was in batches that take() has handed out to their end.
  [[nodiscard]] std::uint64_t received_bytes() const { return received_; }
  [[nodiscard]] std::uint64_t taken_bytes() const { return taken_; }

  [[nodiscard]] std::size_t held_bytes() const { return in_.capacity() + batch_.capacity(); }
  [[nodiscard]] const BatchCounts& counts() const { return counts_; }

 private:
  struct Head {
    std::uint32_t bytes;
    std::uint32_t compressed;
    std::size_t carried() const { return compressed == 0 ? bytes : compressed; }
  };
  [[nodiscard]] Head head() const;
  [[nodiscard]] bool is_complete() const;
  void open_next();

  Compression& compression_;
  std::vector<std::byte> in_;  // from begin_ to end_: what has come and is not taken apart
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::vector<std::byte> batch_;   // decompressed
  Bytes ready_;                    // of the batch at hand, what take() has not handed out
  std::size_t ready_carried_ = 0;  // of which that many bytes had come
  std::uint64_t received_ = 0;
  std::uint64_t taken_ = 0;
  bool is_faulty_ = false;
  BatchCounts counts_;
};

}  // namespace triad::transport
