// Compression of chunks by zstd. A build without libzstd writes chunks uncompressed, and refuses
// compressed ones.
#pragma once

#include <optional>
#include <string_view>

#include "recording/byte_io.hpp"

namespace triad::recording {

// Returns the name that MCAP gives to the compression, and that this build uses: "zstd", or "" for
// none.
std::string_view chunk_compression();

// Appends the compressed bytes to `out`. Returns false if that is not possible; `out` is then
// unchanged.
[[nodiscard]] bool compress_chunk(Bytes bytes, Buffer& out);

// Returns whether this build can read chunks with this compression.
bool can_decompress(std::string_view compression);

// Decompresses exactly `size` bytes into `out`. Returns false if the bytes are anything else.
[[nodiscard]] bool decompress_chunk(std::string_view compression, Bytes compressed,
                                    std::uint64_t size, Buffer& out);

}  // namespace triad::recording
