// LongStream: the parts of a TcpLink that only a long link has (transport/long_link.hpp). These are
// batches, compressed in both directions, and bundling, with a timer that ends the wait. TcpLink
// makes it in enable_long_link().
#pragma once

#include <memory>
#include <optional>

#include "transport/link.hpp"
#include "transport/long_link.hpp"
#include "transport/posix/unique_fd.hpp"
#include "transport/stream/batches.hpp"
#include "transport/stream/bundling.hpp"
#include "transport/stream/memory_share.hpp"

namespace triad::transport {

class LongStream {
 public:
  // Returns null if none of the options concerns the stream. May throw std::bad_alloc, like all
  // functions here that move bytes.
  static std::unique_ptr<LongStream> make(const LongLinkOptions& options,
                                          std::shared_ptr<std::size_t> memory);

  // Records a frame that enters the queue.
  void record_queued_frame(std::span<const Bytes> frame) {
    if (bundles_) bundles_->bundling.record_queued_frame(bundles_->may_bundle(frame));
  }
  // Ends the wait of the queued frames.
  void release_bundle() {
    if (bundles_) bundles_->bundling.release();
  }
  // Returns whether the queue, of `bytes` bytes, is not to be sent yet. The timer then ends the
  // wait.
  [[nodiscard]] bool must_hold(std::size_t bytes) { return bundles_ && bundles_->hold(bytes); }
  // Returns the last result of must_hold().
  [[nodiscard]] bool is_holding() const { return bundles_ && bundles_->is_holding; }
  void record_empty_queue() {
    if (bundles_) bundles_->bundling.record_empty_queue();
  }
  // Returns a descriptor that is readable when held frames are due; -1 if frames are never held.
  [[nodiscard]] int timer() const { return bundles_ ? bundles_->timer.get() : -1; }
  // Makes timer() unreadable after it has become due.
  void clear_timer() {
    if (bundles_) bundles_->clear_timer();
  }

  // Returns the writer of batches; null if the stream has none.
  [[nodiscard]] BatchWriter* writer() { return batches_ ? &batches_->writer : nullptr; }
  [[nodiscard]] BatchReader* reader() { return batches_ ? &batches_->reader : nullptr; }
  // Returns the bytes that have left the queue but that the kernel has not taken.
  [[nodiscard]] std::size_t unsent_bytes() const {
    return batches_ ? batches_->writer.unsent().size() : 0;
  }
  // Returns whether received bytes can be taken without reading more.
  [[nodiscard]] bool has_arrived() const { return batches_ && batches_->reader.has_more(); }

  [[nodiscard]] LongLinkCounts counts() const;
  [[nodiscard]] std::size_t held_bytes() const { return share_.bytes(); }
  // Updates the memory count. Called after each step that may have taken memory.
  void count_memory();

 private:
  struct Batches {
    Batches(std::unique_ptr<Compression> made, std::size_t compress_above)
        : compression(std::move(made)),
          writer(*compression, compress_above),
          reader(*compression) {}
    const std::unique_ptr<Compression> compression;
    BatchWriter writer;
    BatchReader reader;
  };

  struct Bundles {
    Bundles(const LongLinkOptions& options, UniqueFd made);
    bool hold(std::size_t bytes);
    void clear_timer();

    Bundling bundling;
    bool (*const may_bundle)(std::span<const Bytes>);
    const UniqueFd timer;
    bool is_holding = false;
    bool is_set = false;  // the timer is set
    Clock::time_point rings_at{};
  };

  explicit LongStream(std::shared_ptr<std::size_t> memory) : share_(std::move(memory)) {}

  std::optional<Bundles> bundles_;
  std::optional<Batches> batches_;
  MemoryShare share_;
};

}  // namespace triad::transport
