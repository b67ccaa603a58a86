// Where there is no libzstd; see zstd_compression.hpp.
#include "transport/zstd/zstd_compression.hpp"

namespace triad::transport {

MakeCompression zstd_compression() {
  return nullptr;
}

}  // namespace triad::transport
