// Replaces zstd_compression.cpp in builds without libzstd.
#include "transport/zstd/zstd_compression.hpp"

namespace triad::transport {

MakeCompression zstd_compression() {
  return nullptr;
}

}  // namespace triad::transport
