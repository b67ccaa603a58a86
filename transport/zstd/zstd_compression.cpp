// See zstd_compression.hpp. Each direction is one Zstandard frame without an end. Each batch is
// followed by a flush.
#include "transport/zstd/zstd_compression.hpp"

#include <zstd.h>

namespace triad::transport {

namespace {

// The fastest level, because a router has other work. It also finds the repetitions in small
// frames.
constexpr int kLevel = 1;
// Window, as a power of two: how many bytes back a batch may refer. Each link keeps that many.
constexpr int kWindowLog = 18;
// Bytes for the headers of the frame and its blocks, which ZSTD_compressBound() does not include.
constexpr std::size_t kBoundOfHeaders = 512;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdCompression final : public Compression {
 public:
  ZstdCompression() : compressor_(ZSTD_createCCtx()), decompressor_(ZSTD_createDCtx()) {}

  bool is_usable() {
    if (compressor_ == nullptr || decompressor_ == nullptr) return false;
    const auto is_set = [](std::size_t result) { return ZSTD_isError(result) == 0; };
    ZSTD_CCtx* const forth = compressor_.get();
    return is_set(ZSTD_CCtx_setParameter(forth, ZSTD_c_compressionLevel, kLevel)) &&
           is_set(ZSTD_CCtx_setParameter(forth, ZSTD_c_windowLog, kWindowLog)) &&
           is_set(ZSTD_DCtx_setParameter(decompressor_.get(), ZSTD_d_windowLogMax, kWindowLog));
  }

  bool compress(std::span<const iovec> batch, std::vector<std::byte>& out) override {
    std::size_t bytes = 0;
    for (const iovec& vector : batch) bytes += vector.iov_len;
    const std::size_t had = out.size();
    out.resize(had + ZSTD_compressBound(bytes) + kBoundOfHeaders);
    ZSTD_outBuffer room{out.data() + had, out.size() - had, 0};
    bool is_done = true;
    for (const iovec& vector : batch) {
      is_done = is_done && feed({vector.iov_base, vector.iov_len, 0}, ZSTD_e_continue, room);
    }
    is_done = is_done && feed({nullptr, 0, 0}, ZSTD_e_flush, room);
    out.resize(had + room.pos);
    return is_done;
  }

  // Refuses a stream in which the frame ends, because another frame in another format could follow.
  bool decompress(std::span<const std::byte> compressed, std::span<std::byte> batch) override {
    if (!has_begun_ && !begins_frame(compressed)) return false;
    has_begun_ = true;
    ZSTD_inBuffer in{compressed.data(), compressed.size(), 0};
    ZSTD_outBuffer out{batch.data(), batch.size(), 0};
    while (in.pos < in.size || out.pos < out.size) {
      const std::size_t in_before = in.pos;
      const std::size_t out_before = out.pos;
      const std::size_t result = ZSTD_decompressStream(decompressor_.get(), &out, &in);
      if (ZSTD_isError(result) != 0 || result == 0) return false;
      if (in.pos == in_before && out.pos == out_before) return false;
    }
    return has_no_more();
  }

  std::size_t held_bytes() const override {
    return ZSTD_sizeof_CCtx(compressor_.get()) + ZSTD_sizeof_DCtx(decompressor_.get());
  }

 private:
  // Returns whether the decompressor has no further output.
  bool has_no_more() {
    std::byte more{};
    ZSTD_inBuffer in{nullptr, 0, 0};
    ZSTD_outBuffer out{&more, 1, 0};
    return ZSTD_isError(ZSTD_decompressStream(decompressor_.get(), &out, &in)) == 0 && out.pos == 0;
  }

  static bool begins_frame(std::span<const std::byte> bytes) {
    if (bytes.size() < 4) return false;
    std::uint32_t magic = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      magic |= std::to_integer<std::uint32_t>(bytes[i]) << (8 * i);
    }
    return magic == ZSTD_MAGICNUMBER;
  }

  bool feed(ZSTD_inBuffer in, ZSTD_EndDirective how, ZSTD_outBuffer& room) {
    while (true) {
      const std::size_t left = ZSTD_compressStream2(compressor_.get(), &room, &in, how);
      if (ZSTD_isError(left) != 0) return false;
      if (how == ZSTD_e_flush ? left == 0 : in.pos == in.size) return true;
      if (room.pos == room.size) return false;
    }
  }

  const std::unique_ptr<ZSTD_CCtx, FreeCompressor> compressor_;
  const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> decompressor_;
  bool has_begun_ = false;
};

std::unique_ptr<Compression> make_zstd() {
  auto compression = std::make_unique<ZstdCompression>();
  if (!compression->is_usable()) return nullptr;
  return compression;
}

}  // namespace

MakeCompression zstd_compression() {
  return &make_zstd;
}

}  // namespace triad::transport
