// The fault-injecting twin of every backend: a link around a link that delays, stalls and cuts, by
// a seed, so that a failure can be run again. What a link promises still holds through it: no frame
// is lost, doubled, changed or overtaken, except that all behind a cut is lost. For tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "transport/link.hpp"

namespace triad::transport {

struct Faults {
  std::uint64_t seed = 1;
  // Each received frame is held back for 0 to so many calls of receive().
  unsigned polls_held_max = 0;
  // After each flush that handed something over, 0 to so many further flushes do nothing.
  unsigned flushes_stalled_max = 0;
  // The link breaks instead of taking the next frame, once so much was sent. What was sent and not
  // handed over by then is lost, as when a machine dies.
  std::optional<std::size_t> cut_after_frames_sent;
  std::optional<std::size_t> cut_after_bytes_sent;
  // The link breaks instead of delivering the next frame.
  std::optional<std::size_t> cut_after_frames_received;
};

[[nodiscard]] std::unique_ptr<Link> make_faulty(std::unique_ptr<Link> inner, const Faults& faults);

}  // namespace triad::transport
