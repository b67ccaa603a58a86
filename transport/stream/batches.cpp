// See batches.hpp.
#include "transport/stream/batches.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

namespace triad::transport {

namespace {

constexpr std::size_t kVectorsMax = 64;
// Most bytes that one read of the socket usually returns.
constexpr std::size_t kReadBytes = kBatchHeaderBytes + kCompressedBytesMax;
// Batches sent uncompressed after one that did not shrink.
constexpr unsigned kUncompressedBatches = 16;

void put_word(std::size_t value, std::byte* at) {
  for (std::size_t i = 0; i < 4; ++i) at[i] = static_cast<std::byte>(value >> (8 * i));
}

std::uint32_t word_at(const std::byte* at) {
  std::uint32_t word = 0;
  for (std::size_t i = 0; i < 4; ++i) word |= std::to_integer<std::uint32_t>(at[i]) << (8 * i);
  return word;
}

// Finds the front of the queue, at most one batch, and returns its bytes.
std::size_t front_of(const OutputQueue& queue, std::span<iovec>& vectors) {
  vectors = vectors.first(queue.gather(vectors));
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    vectors[i].iov_len = std::min(vectors[i].iov_len, kBatchBytes - bytes);
    bytes += vectors[i].iov_len;
    if (bytes == kBatchBytes) vectors = vectors.first(i + 1);
  }
  return bytes;
}

void append(std::span<const iovec> vectors, std::vector<std::byte>& out) {
  for (const iovec& vector : vectors) {
    const auto* const begin = static_cast<const std::byte*>(vector.iov_base);
    out.insert(out.end(), begin, begin + vector.iov_len);
  }
}

}  // namespace

// --- writing

void BatchWriter::start_with(OutputQueue& queue) {
  out_.clear();
  sent_ = 0;
  while (!queue.empty()) {
    const Bytes front = queue.front();
    out_.insert(out_.end(), front.begin(), front.end());
    queue.consume(front.size());
  }
}

bool BatchWriter::write(OutputQueue& queue) {
  std::array<iovec, kVectorsMax> memory;
  std::span<iovec> vectors(memory);
  const std::size_t bytes = front_of(queue, vectors);
  out_.resize(kBatchHeaderBytes);
  sent_ = 0;
  const bool compresses = should_compress(bytes);
  if (compresses) {
    if (!compression_.compress(vectors, out_)) return false;
  } else {
    append(vectors, out_);
  }
  const std::size_t carried = out_.size() - kBatchHeaderBytes;
  put_word(bytes, out_.data());
  put_word(compresses ? carried : 0, out_.data() + 4);
  if (compresses && carried >= bytes) uncompressed_left_ = kUncompressedBatches;
  counts_.bytes += bytes;
  counts_.carried_bytes += out_.size();
  queue.consume(bytes);
  return true;
}

// Decides whether to compress. A compressed batch must be sent even if it has grown, because the
// next batches refer to it.
bool BatchWriter::should_compress(std::size_t bytes) {
  if (bytes < compress_above_) return false;
  if (uncompressed_left_ == 0) return true;
  --uncompressed_left_;
  return false;
}

// --- reading

void BatchReader::start_with(Bytes bytes) {
  in_.assign(bytes.begin(), bytes.end());
  commit(bytes.size());
}

std::size_t BatchReader::read(std::span<std::byte> out) {
  if (ready_.empty()) open_next_batch();
  const std::size_t count = std::min(ready_.size(), out.size());
  if (count > 0) std::memcpy(out.data(), ready_.data(), count);
  ready_ = ready_.subspan(count);
  if (ready_.empty()) taken_ += std::exchange(ready_carried_, 0);
  return count;
}

bool BatchReader::has_more() const {
  return !is_faulty_ && (!ready_.empty() || is_complete());
}

BatchReader::Head BatchReader::head() const {
  return {word_at(in_.data() + begin_), word_at(in_.data() + begin_ + 4)};
}

// Returns whether a whole batch has arrived, or an invalid header, which open_next_batch() reports.
bool BatchReader::is_complete() const {
  const std::size_t there = end_ - begin_;
  if (there < kBatchHeaderBytes) return false;
  const Head next = head();
  return next.bytes > kBatchBytes || next.compressed > kCompressedBytesMax ||
         there - kBatchHeaderBytes >= next.carried_bytes();
}

void BatchReader::open_next_batch() {
  if (is_faulty_ || !is_complete()) return;
  const Head next = head();
  is_faulty_ = next.bytes == 0 || next.bytes > kBatchBytes || next.compressed > kCompressedBytesMax;
  if (is_faulty_) return;
  const Bytes carried = Bytes(in_).subspan(begin_ + kBatchHeaderBytes, next.carried_bytes());
  if (next.compressed == 0) {
    ready_ = carried;
  } else {
    batch_.resize(next.bytes);
    is_faulty_ = !compression_.decompress(carried, batch_);
    if (is_faulty_) return;
    ready_ = batch_;
  }
  ready_carried_ = kBatchHeaderBytes + next.carried_bytes();
  begin_ += ready_carried_;
  counts_.bytes += next.bytes;
  counts_.carried_bytes += ready_carried_;
}

std::span<std::byte> BatchReader::space() {
  const std::size_t pending = end_ - begin_;
  if (pending > 0 && begin_ > 0) std::memmove(in_.data(), in_.data() + begin_, pending);
  begin_ = 0;
  end_ = pending;
  if (in_.size() < pending + kReadBytes) in_.resize(std::max(2 * kReadBytes, pending + kReadBytes));
  return std::span(in_).subspan(end_);
}

}  // namespace triad::transport
