// See long_stream.hpp.
#include "transport/stream/long_stream.hpp"

#include <new>
#include <utility>

namespace triad::transport {

std::unique_ptr<LongStream> LongStream::make(const LongLinkOptions& options,
                                             std::shared_ptr<std::size_t> memory) {
  const bool compresses = options.compress_above && options.make_compression != nullptr;
  if (!compresses) return nullptr;
  std::unique_ptr<LongStream> made(new LongStream(std::move(memory)));
  auto compression = options.make_compression();
  if (compression == nullptr) throw std::bad_alloc();
  made->batches_.emplace(std::move(compression), *options.compress_above);
  made->count_memory();
  return made;
}

LongLinkCounts LongStream::counts() const {
  LongLinkCounts counts;
  if (!batches_) return counts;
  const BatchCounts& sent = batches_->writer.counts();
  const BatchCounts& received = batches_->reader.counts();
  counts.bytes_sent = sent.bytes;
  counts.compressed_sent = sent.carried;
  counts.bytes_received = received.bytes;
  counts.compressed_received = received.carried;
  return counts;
}

void LongStream::count_memory() {
  if (!batches_) return;
  share_.set(batches_->compression->held_bytes() + batches_->writer.held_bytes() +
             batches_->reader.held_bytes());
}

}  // namespace triad::transport
