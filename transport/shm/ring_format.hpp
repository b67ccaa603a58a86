// How one direction of a shared-memory link lies in memory. Both processes map it writable, so
// neither side trusts a word of it: RingWriter and RingReader keep their own index to themselves,
// publish it here, and check the other's each time they read it.
//
// The ring carries a stream of bytes (framing is StreamLink's, as on TCP), so a frame may be larger
// than the ring and nothing needs to be padded at the wrap. Indices count bytes since the beginning
// and never wrap; the place of byte i is data[i % capacity], the capacity a power of two.
//
//   tail  moved by the writer, after the bytes before it are complete; a writer that dies in the
//         middle of a frame leaves no half-written byte visible
//   head  moved by the reader, after it has copied the bytes before it out
//
// Two sleeps, each with one flag. The sleeper sets its flag and then looks again at the other's
// index; the other moves its index and then looks at the flag; all four accesses are sequentially
// consistent, so at least one of them sees the other's. Who finds a flag set clears it and rings
// the doorbell, so one sleep costs one ring at most.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace triad::transport {

inline constexpr std::size_t kCacheLineBytes = 64;

struct RingControl {
  // Written by the writer.
  alignas(kCacheLineBytes) std::atomic<std::uint64_t> tail{0};
  std::atomic<std::uint32_t> writer_closed{0};  // in order: what is before the tail still counts
  // Written by the reader.
  alignas(kCacheLineBytes) std::atomic<std::uint64_t> head{0};
  // Set by the reader, cleared by whoever wakes it.
  alignas(kCacheLineBytes) std::atomic<std::uint32_t> reader_asleep{0};
  // Set by the writer when its own queue waits for room, cleared by whoever wakes it.
  alignas(kCacheLineBytes) std::atomic<std::uint32_t> writer_waiting{0};
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "shared between processes");
static_assert(sizeof(RingControl) == 4 * kCacheLineBytes);

// One direction: its control block, and its bytes somewhere else in the same mapping.
struct Ring {
  RingControl* control = nullptr;
  std::byte* data = nullptr;
  std::size_t capacity = 0;  // a power of two
};

inline constexpr std::size_t kRingBytesMin = std::size_t{4} << 10;
inline constexpr std::size_t kRingBytesMax = std::size_t{1} << 30;

}  // namespace triad::transport
