// Bells: a bell wakes a process that sleeps in poll(), by a byte in a Unix socket pair that two
// processes share. Used by links and fabrics in shared memory.
//
// An eventfd would not do, because both processes would hold the same open file. Either could clear
// its O_NONBLOCK flag, take the other's rings or fill its counter. Then the other would block in a
// read or write. The ends of a socket pair are separate open files, and each call sets
// MSG_DONTWAIT.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "transport/posix/unique_fd.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

// The two ends. The holder of one end wakes the process that polls the other.
struct BellPair {
  UniqueFd one;
  UniqueFd other;
};
[[nodiscard]] Result<BellPair> make_bell();

// Returns whether the descriptor is an end of a bell: a connected Unix stream socket, on which
// ring_bell() never blocks.
[[nodiscard]] bool is_bell(int descriptor);

// Sends the bytes, all or none. A socket full of rings stays readable, so a further ring is not
// needed. If the other end is closed, does nothing.
void ring_bell(int descriptor, std::span<const std::byte> ring);
void ring_bell(int descriptor);

// Discards received rings, all or many. Returns false if the other end is closed or shut down. Then
// no ring can arrive, and poll() reports this end as readable for ever.
[[nodiscard]] bool drain_bell(int descriptor);
// Moves received rings into `rings`, as many as fit, and returns the number of bytes. Returns
// nullopt if the other end is closed or shut down.
[[nodiscard]] std::optional<std::size_t> drain_bell(int descriptor, std::span<std::byte> rings);

}  // namespace triad::transport
