#include "recording/chunk_compression.hpp"

#include <zstd.h>

namespace triad::recording {

namespace {
// The fastest level: recording must not slow down the simulation.
constexpr int kChunkLevel = 1;
}  // namespace

std::string_view chunk_compression() {
  return "zstd";
}

bool compress_chunk(Bytes bytes, Buffer& out) {
  const std::size_t had = out.size();
  out.resize(had + ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress(out.data() + had, out.size() - had, bytes.data(), bytes.size(), kChunkLevel);
  const bool is_done = ZSTD_isError(size) == 0;
  out.resize(is_done ? had + size : had);
  return is_done;
}

bool can_decompress(std::string_view compression) {
  return compression.empty() || compression == "zstd";
}

// The stated size of the frame is checked first, so that a short chunk cannot demand much memory.
bool decompress_chunk(std::string_view compression, Bytes compressed, std::uint64_t size,
                      Buffer& out) {
  if (compression.empty()) {
    if (compressed.size() != size) return false;
    out.assign(compressed.begin(), compressed.end());
    return true;
  }
  if (compression != "zstd") return false;
  const auto stated = ZSTD_getFrameContentSize(compressed.data(), compressed.size());
  if (stated != ZSTD_CONTENTSIZE_UNKNOWN && stated != size) return false;
  out.resize(size);
  const std::size_t done =
      ZSTD_decompress(out.data(), out.size(), compressed.data(), compressed.size());
  return ZSTD_isError(done) == 0 && done == size;
}

}  // namespace triad::recording
