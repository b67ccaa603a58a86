// What a link over a long way does otherwise than a short one: LongWay. Off unless
// asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "transport/link_options.hpp"

namespace triad::transport {

class Compression;

struct LongLinkOptions {
  // TCP's congestion control; empty: the system's.
  std::string congestion = {};
  // So much can be on the way to the other end, and back; 0: what the system's own buffers take.
  std::size_t window_bytes = 0;
  // What is flushed together is compressed, if it is so many bytes or more, by what this makes
  // (stream/compression.hpp). Both ends have to.
  std::optional<std::size_t> compress_above = {};
  std::unique_ptr<Compression> (*make_compression)() = nullptr;
  // Frames that may wait do so for others, until that many bytes are there and no longer than this;
  // zero: none does. Null: none may. The parts are those of send().
  Duration bundle_time{0};
  std::size_t bundle_bytes = 0;
  bool (*may_wait)(std::span<const std::span<const std::byte>> frame) = nullptr;

  bool operator==(const LongLinkOptions&) const = default;
};

// What came of it, since the link became long.
struct LongLinkCounts {
  // Of frames, and what they were compressed to.
  std::uint64_t bytes_sent = 0;
  std::uint64_t compressed_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t compressed_received = 0;
  // How often several frames were sent that had waited for each other, and how many these were.
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};

}  // namespace triad::transport
