// Options and counters of a long link (LongLinkControl): a link between sites, with a long delay or
// a narrow line. A link is not long unless LongLinkControl::enable_long_link() is called.
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
  // Name of TCP's congestion control; empty: the system's default.
  std::string congestion = {};
  // Bytes that may be in transit in each direction; 0: the size of the system's default buffers.
  std::size_t window_bytes = 0;
  // Bytes from which on the output of one flush is compressed, by the object that make_compression
  // makes (stream/compression.hpp). Both ends need the same options.
  std::optional<std::size_t> compress_above = {};
  std::unique_ptr<Compression> (*make_compression)() = nullptr;
  // Frames for which may_wait returns true are bundled: they wait until bundle_bytes are there, at
  // most for bundle_time. Zero time: no frame waits. Null function: no frame may wait. `frame` has
  // the parts that send() received.
  Duration bundle_time{0};
  std::size_t bundle_bytes = 0;
  bool (*may_bundle)(std::span<const std::span<const std::byte>> frame) = nullptr;

  bool operator==(const LongLinkOptions&) const = default;
};

// Counters of a link since it became long.
struct LongLinkCounts {
  // Bytes of frames, and the bytes that compression made of them.
  std::uint64_t bytes_sent = 0;
  std::uint64_t compressed_sent = 0;
  std::uint64_t bytes_received = 0;
  std::uint64_t compressed_received = 0;
  // Number of bundles sent, and number of the frames in them.
  std::uint64_t bundles = 0;
  std::uint64_t frames_bundled = 0;
};

}  // namespace triad::transport
