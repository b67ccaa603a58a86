// The faulty twin of a link, for tests: a link around another link that delays frames, stalls
// flushes and cuts the connection. A seed decides, so that a failure can be repeated. The promises
// of a link still hold: no frame is lost, duplicated, changed or reordered, except that frames
// after a cut are lost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "transport/link.hpp"

namespace triad::transport {

struct Faults {
  std::uint64_t seed = 1;
  // Most calls of receive() for which a received frame is held back.
  unsigned polls_held_max = 0;
  // Most flushes without effect after each flush that handed frames over.
  unsigned flushes_stalled_max = 0;
  // Frames or bytes after which the link breaks instead of sending the next frame. Frames that were
  // sent but not handed over are lost, as when a machine fails.
  std::optional<std::size_t> cut_after_frames_sent;
  std::optional<std::size_t> cut_after_bytes_sent;
  // Frames after which the link breaks instead of delivering the next one.
  std::optional<std::size_t> cut_after_frames_received;
};

// Returns the faulty twin, which owns the inner link.
[[nodiscard]] std::unique_ptr<Link> make_faulty(std::unique_ptr<Link> inner, const Faults& faults);

}  // namespace triad::transport
