// Compresses the batches that one end of a link sends, and takes those of the other end apart, each
// with those before it in mind: so small frames that resemble each other shrink to little.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace triad::transport {

class Compression {
 public:
  Compression() = default;
  Compression(const Compression&) = delete;
  Compression& operator=(const Compression&) = delete;
  virtual ~Compression() = default;

  // Appends the batch, compressed. False: it cannot, for want of memory, and is of no use any more.
  // May throw std::bad_alloc.
  virtual bool compress(std::span<const iovec> batch, std::vector<std::byte>& out) = 0;
  // Into exactly these bytes. False: that is not what a compress() has made of as many, and it is
  // of no use any more. Takes no more memory than it has said, whatever it is given.
  virtual bool decompress(std::span<const std::byte> compressed, std::span<std::byte> batch) = 0;
  // The memory that it takes.
  [[nodiscard]] virtual std::size_t held_bytes() const = 0;
};

// Null: there is no memory for it.
using MakeCompression = std::unique_ptr<Compression> (*)();

}  // namespace triad::transport
