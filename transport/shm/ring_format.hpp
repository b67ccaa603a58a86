// The memory layout of one direction of a shared-memory link. Both processes map it writable, so
// neither trusts it: RingWriter and RingReader each keep their own index in private memory, publish
// it here, and check the other's index whenever they load it.
//
// The ring carries a stream of bytes, framed by StreamLink as on TCP. So a frame may be larger than
// the ring, and nothing is padded at the wrap. Indices count bytes since the beginning and never
// wrap; byte i is at data[i % capacity], and the capacity is a power of two.
//
//   tail  moved by the writer when the bytes before it are complete; a writer that dies in the
//         middle of a write leaves no incomplete byte visible
//   head  moved by the reader after it has copied the bytes before it
//
// There are two sleeps, each with one flag: the reader sleeps for bytes, the writer for room. The
// sleeper sets its flag and then loads the other's index. The other end moves its index and then
// loads the flag. All four accesses are sequentially consistent, so at least one end sees the
// other's store. The end that finds a flag set clears it and rings the bell, so a sleep costs at
// most one ring.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace triad::transport {

inline constexpr std::size_t kCacheLineBytes = 64;

struct RingControl {
  // Written by the writer.
  alignas(kCacheLineBytes) std::atomic<std::uint64_t> tail{0};
  // Set after the last tail, so bytes before the tail still count.
  std::atomic<std::uint32_t> writer_closed{0};
  // Written by the reader.
  alignas(kCacheLineBytes) std::atomic<std::uint64_t> head{0};
  // Set by the reader; cleared by the end that wakes it.
  alignas(kCacheLineBytes) std::atomic<std::uint32_t> reader_asleep{0};
  // Set by the writer when its own queue waits for room; cleared by the end that wakes it.
  alignas(kCacheLineBytes) std::atomic<std::uint32_t> writer_waiting{0};
};

static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");
static_assert(std::atomic<std::uint32_t>::is_always_lock_free, "shared between processes");
static_assert(sizeof(RingControl) == 4 * kCacheLineBytes);

// One direction: its control block, and its bytes elsewhere in the same mapping.
struct Ring {
  RingControl* control = nullptr;
  std::byte* data = nullptr;
  std::size_t capacity = 0;  // a power of two
};

inline constexpr std::size_t kRingBytesMin = std::size_t{4} << 10;
inline constexpr std::size_t kRingBytesMax = std::size_t{1} << 30;

}  // namespace triad::transport
