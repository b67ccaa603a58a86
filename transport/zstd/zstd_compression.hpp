// Compression by Zstandard, where the program was built with its library.
#pragma once

#include "transport/stream/compression.hpp"

namespace triad::transport {

// Null: the program was built without.
[[nodiscard]] MakeCompression zstd_compression();

}  // namespace triad::transport
