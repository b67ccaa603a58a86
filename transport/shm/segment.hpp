// Segment: the memory of one link, with two rings in one mapping. The shm backend uses a memfd and
// passes its descriptor to the peer; the memory backend uses private memory.
//
// It is a memfd and not shm_open(), for four reasons. It has no name, so kill -9 leaves nothing in
// /dev/shm. No other program can open it. It does not count against the small /dev/shm of a
// container. It can be sealed against shrinking, which would otherwise turn a peer's next access
// into a SIGBUS. Its pages are reserved at once: a lack of memory is an error at the join, not a
// signal later.
#pragma once

#include <cstddef>
#include <memory>

#include "transport/posix/unique_fd.hpp"
#include "transport/shm/ring_format.hpp"
#include "transport/transport_error.hpp"

namespace triad::transport {

class Segment {
 public:
  // Makes a segment in private memory. `ring_bytes` is rounded up to a power of two and clamped to
  // kRingBytesMin and kRingBytesMax.
  static Result<std::shared_ptr<Segment>> create_private(std::size_t ring_bytes);
  // Makes a segment in a memfd, and returns the descriptor for the peer in `memfd`.
  static Result<std::shared_ptr<Segment>> create_shared(std::size_t ring_bytes, UniqueFd& memfd);
  // Maps the memfd of a peer, after it has checked the size and the seals.
  static Result<std::shared_ptr<Segment>> open_shared(const UniqueFd& memfd,
                                                      std::size_t ring_bytes);

  Segment(const Segment&) = delete;
  Segment& operator=(const Segment&) = delete;
  ~Segment();

  // Rings from the creator to the opener, and back.
  [[nodiscard]] Ring ring_to_opener() const { return ring(0); }
  [[nodiscard]] Ring ring_to_creator() const { return ring(1); }
  [[nodiscard]] std::size_t ring_bytes() const { return ring_bytes_; }

 private:
  Segment(void* memory, std::size_t ring_bytes) : memory_(memory), ring_bytes_(ring_bytes) {}
  static Result<std::shared_ptr<Segment>> map(int memfd, std::size_t ring_bytes);
  void initialize();
  [[nodiscard]] Ring ring(std::size_t index) const;

  void* const memory_;
  const std::size_t ring_bytes_;
};

}  // namespace triad::transport
