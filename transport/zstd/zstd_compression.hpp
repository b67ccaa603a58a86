// Compression of links by Zstandard (libzstd), if the program was built with it.
#pragma once

#include "transport/stream/compression.hpp"

namespace triad::transport {

// Returns a function that makes a compression, or null if the program was built without libzstd.
[[nodiscard]] MakeCompression zstd_compression();

}  // namespace triad::transport
