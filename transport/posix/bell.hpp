// What wakes a process that sleeps in poll(): a byte in a Unix socket whose two ends two processes
// have. Used by links and fabrics in shared memory.
//
// Not an eventfd: there both would hold the same open file, so either could clear its O_NONBLOCK,
// take the other's rings, or fill its counter, and the other would stand still as it reads or
// writes. Each end of a socket pair is an open file of its own, and each call says by itself that
// it does not block.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// Whoever has one end wakes whoever polls the other.
struct BellPair {
  UniqueFd one;
  UniqueFd other;
};
[[nodiscard]] Result<BellPair> make_bell();

// The descriptor is such an end: a connected Unix stream, on which ring_bell() never blocks.
[[nodiscard]] bool is_bell(int descriptor);

// With so many bytes, all or none. One that is full of rings stays so. Nobody at the other end:
// nobody is woken.
void ring_bell(int descriptor, std::span<const std::byte> ring);
void ring_bell(int descriptor);

// Forgets the rings that have come, or many of them. False: the other end is closed or shut down,
// so none will come any more, and poll() will call this one readable for ever.
[[nodiscard]] bool silence_bell(int descriptor);
// The same of the first that fit into `rings`; how many bytes they were. Empty: as false.
[[nodiscard]] std::optional<std::size_t> silence_bell(int descriptor, std::span<std::byte> rings);

}  // namespace triad::transport
