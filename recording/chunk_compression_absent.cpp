// Chunks without compression, for a build without libzstd.
#include "recording/chunk_compression.hpp"

namespace triad::recording {

std::string_view chunk_compression() {
  return "";
}

bool compress_chunk(Bytes, Buffer&) {
  return false;
}

bool can_decompress(std::string_view compression) {
  return compression.empty();
}

bool decompress_chunk(std::string_view compression, Bytes compressed, std::uint64_t size,
                      Buffer& out) {
  if (!compression.empty() || compressed.size() != size) return false;
  out.assign(compressed.begin(), compressed.end());
  return true;
}

}  // namespace triad::recording
