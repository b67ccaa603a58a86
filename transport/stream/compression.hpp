// Compression: compresses the batches that one end of a link sends, and decompresses those of the
// other end. Each batch refers to the batches before it, so small similar frames become very short.
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

  // Appends the compressed batch to `out`. Returns false if it fails for lack of memory; the object
  // is then unusable. May throw std::bad_alloc.
  virtual bool compress(std::span<const iovec> batch, std::vector<std::byte>& out) = 0;
  // Decompresses into exactly the bytes of `batch`. Returns false if compress() cannot have made
  // the input from a batch of that size; the object is then unusable. Never takes more memory than
  // held_bytes() says, for any input.
  virtual bool decompress(std::span<const std::byte> compressed, std::span<std::byte> batch) = 0;
  // Returns the bytes of memory that it takes.
  [[nodiscard]] virtual std::size_t held_bytes() const = 0;
};

// Makes a compression. Returns null if there is no memory for it.
using MakeCompression = std::unique_ptr<Compression> (*)();

}  // namespace triad::transport
