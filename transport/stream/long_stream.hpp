// What a stream over a long way has beside its queue and its buffer (transport/long_link.hpp): its
// batches, compressed in both directions. Made by TcpLink when it becomes long.
#pragma once

#include <memory>
#include <optional>

#include "transport/long_link.hpp"
#include "transport/stream/batches.hpp"
#include "transport/stream/memory_share.hpp"

namespace triad::transport {

class LongStream {
 public:
  // Null: nothing of the options concerns the stream. May throw std::bad_alloc, as all that moves
  // bytes here.
  static std::unique_ptr<LongStream> make(const LongLinkOptions& options,
                                          std::shared_ptr<std::size_t> memory);

  // Null: the stream has no batches.
  [[nodiscard]] BatchWriter* writer() { return batches_ ? &batches_->writer : nullptr; }
  [[nodiscard]] BatchReader* reader() { return batches_ ? &batches_->reader : nullptr; }
  // What has left the queue and is not with the kernel.
  [[nodiscard]] std::size_t unsent_bytes() const {
    return batches_ ? batches_->writer.unsent().size() : 0;
  }
  // Something has come that does not wait for more.
  [[nodiscard]] bool has_arrived() const { return batches_ && batches_->reader.has_more(); }

  [[nodiscard]] LongLinkCounts counts() const;
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }
  // The memory is counted anew, after anything that may have taken some.
  void count_memory();

 private:
  struct Batches {
    Batches(std::unique_ptr<Compression> made, std::size_t compress_above)
        : compression(std::move(made)), writer(*compression, compress_above), reader(*compression) {}
    const std::unique_ptr<Compression> compression;
    BatchWriter writer;
    BatchReader reader;
  };

  explicit LongStream(std::shared_ptr<std::size_t> memory) : share_(std::move(memory)) {}

  std::optional<Batches> batches_;
  MemoryShare share_;
};

}  // namespace triad::transport
