// See long_stream.hpp.
#include "transport/stream/long_stream.hpp"

#include <sys/timerfd.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <new>
#include <utility>

namespace triad::transport {

std::unique_ptr<LongStream> LongStream::make(const LongLinkOptions& options,
                                             std::shared_ptr<std::size_t> memory) {
  const bool compresses = options.compress_above && options.make_compression != nullptr;
  const bool bundles = options.bundle_time > Duration::zero() && options.may_bundle != nullptr;
  if (!compresses && !bundles) return nullptr;
  std::unique_ptr<LongStream> made(new LongStream(std::move(memory)));
  if (bundles) {
    UniqueFd timer(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!timer.valid()) throw std::bad_alloc();
    made->bundles_.emplace(options, std::move(timer));
  }
  if (!compresses) return made;
  auto compression = options.make_compression();
  if (compression == nullptr) throw std::bad_alloc();
  made->batches_.emplace(std::move(compression), *options.compress_above);
  made->count_memory();
  return made;
}

// --- bundling

LongStream::Bundles::Bundles(const LongLinkOptions& options, UniqueFd made)
    : bundling(options.bundle_bytes, options.bundle_time),
      may_bundle(options.may_bundle),
      timer(std::move(made)) {}

// A set timer stays set even if its bundle has already been sent. Then it rings without effect, and
// hold() sets it again for the bundle of that time. So a bundle that fills before its time costs no
// system call.
bool LongStream::Bundles::hold(std::size_t bytes) {
  is_holding = bundling.must_hold(bytes, Clock::now());
  if (!is_holding || is_set) return is_holding;
  const auto due = bundling.due().time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(due);
  itimerspec at{};
  at.it_value.tv_sec = seconds.count();
  at.it_value.tv_nsec = std::chrono::nanoseconds(due - seconds).count();
  is_set = ::timerfd_settime(timer.get(), TFD_TIMER_ABSTIME, &at, nullptr) == 0;
  rings_at = bundling.due();
  is_holding = is_set;
  return is_holding;
}

void LongStream::Bundles::clear_timer() {
  if (!is_set || Clock::now() < rings_at) return;
  std::uint64_t times = 0;
  is_set = ::read(timer.get(), &times, sizeof times) < 0;
}

// --- counting

LongLinkCounts LongStream::counts() const {
  LongLinkCounts counts;
  if (bundles_) {
    counts.bundles = bundles_->bundling.bundles();
    counts.frames_bundled = bundles_->bundling.frames_bundled();
  }
  if (!batches_) return counts;
  const BatchCounts& sent = batches_->writer.counts();
  const BatchCounts& received = batches_->reader.counts();
  counts.bytes_sent = sent.bytes;
  counts.compressed_sent = sent.carried_bytes;
  counts.bytes_received = received.bytes;
  counts.compressed_received = received.carried_bytes;
  return counts;
}

void LongStream::count_memory() {
  if (!batches_) return;
  share_.set(batches_->compression->held_bytes() + batches_->writer.held_bytes() +
             batches_->reader.held_bytes());
}

}  // namespace triad::transport
