// What a stream over a long way has beside its queue and its buffer (transport/long_link.hpp): its
// batches, compressed in both directions, and frames that wait for others, with a timer that ends
// their waiting. Made by TcpLink when it becomes long.
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
  // Null: nothing of the options concerns the stream. May throw std::bad_alloc, as all that moves
  // bytes here.
  static std::unique_ptr<LongStream> make(const LongLinkOptions& options,
                                          std::shared_ptr<std::size_t> memory);

  // --- Bundling
  // A frame is in the queue, or about to be.
  void queued(std::span<const Bytes> frame) {
    if (bundles_) bundles_->bundling.queued(bundles_->may_wait(frame));
  }
  void let_go() {
    if (bundles_) bundles_->bundling.let_go();
  }
  // The queue, of so many bytes, is not to be sent yet; the timer will tell.
  [[nodiscard]] bool holds(std::size_t bytes) { return bundles_ && bundles_->hold(bytes); }
  // As it was when holds() was asked last.
  [[nodiscard]] bool is_holding() const { return bundles_ && bundles_->is_holding; }
  void emptied() {
    if (bundles_) bundles_->bundling.emptied();
  }
  // Readable when what is held is due; -1: nothing is ever held.
  [[nodiscard]] int timer() const { return bundles_ ? bundles_->timer.get() : -1; }
  void stop_ringing() {
    if (bundles_) bundles_->stop_ringing();
  }

  // --- Batches
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
    void stop_ringing();

    Bundling bundling;
    bool (*const may_wait)(std::span<const Bytes>);
    const UniqueFd timer;
    bool is_holding = false;
    bool is_set = false;  // the timer
    Clock::time_point rings_at{};
  };

  explicit LongStream(std::shared_ptr<std::size_t> memory) : share_(std::move(memory)) {}

  std::optional<Bundles> bundles_;
  std::optional<Batches> batches_;
  MemoryShare share_;
};

}  // namespace triad::transport
