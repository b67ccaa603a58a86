// Implements broken_batches_property() of transport_property.hpp.
#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

#include "tests/fuzz/transport_property.hpp"
#include "transport/stream/batches.hpp"
#include "transport/zstd/zstd_compression.hpp"

namespace triad::transport {

namespace {

// More memory than two valid batches and the window of zstd need.
constexpr std::size_t kMemoryMax = std::size_t{4} << 20;

using Octets = std::vector<std::byte>;

struct Taken {
  Octets bytes;
  bool is_faulty = false;
  std::size_t memory = 0;  // maximum memory in use
  bool goes_on = false;    // continues after the error
};

// Reads the bytes, received and read in pieces of `piece` bytes.
Taken taken_of(std::span<const std::byte> sent, std::size_t piece) {
  const std::unique_ptr<Compression> compression = zstd_compression()();
  BatchReader reader(*compression);
  Taken all;
  Octets out(piece);
  while (true) {
    const std::size_t count = reader.read(out);
    all.bytes.insert(all.bytes.end(), out.begin(),
                     out.begin() + static_cast<std::ptrdiff_t>(count));
    all.memory = std::max(all.memory, reader.held_bytes() + compression->held_bytes());
    if (count > 0) continue;
    if (reader.is_faulty() || sent.empty()) break;
    const auto space = reader.space();
    const std::size_t put = std::min({piece, sent.size(), space.size()});
    std::memcpy(space.data(), sent.data(), put);
    reader.commit(put);
    sent = sent.subspan(put);
  }
  all.is_faulty = reader.is_faulty();
  all.goes_on = all.is_faulty && (reader.has_more() || reader.read(out) > 0);
  return all;
}

// Writes the bytes in flushes of `flush` bytes.
Octets written(std::span<const std::byte> bytes, std::size_t flush) {
  const std::unique_ptr<Compression> compression = zstd_compression()();
  BatchWriter writer(*compression, 20);
  OutputQueue queue;
  Octets sent;
  while (!bytes.empty()) {
    const std::size_t count = std::min(flush, bytes.size());
    queue.append(bytes.first(count));
    bytes = bytes.subspan(count);
    while (!queue.empty() && writer.write(queue)) {
      sent.insert(sent.end(), writer.unsent().begin(), writer.unsent().end());
      writer.clear();
    }
  }
  return sent;
}

}  // namespace

std::string broken_batches_property(std::span<const std::uint8_t> input) {
  if (zstd_compression() == nullptr) return "";
  const std::size_t piece = input.empty() ? 1 : std::size_t{1} << (input.front() % 14);
  const auto bytes = std::as_bytes(input.subspan(std::min<std::size_t>(1, input.size())));
  const Taken hostile = taken_of(bytes, piece);
  const Taken whole = taken_of(bytes, 1 << 14);
  if (hostile.bytes != whole.bytes || hostile.is_faulty != whole.is_faulty) {
    return "what is read depends on pieces of " + std::to_string(piece) + " bytes";
  }
  if (std::max(hostile.memory, whole.memory) > kMemoryMax) return "it takes too much memory";
  if (hostile.goes_on) return "it goes on behind what is no batch";
  const Octets sent = written(bytes, piece);
  const Taken honest = taken_of(sent, piece);
  if (honest.is_faulty || !std::ranges::equal(honest.bytes, bytes)) {
    return "what is written in flushes of " + std::to_string(piece) + " bytes is not what is read";
  }
  return "";
}

}  // namespace triad::transport
