// The start of each update and answer of BmStream: its line and the times measured so far. The
// encoding is the same on all machines. Standard C++14 only.
#ifndef TRIAD_BENCHMARKS_STREAM_STAMPS_HPP
#define TRIAD_BENCHMARKS_STREAM_STAMPS_HPP

#include <cstddef>
#include <cstdint>

namespace benchmark_federate {

constexpr std::size_t kStampsSize = 40;

struct Stamps {
  std::uint32_t line = 0;
  std::uint32_t answers_by = 0;  // The federate that answers; 0 in an update.
  std::uint32_t phase = 0;
  std::uint32_t sequence = 0;  // Within the phase, from 0.
  std::int64_t t0 = 0;         // Before the update, in nanoseconds, as all times.
  std::int64_t t1 = 0;         // At the start of its reflection.
  std::int64_t t2 = 0;         // Before the answer.
};

namespace stamps_detail {

inline void put(char* to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to[i] = static_cast<char>((value >> (8 * i)) & 0xff);
}

inline std::uint64_t get(const char* from, int bytes) {
  std::uint64_t value = 0;
  for (int i = 0; i < bytes; ++i) {
    value |= std::uint64_t{static_cast<unsigned char>(from[i])} << (8 * i);
  }
  return value;
}

}  // namespace stamps_detail

// Writes the stamps to `to`, which must have space for kStampsSize bytes.
inline void write_stamps(const Stamps& stamps, char* to) {
  using stamps_detail::put;
  put(to, stamps.line, 4);
  put(to + 4, stamps.answers_by, 4);
  put(to + 8, stamps.phase, 4);
  put(to + 12, stamps.sequence, 4);
  put(to + 16, static_cast<std::uint64_t>(stamps.t0), 8);
  put(to + 24, static_cast<std::uint64_t>(stamps.t1), 8);
  put(to + 32, static_cast<std::uint64_t>(stamps.t2), 8);
}

inline Stamps read_stamps(const char* from) {
  using stamps_detail::get;
  Stamps stamps;
  stamps.line = static_cast<std::uint32_t>(get(from, 4));
  stamps.answers_by = static_cast<std::uint32_t>(get(from + 4, 4));
  stamps.phase = static_cast<std::uint32_t>(get(from + 8, 4));
  stamps.sequence = static_cast<std::uint32_t>(get(from + 12, 4));
  stamps.t0 = static_cast<std::int64_t>(get(from + 16, 8));
  stamps.t1 = static_cast<std::int64_t>(get(from + 24, 8));
  stamps.t2 = static_cast<std::int64_t>(get(from + 32, 8));
  return stamps;
}

}  // namespace benchmark_federate

#endif
